"""The client that acts for one user."""

from __future__ import annotations

from .._hints import resolve_package_later
from .requests import Requests
from .subscriptions import Subscriptions

# The areas, made by `cargo run -p open-platform-generator`.
from .addons import UserAddons
from .chatbot import UserChatbot
from .conversations import UserConversations
from .custom_buttons import UserCustomButtons
from .events import UserEvents
from .legacy import UserLegacy
from .own_posts import UserOwnPosts
from .payments import UserPayments
from .posts import UserPosts
from .semantics import UserSemantics
from .users import CurrentUser
# End of the areas.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._open_platform import PlatformUser

__all__ = ["UserClient"]


class UserClient(Requests):
    """Acts for one user: every call carries the user's access token beside the API key. From
    :meth:`Client.user`."""

    __slots__ = ("_native",)

    if TYPE_CHECKING:
        _native: PlatformUser

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def __repr__(self) -> str:
        return "UserClient()"

    # The areas of `UserClient`, made by `cargo run -p open-platform-generator`.

    @property
    def users(self) -> CurrentUser:
        """Calls about the user who granted access."""
        return CurrentUser(self._native)

    @property
    def posts(self) -> UserPosts:
        """Calls about posts for a user."""
        return UserPosts(self._native)

    @property
    def addons(self) -> UserAddons:
        """Calls about add-ons for a user."""
        return UserAddons(self._native)

    @property
    def semantics(self) -> UserSemantics:
        """Calls about semantic records for a user."""
        return UserSemantics(self._native)

    @property
    def conversations(self) -> UserConversations:
        """Calls about conversations for a user."""
        return UserConversations(self._native)

    @property
    def chatbot(self) -> UserChatbot:
        """Calls of the chatbot for a user."""
        return UserChatbot(self._native)

    @property
    def events(self) -> UserEvents:
        """Calls about events for a user."""
        return UserEvents(self._native)

    @property
    def payments(self) -> UserPayments:
        """Payments for the posts of a user."""
        return UserPayments(self._native)

    @property
    def custom_buttons(self) -> UserCustomButtons:
        """Calls about custom buttons for a user."""
        return UserCustomButtons(self._native)

    @property
    def own_posts(self) -> UserOwnPosts:
        """The posts of a user: to read, edit, delete and submit."""
        return UserOwnPosts(self._native)

    @property
    def legacy(self) -> UserLegacy:
        """Calls that the platform keeps for existing apps."""
        return UserLegacy(self._native)

    # End of the areas.

    @property
    def subscriptions(self) -> Subscriptions:
        """The event subscriptions of this user, which are renewed automatically. Needs a stored grant."""
        return Subscriptions(self._native)


resolve_package_later(__name__.rpartition(".")[0])
