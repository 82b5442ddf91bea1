"""Login: the app identifies its users by their phone numbers on the platform. With Flask.

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

#: The logged-in users, by session. A real app uses a database instead.
visitors: dict[str, str] = {}


def granted(login: Granted[UserClient]) -> None:
    """The user granted access."""
    phone = login.user.users.me().phone_number
    # This app only identifies users, so it keeps no tokens.
    platform.grants.forget(login.grant)
    # A new session, to prevent session fixation.
    session.clear()
    session["id"] = secrets.token_hex()
    visitors[session["id"]] = phone or "somebody"


def denied(_: object) -> str:
    """The user denied access. This is not an error."""
    return page("Not logged in", "<p>We cannot know you without your phone number.</p>")


login = LoginRoutes(platform, scopes=[Scope.USER_PHONE, Scope.USER_ID], on_granted=granted, on_denied=denied)
app.register_blueprint(login.flask(), url_prefix="/oauth")


@app.get("/")
def home() -> str:
    """Shows the user's phone number."""
    phone = visitors.get(session.get("id", ""))
    if phone is None:
        return page("Welcome", "<p><a href=/oauth/login>Log in with your phone number</a></p>")
    logout = "<form method=post action=/logout><button>Log out</button></form>"
    return page("Welcome", f"<p>You are {html.escape(phone)}.</p>{logout}")


@app.post("/logout")
def logout() -> Response:
    """Logs the user out."""
    visitors.pop(session.pop("id", ""), None)
    return redirect("/")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(app)
