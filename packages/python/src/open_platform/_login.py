"""The outcome of a login: :class:`Granted` or :class:`Denied`."""

from __future__ import annotations

from types import GenericAlias

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Generic, TypeVar

    U = TypeVar("U")

    class _WithUser(Generic[U]):
        __slots__ = ()
else:
    # Without `typing`, which would take a third of the time of an import of the client.
    U = object

    class _WithUser:
        __slots__ = ()
        __class_getitem__ = classmethod(GenericAlias)


__all__ = ["Denied", "Granted"]


class Denied:
    """The user denied access. This is a normal outcome: show a page of the app."""

    __slots__ = ()
    __match_args__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Denied)

    def __hash__(self) -> int:
        return hash(Denied)

    def __repr__(self) -> str:
        return "Denied()"


class Granted(_WithUser[U]):
    """The user granted access, and the tokens are stored."""

    __slots__ = ("grant", "missing_scopes", "return_to", "scopes", "user")
    __match_args__ = ("user",)

    #: A client that acts for the user.
    user: U
    #: The key of the stored grant, for ``client.user(grant)``: store it with your own data of the user.
    grant: str
    #: The granted scopes.
    scopes: list[str]
    #: The scopes that were requested and not granted.
    missing_scopes: list[str]
    #: The path that was given to ``authorize(return_to=...)``.
    return_to: str | None

    def __init__(
        self, user: U, grant: str, scopes: list[str], missing_scopes: list[str], return_to: str | None = None
    ) -> None:
        self.user = user
        self.grant = grant
        self.scopes = scopes
        self.missing_scopes = missing_scopes
        self.return_to = return_to

    def __repr__(self) -> str:
        return (
            f"Granted(grant={self.grant!r}, scopes={self.scopes!r}, missing_scopes={self.missing_scopes!r}, "
            f"return_to={self.return_to!r})"
        )
