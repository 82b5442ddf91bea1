"""Authenticates and parses one webhook request repeatedly with one of several libraries:

    webhooks.py READER READS          prints {"micro_seconds": CPU time per request}

`READS` is the number of attributes that are read afterwards: 0 or 6. For libraries without webhooks the program compares
the key in constant time, and parses the body into types.
"""

import hmac
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import measure

BODY = (
    '{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":'
    '"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER",'
    '"type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},'
    '"metadata":{"internal_id":"customer-42"}}'
).encode()
KEY = "bench-identification-key-0123456789"
HEADERS = [("host", "app.example"), ("content-type", "application/json"), ("authorization", KEY)]
BATCH = 1_000


def authenticate() -> None:
    key = next(value for name, value in HEADERS if name == "authorization")
    assert hmac.compare_digest(key, KEY)


def six(message: Any) -> None:
    """Reads the members that an app uses."""
    assert message.id
    assert message.sender.side
    assert message.conversation.id
    assert message.conversation.post_token
    assert message.text
    assert message.sent_at


def six_of_package(message: Any) -> None:
    """Reads the same members of this package's message."""
    assert message.id
    assert message.sender.side
    assert message.conversation.id
    assert message.conversation.post_token
    assert message.content.text
    assert message.sent_at


def package(reads: int) -> Callable[[], None]:
    from open_platform import KeyRing, Webhooks

    webhooks = Webhooks(KeyRing.from_list(KEY))

    def read() -> None:
        delivery = webhooks.event("POST", HEADERS, BODY)
        if reads:
            six_of_package(delivery.event.message)

    return read


def msgspec_decoder() -> Any:
    from msgspec import Struct
    from msgspec.json import Decoder

    class Conversation(Struct):
        id: str
        type: str
        post_token: str | None = None

    class Sender(Struct):
        type: str
        side: str | None = None

    class Message(Struct):
        id: str
        conversation: Conversation
        sender: Sender
        type: str
        sent_at: datetime | None = None
        text: str = ""

    class Event(Struct):
        type: str
        new_message: Message | None = None
        metadata: Any = None

    return Decoder(Event)


def msgspec(reads: int) -> Callable[[], None]:
    decoder = msgspec_decoder()

    def read() -> None:
        authenticate()
        event = decoder.decode(BODY)
        if reads:
            six(event.new_message)

    return read


def pydantic(reads: int) -> Callable[[], None]:
    from pydantic import BaseModel

    class Conversation(BaseModel):
        id: str
        type: str
        post_token: str | None = None

    class Sender(BaseModel):
        type: str
        side: str | None = None

    class Message(BaseModel):
        id: str
        conversation: Conversation
        sender: Sender
        type: str
        sent_at: datetime | None = None
        text: str = ""

    class Event(BaseModel):
        type: str
        new_message: Message | None = None
        metadata: Any = None

    def read() -> None:
        authenticate()
        event = Event.model_validate_json(BODY)
        if reads:
            six(event.new_message)

    return read


@dataclass(frozen=True)
class Conversation:
    id: str
    type: str
    post_token: str | None


@dataclass(frozen=True)
class Sender:
    type: str
    side: str | None


@dataclass(frozen=True)
class Message:
    id: str
    conversation: Conversation
    sender: Sender
    type: str
    sent_at: datetime | None
    text: str


@dataclass(frozen=True)
class Event:
    type: str
    new_message: Message
    metadata: Any


def dataclasses(reads: int) -> Callable[[], None]:
    """`json` and hand-written dataclasses."""

    def read() -> None:
        authenticate()
        body = json.loads(BODY)
        message = body["new_message"]
        conversation, sender = message["conversation"], message["sender"]
        event = Event(
            type=body["type"],
            new_message=Message(
                id=message["id"],
                conversation=Conversation(conversation["id"], conversation["type"], conversation.get("post_token")),
                sender=Sender(sender["type"], sender.get("side")),
                type=message["type"],
                sent_at=datetime.fromisoformat(message["sent_at"].replace("Z", "+00:00")),
                text=message.get("text", ""),
            ),
            metadata=body.get("metadata"),
        )
        if reads:
            six(event.new_message)

    return read


READERS = {"package": package, "msgspec": msgspec, "pydantic": pydantic, "dataclasses": dataclasses}


def main() -> None:
    read = READERS[sys.argv[1]](int(sys.argv[2]))

    def batch() -> int:
        for _ in range(BATCH):
            read()
        return BATCH

    print(json.dumps({"micro_seconds": measure.micro_seconds(batch)}))


if __name__ == "__main__":
    main()
