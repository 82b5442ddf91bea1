"""A first app: shows an add-on on a seller's post, and answers the seller's buyers.

the platform opens /?post_token=… ──> login ──> the add-on is on the post
a buyer writes in the chat        ──> POST /hooks/events ──> an answer

    open-platform exec --open -- python app.py
"""

from __future__ import annotations

import html
import os
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.util import shift_path_info

from open_platform import Client, DirectLink, EventRow, Hooks, LoginRoutes, Scope, Subscription, TitleRow, errors

platform = Client.from_env()

#: The grant of each seller, by user id. A real app has a database instead.
sellers: dict[str, str] = {}


def granted(login):
    """The seller has allowed the access: puts the add-on on the post, and subscribes to the messages of buyers."""
    post = login.return_to.removeprefix("/posts/")
    login.user.addons.create_on_post(post, widgets=[TitleRow("Inspected"), EventRow("Report", subtitle="By our engineers")])
    seller = login.user.users.me().user_id
    sellers[seller] = login.grant
    # The platform returns the metadata with every event.
    login.user.subscriptions.ensure(Subscription("NEW_MESSAGE_ON_POST", metadata={"seller": seller}))


login = LoginRoutes(
    platform,
    scopes=lambda request: [
        Scope.post_addon_create(request.query.get("post", "")),
        Scope.CHAT_SUPPLIER_ALL_CONVERSATIONS_READ,
        Scope.CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND,
        Scope.USER_ID,
        Scope.OFFLINE_ACCESS,
    ],
    on_granted=granted,
)

hooks = Hooks.from_env(client=platform, grant_of=lambda event: sellers.get((event.metadata or {}).get("seller")))


@hooks.on("new_message")
def answer(message, user, reply):
    """Answers buyers. Messages of the seller and of the app itself are events, too."""
    if user and message.sender.side == "BUYER" and not message.is_from_bot:
        reply("Thank you! The seller will write to you soon.")


def home(query: str) -> str:
    """The platform opens this page for a post. Anyone can open it: it is not authenticated."""
    post = DirectLink.parse(query).post_token
    if post:
        link = html.escape(f"/oauth/login?post={post}&return_to=/posts/{post}")
        return f"<h1>{html.escape(platform.posts.get(post).title or post)}</h1><a href='{link}'>Show the report</a>"
    for seller, grant in list(sellers.items()):
        try:
            # A call for each seller, which refreshes an access token that has ended.
            platform.user(grant).users.me()
        except errors.ReauthRequired:
            # The seller has withdrawn the access, and may have logged in again since.
            if sellers.get(seller) == grant:
                sellers.pop(seller, None)
    return f"<h1>At your service</h1><p>Buyers of {len(sellers)} sellers get an answer."


mounted = {"oauth": login.wsgi(), "hooks": hooks.wsgi()}


def app(environ, start_response):
    """The WSGI application."""
    part = environ["PATH_INFO"].split("/")[1]
    if part in mounted:
        shift_path_info(environ)
        return mounted[part](environ, start_response)
    page = "<h1>The report is on the post</h1>" if part == "posts" else home(environ["QUERY_STRING"])
    start_response("200 OK", [("Content-Type", "text/html; charset=utf-8")])
    return [f"<!doctype html><title>My app</title>{page}".encode()]


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_request(self, *_):
        """Writes no access log: the addresses of logins contain authorization codes."""


def serve(port: int) -> WSGIServer:
    """A server on this machine. In production use a server such as gunicorn behind a proxy with TLS."""
    return make_server("127.0.0.1", port, app, Server, Quiet)


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8000"))
    print(f"http://127.0.0.1:{port}", flush=True)
    with platform.keeper():  # Refreshes tokens and renews subscriptions before they end.
        serve(port).serve_forever()
