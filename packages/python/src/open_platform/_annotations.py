"""The names that annotations of this package use, for :mod:`._hints`. Imported when the first annotation is resolved."""

# The imports are used by the annotations of other modules.
# pyright: reportUnusedImport=false
# ruff: noqa: F401, UP007
from __future__ import annotations

import builtins
import functools
import importlib
import os
import pkgutil
import sys
import typing
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, MutableMapping, Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, BinaryIO, Literal

from . import _aliases, _open_platform, _settings, _values, errors, keeper, stores, widgets
from ._login import Denied, Granted
from ._settings import Host, InboxSettings, Retry, Settings
from ._values import FormPart
from .keeper import AsyncKeeper, Keeper
from .stores import RecordStore

if sys.version_info >= (3, 11):
    from typing import NotRequired, Self, Unpack
else:
    Self = typing.TypeVar("Self")

    class _Transparent:
        """``_Transparent[T]`` is ``T``."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item

    NotRequired = Unpack = _Transparent

AnyWidget = typing.Union[
    widgets.Widget,
    widgets.TitleRow,
    widgets.SubtitleRow,
    widgets.DescriptionRow,
    widgets.ButtonBar,
    widgets.SelectorRow,
    widgets.EventRow,
    widgets.GroupInfoRow,
    widgets.ScoreRow,
    widgets.EvaluationRow,
    widgets.ImageCarouselRow,
]
Buttons = typing.Union[_open_platform.ButtonGrid, Sequence[typing.Union[_open_platform.ButtonRow, Sequence[_open_platform.Button]]]]
OnProgress = Callable[[int, int], object]
UploadSource = typing.Union[str, os.PathLike[str], bytes, bytearray, memoryview, BinaryIO, Iterable[bytes]]
AsyncUploadSource = typing.Union[UploadSource, AsyncIterable[bytes]]

#: Types of web frameworks, which may not be installed.
AiohttpRoutes = ASGIApp = DjangoUrls = FlaskBlueprint = WSGIApp = Receive = Send = Blueprint = Response = Any

#: Native classes that a lazily loaded Python class of the same name wraps.
_WRAPPED = {"AppGateway"}

_NAMES = {
    **{
        name: value
        for name, value in ((name, getattr(_open_platform, name)) for name in dir(_open_platform))
        if isinstance(value, type) and not name.startswith("_") and name not in _WRAPPED
    },
    **{name: value for name, value in vars(_aliases).items() if not name.startswith("_") and name != "annotations"},
    **{name: value for name, value in globals().items() if not name.startswith("_") and name not in ("annotations", "sys")},
}


@functools.cache
def names(package: str) -> dict[str, Any]:
    """The names for the annotations of a package: for ``_async`` and ``_sync`` with the classes of its modules."""
    found = dict(_NAMES)
    if package != __package__:
        path = importlib.import_module(package).__path__
        for module in (importlib.import_module(f"{package}.{entry.name}") for entry in pkgutil.iter_modules(path)):
            found |= {name: value for name, value in vars(module).items() if isinstance(value, type)}
    return found


@functools.cache
def names_with_clients() -> dict[str, Any]:
    """The names for the annotations of modules that serve both clients."""
    from ._async.client import AsyncClient
    from ._async.inbox import AsyncInbox
    from ._async.user_client import AsyncUserClient
    from ._sync.client import Client
    from ._sync.inbox import Inbox
    from ._sync.user_client import UserClient

    clients = (AsyncClient, AsyncUserClient, AsyncInbox, Client, UserClient, Inbox)
    return _NAMES | {client.__name__: client for client in clients}
