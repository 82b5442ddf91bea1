"""Parses the bodies in a file with the package, and compares the results with those of Rust (HTTP-16)."""

import base64
import json
import sys

import open_platform as op


def reading(body: bytes) -> object:
    """The result of parsing, as JSON."""
    try:
        delivery = op.read_delivery(body)
    except op.errors.OpenPlatformError as error:
        return {"error": [error.code, error.report.path]}
    rest = [delivery.legacy, delivery.notes, delivery.dedupe_key, delivery.dedupe_window_seconds]
    try:
        return {"event": op.event_body(delivery.event, delivery.metadata), "rest": rest}
    except op.errors.InvalidInput as error:
        # Free JSON is parsed by Python, which accepts half surrogate pairs and infinite numbers. They cannot be written.
        if not error.report.reason.endswith(("half of a surrogate pair", "must be a finite number")):
            raise
        return {"rest": rest}


def text(value: object) -> str:
    """A key that is different for different values, such as `1`, `1.0` and `true`."""
    return json.dumps(value, sort_keys=True)


differences = unwritable = 0
with open(sys.argv[1], encoding="utf-8") as file:
    for count, line in enumerate(file, 1):
        body, written = line.split(" ", 1)
        actual, expected = reading(base64.b64decode(body)), json.loads(written)
        if "rest" in actual and "event" not in actual:
            unwritable += 1
            expected.pop("event", None)
        if text(actual) != text(expected):
            differences += 1
            if differences <= 10:
                print(f"{base64.b64decode(body)!r}\n  is    {text(actual)}\n  not   {text(expected)}")
print(f"Python: {count} bodies, {differences} differences, {unwritable} with what cannot be written")
sys.exit(differences != 0)
