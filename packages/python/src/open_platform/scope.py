"""The scopes that an app asks a user for. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from ._open_platform import tie_scope as _on

__all__ = ["Scope"]


class Scope:
    """The scopes of the platform, as text: ``[Scope.USER_PHONE, Scope.post_addon_create("gZd7omnS")]``.

    Any other text is an error before the user is redirected, unless it comes from :meth:`raw`.
    """

    #: Create an add-on on any post of the user.
    USER_POSTS_ADDON_CREATE = "USER_POSTS_ADDON_CREATE"
    #: Create an add-on on the user.
    USER_ADDON_CREATE = "USER_ADDON_CREATE"
    #: Create a semantic record of the user.
    USER_VERIFICATION_CREATE = "USER_VERIFICATION_CREATE"
    #: Create a semantic record of the user, as the specification names it.
    USER_SEMANTIC_CREATE = "USER_SEMANTIC_CREATE"
    #: Delete a semantic record of the user, as the specification names it.
    USER_SEMANTIC_DELETE = "USER_SEMANTIC_DELETE"
    #: Read the user's phone number.
    USER_PHONE = "USER_PHONE"
    #: Read the user's id, which is different for every app.
    USER_ID = "USER_ID"
    #: Read the user's own posts and receive their changes.
    USER_POSTS_GET = "USER_POSTS_GET"
    #: Read the statistics of the user's posts.
    USER_POSTS_STATS_READ = "USER_POSTS_STATS_READ"
    #: Read the businesses of the user.
    USER_BUSINESSES_READ = "USER_BUSINESSES_READ"
    #: Read the profile image of a professional user.
    PRO_USER_PROFILE_IMAGE_READ = "PRO_USER_PROFILE_IMAGE_READ"
    #: Edit any post of the user.
    EDIT_USER_POST = "EDIT_USER_POST"
    #: Delete any post of the user.
    DELETE_USER_POST = "DELETE_USER_POST"
    #: Submit a post as the user, and pay for its publication.
    SUBMIT_USER_POST = "SUBMIT_USER_POST"
    #: Receive the messages of all conversations in which the user sells.
    CHAT_SUPPLIER_ALL_CONVERSATIONS_READ = "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"
    #: Send messages into all conversations in which the user sells.
    CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"
    #: Let the app's chatbot write to the user first.
    CHAT_BOT_USER_MESSAGE_SEND = "CHAT_BOT_USER_MESSAGE_SEND"
    #: Learn when the user removes the app's access.
    NOTIFICATION_ACCESS_REVOCATION = "NOTIFICATION_ACCESS_REVOCATION"
    #: Belongs to an endpoint that the platform has withdrawn.
    SEND_EVENT = "SEND_EVENT"
    #: Read the prices of paid services.
    PAYMENT_ALL_POSTS_PRICING_READ = "PAYMENT_ALL_POSTS_PRICING_READ"
    #: Move posts to the top of their lists, paid from the app's balance.
    PAYMENT_ALL_POSTS_REORDER = "PAYMENT_ALL_POSTS_REORDER"
    #: Extend posts, paid from the app's balance.
    PAYMENT_ALL_POSTS_RENEW = "PAYMENT_ALL_POSTS_RENEW"
    #: Pay for promotions from the user's wallet.
    PAY_USER_POST_PROMOTION = "PAY_USER_POST_PROMOTION"
    #: Report a payment that the user made to the app.
    SUBMIT_USER_PAYMENT = "SUBMIT_USER_PAYMENT"
    #: Set a custom button on a post of the user.
    USER_SET_CUSTOMIZED_BUTTON = "USER_SET_CUSTOMIZED_BUTTON"
    #: Receive a refresh token.
    OFFLINE_ACCESS = "offline_access"
    #: OpenID Connect.
    OPENID = "openid"

    @staticmethod
    def post_addon_create(post: str) -> str:
        """Create an add-on on one post.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("POST_ADDON_CREATE", "post", post)

    @staticmethod
    def business_addon_create(business: str) -> str:
        """Create an add-on on all posts of one business.

        :param business: the token of the business.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("BUSINESS_ADDON_CREATE", "business", business)

    @staticmethod
    def post_semantic_create(post: str) -> str:
        """Create a semantic record of one post.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("POST_SEMANTIC_CREATE", "post", post)

    @staticmethod
    def post_ongoing_images_get(post: str) -> str:
        """Read the images of one post before it is published.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("POST_ONGOING_IMAGES_GET", "post", post)

    @staticmethod
    def post_edit(post: str) -> str:
        """Edit one post.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("POST_EDIT", "post", post)

    @staticmethod
    def conversation_send_message(conversation: str) -> str:
        """Send messages into one conversation.

        :param conversation: the id of the conversation.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("CONVERSATION_SEND_MESSAGE", "conversation", conversation)

    @staticmethod
    def chat_conversation_read(conversation: str) -> str:
        """Read one conversation.

        :param conversation: the id of the conversation.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("CHAT_CONVERSATION_READ", "conversation", conversation)

    @staticmethod
    def chat_post_conversations_read(post: str) -> str:
        """Receive the messages of all conversations of one post.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("CHAT_POST_CONVERSATIONS_READ", "post", post)

    @staticmethod
    def chat_post_conversations_message_send(post: str) -> str:
        """Send messages into all conversations of one post.

        :param post: the token of the post.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("CHAT_POST_CONVERSATIONS_MESSAGE_SEND", "post", post)

    @staticmethod
    def chat_message_send(identifier: str) -> str:
        """Send messages by the legacy endpoint.

        :param identifier: base64 of ``user_id:post_token:peer_id``.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("CHAT_MESSAGE_SEND", "identifier", identifier)

    @staticmethod
    def business_create_customized_button(business: str) -> str:
        """Set a custom button for one business.

        :param business: the token of the business.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("BUSINESS_CREATE_CUSTOMIZED_BUTTON", "business", business)

    @staticmethod
    def management_apps_read(app: str) -> str:
        """Read one app of the console.

        :param app: the id of the app.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("MANAGEMENT_APPS_READ", "app", app)

    @staticmethod
    def management_apps_write(app: str) -> str:
        """Change one app of the console.

        :param app: the id of the app.
        :raises InvalidInput: for an identifier that cannot be one.
        """
        return _on("MANAGEMENT_APPS_WRITE", "app", app)

    @staticmethod
    def raw(name: str) -> str:
        """A scope from its full text, for new scopes of the platform that this version does not know.

        :param name: the scope, with its identifier if it has one.
        """
        return f"raw {name}"
