"""An add-on on a seller's post: the app shows an inspection report on the post. With Django.

the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post
"""

from __future__ import annotations

import html
import logging
import os
import secrets
from typing import TYPE_CHECKING

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.http import require_POST
from open_platform import (
    Client,
    DirectLink,
    EventRow,
    LoginRoutes,
    PostAddon,
    Scope,
    ScoreRow,
    TitleRow,
    completion_url,
    errors,
)
from serve import page, serve_wsgi

if TYPE_CHECKING:
    from open_platform import Granted, UserClient
    from open_platform.login import LoginRequest

platform = Client.from_env()


def grant_for(request: HttpRequest, token: str) -> str | None:
    """The grant of this session for the post, if it is valid."""
    grant = request.session.get(token)
    return grant if grant and platform.grants.is_usable(grant) else None


def granted(login: Granted[UserClient], request: LoginRequest) -> None:
    """The seller granted the scope for this post. The browser continues at the ``return_to`` of the login."""
    assert login.return_to
    request.raw.session[login.return_to.removeprefix("/posts/")] = login.grant


def denied(_: LoginRequest) -> str:
    """The seller denied access. This is not an error."""
    return page("No report", "<p>You did not let us write on your post. Nothing has changed.</p>")


login = LoginRoutes(
    platform,
    # Of the post at which the login continues: that is where `granted` stores the grant.
    scopes=lambda request: [Scope.post_addon_create(request.query.get("return_to", "").removeprefix("/posts/"))],
    on_granted=granted,
    on_denied=denied,
)


def entrance(request: HttpRequest) -> HttpResponse:
    """The platform opens this address when a seller selects the app. Anyone can open it: it is not authenticated."""
    token = DirectLink.parse(request.META["QUERY_STRING"]).post_token
    if token is None:
        raise Http404
    return HttpResponseRedirect(f"/posts/{token}")


def report(request: HttpRequest, token: str) -> HttpResponse:
    """The form, once the seller has let the app write on this post; and what is done with it."""
    try:
        post = platform.posts.get(token)
    except (errors.NotFound, errors.InvalidInput):
        raise Http404 from None
    grant = grant_for(request, post.token)
    if grant is None:
        return HttpResponseRedirect(f"/oauth/login?return_to=/posts/{post.token}")
    if request.method == "POST":
        return publish(request, grant, post.token)
    csrf = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    body = (
        f"<p>{html.escape(post.title or '')}</p><form method=post enctype=multipart/form-data>{csrf}"
        "<p><label>Score <input name=score type=number min=0 max=100 required></label>"
        "<p><label>Photo <input name=photo type=file accept=image/jpeg required></label>"
        "<p><button>Publish the report</button></form>"
        f'<form method=post action="/posts/{post.token}/remove">{csrf}<button>Remove the report</button></form>'
    )
    return HttpResponse(page("Inspection", body))


def publish(request: HttpRequest, grant: str, token: str) -> HttpResponse:
    """Adds the report to the post. A second call replaces the first report."""
    score, photo = request.POST.get("score", ""), request.FILES.get("photo")
    if not score.isdecimal() or photo is None:
        return HttpResponse(page("Sorry", "<p>Give a score and a photo.</p>"), status=400)
    is_good = int(score) >= 50
    try:
        image = platform.images.upload(photo.read())
        platform.user(grant).addons.create_on_post(
            token,
            widgets=[
                TitleRow("Inspected", has_divider=True),
                EventRow("Report", subtitle="By our engineers, today", image=image),
                ScoreRow(
                    "Condition",
                    percentage_score=int(score),
                    score_color="SUCCESS_PRIMARY" if is_good else "WARNING_PRIMARY",
                ),
            ],
            # A name that the platform knows: its value is stored readable, and buyers can search for it.
            semantic={"inspection_result": "INSPECTION_APPROVED"} if is_good else None,
        )
    except errors.InvalidInput as error:
        return HttpResponse(page("Sorry", f"<p>{html.escape(f'{error.field}: {error.reason}')}</p>"), status=400)
    return HttpResponseRedirect(completion_url())


@require_POST
def remove(request: HttpRequest, token: str) -> HttpResponse:
    """Removes the report.

    The platform checks whose post it is only when an add-on is created, not when one is removed. So the first call
    replaces the report by an empty one, which is refused for another user's post; the second removes it.
    """
    grant = grant_for(request, token)
    if grant is None:
        raise Http404
    try:
        platform.user(grant).addons.create_on_post(token, PostAddon(allow_empty=True))
    except errors.MissingScope:
        return HttpResponse(page("Sorry", "<p>This post is not yours.</p>"), status=403)
    platform.addons.delete_from_post(token)
    return HttpResponseRedirect(completion_url())


urlpatterns = [
    path("", entrance),
    path("posts/<token>", report),
    path("posts/<token>/remove", remove),
    path("oauth/", login.django()),
]

settings.configure(
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.environ.get("SESSION_SECRET") or secrets.token_hex(),
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ],
)
django.setup()

if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(get_wsgi_application())
