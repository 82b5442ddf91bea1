"""The backend of an app on a phone: the phone has no key and no token of the platform. With Flask.

POST /sign-in            the app's own login; a name is enough here
POST /open-platform/…    what OpenPlatformApp of the packages for Kotlin and Swift talks to
"""

from __future__ import annotations

import logging
import secrets

from flask import Flask, request
from open_platform import Client
from open_platform.app import AppGateway, AppUserRequest
from serve import serve_wsgi

app = Flask(__name__)
platform = Client.from_env()

#: The signed-in users, by session. A real app uses a database instead.
sessions: dict[str, str] = {}


@app.post("/sign-in")
def sign_in() -> dict[str, str]:
    """Signs a user in to this backend, independent of the platform. A real app asks for a password, a
    passkey or a code by SMS."""
    session = secrets.token_hex()
    sessions[session] = request.get_json()["name"]
    return {"session": session}


def user(asked: AppUserRequest) -> str | None:
    """The user of the phone. Called when the phone asks for access, not for each call."""
    return sessions.get(asked.headers.get("x-session", ""))


# Writing calls must be allowed by name.
gateway = AppGateway(platform, user=user, allow=["conversations.send"])
app.register_blueprint(gateway.flask(), url_prefix="/open-platform")


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(app)
