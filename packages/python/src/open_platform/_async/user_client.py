"""The client that acts for one user."""

from __future__ import annotations

from .._hints import resolve_package_later
from .requests import AsyncRequests
from .subscriptions import AsyncSubscriptions

# The areas, made by `cargo run -p open-platform-generator`.
from .addons import AsyncUserAddons
from .chatbot import AsyncUserChatbot
from .conversations import AsyncUserConversations
from .custom_buttons import AsyncUserCustomButtons
from .events import AsyncUserEvents
from .legacy import AsyncUserLegacy
from .own_posts import AsyncUserOwnPosts
from .payments import AsyncUserPayments
from .posts import AsyncUserPosts
from .semantics import AsyncUserSemantics
from .users import AsyncCurrentUser
# End of the areas.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import PlatformUser

__all__ = ["AsyncUserClient"]


class AsyncUserClient(AsyncRequests):
    """Acts for one user: every call carries the user's access token beside the API key. From
    :meth:`AsyncClient.user`."""

    __slots__ = ("_native",)

    if TYPE_CHECKING:
        _native: PlatformUser

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def __repr__(self) -> str:
        return "AsyncUserClient()"

    # The areas of `AsyncUserClient`, made by `cargo run -p open-platform-generator`.

    @property
    def users(self) -> AsyncCurrentUser:
        """Calls about the user who granted access."""
        return AsyncCurrentUser(self._native)

    @property
    def posts(self) -> AsyncUserPosts:
        """Calls about posts for a user."""
        return AsyncUserPosts(self._native)

    @property
    def addons(self) -> AsyncUserAddons:
        """Calls about add-ons for a user."""
        return AsyncUserAddons(self._native)

    @property
    def semantics(self) -> AsyncUserSemantics:
        """Calls about semantic records for a user."""
        return AsyncUserSemantics(self._native)

    @property
    def conversations(self) -> AsyncUserConversations:
        """Calls about conversations for a user."""
        return AsyncUserConversations(self._native)

    @property
    def chatbot(self) -> AsyncUserChatbot:
        """Calls of the chatbot for a user."""
        return AsyncUserChatbot(self._native)

    @property
    def events(self) -> AsyncUserEvents:
        """Calls about events for a user."""
        return AsyncUserEvents(self._native)

    @property
    def payments(self) -> AsyncUserPayments:
        """Payments for the posts of a user."""
        return AsyncUserPayments(self._native)

    @property
    def custom_buttons(self) -> AsyncUserCustomButtons:
        """Calls about custom buttons for a user."""
        return AsyncUserCustomButtons(self._native)

    @property
    def own_posts(self) -> AsyncUserOwnPosts:
        """The posts of a user: to read, edit, delete and submit."""
        return AsyncUserOwnPosts(self._native)

    @property
    def legacy(self) -> AsyncUserLegacy:
        """Calls that the platform keeps for existing apps."""
        return AsyncUserLegacy(self._native)

    # End of the areas.

    @property
    def subscriptions(self) -> AsyncSubscriptions:
        """The event subscriptions of this user, which are renewed automatically. Needs a stored grant."""
        return AsyncSubscriptions(self._native)


resolve_package_later(__name__.rpartition(".")[0])
