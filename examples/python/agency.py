"""An agency: the app submits posts of a business, pays for them from its balance, and shows how they do. With Flask.

/oauth/login ──> consent page ──> GET /: a form ──> POST /: submitted ──> /posts/{token}/pay ──> review ──> published
/posts/{token}: state and views   POST /posts/{token}: a new title
"""

from __future__ import annotations

import html
import logging
import os
import secrets
import threading
from typing import TYPE_CHECKING

from flask import Flask, abort, redirect, request, session
from open_platform import (
    Client,
    LoginRoutes,
    PostDetails,
    PostEdit,
    PostPayment,
    PostSubmission,
    Reply,
    Scope,
    errors,
    new_payment_id,
)
from serve import page, serve_wsgi

if TYPE_CHECKING:
    from open_platform import Granted, UserClient
    from werkzeug.wrappers import Response

app = Flask(__name__)
app.secret_key = os.environ.get("SESSION_SECRET") or secrets.token_hex()
# The cookie is not sent with forms of other sites.
app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
platform = Client.from_env()

#: The id of the payment of each post. It is kept before the post is paid for: a payment whose outcome is unknown is
#: repeated with the same id, so that nothing is paid twice. A real app uses a database instead.
payments: dict[str, str] = {}
one_at_a_time = threading.Lock()


def granted(login: Granted[UserClient]) -> Reply | None:
    """The owner of a business granted access. The session cookie is signed."""
    if login.missing_scopes:
        # A text would be a path to redirect to.
        return Reply(200, content_type="text/html; charset=utf-8", body=denied(login).encode())
    session["grant"] = login.grant
    return None


def denied(_: object) -> str:
    """The owner denied access. This is not an error."""
    return page("No post", "<p>You did not let us submit posts. Nothing has changed.</p>")


SCOPES = [
    Scope.OFFLINE_ACCESS,
    Scope.USER_BUSINESSES_READ,
    Scope.SUBMIT_USER_POST,
    Scope.USER_POSTS_GET,
    Scope.EDIT_USER_POST,
    Scope.USER_POSTS_STATS_READ,
]
login = LoginRoutes(platform, scopes=SCOPES, on_granted=granted, on_denied=denied)
app.register_blueprint(login.flask(), url_prefix="/oauth")


def is_logged_in() -> bool:
    """Whether this session has a grant that is valid."""
    return "grant" in session and platform.grants.is_usable(session["grant"])


def owner() -> UserClient:
    """Acts for the user who logged in with this session."""
    return platform.user(session["grant"]) if is_logged_in() else abort(403)


@app.get("/")
def home() -> str:
    """The form, once the owner of the business has logged in."""
    if not is_logged_in():
        return page("Agency", "<p><a href=/oauth/login>Let us submit posts of your business</a></p>")
    return page(
        "New post",
        "<form method=post enctype=multipart/form-data><p><label>Title <input name=title required></label>"
        "<p><label>Photo <input name=photo type=file accept=image/jpeg required></label>"
        "<p><button>Submit</button></form>",
    )


@app.post("/")
def submit() -> Response:
    """Submits a post with an image. It waits for its payment."""
    user = owner()
    businesses = user.users.businesses().businesses or abort(403)
    image = platform.own_posts.upload_image(request.files["photo"].read())
    details = PostDetails(
        category_slug="light",
        title=request.form["title"],
        description="White, with one owner",
        images=[image.path],
        city="tehran",
        location_type="LOCATION_TYPE_EMPTY",
        chat_enabled=True,
    )
    # The members that the form of the category asks for: platform.assets.submit_schema("light").
    car = {"brand_model": "Peugeot 206 5", "color": "سفید", "production_year": 1398, "usage": 61_000, "price": 780_000_000}
    post = PostSubmission(businesses[0].business_token, general_data=details, category_fields=car)
    token = user.own_posts.submit(post).post_token
    payments[token] = new_payment_id()
    return redirect(f"/posts/{token}")


@app.get("/posts/<token>")
def follow(token: str) -> str:
    """The state of a post, and how often it was viewed. The platform refuses to show them to anyone but the owner."""
    user = owner()
    post = user.own_posts.get(token)
    if post.state == "POST_STATE_WAITING_FOR_PAYMENT":
        body = f'<form method=post action="/posts/{html.escape(token)}/pay"><button>Publish it</button></form>'
    elif post.state == "POST_STATE_PUBLISHED":
        views = user.own_posts.stats(token).views
        edit = "<form method=post><input name=title required><button>Change the title</button></form>"
        body = f"<p>Published, with {views.total if views else 0} views in the last week.</p>{edit}"
    else:
        body = f"<p>{html.escape(post.state)}</p>"
    return page(post.general_data.title, body)


@app.post("/posts/<token>/pay")
def pay(token: str) -> Response:
    """Pays for the publication. Looks first whether the payment exists: the answer to an earlier attempt may have been
    lost."""
    user, payment = owner(), payments.get(token) or abort(404)
    try:
        state = platform.payments.transaction(payment).state
    except errors.NotFound:
        user.payments.publish(token, PostPayment(payment))
    else:
        if state in ("TRANSACTION_STATE_FAILED", "TRANSACTION_STATE_REFUNDED"):
            # The amount was credited back, so this is another payment: the same one for two clicks at once.
            with one_at_a_time:
                if payments[token] == payment:
                    payments[token] = new_payment_id()
            user.payments.publish(token, PostPayment(payments[token]))
    return redirect(f"/posts/{token}")


@app.post("/posts/<token>")
def edit(token: str) -> Response:
    """Changes the title. The change is visible after its review."""
    owner().own_posts.edit(token, PostEdit(title=request.form["title"]))
    return redirect(f"/posts/{token}")


@app.errorhandler(errors.NotFound)
def missing(_: errors.NotFound) -> tuple[str, int]:
    """The user has no such post."""
    return page("Sorry", "<p>There is nothing here.</p>"), 404


@app.errorhandler(errors.InvalidInput)
def refused(error: errors.InvalidInput) -> tuple[str, int]:
    """A value was refused before it was sent."""
    return page("Sorry", f"<p>{html.escape(f'{error.field}: {error.reason}')}</p>"), 400


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(app)
