"""Reads a post repeatedly with one of several clients, or sends a message with three buttons (the client `message`):

    calls.py CLIENT ORIGIN IN_FLIGHT          prints {"micro_seconds": CPU time per call}
    calls.py CLIENT ORIGIN IN_FLIGHT --all    the same, and all members of the post are read
    calls.py CLIENT ORIGIN IN_FLIGHT --once   makes IN_FLIGHT concurrent calls once: prints {"mib": peak memory}

The clients are this package, and those that people use or would write themselves. All parse the post into types. If only
the token is read, clients that can do so leave `data` unparsed.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime  # noqa: TC003  (msgspec and pydantic read the annotations)
from typing import TYPE_CHECKING, Any

import measure

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

TOKEN = "gZd7omnS"
PATH = f"/v1/open-platform/finder/post/{TOKEN}"
KEY = "bench-key-0123456789"
BATCH = 96
ALL = "--all" in sys.argv
MEMBERS = ("category", "city", "district", "state", "chat_enabled", "supplier_chat_assistant_enabled",
           "first_published_at", "last_modified_at", "data", "business_data")  # fmt: skip


def read(post: Any) -> None:
    assert post.token == TOKEN
    if ALL:
        for member in MEMBERS:
            getattr(post, member)


def threads(call: Callable[[], object], in_flight: int, each: int) -> Callable[[], int]:
    """Blocking calls, in this number of threads."""
    if in_flight == 1:

        def one_after_the_other() -> int:
            for _ in range(each):
                call()
            return each

        return one_after_the_other
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(in_flight)

    def worker(_: int) -> None:
        for _ in range(each):
            call()

    def at_once() -> int:
        for _ in pool.map(worker, range(in_flight)):
            pass
        return in_flight * each

    return at_once


def tasks(
    call: Callable[[], Awaitable[object]], loop: asyncio.AbstractEventLoop, in_flight: int, each: int
) -> Callable[[], int]:
    """Calls of asyncio, in this number of tasks."""
    import asyncio

    async def worker() -> None:
        for _ in range(each):
            await call()

    async def at_once() -> int:
        await asyncio.gather(*(worker() for _ in range(in_flight)))
        return in_flight * each

    return lambda: loop.run_until_complete(at_once())


def new_loop() -> asyncio.AbstractEventLoop:
    import asyncio

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    return loop


def client(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """This package, with blocking calls."""
    from open_platform import Client

    posts = Client(api_key=KEY, sandbox_url=origin).posts

    def call() -> None:
        read(posts.get(TOKEN))

    return threads(call, in_flight, each)


def message(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """This package, with a message that is made for each call."""
    from open_platform import Button, Client

    conversations = Client(api_key=KEY, sandbox_url=origin).user_with_token("bench-token").conversations

    def call() -> None:
        open_report = Button.link("Open", url="https://app.example/report/7")
        buttons = [[open_report, Button.server("Accept", id="7")], [Button.server("Refuse", id="8")]]
        sent = conversations.send("b1946ac9", "Your report is ready", receiver_buttons=buttons)
        assert sent.status == 200

    return threads(call, in_flight, each)


def async_client(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """This package, with asyncio."""
    from open_platform import AsyncClient

    loop = new_loop()
    posts = AsyncClient(api_key=KEY, sandbox_url=origin).posts

    async def call() -> None:
        read(await posts.get(TOKEN))

    return tasks(call, loop, in_flight, each)


def aiohttp_msgspec(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """The fastest combination of packages that an expert would choose."""
    import aiohttp
    import msgspec

    # The annotations are resolved in this namespace.
    globals()["Data"] = dict[str, Any] if ALL else msgspec.Raw

    class Post(msgspec.Struct, kw_only=True):
        token: str
        category: str
        city: str
        district: str = ""
        state: str = ""
        chat_enabled: bool = False
        supplier_chat_assistant_enabled: bool = False
        first_published_at: datetime | None = None
        last_modified_at: datetime | None = None
        data: Data
        business_data: dict[str, str] | None = None

    decoder = msgspec.json.Decoder(Post)
    loop = new_loop()

    async def open_session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), headers={"x-api-key": KEY})

    session = loop.run_until_complete(open_session())

    async def call() -> None:
        async with session.get(origin + PATH) as answer:
            read(decoder.decode(await answer.read()))

    return tasks(call, loop, in_flight, each)


def pydantic_post() -> Any:
    import pydantic

    class Post(pydantic.BaseModel):
        token: str
        category: str
        city: str
        district: str = ""
        state: str = ""
        chat_enabled: bool = False
        supplier_chat_assistant_enabled: bool = False
        first_published_at: datetime | None = None
        last_modified_at: datetime | None = None
        data: dict[str, Any] = {}
        business_data: dict[str, str] | None = None

    return Post


def httpx_pydantic(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """The packages that most SDKs use."""
    import httpx

    post = pydantic_post()
    loop = new_loop()
    session = httpx.AsyncClient(
        headers={"x-api-key": KEY}, limits=httpx.Limits(max_connections=None, max_keepalive_connections=in_flight)
    )

    async def call() -> None:
        answer = await session.get(origin + PATH)
        read(post.model_validate_json(answer.content))

    return tasks(call, loop, in_flight, each)


def generated(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """The client that OpenAPI Generator made of platform.json."""
    import generated_client

    configuration = generated_client.Configuration(host=origin, api_key={"key": KEY})
    configuration.connection_pool_maxsize = in_flight
    posts = generated_client.PostsApi(generated_client.ApiClient(configuration))

    def call() -> None:
        read(posts.get_post(TOKEN))

    return threads(call, in_flight, each)


CLIENTS = {
    "client": client,
    "async_client": async_client,
    "message": message,
    "aiohttp_msgspec": aiohttp_msgspec,
    "httpx_pydantic": httpx_pydantic,
    "generated": generated,
}


def main() -> None:
    name, origin, in_flight = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if "--once" in sys.argv:
        CLIENTS[name](origin, in_flight, 1)()
        print(json.dumps({"mib": measure.mib("VmHWM")}))
    else:
        batch = CLIENTS[name](origin, in_flight, BATCH // in_flight)
        print(json.dumps({"micro_seconds": measure.micro_seconds(batch)}))


main()
