"""Vectors of app mode: what the gateway in a backend does with the requests of phones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import vectors
from open_platform import AppGateway, Client
from open_platform._open_platform import AppStep
from vectors import Platform

if TYPE_CHECKING:
    from vectors import Case

KEYS = {"{key}": "6b" * 32, "{other}": "6f" * 32}


@vectors.each("app")
def test_app(case: Case) -> None:
    given, expect = case.given, case.expect
    platform = Platform(given.get("reply"), **{name: value for name, value in given.items() if name.startswith("max_")})
    grant = vectors.adopt(platform)

    def gateway(client: Client, keys: list[str], allow: list[str], lifetime: float | None = None) -> Any:
        made = AppGateway(
            client, user=lambda request: None, keys=[KEYS[key] for key in keys], allow=allow, lifetime=lifetime
        )
        return made._gateway

    own = given["token"]
    maker = Client(client_id=own["client_id"], clock=platform.clock) if "client_id" in own else platform.client
    issuer = gateway(maker, ["{key}"], own.get("allow", given["allow"]), own.get("lifetime_seconds"))
    token = issuer.access(own.get("grant", grant)).token
    platform.clock.advance(given.get("seconds_later", 0))

    headers = [(name, value.replace("{token}", token)) for name, value in given["headers"]]
    exchange, step = gateway(platform.client, given["keys"], given["allow"]).begin(given["method"], given["path"], headers)
    call = exchange.call
    if isinstance(step, AppStep.Body):
        step = exchange.read(vectors.body(given) if "body" in given or "text" in given else b"")
    if isinstance(step, AppStep.User):
        step = exchange.user(given.get("user"))
    if isinstance(step, AppStep.Perform):
        step = exchange.perform().wait()
    reply = step.reply
    lines = [log.text for log in step.logs]
    assert len(lines) == ("log" in expect) and all(expect["log"] in line for line in lines), lines
    assert reply.status == expect["status"], reply.body
    answered = {name.lower(): value for name, value in reply.headers.items()}
    for name, value in expect.get("headers", {}).items():
        assert answered.get(name) == value, name
    if "body" in expect:
        assert json.loads(reply.body) == expect["body"]
    if "members" in expect:
        assert sorted(json.loads(reply.body)) == expect["members"]
    if "call" in expect:
        assert call == expect["call"]
    sent = platform.sent()
    if "requests" in expect:
        assert len(sent) == expect["requests"]
    if "request" in expect:
        vectors.is_request(sent[0], expect["request"])
