"""A service in the chat: the seller requests a payment from the buyer, and both see its status. With FastAPI.

seller picks the app   ──> POST /hooks/start ──> /requests/{id}: consent, amount ──> a message with a button for each side
buyer clicks "Pay"     ──> POST /hooks/start ──> /payments/{id}: pays            ──> a message that it is paid
seller clicks "Status" ──> POST /hooks/start ──> /payments/{id}
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeVar

import uvicorn
from fastapi import Cookie, FastAPI, Form, HTTPException
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from open_platform import AsyncClient, Button, Hooks, LoginRoutes, Reply, Scope, StartRequest, completion_url, errors
from serve import PORT, PUBLIC_URL, page

if TYPE_CHECKING:
    from open_platform import AsyncUserClient, Granted
    from open_platform.login import LoginRequest

Thing = TypeVar("Thing")

log = logging.getLogger(__name__)
app = FastAPI()
platform = AsyncClient.from_env()
hooks = Hooks.from_env()


@dataclass
class Request:
    """A payment request that is not sent yet: the conversation, the grant to write into it, and its session."""

    conversation: str
    grant: str = ""
    seller: str = ""


@dataclass
class Payment:
    """A payment."""

    conversation: str
    #: The grant to send messages to the conversation.
    grant: str
    toman: int
    is_paid: bool = False


# A real app has a database in the place of these. The names cannot be guessed, so they are their own keys.
requests: dict[str, Request] = {}
payments: dict[str, Payment] = {}


@hooks.on_start
def start(request: StartRequest) -> str:
    """The address to open: ``extra_data`` is that of a clicked button; without it the user opened the app in a chat."""
    if request.extra_data and "payment" in request.extra_data:
        return f"{PUBLIC_URL}/payments/{request.extra_data['payment']}"
    assert request.conversation_id, "the app is offered in chats alone"
    name = secrets.token_hex(16)
    requests[name] = Request(request.conversation_id)
    return f"{PUBLIC_URL}/requests/{name}"


def scopes(request: LoginRequest) -> list[str]:
    """The scope to write into this conversation only. Without a conversation it is refused, and the login with it: 400."""
    known = requests.get(request.query.get("request", ""))
    return [Scope.conversation_send_message(known.conversation if known else "")]


def granted(login: Granted[AsyncUserClient]) -> Reply:
    """Lets this browser send this payment request. The cookie identifies it."""
    assert login.return_to
    request = requests[login.return_to.removeprefix("/requests/")]
    request.grant, request.seller = login.grant, secrets.token_hex(16)
    cookie = f"seller={request.seller}; Path={login.return_to}; HttpOnly; SameSite=Lax"
    return Reply(303, headers={"Location": login.return_to, "Set-Cookie": cookie})


def denied(_: LoginRequest) -> str:
    """The seller denied access. This is not an error."""
    return page("No payment", "<p>You did not let us write into the chat. Nothing was sent.</p>")


login = LoginRoutes(platform, scopes=scopes, on_granted=granted, on_denied=denied)


@app.get("/requests/{name}")
async def request_form(name: str, seller: Annotated[str, Cookie()] = "") -> Response:
    """Asks the seller for the scope for this conversation, then for the amount."""
    request = find(requests, name)
    if not request.seller or seller != request.seller:
        return RedirectResponse(f"/oauth/login?request={name}&return_to=/requests/{name}", 303)
    field = "<label>Toman <input name=toman type=number min=1 required></label>"
    return HTMLResponse(page("Ask for a payment", f"<form method=post>{field}<button>Ask</button></form>"))


@app.post("/requests/{name}")
async def ask(name: str, toman: Annotated[int, Form()], seller: Annotated[str, Cookie()] = "") -> RedirectResponse:
    """Sends the request to the chat, with different buttons for the two sides."""
    request = find(requests, name)
    if not request.seller or seller != request.seller:
        raise HTTPException(403)
    # Removed first, so that two clicks send one request.
    del requests[name]
    payment = secrets.token_hex(16)
    payments[payment] = Payment(request.conversation, request.grant, toman)
    await platform.user(request.grant).conversations.send(
        request.conversation,
        f"Please pay {toman} toman.",
        sender_buttons=[[Button.server("Status", payment=payment)]],
        receiver_buttons=[[Button.server("Pay", payment=payment)]],
    )
    return RedirectResponse(completion_url(), 303)


@app.get("/payments/{name}")
async def payment(name: str) -> HTMLResponse:
    """The status of a payment."""
    payment = find(payments, name)
    state = "<p>Paid." if payment.is_paid else "<form method=post><button>Pay</button></form>"
    return HTMLResponse(page("Payment", f"<p>{payment.toman} toman</p>{state}"))


@app.post("/payments/{name}")
async def pay(name: str) -> RedirectResponse:
    """A real app would redirect to a payment provider. The payment is valid even if the message cannot be sent."""
    payment = find(payments, name)
    # Before the first await, so that two clicks pay once.
    was_paid, payment.is_paid = payment.is_paid, True
    if not was_paid:
        try:
            conversations = platform.user(payment.grant).conversations
            await conversations.send(payment.conversation, f"{payment.toman} toman paid.")
        except errors.OpenPlatformError as error:
            log.warning("the receipt was not sent: %s", error)
    return RedirectResponse(completion_url(), 303)


def find(things: dict[str, Thing], name: str) -> Thing:
    """The value of this key, or a 404 page."""
    if name not in things:
        raise HTTPException(404, "There is nothing here.")
    return things[name]


app.mount("/oauth", login.asgi())
app.mount("/hooks", hooks.asgi())

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    # Without an access log: the addresses of logins contain authorization codes.
    uvicorn.run(app, port=PORT, access_log=False)
