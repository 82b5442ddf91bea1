"""F1, login by phone: the app knows its visitors by their phone numbers on the platform. With Flask.

GET /oauth/login ──> consent page ──> GET /oauth/callback ──> GET /
"""

from __future__ import annotations

import html
import logging
import os
import secrets
from typing import TYPE_CHECKING

from flask import Flask, redirect, session
from open_platform import Client, LoginRoutes, Scope
from serve import page, serve_wsgi

if TYPE_CHECKING:
    from open_platform import Granted, UserClient
    from werkzeug.wrappers import Response

app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_SECRET") or secrets.token_hex()
platform = Client.from_env()

#: Who is logged in, by session. A real app has a database in this place.
visitors: dict[str, str] = {}


def granted(login: Granted[UserClient]) -> None:
    """The user said yes."""
    phone = login.user.users.me().phone_number
    # This app only wanted to know who it is, so it keeps no token.
    platform.grants.forget(login.grant)
    # A new session: whoever knew the id of the old one must not be logged in with it.
    session.clear()
    session["id"] = secrets.token_hex()
    visitors[session["id"]] = phone or "somebody"


def denied(_: object) -> str:
    """The user said no, which is no error."""
    return page("Not logged in", "<p>We cannot know you without your phone number.</p>")


login = LoginRoutes(platform, scopes=[Scope.USER_PHONE, Scope.USER_ID], on_granted=granted, on_denied=denied)
app.register_blueprint(login.flask(), url_prefix="/oauth")


@app.get("/")
def home() -> str:
    """Whom the app knows."""
    phone = visitors.get(session.get("id", ""))
    if phone is None:
        return page("Welcome", "<p><a href=/oauth/login>Log in with your phone number</a></p>")
    logout = "<form method=post action=/logout><button>Log out</button></form>"
    return page("Welcome", f"<p>You are {html.escape(phone)}.</p>{logout}")


@app.post("/logout")
def logout() -> Response:
    """Forgets the visitor."""
    visitors.pop(session.pop("id", ""), None)
    return redirect("/")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(app)
