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
    "AuthorizationRefused",
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

    #: What :attr:`code` is for an error that the app makes itself.
    _code = "unknown"

    def __init__(self, report: ErrorReport | str = "", cause: BaseException | None = None) -> None:
        """Of a report; or of a text, as an app does for tests, and whatever carries an error by its text from one process
        to another: then the text is all that is known. `cause` is what a store of the app's own has raised."""
        if isinstance(report, str):
            from ._open_platform import ErrorReport

            report = ErrorReport(code=self._code, text=report)
        # The text alone, so that what is written as JSON, as a result of Celery is, can be read again.
        super().__init__(report.text)
        self.report = report
        if cause is not None:
            self.__cause__ = cause

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

    @property
    def is_retryable(self) -> bool:
        """Whether the same call may succeed later, and repeating it cannot do twice what was asked: the platform or the
        store was not reachable, was busy, or asks to wait. The client has tried again by itself already, so wait before
        the next try: for :attr:`retry_after`, if there is one."""
        return self.report.is_retryable

    @property
    def retry_after(self) -> float | None:
        """How long to wait before the next try, in seconds, where that is known."""
        return self.report.retry_after_seconds

    @property
    def request_id(self) -> str | None:
        """The id of the request for a question to the platform, if there was one: that which the platform gave, or else
        the one this client sent."""
        return self.report.request_id


class InvalidInput(OpenPlatformError):
    """The caller's value cannot be sent. Found before any byte left the machine."""

    _code = "invalid_input"

    @property
    def field(self) -> str:
        """Path of the value, such as ``widgets[2].score_row.percentage_score``."""
        return self.report.field or ""


class ConfigError(OpenPlatformError):
    """The client is set up wrongly, such as a missing key."""

    _code = "config"

    @property
    def setting(self) -> str:
        """The setting by name; never its value."""
        return self.report.subject or ""


class InternalError(OpenPlatformError):
    """A fault in this package. Please report it."""

    _code = "internal"


class _Called(OpenPlatformError):
    """What every error of a call has."""

    @property
    def endpoint(self) -> str:
        """Name of the endpoint, such as ``posts.get``."""
        return self.report.endpoint or ""

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

    _code = "rejected"

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


class RateLimited(ApiError):
    """429: a quota is spent."""

    _code = "rate_limited"

    @property
    def quota(self) -> str | None:
        """Which one, where the platform tells: minute or day."""
        return self.report.quota


class Unauthorized(ApiError):
    """401: the API key or the access token is not accepted."""

    _code = "unauthorized"


class MissingScope(ApiError):
    """403: a scope of the user or a permission of the API key is missing."""

    _code = "missing_scope"

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

    _code = "not_found"


class PreconditionFailed(ApiError):
    """412: the platform refuses in the present state, such as a blocked recipient."""

    _code = "precondition_failed"


class ServerError(ApiError):
    """5xx."""

    _code = "server"


class OAuthError(OpenPlatformError):
    """Login or token refresh failed."""


class StateMismatch(OAuthError):
    """The login belongs to another session, or was already completed. Start it again."""

    _code = "state_mismatch"


class StateExpired(OAuthError):
    """The login took longer than its state lives. Start it again."""

    _code = "state_expired"


class CallbackRejected(OAuthError):
    """The address the user returned to is malformed or was tampered with."""

    _code = "callback_rejected"


class AuthorizationRefused(OAuthError):
    """The platform refused the login itself, such as for a scope that the app may not ask for. This is no denial by the
    user; the text says what to do."""

    @property
    def oauth_error(self) -> str:
        """The OAuth error word, such as ``invalid_scope``."""
        return self.report.subject or ""

    @property
    def description(self) -> str | None:
        """What the platform says about it, cut to 300 characters of printable ASCII. It came with the user's browser: show
        it to developers, not to users."""
        return self.report.reason


class CodeRejected(OAuthError):
    """The platform does not accept the authorization code. Codes work once: start the login again."""

    _code = "code_rejected"


class ReauthRequired(OAuthError):
    """For good: the grant has ended. Only a new login by the user helps."""

    _code = "reauth_required"


class RefreshUnavailable(OAuthError):
    """For now: the token could not be refreshed, the grant is intact. Try again later; no attempt is made before
    :attr:`retry_after`."""

    _code = "refresh_unavailable"


class TransportError(_Called):
    """No usable answer arrived, and sending again is harmless or pointless."""

    _code = "transport"

    @property
    def kind(self) -> str:
        """Where it broke: connect, tls, interrupted, deadline, too_large, redirect or protocol."""
        return self.report.transport or ""


class AmbiguousOutcome(_Called):
    """A write may or may not have happened. It was not sent again: look before you do."""

    _code = "ambiguous_outcome"

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

    _code = "decode"

    @property
    def path(self) -> str:
        """Path of the value, such as ``phone_numbers[0]``, with the names of the platform's JSON; ``.`` is the whole
        document."""
        return self.report.path or "."


class WebhookRejected(OpenPlatformError):
    """An incoming platform request was refused."""

    _code = "webhook"

    @property
    def status(self) -> int:
        """HTTP status to answer with."""
        return self.report.status or 400


class StoreError(OpenPlatformError):
    """The store failed. What a store of the app's own has raised is its ``__cause__``."""

    _code = "store"

    @property
    def operation(self) -> str:
        """The operation, such as ``put``."""
        return self.report.subject or ""
