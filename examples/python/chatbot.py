"""A chatbot: shows the price of a post, in the chat and on a click. With nothing but this package.

a user writes to the bot  ──> POST /hooks/events  ──> an answer with buttons
a user clicks "In rial"   ──> POST /hooks/actions ──> a text that appears for a moment
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from open_platform import BotMessage, BotStart, Button, Client, Hooks, Tomans, errors
from serve import mounted, serve_wsgi

if TYPE_CHECKING:
    from collections.abc import Callable

    from open_platform import BotMessageSent, ChatMessage, DynamicActionRequest

platform = Client.from_env()
hooks = Hooks.from_env(client=platform)


@hooks.on("new_chatbot_message")
def answer(message: ChatMessage, reply: Callable[[BotMessage], BotMessageSent]) -> None:
    """Handles a message to the bot. The bot's own messages are events, too: answering them would never end."""
    if message.is_from_bot:
        return
    start = BotStart.parse(message.text) if message.text else None
    if start and start.post_token:
        reply(describe(start.post_token))
    elif message.text is not None:
        reply(BotMessage("Open me from a post, and I will tell you its price."))
    else:
        reply(BotMessage("I can only read text."))


def describe(token: str) -> BotMessage:
    """The bot's message about a post."""
    try:
        post = platform.posts.get(token)
    except errors.NotFound:
        return BotMessage("I cannot find this post.")
    title = post.title or "This post"
    if post.price is None or post.price.value is None:
        return BotMessage(f"{title} has no price.")
    toman = post.price.value.tomans
    buttons = [Button.dynamic("In rial", toman=toman), Button.post_page("Show", post=token)]
    return BotMessage(f"{title}: {toman} toman", buttons=[buttons])


@hooks.on_dynamic_action
def in_rial(request: DynamicActionRequest) -> str:
    """Answers a click on a button with a dynamic action: shows a text."""
    toman = (request.extra_data or {}).get("toman")
    return f"{Tomans(toman).to_rials().rials} rial" if isinstance(toman, int) else "This button is too old."


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    serve_wsgi(mounted("hooks", hooks.wsgi()))
