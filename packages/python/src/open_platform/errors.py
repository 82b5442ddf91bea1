"""Everything that can go wrong, by what the caller can do about it.

Every failure of this package is an :class:`OpenPlatformError`. A user who denies access is not: that is a normal
outcome. No error holds a credential, a request body or a reply body.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from ._open_platform import ErrorReport

__all__ = [
    "AmbiguousOutcome",
    "ApiError",
    "CallbackRejected",
    "CodeRejected",
    "ConfigError",
    "DecodeError",
    "InternalError",
    "InvalidInput",
    "MissingScope",
    "NotFound",
    "OAuthError",
    "OpenPlatformError",
    "PreconditionFailed",
    "RateLimited",
    "ReauthRequired",
    "RefreshUnavailable",
    "ServerError",
    "StateExpired",
    "StateMismatch",
    "StoreError",
    "TransportError",
    "Unauthorized",
    "WebhookRejected",
]


class OpenPlatformError(Exception):
    """The root of the tree."""

    #: All that is known, as plain values.
    report: ErrorReport

    def __init__(self, report: ErrorReport) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return self.report.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.report.text!r})"

    @property
    def code(self) -> str:
        """A stable word for the kind of failure, the same in every language."""
        return self.report.code

    @property
    def reason(self) -> str:
        """Why, without the offending value."""
        return self.report.reason or self.report.text


class InvalidInput(OpenPlatformError):
    """The caller's value cannot be sent. Found before any byte left the machine."""

    @property
    def field(self) -> str:
        """Path of the value, such as ``widgets[2].score_row.percentage_score``."""
        return self.report.field or ""


class ConfigError(OpenPlatformError):
    """The client is set up wrongly, such as a missing key."""

    @property
    def setting(self) -> str:
        """The setting by name; never its value."""
        return self.report.subject or ""


class InternalError(OpenPlatformError):
    """A fault in this package. Please report it."""


class _Called(OpenPlatformError):
    """What every error of a call has."""

    @property
    def endpoint(self) -> str:
        """Name of the endpoint, such as ``posts.get``."""
        return self.report.endpoint or ""

    @property
    def request_id(self) -> str | None:
        """The request id that the platform gave, or else the one this client sent."""
        return self.report.request_id

    @property
    def attempts(self) -> int:
        """How many times the request was sent."""
        return self.report.attempts or 0

    @property
    def status(self) -> int | None:
        """HTTP status, if an answer arrived."""
        return self.report.status


class ApiError(_Called):
    """The platform answered with an error."""

    @property
    def message(self) -> str:
        """The platform's own message, cut to 1,000 characters."""
        return self.report.reason or ""

    @property
    def platform_code(self) -> int | None:
        """The platform's own code: a gRPC number, not an HTTP status."""
        return self.report.platform_code

    @property
    def details(self) -> list[Any]:
        """Further details, as sent."""
        return self.report.details

    @property
    def retry_after(self) -> float | None:
        """How long the platform asks to wait, in seconds."""
        return self.report.retry_after_seconds


class RateLimited(ApiError):
    """429: a quota is spent."""

    @property
    def quota(self) -> str | None:
        """Which one, where the platform tells: minute or day."""
        return self.report.quota


class Unauthorized(ApiError):
    """401: the API key or the access token is not accepted."""


class MissingScope(ApiError):
    """403: a scope of the user or a permission of the API key is missing."""

    @property
    def needs_scopes(self) -> list[str]:
        """Any one of these scopes is needed."""
        return self.report.needs_scopes

    @property
    def needs_permission(self) -> str | None:
        """The permission the API key needs."""
        return self.report.needs_permission


class NotFound(ApiError):
    """404."""


class PreconditionFailed(ApiError):
    """412: the platform refuses in the present state, such as a blocked recipient."""


class ServerError(ApiError):
    """5xx."""


class OAuthError(OpenPlatformError):
    """Login or token refresh failed."""


class StateMismatch(OAuthError):
    """The login belongs to another session, or was already completed. Start it again."""


class StateExpired(OAuthError):
    """The login took longer than its state lives. Start it again."""


class CallbackRejected(OAuthError):
    """The address the user returned to is malformed or was tampered with."""


class CodeRejected(OAuthError):
    """The platform does not accept the authorization code. Codes work once: start the login again."""


class ReauthRequired(OAuthError):
    """For good: the grant has ended. Only a new login by the user helps."""


class RefreshUnavailable(OAuthError):
    """For now: the token could not be refreshed, the grant is intact. Try again later."""

    @property
    def retry_after(self) -> float | None:
        """How long to wait, in seconds, where the platform said so."""
        return self.report.retry_after_seconds


class TransportError(_Called):
    """No usable answer arrived, and sending again is harmless or pointless."""

    @property
    def kind(self) -> str:
        """Where it broke: connect, tls, interrupted, deadline, too_large, redirect or protocol."""
        return self.report.transport or ""


class AmbiguousOutcome(_Called):
    """A write may or may not have happened. It was not sent again: look before you do."""

    @property
    def sent_at(self) -> datetime | None:
        """When the request was sent."""
        return self.report.sent_at

    @property
    def fingerprint(self) -> str:
        """First 16 hex digits of the SHA-256 of the body, to find the write again."""
        return self.report.fingerprint or ""


class DecodeError(_Called):
    """An answer arrived that cannot be read."""

    @property
    def path(self) -> str:
        """Path of the value, such as ``phone_numbers[0]``; ``.`` is the whole document."""
        return self.report.path or "."


class WebhookRejected(OpenPlatformError):
    """An incoming platform request was refused."""

    @property
    def status(self) -> int:
        """HTTP status to answer with."""
        return self.report.status or 400


class StoreError(OpenPlatformError):
    """The token store failed."""

    @property
    def operation(self) -> str:
        """The operation, such as ``put``."""
        return self.report.subject or ""
