"""The exceptions of this package, grouped by what the caller can do about them. Made from the core by
``open-platform-generator``: do not edit.
"""

from __future__ import annotations

from ._hints import resolve_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, Literal

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
    """The base class of all errors of this package. Each subclass stands for a different reaction of the caller.

    A user who denies access is no failure but a normal outcome of a login. No error holds a credential, a request body
    or a response body.
    """

    #: All details, as plain values.
    report: ErrorReport

    #: The :attr:`code` of an error that the app creates itself.
    _code = "unknown"

    def __init__(self, report: ErrorReport | str = "", cause: BaseException | None = None) -> None:
        """Creates the error from a report, or from a text alone. The second form is for tests, and for libraries that
        pass exceptions between processes as text. `cause` is the exception of a custom store or secret source."""
        if isinstance(report, str):
            report = ErrorReport(code=self._code, text=report)
        # The text alone, so that the error can be restored from JSON, as in results of Celery.
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
        """A stable word for the kind of failure, the same in every language, such as ``"invalid_input"``."""
        return self.report.code

    @property
    def reason(self) -> str:
        """The reason, without the offending value."""
        return self.report.reason or self.report.text

    @property
    def is_retryable(self) -> bool:
        """Whether the same call may succeed later, and repeating it cannot apply a change twice: the platform or the
        store was not reachable, was busy, or asks to wait. The client has already retried, so wait before the next
        attempt: for :attr:`retry_after`, if it is set.
        """
        return self.report.is_retryable

    @property
    def retry_after(self) -> float | None:
        """How long to wait before the next attempt, if known. In seconds."""
        return self.report.retry_after_seconds

    @property
    def request_id(self) -> str | None:
        """The id of the request, for inquiries to the platform, if one was sent: the platform's own id, or else the id
        that this client sent.
        """
        return self.report.request_id


class InvalidInput(OpenPlatformError):
    """A value of the caller is invalid. Nothing was sent."""

    _code = "invalid_input"

    @property
    def field(self) -> str:
        """Path of the value, such as ``widgets[2].score_row.percentage_score``. Names that the app has chosen, such as
        that of a semantic value, are unchanged in it.
        """
        return self.report.field or ""


class ConfigError(OpenPlatformError):
    """The configuration is wrong, such as a missing key."""

    _code = "config"

    @property
    def setting(self) -> str:
        """The name of the setting, such as ``upload_timeout``; never its value."""
        return self.report.subject or ""


class InternalError(OpenPlatformError):
    """A fault in this package, not in your program. Please report it."""

    _code = "internal"


class _CallError(OpenPlatformError):
    """The common members of errors of calls."""

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
        """HTTP status, if a response arrived."""
        return self.report.status


class ApiError(_CallError):
    """The platform responded with an error. The reason is the platform's own message, if it has sent one."""

    _code = "rejected"

    @property
    def status(self) -> int:
        """HTTP status."""
        return self.report.status or 0

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
    """429: a quota is exhausted."""

    _code = "rate_limited"

    @property
    def quota(self) -> Literal["minute", "day"] | None:
        """Which quota, if the platform says so. The client does not wait for the quota of a day. One of ``minute``,
        ``day``.
        """
        return self.report.quota  # type: ignore[return-value]


class Unauthorized(ApiError):
    """401: the API key or the access token is not accepted."""

    _code = "unauthorized"


class MissingScope(ApiError):
    """403: the user's scope or the API key's permission is missing, or the object is another user's: the message tells.
    """

    _code = "missing_scope"

    @property
    def needs_scopes(self) -> list[str]:
        """The scopes of which the user must grant one. Empty if the user has granted one, or if no scope of the call is
        known: then the API key lacks the permission, or the object is another user's.
        """
        return self.report.needs_scopes

    @property
    def needs_permission(self) -> str | None:
        """The permission the API key needs."""
        return self.report.needs_permission


class NotFound(ApiError):
    """404: the object does not exist."""

    _code = "not_found"


class PreconditionFailed(ApiError):
    """412: the platform refuses the request in the current state, such as for a blocked recipient."""

    _code = "precondition_failed"


class ServerError(ApiError):
    """5xx: the platform failed."""

    _code = "server"


class OAuthError(OpenPlatformError):
    """Login or token refresh failed."""


class StateMismatch(OAuthError):
    """The login belongs to another session: start it again. Or it was already completed: then ignore the repetition."""

    _code = "state_mismatch"


class StateExpired(OAuthError):
    """The login took longer than its lifetime, which is a setting. Start it again."""

    _code = "state_expired"


class CallbackRejected(OAuthError):
    """The address the user returned to is malformed or was tampered with."""

    _code = "callback_rejected"


class AuthorizationRefused(OAuthError):
    """The platform refused the login itself, such as for a scope that the app may not request. This is not a denial by
    the user; the text says what to do.
    """

    _code = "authorization_refused"

    @property
    def oauth_error(self) -> str:
        """The OAuth error code, such as ``"invalid_scope"``."""
        return self.report.subject or ""

    @property
    def description(self) -> str | None:
        """The platform's description, cut to 300 characters of printable ASCII. It arrived through the user's browser:
        show it to developers, not to users.
        """
        return self.report.reason


class CodeRejected(OAuthError):
    """The authorization code is not accepted, or was sent before and may be used up. Codes work once: start the login
    again.
    """

    _code = "code_rejected"


class ReauthRequired(OAuthError):
    """Permanent: the grant has ended. Only a new login by the user helps."""

    _code = "reauth_required"


class RefreshUnavailable(OAuthError):
    """Temporary: the token could not be refreshed, but the grant is intact. Try again later; no attempt is made before
    the time to wait is over.
    """

    _code = "refresh_unavailable"


class TransportError(_CallError):
    """No usable response arrived, and sending the request again is either harmless or pointless."""

    _code = "transport"

    @property
    def kind(self) -> Literal["connect", "tls", "interrupted", "deadline", "too_large", "redirect", "protocol"] | str:
        """The kind of failure. A deadline is the time limit of the whole call. One of ``connect``, ``tls``,
        ``interrupted``, ``deadline``, ``too_large``, ``redirect``, ``protocol``.
        """
        return self.report.transport or ""


class AmbiguousOutcome(_CallError):
    """A write may or may not have happened. The text says what to do: send a request with an id of the app, such as a
    payment, again with the same id; check the effect of any other before you repeat it.
    """

    _code = "ambiguous_outcome"

    @property
    def sent_at(self) -> datetime | None:
        """When the request was sent."""
        return self.report.sent_at

    @property
    def fingerprint(self) -> str:
        """First 16 hex digits of the SHA-256 of the body, to identify the write."""
        return self.report.fingerprint or ""


class DecodeError(_CallError):
    """A response arrived that cannot be parsed."""

    _code = "decode"

    @property
    def path(self) -> str:
        """Path of the value, such as ``phone_numbers[0]``, with the names of the platform's JSON; ``.`` is the whole
        document.
        """
        return self.report.path or "."


class WebhookRejected(OpenPlatformError):
    """An incoming request was refused."""

    _code = "webhook"

    @property
    def status(self) -> int:
        """HTTP status of the response to send."""
        return self.report.status or 400


class StoreError(OpenPlatformError):
    """The store failed. The error that a custom store has thrown is its cause."""

    _code = "store"

    @property
    def operation(self) -> str:
        """The operation, such as ``put``."""
        return self.report.subject or ""


# After the classes, which the native module imports.
from ._open_platform import ErrorReport  # noqa: E402

resolve_later(globals(), "open_platform")
