"""The arguments of every call. Made from the core by `cargo run -p open-platform-generator`. Do not edit."""

from __future__ import annotations

#: For each call of the endpoint table: the arguments in the vectors, and the class of those that are data.
CALLS: dict[str, list[tuple[str, str | None]]] = {
    "users.me": [],
    "users.phone_numbers": [],
    "users.id_by_phone": [("phone", None)],
    "posts.get": [("post_token", None)],
    "posts.get_with_ongoing_images": [("post_token", None)],
    "images.upload": [("image_base64", "Upload")],
    "addons.create_on_post": [("post_token", None), ("addon", "PostAddon")],
    "addons.create_for_user": [("phone", None), ("addon", "UserAddon")],
    "addons.create_for_user_id": [("user_id", None), ("addon", "UserAddon")],
    "addons.create_for_business": [("business_token", None), ("addon", "BusinessAddon")],
    "addons.delete_from_post": [("post_token", None)],
    "addons.delete_for_user": [("id", None)],
    "semantics.create_for_user": [("phone", None), ("record", "SemanticRecord")],
    "semantics.create_for_user_id": [("user_id", None), ("record", "UserIdSemanticRecord")],
    "semantics.create_for_post": [("post_token", None), ("record", "SemanticRecord")],
    "semantics.delete_for_user": [("phone", None)],
    "semantics.delete_for_user_id": [("user_id", None), ("phone", None)],
    "conversations.send": [("conversation_id", None), ("message", "Message")],
    "conversations.get": [("conversation_id", None)],
    "chatbot.reply": [("conversation_id", None), ("message", "BotMessage")],
    "chatbot.send": [("user_id", None), ("message", "BotMessage")],
    "events.subscribe": [("subscription", "Subscription")],
    "legacy.addons.create_on_post_by_key": [("post_token", None), ("addon", "PostAddon")],
    "legacy.addons.create_on_post": [("post_token", None), ("addon", "LegacyPostAddon")],
    "legacy.addons.create_for_user": [("phone", None), ("addon", "LegacyUserAddon")],
    "legacy.verifications.create": [("phone", None), ("verification", "LegacyVerification")],
    "legacy.verifications.delete": [("phone", None)],
    "legacy.conversations.send": [("message", "LegacyMessage")],
    "legacy.events.listen": [("post_token", None), ("endpoint", None), ("identification_key", None)],
}
