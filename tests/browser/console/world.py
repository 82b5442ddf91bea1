"""A world of the sandbox with an app: the admin API, calls that the app makes, and what the app receives."""

import http.server
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

WIDGETS = [
    {"title_row": {"text": "کارشناسی شد", "has_divider": True}},
    {"score_row": {"title": "سلامت", "percentage_score": 87, "score_color": "SUCCESS_PRIMARY"}},
    {"description_row": {"text": "گزارش کامل پس از خرید.", "has_divider": True}},
]


class Inbox(http.server.BaseHTTPRequestHandler):
    """The addresses of the app: keeps what it receives, and answers 200."""

    def do_GET(self):
        self.server.received.append(("GET", self.path))
        self.answer(b"<!doctype html><html lang=en><title>back</title><main><h1 id=back>back</h1></main></html>")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.received.append((self.path, json.loads(body or b"null")))
        self.answer(b"{}")

    def answer(self, body):
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Receiver:
    """A small server on this machine, as the app."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Inbox)
        self.server.received = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    @property
    def received(self):
        return self.server.received


class World:
    """A world of its own for one journey. `token` is that of the sandbox, if it has one."""

    def __init__(self, sandbox, name, token=None):
        self.sandbox, self.name = sandbox, name
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.admin_url = f"{sandbox}/_sandbox/worlds/{name}"
        self.admin("PUT", "")
        self.app = self.admin("GET", "/app")

    def admin(self, method, path, body=None):
        """A call of the admin API, below the world."""
        return send(method, self.admin_url + path, body, self.headers)[1]

    def call(self, method, path, body=None, user=None, scopes=(), host="base"):
        """A call of the app, for a user with these scopes. Returns the status."""
        headers = {"x-api-key": self.app["api_key"]}
        if user:
            tokens = self.admin("POST", "/tokens", {"user": user, "scopes": list(scopes)})
            headers["authorization"] = f"Bearer {tokens['access_token']}"
        return send(method, f"{self.sandbox}/worlds/{self.name}/{host}{path}", body, headers, refused=True)[0]

    def receive(self, receiver):
        """Sends the events and start requests of the world to a receiver."""
        url = receiver.url
        addresses = {"events_url": f"{url}/events", "start_url": f"{url}/start", "redirect_uris": [f"{url}/oauth/callback"]}
        self.admin("PATCH", "/app", addresses)
        self.app = self.admin("GET", "/app")

    def post(self):
        """The token of the first post."""
        return self.admin("GET", "/posts")[0]["token"]

    def addon(self):
        """Puts an add-on on the first post."""
        token = self.post()
        path, scopes = f"/v2/open-platform/addons/post/{token}", [f"POST_ADDON_CREATE.{token}"]
        status = self.call("POST", path, {"widgets": WIDGETS}, "seller", scopes)
        assert status == 200, status
        return token

    def conversation(self):
        return self.admin("GET", "/conversations")[0]["id"]

    def listen(self):
        """Subscribes to the messages of the seller, with tokens that are refreshed."""
        wanted, scopes = {"event_type": "NEW_MESSAGE_ON_POST"}, ["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "offline_access"]
        status = self.call("POST", "/v1/open-platform/events/subscriptions", wanted, "seller", scopes)
        assert status == 200, status

    def scopes(self):
        """The scopes of the app's logins."""
        return ["USER_PHONE", f"POST_ADDON_CREATE.{self.post()}", "offline_access"]

    def authorize_url(self, **more):
        query = {
            "response_type": "code",
            "client_id": self.app["client_id"],
            "redirect_uri": self.app["redirect_uris"][0],
            "scope": " ".join(self.scopes()),
            "state": "a-long-state",
            **more,
        }
        return f"{self.sandbox}/worlds/{self.name}/auth/oauth2/auth?{urllib.parse.urlencode(query)}"

    def exchange(self, address):
        """Exchanges the code in the address of a return, and returns the granted scopes."""
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)
        form = {
            "grant_type": "authorization_code",
            "code": query["code"][0],
            "redirect_uri": self.app["redirect_uris"][0],
            "client_id": self.app["client_id"],
            "client_secret": self.app["client_secret"],
        }
        url = f"{self.sandbox}/worlds/{self.name}/auth/oauth2/token"
        with urllib.request.urlopen(url, urllib.parse.urlencode(form).encode(), timeout=30) as answer:
            return json.loads(answer.read())["scope"].split()


def send(method, url, body=None, headers=None, refused=False):
    """Sends JSON, and returns the status and the document of the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **(headers or {})} if data is not None else headers or {}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        if refused:
            return error.code, json.loads(text or "{}")
        raise AssertionError(f"{method} {url}: {error.code} {text}") from None


def until(condition, what, seconds=30):
    """Waits for something outside the browser."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.02)
    return value
