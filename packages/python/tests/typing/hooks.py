"""What type checkers say of handlers. mypy reads this and nothing runs it; an ignored error that is none is one."""

from typing import Any

from open_platform import (
    Action,
    AppGateway,
    ChatMessage,
    Client,
    Delivery,
    DynamicActionReply,
    DynamicActionRequest,
    Event,
    Granted,
    Hooks,
    LoginRoutes,
    PostUpdate,
    StartReply,
    StartRequest,
    Transaction,
    UserAccessRevocation,
    UserClient,
)
from open_platform.hooks import Freshness
from open_platform.testing import World

hooks = Hooks(["identification-key-one"])


@hooks.on("new_message")
def on_message(message: ChatMessage, delivery: Delivery, freshness: Freshness, metadata: Any) -> None:
    age: int | None = freshness.seconds
    text: str | None = message.text
    del age, text, delivery, metadata


@hooks.on("new_chatbot_message")
async def on_chatbot_message(message: ChatMessage, *, key_id: str) -> str:
    return key_id + message.id


@hooks.on("post_update")
def on_update(update: PostUpdate) -> None: ...
@hooks.on("user_access_revocation")
def on_revocation(revocation: UserAccessRevocation) -> None: ...
@hooks.on("payment_transaction")
def on_transaction(transaction: Transaction) -> None: ...
@hooks.on_unknown
def on_unknown(event: Event.Unknown) -> None: ...
@hooks.on_malformed
def on_malformed(event: Event.Malformed) -> None: ...
@hooks.on_start
def on_start(request: StartRequest) -> str:
    return "https://app.example"


@hooks.on_start
async def on_start_later(request: StartRequest) -> StartReply:
    return StartReply("https://app.example")


@hooks.on_dynamic_action
def on_action(request: DynamicActionRequest, key_id: str) -> DynamicActionReply:
    return DynamicActionReply(text_message=key_id)


@hooks.on_dynamic_action
async def on_action_later(request: DynamicActionRequest) -> Action:
    return Action.post_page("gZd7omnS")


# A decorated function keeps its type.
answer: str = on_start(StartRequest())
on_start("text")  # type: ignore[arg-type]


@hooks.on("new_message")  # type: ignore[arg-type]
def on_message_of_another_type(message: PostUpdate) -> None: ...
@hooks.on("new_mesage")  # type: ignore[call-overload, untyped-decorator]
def on_mistyped(message: ChatMessage) -> None: ...
@hooks.on_start  # type: ignore[type-var]
def on_start_without_answer(request: StartRequest) -> None: ...
@hooks.on_dynamic_action  # type: ignore[type-var]
def on_action_without_answer(request: DynamicActionRequest) -> None: ...


def on_login(login: Granted[UserClient]) -> str:
    return login.grant


async def grant_of(delivery: Delivery) -> str | None:
    return delivery.dedupe_key


async def handle_alone(client: Client, gateway: AppGateway) -> list[str]:
    item = client.inbox().next()
    assert item
    with client.inbox().keep(item.id) as lease:
        lease.end()
    return [gateway.access_of("user-7").token, (await gateway.async_access_of("user-7")).token]


def routes(client: Client, world: World) -> None:
    Hooks.from_env(client=client, grant_of=grant_of)
    Hooks("key", client=client, grant_of=lambda delivery: None)
    Hooks("key", client=client, grant_of=lambda delivery: 5)  # type: ignore[arg-type, return-value]
    LoginRoutes(client, scopes=["USER_PHONE"], on_granted=on_login)
    LoginRoutes(client, scopes=["USER_PHONE"])  # type: ignore[call-arg]
    Hooks.from_env(body_limit=5, client=client)
    Hooks.from_env(bodylimit=5)  # type: ignore[call-arg]
    world.fault({"on": {"endpoint": "posts.get"}, "effects": [{"kind": "status", "status": 503}]})
    world.fault({"effects": [{"kind": "statis", "status": 503}]})  # type: ignore[typeddict-item]
    stage: str = world.posts("seller")[0]["stage"]
    world.click({"on": "chat_service", "user": "seller", "conversation": stage})
