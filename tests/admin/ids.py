"""Adds existing identifiers to the description of the sandbox's admin API, so that schemathesis reaches their operations.

    ids.py prepare ADMIN DESCRIPTION   creates one object of every kind, and writes the description of the API in which the
                                       path parameter `item` is one of their identifiers, or one that does not exist
    ids.py reached DESCRIPTION HAR     whether each operation with such a parameter succeeded at least once
"""

from __future__ import annotations

import json
import re
import sys
import urllib.request
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

ITEM = "{item}"

#: Objects that only an app can create, which do not exist in this test.
OF_APPS = ("/semantic",)


def call(method: str, url: str, body: object = None, headers: dict[str, str] | None = None) -> object:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json", **(headers or {})}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or "null")


def identifiers(admin: str) -> dict[str, list[object]]:
    """Existing identifiers of the default world, by the path segment before `{item}`."""
    world = f"{admin}/worlds/default"
    call("PUT", f"{admin}/worlds/another")
    call("PATCH", f"{world}/app", {"events_url": "http://127.0.0.1:9/events"})
    delivery = call("POST", f"{world}/deliveries", {"body": {"type": "NEW_MESSAGE"}})
    app = call("GET", f"{world}/app")
    post = call("GET", f"{world}/posts")[0]["token"]
    for _ in range(2):
        url = f"{admin.removesuffix('/_sandbox')}/worlds/default/base/v1/open-platform/finder/post/{post}"
        call("GET", url, headers={"x-api-key": app["api_key"]})
    fault = {"on": {"endpoint": "posts.get"}, "effects": [{"kind": "bad_json"}], "times": 1}
    for _ in range(5):
        call("POST", f"{world}/faults", fault)
    scopes = ["USER_PHONE", "offline_access"]
    for user in call("GET", f"{world}/users"):
        call("POST", f"{world}/tokens", {"user": user["name"], "scopes": scopes})
    payments = pending(admin, world, app["api_key"])
    # Before the snapshots, because restoring one restores its images.
    upload = f"{admin.removesuffix('/_sandbox')}/worlds/default/upload/v2/image-service/open-platform/image.jpg"
    image = urllib.request.Request(upload, b"\xff\xd8\xff image", {"content-type": "image/jpeg"}, method="PUT")
    with urllib.request.urlopen(image, timeout=30) as answer:
        images = [json.loads(answer.read())["image_name"]]
    login = {"client_id": app["client_id"], "redirect_uri": app["redirect_uris"][0], "response_type": "code", "state": "12345678", "scope": "USER_PHONE"}
    page = f"{admin.removesuffix('/_sandbox')}/worlds/default/auth/oauth2/auth?{urlencode(login)}"
    for _ in range(5):
        with urllib.request.urlopen(page, timeout=30) as answer:
            answer.read()
    for name in ("first", "second", "third", "fourth", "fifth"):
        call("PUT", f"{world}/snapshots/{name}")
    snapshots = [call("POST", f"{world}/snapshots") for _ in range(3)]
    listed = {"users": "name", "posts": "token", "conversations": "id", "faults": "id"}
    found = {word: [entry[name] for entry in call("GET", f"{world}/{word}")] for word, name in listed.items()}
    found["tokens"] = [entry["pair"] for entry in call("GET", f"{world}/tokens")]
    found["presets"] = [entry["name"] for entry in call("GET", f"{admin}/fault-presets")]
    found["images"] = images
    found["payments"] = payments
    found["consents"] = [entry["id"] for entry in call("GET", f"{world}/consents")]
    found["requests"] = [entry["number"] for entry in call("GET", f"{world}/requests")]
    found["deliveries"] = [next(iter(delivery.values()))]
    found["snapshots"] = ["first", "second", "third", "fourth", "fifth", *(next(iter(snapshot.values())) for snapshot in snapshots)]
    return found


def pending(admin: str, world: str, key: str) -> list[object]:
    """Edits of the seller's posts that are in review, and transactions that have not ended; returns the ids of these."""
    call("PUT", f"{world}/money", {"rules": {"settles_after": 1_000_000, "reviewed_after": 1_000_000}})
    scopes = ["EDIT_USER_POST", "PAYMENT_ALL_POSTS_REORDER"]
    token = call("POST", f"{world}/tokens", {"user": "seller", "scopes": scopes})["access_token"]
    headers = {"x-api-key": key, "authorization": f"Bearer {token}"}
    base = f"{admin.removesuffix('/_sandbox')}/worlds/default/base"
    posts = [post["token"] for post in call("GET", f"{world}/posts") if post["owner"] == "seller"]
    for post in posts:
        edit = {"general_data": {"title": "New"}, "update_mask": ["general_data.title"]}
        call("PUT", f"{base}/v2/open-platform/post/{post}", edit, headers)
    ids = [f"00000000-0000-4000-8000-00000000000{number}" for number in range(5)]
    for transaction in ids:
        call("POST", f"{base}/experimental/open-platform/post/{posts[0]}/reorder", {"id": transaction}, headers)
    return ids


def prepare(admin: str, file: Path) -> None:
    description = call("GET", f"{admin}/openapi.json")
    existing = identifiers(admin)
    for path, operations in description["paths"].items():
        # Operations that reset or change a world use another one, so that the objects of the default world stay.
        worlds = ["default"] if ITEM in path else ["another", "nothing-of-this-name"]
        word = path.split(f"/{ITEM}")[0].rsplit("/", 1)[1]
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "item":
                    is_number = parameter["schema"].get("type") == "integer"
                    schema = {key: parameter["schema"][key] for key in ("type", "format") if key in parameter["schema"]}
                    known = [value for value in existing[word] if isinstance(value, int) == is_number][:5]
                    parameter["schema"] = {**schema, "enum": [*known, 987654 if is_number else "nothing-of-this-name"]}
                    parameter.pop("example", None)
                    parameter["examples"] = {f"existing {number}": {"value": value} for number, value in enumerate(known)}
                elif parameter["name"] == "world":
                    parameter["schema"] = {"type": "string", "enum": worlds}
                    parameter.pop("example", None)
    # Only a participant can send a message to a conversation.
    description["components"]["schemas"]["UserMessage"]["properties"]["user"]["enum"] = ["seller", "buyer", "dealer"]
    file.write_text(json.dumps(description))


def reached(file: Path, har: Path) -> int:
    description = json.loads(file.read_text())
    succeeded = set()
    for entry in json.loads(har.read_text())["log"]["entries"]:
        if 200 <= entry["response"]["status"] < 300:
            succeeded.add((entry["request"]["method"].lower(), urlsplit(entry["request"]["url"]).path))
    missing = 0
    for path, operations in description["paths"].items():
        pattern = re.compile("/".join("[^/]+" if part.startswith("{") else re.escape(quote(part)) for part in path.split("/")))
        for method in operations:
            if ITEM in path and not path.endswith(OF_APPS) and not any(method == done and pattern.fullmatch(place) for done, place in succeeded):
                missing += 1
                print(f"never succeeded: {method.upper()} {path}", file=sys.stderr)
    return int(missing > 0)


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "prepare":
        prepare(arguments[0], Path(arguments[1]))
    else:
        sys.exit(reached(Path(arguments[0]), Path(arguments[1])))
