"""The calls of ``semantics``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .. import _values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import timedelta

    from .._open_platform import Platform, PlatformUser, RecordCreated, Rials, SemanticRecord

__all__ = ["Semantics", "UserSemantics"]


class Semantics:
    """Calls about semantic records that need only the API key: ``client.semantics``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def delete_for_user(self, phone: str, *, timeout: float | timedelta | None = None) -> None:
        """Deletes the semantic record of the user with a phone number.

        Key permission ``USER_SEMANTIC_DELETE``. Source: ``docs/platform.md#user-semantics``.

        :param phone: a mobile number, in any usual notation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.semantics_delete_for_user(phone, timeout=timeout).wait()

    def delete_for_user_id(self, user: str, phone: str, *, timeout: float | timedelta | None = None) -> None:
        """Deletes the semantic record of the user with an id and this phone number.

        Key permission ``USER_SEMANTIC_DELETE``. Newer than the specification. Source:
        ``docs/platform.md#user-semantics``.

        :param user: the id of the user, which is different for every app.
        :param phone: a mobile number, in any usual notation.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.semantics_delete_for_user_id(user, phone, timeout=timeout).wait()


class UserSemantics:
    """Calls about semantic records for a user: ``client.user(grant).semantics``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def create_for_user(
        self,
        phone: str,
        record: SemanticRecord | Mapping[str, str],
        *,
        ticket_uuid: str | None = None,
        cost: Rials | None = None,
        timeout: float | timedelta | None = None,
    ) -> RecordCreated:
        """Creates or replaces the semantic record of the user with a phone number.

        A name that is not known is stored hashed and cannot be read back.

        Scope ``USER_VERIFICATION_CREATE``. Key permission ``USER_SEMANTIC_CREATE``. Source:
        ``docs/platform.md#user-semantics``.

        :param phone: a mobile number, in any usual notation.
        :param record: a mapping from names to values, both text; or a complete record instead of all members.
        :param ticket_uuid: the UUID of the payment ticket.
        :param cost: the price that the app charged. 10 rial are 1 toman.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.semantic_record(record, ticket_uuid, cost)
        return self._native.semantics_create_for_user(phone, ready, timeout=timeout).wait()

    def create_for_user_id(
        self,
        user: str,
        phone: str,
        record: SemanticRecord | Mapping[str, str],
        *,
        ticket_uuid: str | None = None,
        cost: Rials | None = None,
        timeout: float | timedelta | None = None,
    ) -> RecordCreated:
        """Like ``create_for_user``, by the user's id. The record also contains the phone number.

        Scope ``USER_VERIFICATION_CREATE``. Key permission ``USER_SEMANTIC_CREATE``. Newer than the specification.
        Source: ``docs/platform.md#user-semantics``.

        :param user: the id of the user, which is different for every app.
        :param phone: the mobile number of the same user.
        :param record: a mapping from names to values, both text; or a complete record instead of all members.
        :param ticket_uuid: the UUID of the payment ticket.
        :param cost: the price that the app charged. 10 rial are 1 toman.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.semantic_record(record, ticket_uuid, cost).about(phone)
        return self._native.semantics_create_for_user_id(user, ready, timeout=timeout).wait()

    def create_for_post(
        self,
        post: str,
        record: SemanticRecord | Mapping[str, str],
        *,
        ticket_uuid: str | None = None,
        cost: Rials | None = None,
        timeout: float | timedelta | None = None,
    ) -> RecordCreated:
        """Creates or replaces the semantic record of a post.

        Scope ``POST_SEMANTIC_CREATE`` with the post token. Key permission ``POST_SEMANTIC_CREATE``. Newer than the
        specification. Source: ``docs/platform.md#post-semantics``.

        :param post: the token of the post.
        :param record: a mapping from names to values, both text; or a complete record instead of all members.
        :param ticket_uuid: the UUID of the payment ticket.
        :param cost: the price that the app charged. 10 rial are 1 toman.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. It was not retried.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        ready = _values.semantic_record(record, ticket_uuid, cost)
        return self._native.semantics_create_for_post(post, ready, timeout=timeout).wait()
