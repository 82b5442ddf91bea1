"""Vectors of redaction: what is printed of clients, models and errors contains no secret."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import open_platform as op
import vectors
from open_platform import Webhooks, errors
from open_platform.login import LoginRoutes
from vectors import Platform

if TYPE_CHECKING:
    from vectors import Case

REDIRECT_URI = "https://app.example/oauth/callback"


def forms(secret: str) -> list[str]:
    """A secret as it is, in base64, in hexadecimal digits, percent-encoded and as a list of bytes."""
    plain = secret.encode()
    return [
        secret,
        base64.b64encode(plain).decode().rstrip("="),
        base64.urlsafe_b64encode(plain).decode().rstrip("="),
        plain.hex(),
        plain.hex().upper(),
        "".join(f"%{byte:02X}" for byte in plain),
        ", ".join(map(str, plain)),
    ]


def printed(error: BaseException | None) -> str:
    """An error in every way Python prints one, causes included."""
    text = ""
    while error is not None:
        report = getattr(error, "report", None)
        text += f"{error} {error!r} {error.args!r} {vars(error)!r} {report!r} "
        error = error.__cause__ or error.__context__
    return text


def failed(call: Any) -> str:
    try:
        call()
    except errors.OpenPlatformError as error:
        return printed(error)
    raise AssertionError("was accepted")


@vectors.each("redaction")
def test_redaction(case: Case) -> None:
    shown = show(case)
    for secret in case.expect["absent"]:
        for form in forms(secret):
            assert form not in shown, f"{secret} shows"


def noted(shown: list[str]) -> Any:
    """A function of the app that notes how its argument is printed."""
    return lambda value: shown.append(f"{value!r} {value!s} {value} %r" % (value,))  # noqa: UP031


def only(shown: list[str]) -> str:
    (text,) = shown
    return text


def served(app: Any, method: str, path: str, query: str, token: str) -> None:
    """Sends a request to a WSGI application."""
    request = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "HTTP_AUTHORIZATION": f"Bearer {token}"}
    app({**request, "CONTENT_LENGTH": "0", "wsgi.input": io.BytesIO()}, lambda status, headers: None)


def show(case: Case) -> str:
    secret = case.given["secrets"]
    platform = Platform(
        case.given.get("reply"),
        api_key=secret["api_key"],
        client_secret=secret["client_secret"],
        identification_keys=[secret["identification_key"]],
    )
    client = platform.client
    pair = lambda: vectors.tokens(secret["access_token"], secret["refresh_token"])  # noqa: E731
    match case.given["show"]:
        case "client":
            return f"{client!r} {client!s} {client.oauth!r} {client.grants!r} {client._native!r}"
        case "user":
            user = client.user_with_token(secret["access_token"])
            return f"{user!r} {user!s} {user.posts!r} {user._native!r}"
        case "grant_info":
            tokens = pair()
            return f"{tokens!r} {tokens!s} {client.grants.adopt(tokens)!r}"
        case "token_reply":
            return f"{pair()!r} {pair()!s}"
        case "key_ring":
            keys = [("one", secret["identification_key"], None)]
            return f"{op.KeyRing(keys)!r} {Webhooks(keys)!r} {Webhooks(op.KeyRing(keys))!s}"
        case "phone":
            record = op.UserIdSemanticRecord(phone=secret["phone"])
            return f"{record!r} {record!s} {op.Widget.TitleRow(op.TitleRow('a'))!r}"
        case "user_record":
            record = {"phone_number": secret["phone"], "phone_numbers": [secret["phone"]]}
            return f"{op.User.from_dict(record)!r}"
        case "login_request":
            shown: list[str] = []
            login = LoginRoutes(client, scopes=["USER_PHONE"], on_granted=noted(shown), session=noted(shown))
            served(login.wsgi(), "GET", "/callback", f"code={secret['code']}&state=x", secret["access_token"])
            return only(shown)
        case "app_user_request":
            shown = []
            gateway = op.AppGateway(client, user=noted(shown), keys=["6b" * 32])
            served(gateway.wsgi(), "POST", "/access", "", secret["access_token"])
            return only(shown)
        case "reply":
            token = secret["access_token"]
            reply = op.Reply(200, headers={"Set-Cookie": token}, body=token.encode())
            return f"{reply!r} {reply!s}"
        case "error_of_call":
            user = client.user_with_token(secret["access_token"])
            return failed(lambda: user.posts.get_with_ongoing_images("gZd7omnS"))
        case "error_of_exchange":
            return failed(lambda: client.oauth.exchange(secret["code"], REDIRECT_URI))
        case "error_of_callback":
            login = client.oauth.authorize(["USER_PHONE"], "session-1")
            callback = f"{REDIRECT_URI}?code={secret['code']}&state={login.state}"
            return f"{login!r} {failed(lambda: client.oauth.callback(callback, 'session-2'))}"
        case "error_of_phone":
            return failed(lambda: op.normalize_phone(secret["phone"] + "0"))
        case "error_of_api_key":
            try:
                Platform(None, api_key=case.given["api_key"])
            except errors.ConfigError as error:
                vectors.error_is(error, case.expect["error"])
                return printed(error)
            raise AssertionError("was accepted")
        case "webhook_rejection":
            webhooks = Webhooks([("one", "another-identification-key", None)])
            return failed(lambda: webhooks.authenticate("POST", [("Authorization", secret["identification_key"])]))
        case other:
            raise AssertionError(other)
