"""Reads a post again and again, as one of several clients:

    calls.py CLIENT ORIGIN IN_FLIGHT          prints {"micro_seconds": CPU per call}
    calls.py CLIENT ORIGIN IN_FLIGHT --once   so many calls at once, and one time only: prints {"mib": the most it took}

Beside this package stand the clients that people use or would write. All read the post into types.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime  # noqa: TC003  (msgspec and pydantic read the annotations)
from typing import TYPE_CHECKING, Any

import meter

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

TOKEN = "gZd7omnS"
PATH = f"/v1/open-platform/finder/post/{TOKEN}"
KEY = "bench-key-0123456789"
BATCH = 96


def threads(call: Callable[[], object], in_flight: int, each: int) -> Callable[[], int]:
    """Calls that block, so many threads at a time."""
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
    """Calls of asyncio, so many tasks at a time."""
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
    """This package, blocking."""
    from open_platform import Client

    posts = Client(api_key=KEY, sandbox_url=origin).posts

    def call() -> None:
        assert posts.get(TOKEN).token == TOKEN

    return threads(call, in_flight, each)


def async_client(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """This package, for asyncio."""
    from open_platform import AsyncClient

    loop = new_loop()
    posts = AsyncClient(api_key=KEY, sandbox_url=origin).posts

    async def call() -> None:
        assert (await posts.get(TOKEN)).token == TOKEN

    return tasks(call, loop, in_flight, each)


def aiohttp_msgspec(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """The fastest that an expert would put together from packages."""
    import aiohttp
    import msgspec

    class Post(msgspec.Struct):
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

    decoder = msgspec.json.Decoder(Post)
    loop = new_loop()

    async def open_session() -> aiohttp.ClientSession:
        return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), headers={"x-api-key": KEY})

    session = loop.run_until_complete(open_session())

    async def call() -> None:
        async with session.get(origin + PATH) as answer:
            assert decoder.decode(await answer.read()).token == TOKEN

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
    """What most SDKs of companies are made of."""
    import httpx

    post = pydantic_post()
    loop = new_loop()
    session = httpx.AsyncClient(
        headers={"x-api-key": KEY}, limits=httpx.Limits(max_connections=None, max_keepalive_connections=in_flight)
    )

    async def call() -> None:
        answer = await session.get(origin + PATH)
        assert post.model_validate_json(answer.content).token == TOKEN

    return tasks(call, loop, in_flight, each)


def generated(origin: str, in_flight: int, each: int) -> Callable[[], int]:
    """The steps of a client made by OpenAPI Generator: arguments checked by pydantic, parameters and headers put together
    for every call, urllib3, the body as text, `json`, and a model by `model_validate` from picked members."""
    import re
    from typing import Annotated
    from urllib.parse import quote

    import pydantic
    import urllib3

    post = pydantic_post()
    pool = urllib3.PoolManager(num_pools=4, maxsize=in_flight)
    Seconds = Annotated[float, pydantic.Field(strict=True, gt=0)]

    def sanitized(value: Any) -> Any:
        if value is None or isinstance(value, (str, int, float, bool, bytes)):
            return value
        if isinstance(value, (list, tuple)):
            return [sanitized(element) for element in value]
        return {name: sanitized(member) for name, member in value.items()}

    def serialized(token: str) -> tuple[str, str, dict[str, str]]:
        path_parameters, query = {"token": token}, []
        headers = {"Accept": "application/json", "User-Agent": "OpenAPI-Generator/1.0.0/python", "x-api-key": KEY}
        path = "/v1/open-platform/finder/post/{token}"
        for name, value in sanitized(path_parameters).items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        for name, value in sanitized(query):
            path += f"{name}={quote(str(value))}"
        return "GET", origin + path, sanitized(headers)

    def from_dict(members: dict[str, Any]) -> Any:
        return post.model_validate({name: members.get(name) for name in post.model_fields if name in members})

    @pydantic.validate_call
    def get_post(
        token: pydantic.StrictStr,
        _request_timeout: None | Seconds | tuple[Seconds, Seconds] = None,
        _request_auth: dict[pydantic.StrictStr, Any] | None = None,
        _content_type: pydantic.StrictStr | None = None,
        _headers: dict[pydantic.StrictStr, Any] | None = None,
        _host_index: Annotated[int, pydantic.Field(strict=True, ge=0, le=0)] = 0,
    ) -> Any:
        method, url, headers = serialized(token)
        timeout = urllib3.Timeout(connect=5, read=15)
        answer = pool.request(method, url, headers=headers, timeout=timeout, preload_content=False)
        data = answer.data
        answer.release_conn()
        content_type = answer.headers.get("content-type") or "application/json"
        charset = re.search(r"charset=([a-zA-Z\-\d]+)[\s;]?", content_type)
        text = data.decode(charset.group(1) if charset else "utf-8")
        assert re.match(r"^application/(json|[\w!#$&.+\-^_]+\+json)\s*(;|$)", content_type, re.IGNORECASE)
        return from_dict(json.loads(text))

    def call() -> None:
        assert get_post(TOKEN).token == TOKEN

    return threads(call, in_flight, each)


CLIENTS = {
    "client": client,
    "async_client": async_client,
    "aiohttp_msgspec": aiohttp_msgspec,
    "httpx_pydantic": httpx_pydantic,
    "generated": generated,
}


def main() -> None:
    name, origin, in_flight = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if "--once" in sys.argv:
        CLIENTS[name](origin, in_flight, 1)()
        print(json.dumps({"mib": meter.mib("VmHWM")}))
    else:
        batch = CLIENTS[name](origin, in_flight, BATCH // in_flight)
        print(json.dumps({"micro_seconds": meter.micro_seconds(batch)}))


main()
