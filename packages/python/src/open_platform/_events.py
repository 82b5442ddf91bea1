"""The types of events. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from ._open_platform import Event

#: For each type of events: its class, the member with the content, and the class of the content.
EVENTS: dict[str, tuple[type, str, str]] = {
    "new_message": (Event.NewMessage, "message", "ChatMessage"),
    "new_chatbot_message": (Event.NewChatbotMessage, "message", "ChatMessage"),
    "user_access_revocation": (Event.UserAccessRevocation, "revocation", "UserAccessRevocation"),
    "post_update": (Event.PostUpdate, "update", "PostUpdate"),
    "payment_transaction": (Event.PaymentTransaction, "transaction", "Transaction"),
}
