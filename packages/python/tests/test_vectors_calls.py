"""The vectors that send: requests, answers, retries and login, over a transport that records."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import logging
import urllib.parse
from typing import TYPE_CHECKING, Any

import open_platform as op
import vectors
from open_platform import Denied, FormPart, Granted, Webhooks, errors
from open_platform.testing import Recorder
from vectors import Platform, outcome

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from vectors import Case

REDIRECT_URI = "https://app.example/oauth/callback"
SECRETS = {
    "api_key": "key-of-the-app",
    "access_token": "access-token-of-the-user",
    "client_secret": "client-secret-of-the-app",
}
TOKEN_REPLY = {
    "status": 200,
    "body": {"access_token": "ory_at_new", "expires_in": 3600, "scope": "USER_PHONE", "token_type": "bearer"},
}


def written(value: Any) -> Any:
    return value.to_dict() if hasattr(value, "to_dict") else value


def last_of(platform: Platform, case: Case) -> Any:
    """The last of the requests of a call. A call sends one, unless the case says how many."""
    sent = platform.sent()
    assert len(sent) == case.expect.get("requests", 1)
    return sent[-1]


@vectors.each("requests")
def test_requests(case: Case) -> None:
    platform = Platform(case.given.get("reply"))
    address = outcome(case.expect, lambda: platform.call(case.given["call"], case.given["arguments"]), has_value=False)
    if "error" in case.expect:
        platform.nothing_left()
    elif "authorization_url" in case.expect:
        vectors.is_authorization_url(address, case.expect["authorization_url"])
    else:
        vectors.is_request(last_of(platform, case), case.expect["request"])


@vectors.each("credentials")
def test_credentials(case: Case) -> None:
    example = vectors.example(case.given["call"])
    platform = Platform(example.given.get("reply"))
    platform.call(case.given["call"], example.given["arguments"])
    request = last_of(platform, case)
    address = urllib.parse.urlsplit(request.url)
    assert f"{address.scheme}://{address.netloc}" == case.expect["origin"]
    everything = " ".join([request.url, *request.headers.values(), request.body.decode("utf-8", "replace")])
    carries = {name for name, secret in SECRETS.items() if secret in everything}
    at_their_place = {
        "api_key": request.headers.get("x-api-key") == SECRETS["api_key"],
        "access_token": request.headers.get("authorization") == f"Bearer {SECRETS['access_token']}",
        "client_secret": f"client_secret={SECRETS['client_secret']}" in request.body.decode("utf-8", "replace"),
    }
    assert carries == {name for name, there in at_their_place.items() if there} == set(case.expect["carries"])


def test_every_call_has_a_row_in_credentials() -> None:
    known = {case.given["call"] for case in vectors.cases("credentials")}
    sent = {row.name for row in op.endpoints() if row.host != "app" and row.name != "oauth.authorize"}
    assert sent <= known


@vectors.each("errors")
def test_errors(case: Case) -> None:
    call = case.given["call"]
    platform = Platform(case.given["reply"], max_attempts=1)
    assert outcome(case.expect, lambda: platform.call(call, vectors.example(call).given["arguments"])) is None


@vectors.each("answers")
def test_answers(case: Case) -> None:
    call = case.given["call"]
    platform = Platform(case.given["reply"], max_attempts=1)
    given = vectors.example(call).given["arguments"]
    value = outcome(case.expect, lambda: platform.call(call, given), has_value=False)
    assert "error" in case.expect or value == case.expect["value"]


@vectors.each("pages")
def test_pages(case: Case) -> None:
    platform = Platform(case.given["outcomes"], max_attempts=1)
    found: list[str] = []

    def iterate() -> None:
        for transaction in platform.client.payments.iterate_transactions():
            found.append(transaction.id)  # noqa: PERF401

    outcome(case.expect, iterate, has_value=False)
    assert found == case.expect["ids"]
    assert len(platform.sent()) == case.expect["requests"]


def answered(case: Case) -> Platform:
    content = {"text": case.given["text"]} if "text" in case.given else {"body": case.given["body"]}
    return Platform({"status": 200, **content}, max_attempts=1)


def issues_are(value: Any, expect: dict[str, Any]) -> None:
    assert sorted(issue.path for issue in value.issues) == expect.get("issues", [])


@vectors.each("posts")
def test_posts(case: Case) -> None:
    post = outcome(case.expect, lambda: answered(case).client.posts.get("gZd7omnS"))
    if post is None:
        return
    issues_are(post, case.expect)
    vectors.fields_are(post.to_dict(), case.expect.get("fields", {}))
    for member, there in case.expect.get("has", {}).items():
        assert post.has(member) == there, member
    for member, text in case.expect.get("data_text", {}).items():
        value = post.data.get(member)
        # Python reads no number of thousands of digits: it is given as its text.
        is_text = isinstance(value, str) and text.isdigit()
        assert value == (None if text is None else text if is_text else vectors.json.loads(text)), member
    for shortcut, expected in case.expect.get("shortcuts", {}).items():
        expected = expected if isinstance(expected, dict) and "error" in expected else {"value": expected}
        value = outcome(expected, lambda shortcut=shortcut: written(getattr(post, shortcut)), has_value=False)
        assert "error" in expected or value == expected["value"]


@vectors.each("users")
def test_users(case: Case) -> None:
    platform = answered(case)
    match case.given["call"]:
        case "users.me":
            user = outcome(case.expect, platform.user.users.me)
            if user is not None:
                issues_are(user, case.expect)
                assert user.phone == case.expect.get("phone")
                vectors.fields_are(user.to_dict(), case.expect.get("fields", {}))
        case "users.phone_numbers":
            numbers = outcome(case.expect, platform.user.users.phone_numbers)
            if numbers is not None:
                issues_are(numbers, case.expect)
                vectors.fields_are(numbers.to_dict(), case.expect["fields"])
        case "users.id_by_phone":
            found = outcome(case.expect, lambda: platform.client.users.id_by_phone("09123456789"))
            assert "error" in case.expect or found == case.expect["value"]
        case other:
            raise AssertionError(other)


@vectors.each("retry")
def test_retry(case: Case) -> None:
    call = case.given["call"]
    example = vectors.example(call)
    reply = example.given.get("reply", vectors.DEFAULT_RESPONSE)
    outcomes = [reply if written == {"status": 200} else written for written in case.given["outcomes"]]
    platform = Platform(outcomes)
    for _ in range(1, case.given.get("calls", 1)):
        with contextlib.suppress(errors.OpenPlatformError):
            platform.call(call, example.given["arguments"])
        platform.clock.advance(case.given.get("seconds_between", 0))
    try:
        outcome(case.expect, lambda: platform.call(call, example.given["arguments"]), has_value=False)
    except errors.OpenPlatformError:
        assert "result" not in case.expect
    assert len(platform.sent()) == case.expect["requests"]
    if "waits_at_least" in case.expect:
        # As many waits as the case names.
        for wait, at_least in zip(platform.clock.waits, case.expect["waits_at_least"], strict=True):
            assert wait >= at_least
    if "attempts" in case.expect:
        vectors.records_are(platform.attempts, case.expect["attempts"])


def form_part(given: dict[str, Any]) -> FormPart:
    content = base64.b64decode(given["content_base64"]) if "content_base64" in given else given["text"]
    return FormPart(
        given["name"], content, file_name=given.get("file_name"), content_type=given.get("content_type")
    )


@vectors.each("raw_requests")
def test_raw_requests(case: Case) -> None:
    given = case.given
    platform = Platform(given.get("outcomes", [vectors.DEFAULT_RESPONSE]))
    actor: Any = {"app": platform.client, "user": platform.user}[given["as"]]
    names = ("host", "query", "retry", "content_type", "max_response")
    options = {name: given[name] for name in names if name in given}
    if "content_base64" in given:
        options["content"] = base64.b64decode(given["content_base64"])
    if "form" in given:
        options["form"] = [form_part(part) for part in given["form"]]
    if "query" in options:
        options["query"] = [tuple(pair) for pair in options["query"]]
    arguments = (given["method"], given["segments"])

    def make() -> tuple[int, Any]:
        if not given.get("stream"):
            response = actor.request(*arguments, body=given.get("json"), **options)
            return response.status, response.json()
        with actor.stream(*arguments, body=given.get("json"), **options) as response:
            return response.status, json.loads(b"".join(response))

    response = outcome(case.expect, make)
    if "requests" in case.expect:
        assert len(platform.sent()) == case.expect["requests"]
    elif "error" in case.expect:
        platform.nothing_left()
    if "request" in case.expect:
        vectors.is_request(platform.sent()[0], case.expect["request"])
    if response is not None and "response" in case.expect:
        assert dict(zip(("status", "body"), response, strict=True)) == case.expect["response"]


@vectors.each("images")
def test_images(case: Case, tmp_path: Path) -> None:
    given = case.given
    settings = {name: given[name] for name in ("max_image_bytes", "allow_png") if name in given}
    platform = Platform(given.get("reply"), **settings)
    image: Any
    if "image_base64" in given:
        image = base64.b64decode(given["image_base64"]) + bytes(given.get("zeros_behind", 0))
    elif "file_bytes" in given:
        image = tmp_path / "image.jpg"
        with image.open("wb") as file:
            # Only its length: it takes no space, and nobody has to read it.
            file.truncate(given["file_bytes"])
    else:
        image = given["path"]
    uploaded = outcome(case.expect, lambda: platform.client.images.upload(image))
    if case.expect.get("error", {}).get("code") == "invalid_input":
        platform.nothing_left()
    if uploaded is not None:
        assert len(platform.sent()[0].body) == case.expect["bytes_sent"]
        if "content_type" in case.expect:
            assert platform.sent()[0].headers["content-type"] == case.expect["content_type"]
        assert uploaded.to_dict() == case.expect["value"]


@vectors.each("environments")
def test_environments(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    given = case.given
    caplog.set_level(logging.INFO)
    recorder = Recorder.always(vectors.answer_of(vectors.DEFAULT_RESPONSE))
    settings = {name: given[name] for name in ("environment", "api_key", "client_id", "sandbox_url") if name in given}
    if "base" in given:
        settings["hosts"] = hosts(given["base"])

    def use() -> bool:
        try:
            op.Client(transport=recorder, **settings).posts.get("gZd7omnS")
        except errors.OpenPlatformError as error:
            assert "canary" not in f"{error} {error!r} {error.report!r}"
            raise
        return True

    if outcome(case.expect, use):
        vectors.is_request(recorder.requests[0], case.expect["request"])
    else:
        assert recorder.requests == []
    own = [it for it in caplog.records if it.name.startswith("open_platform")]
    assert [f"{it.levelname.lower()} {it.getMessage()}" for it in own] == case.expect.get("lines", [])


def hosts(base: str) -> dict[str, str]:
    example = {name: f"https://{name}.example" for name in ("auth", "api", "upload", "chat")}
    return {**example, "base": base}


@vectors.each("configurations")
def test_configurations(case: Case) -> None:
    given = case.given
    names = ("api_key", "client_id", "client_secret", "sandbox_url", "allow_plain_http", "timeout", "upload_timeout")
    settings = {name: given[name] for name in given if name in names or name.startswith("max_")}
    if "sandbox_url" in given:
        settings["hosts"] = None
    if "base" in given:
        settings["hosts"] = hosts(given["base"])
    recorder = settings["transport"] = Recorder.always(vectors.answer_of(vectors.DEFAULT_RESPONSE))

    def use() -> None:
        platform = Platform(None, **settings)
        if "identification_key" in given:
            Webhooks([("key-1", given["identification_key"], None)])
        user = platform.client.user_with_token(given.get("access_token", "access-token-of-the-user"))
        if "connect_timeout" in given:
            op.Client(environment={}, connect_timeout=given["connect_timeout"])
        user.posts.get_with_ongoing_images("gZd7omnS", timeout=given.get("call_timeout"))

    if "error" not in case.expect:
        assert case.expect == {"ok": True}
        use()
        assert len(recorder.requests) == 1
        return
    try:
        use()
    except errors.OpenPlatformError as error:
        vectors.error_is(error, case.expect["error"])
        assert "canary" not in f"{error} {error!r} {error.report!r}"
        assert recorder.requests == []
    else:
        raise AssertionError("was accepted")


@vectors.each("authorizations")
def test_authorizations(case: Case) -> None:
    given = case.given
    settings = {name: given[name] for name in ("redirect_uri", "client_id", "pkce") if name in given}
    names = ("user", "return_to", "prompt", "login_hint", "ui_locales")
    options = {name: given[name] for name in names if name in given}
    if "login_redirect_uri" in given:
        options["redirect_uri"] = given["login_redirect_uri"]

    def address() -> str:
        client = Platform(None, **settings).client
        return client.oauth.authorize(given["scopes"], given["session_id"], **options).url

    if (url := outcome(case.expect, address)) is not None:
        vectors.is_authorization_url(url, case.expect["authorization_url"])


@vectors.each("callbacks")
def test_callbacks(case: Case) -> None:
    platform = Platform(TOKEN_REPLY)
    oauth = platform.client.oauth
    _, state = oauth.authorize(["USER_PHONE"], "session-1")
    callback = case.given["callback"].replace("{state}", state)
    if "after_one_callback" in case.given:
        oauth.callback(callback, case.given["session_id"])
    if other := case.given.get("after_a_callback_of"):
        outcome({"error": {"code": "state_mismatch"}}, lambda: oauth.callback(callback, other))
    platform.clock.advance(case.given.get("seconds_later", 0))
    before = len(platform.sent())
    answer = outcome(case.expect, lambda: oauth.callback(callback, case.given["session_id"]))
    assert len(platform.sent()) - before == case.expect["token_requests"]
    match answer:
        case Granted(user):
            assert case.expect["outcome"] == "granted" and isinstance(user, op.UserClient)
        case Denied():
            assert case.expect["outcome"] == "denied"
        case None:
            assert "error" in case.expect


@vectors.each("grant_names")
def test_grant_names(case: Case) -> None:
    oauth = Platform(TOKEN_REPLY).client.oauth
    names: list[str] = []
    for login in (case.given["first"], case.given["second"]):
        _, state = oauth.authorize(login["scopes"], "session-1", user=login.get("user"))
        answer = oauth.callback(f"code=abc&state={state}", "session-1")
        assert isinstance(answer, Granted) and login.get("user", "canary") not in answer.grant
        names.append(answer.grant)
    assert (names[0] == names[1]) == case.expect["same"]


@vectors.each("token_requests")
def test_token_requests(case: Case) -> None:
    given = case.given
    settings = {name: given[name] for name in ("client_secret", "omit_refresh_code", "pkce") if name in given}
    platform = Platform(TOKEN_REPLY, **settings)
    oauth = platform.client.oauth
    challenge = None
    match given["flow"]:
        case "exchange":
            oauth.exchange(given["code"], given["redirect_uri"])
        case "refresh":
            oauth.refresh(vectors.tokens(given["access_token"], given["refresh_token"]), given["redirect_uri"])
        case "login":
            url, state = oauth.authorize(["USER_PHONE"], "session-1")
            challenge = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query)).get("code_challenge")
            oauth.callback(f"code={given['code']}&state={state}", "session-1")
    (request,) = platform.sent()
    if "form_names" in case.expect:
        form = vectors.form_of(request)
        assert [name for name, _ in form] == case.expect["form_names"]
        verifier = dict(form).get("code_verifier")
        answer = None
        if verifier:
            digest = hashlib.sha256(verifier.encode()).digest()
            answer = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        assert answer == challenge
    vectors.is_request(request, case.expect["request"])


@vectors.each("token_replies")
def test_token_replies(case: Case) -> None:
    platform = Platform(case.given["reply"], max_attempts=1)
    oauth = platform.client.oauth

    def pair() -> op.Tokens:
        if case.given["flow"] == "exchange":
            return oauth.exchange("code-from-the-redirect", REDIRECT_URI)
        return oauth.refresh(vectors.tokens("ory_at_old", "ory_rt_old"), REDIRECT_URI)

    if (tokens := outcome(case.expect, pair)) is None:
        return
    actual = {
        "access_token": tokens.access_token,
        "refresh_token": tokens.refresh_token,
        "expires_in_seconds": (tokens.expires_at - platform.clock.now).total_seconds(),
        "scopes": tokens.scopes,
    }
    assert {name: actual[name] for name in case.expect["value"]} == case.expect["value"]


@vectors.each("token_errors")
def test_token_errors(case: Case) -> None:
    platform = Platform(case.given["reply"], max_attempts=1)
    client = platform.client
    old = vectors.tokens("ory_at_old", "ory_rt_old")
    match case.given["flow"]:
        case "exchange":
            code = case.given.get("code", "code-from-the-redirect")
            outcome(case.expect, lambda: client.oauth.exchange(code, REDIRECT_URI))
        case "callback":
            _, state = client.oauth.authorize(["USER_PHONE"], "session-1")
            callback = f"code=code-from-the-redirect&state={state}"
            outcome(case.expect, lambda: client.oauth.callback(callback, "session-1"))
        case "refresh":
            outcome(case.expect, lambda: client.oauth.refresh(old, REDIRECT_URI))
        case "grant":
            grant = client.grants.adopt(old).key
            outcome(case.expect, client.user(grant).users.me)
            info = client.grants.info(grant)
            assert info is not None and info.state == case.expect["grant_state"]
    if "refreshes" in case.expect:
        vectors.records_are(platform.refreshes, case.expect["refreshes"])
    if "token_requests_at_most" in case.expect:
        assert len(platform.sent()) <= case.expect["token_requests_at_most"]
    else:
        assert len(platform.sent()) == case.expect["token_requests"]


def test_every_file_has_a_runner() -> None:
    folder = vectors.Path(__file__).parent
    sources = "".join(file.read_text("utf-8") for file in folder.glob("test_vectors*.py"))
    others = {"adapters"}  # run by tests/hooks
    files = {file.stem for file in vectors.FOLDER.glob("*.json")} - others
    assert {file for file in files if f'@vectors.each("{file}")' not in sources} == set()
