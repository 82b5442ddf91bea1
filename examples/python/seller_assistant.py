"""An assistant for sellers: answers messages of buyers in the seller's name. With aiohttp.

/oauth/login ──> consent page ──> /oauth/callback ──> subscribed
a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
before a token ends        ──> the keeper refreshes it, and subscribes again
the seller removes the app ──> POST /hooks/events ──> the grant is deleted
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from aiohttp import web
from open_platform import AsyncClient, Hooks, KeeperReport, LoginRoutes, Reply, Scope, Subscription
from serve import PORT, page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from open_platform import AsyncUserClient, ChatMessage, Granted, UserAccessRevocation

log = logging.getLogger(__name__)
platform = AsyncClient.from_env()
hooks = Hooks.from_env()

#: The grants of the sellers, by user id. A real app uses a database instead.
sellers: dict[str, str] = {}


async def granted(login: Granted[AsyncUserClient]) -> Reply:
    """Subscribes to the seller's messages. ``metadata`` is sent back with every event, and identifies the seller."""
    seller = (await login.user.users.me()).user_id
    assert seller, "the scope USER_ID was granted"
    wanted = Subscription(event_type="NEW_MESSAGE_ON_POST", metadata={"seller": seller})
    await login.user.subscriptions.ensure(wanted)
    old, sellers[seller] = sellers.get(seller), login.grant
    if old is not None:
        await platform.grants.forget(old)
    answer = page("At your service", "<p>From now on the assistant answers your buyers.</p>")
    return Reply(200, content_type="text/html; charset=utf-8", body=answer.encode())


async def keep(_: web.Application) -> AsyncIterator[None]:
    """A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
    keeper refreshes every grant in time, and renews its subscriptions."""
    async with platform.keeper(note):
        yield


def note(report: KeeperReport) -> None:
    """A seller whose grant has ended must log in again."""
    if isinstance(report, KeeperReport.ReauthRequired):
        for seller in [seller for seller, grant in sellers.items() if grant == report.grant]:
            del sellers[seller]
    if not isinstance(report, KeeperReport.Refreshed):
        log.warning("the keeper reports: %r", report)


def denied(_: object) -> str:
    """The seller denied access. This is not an error."""
    return page("Not now", "<p>The assistant has not been let in.</p>")


@hooks.on("new_message")
async def answer(message: ChatMessage, metadata: Any) -> None:
    """Messages of the app and of the seller are events, too: answering them would never end."""
    grant = sellers.get((metadata or {}).get("seller", ""))
    if message.is_from_bot or message.sender.side != "BUYER" or grant is None:
        return
    conversations = platform.user(grant).conversations
    await conversations.send(message.conversation.id, "Thank you! The seller will write to you soon.")


@hooks.on("user_access_revocation")
async def forget(revocation: UserAccessRevocation) -> None:
    """The seller revoked the access. The event can be late, so the platform is asked which grants have ended: a newer login
    has not."""
    for grant in await platform.grants.revoked(revocation.user_id):
        if grant.state == "needs_reauth":
            if sellers.get(revocation.user_id) == grant.key:
                del sellers[revocation.user_id]
            # Last: if it fails, the event is repeated and finds the grant again.
            await platform.grants.forget(grant.key)


async def home(_: web.Request) -> web.Response:
    """The start page."""
    link = "<a href=/oauth/login>Let it work for me</a>"
    text = page("Never miss a buyer", f"<p>It works for {len(sellers)} sellers. {link}</p>")
    return web.Response(text=text, content_type="text/html")


login = LoginRoutes(
    platform,
    scopes=[
        Scope.OFFLINE_ACCESS,
        Scope.USER_ID,
        Scope.CHAT_SUPPLIER_ALL_CONVERSATIONS_READ,
        Scope.CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND,
        Scope.NOTIFICATION_ACCESS_REVOCATION,
    ],
    on_granted=granted,
    on_denied=denied,
)

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    app = web.Application()
    app.cleanup_ctx.append(keep)
    app.add_routes([web.get("/", home), *login.aiohttp("/oauth"), *hooks.aiohttp("/hooks")])
    # Without an access log: the addresses of logins contain authorization codes.
    web.run_app(app, host="127.0.0.1", port=PORT, access_log=None)
