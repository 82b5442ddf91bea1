"""The types of the client's settings, for type checkers. Their meaning is in the docstring of
:class:`open_platform.Client`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, TypedDict

from ._hints import resolve_later
from ._open_platform import Attempt, HandledEvent, ManualClock, Recorder, Refresh

if TYPE_CHECKING:
    from .stores import RecordStore

Host = Literal["base", "api", "upload", "auth"]
Retry = Literal["safe", "safe_once", "not_processed"]


class Hosts(TypedDict):
    """The addresses of the platform."""

    auth: str
    base: str
    api: str
    upload: str
    chat: str


class Settings(TypedDict, total=False):
    """The keyword arguments of the client's constructor. Made from the core by ``open-platform-generator``."""

    api_key: str | Callable[[], str] | None
    client_id: str | None
    client_secret: str | Callable[[], str] | None
    redirect_uri: str | None
    identification_keys: Sequence[str] | None
    hosts: Hosts | None
    sandbox_url: str | None
    allow_plain_http: bool | None
    pkce: bool | None
    omit_refresh_code: bool | None
    timeout: float | timedelta | None
    upload_timeout: float | timedelta | None
    max_image_bytes: int | None
    max_video_bytes: int | None
    allow_png: bool | None
    max_message_chars: int | None
    max_caption_chars: int | None
    max_image_name_chars: int | None
    max_body_bytes: int | None
    max_buttons: int | None
    login_lifetime: float | timedelta | None
    max_pending_logins: int | None
    asset_max_age: float | timedelta | None
    max_attempts: int | None
    transient_base: float | timedelta | None
    throttled_base: float | timedelta | None
    max_backoff: float | timedelta | None
    max_retry_after: float | timedelta | None
    store: str | RecordStore | None
    store_keys: Sequence[str] | None
    root_certificates_pem: str | None
    connect_timeout: float | timedelta | None
    max_idle_per_host: int | None
    environment_proxy: bool | None
    on_request: Callable[[Attempt], object] | None
    on_refresh: Callable[[Refresh], object] | None
    on_handled_event: Callable[[HandledEvent], object] | None
    tracing: bool | None
    environment: Mapping[str, str] | None
    transport: Recorder | None
    clock: ManualClock | None


class InboxSettings(TypedDict, total=False):
    """The keyword arguments of ``client.inbox``."""

    lease_seconds: int | None
    max_attempts: int | None
    capacity: int | None
    in_order: bool
    remember_days: int | None


resolve_later(globals(), "open_platform")
