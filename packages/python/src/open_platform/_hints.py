"""Makes annotations resolvable at run time, for ``typing.get_type_hints``, pydantic and FastAPI.

Imports that only annotations need would be circular, so modules make them for type checkers alone (``TYPE_CHECKING``).
Once a module is loaded, this module adds the imported names to its namespace.
"""

# The imports are used by the annotations of other modules.
# pyright: reportUnusedImport=false
# ruff: noqa: F401, UP007
from __future__ import annotations

import builtins
import os
import sys
import typing
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, MutableMapping, Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, BinaryIO

from . import _aliases, _open_platform, _settings, _values, errors, keeper, stores, widgets
from ._login import Granted
from ._settings import Host, InboxSettings, Retry, Settings
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
UploadSource = typing.Union[str, os.PathLike[str], bytes, bytearray, memoryview, BinaryIO]

#: Types of web frameworks, which may not be installed.
AiohttpRoutes = ASGIApp = DjangoUrls = FlaskBlueprint = WSGIApp = Receive = Send = Blueprint = Response = Any

#: Native classes that a lazily loaded Python class of the same name wraps.
_WRAPPED = {"AppGateway"}

_NAMES = {
    **{
        name: value
        for name, value in vars(_open_platform).items()
        if isinstance(value, type) and not name.startswith("_") and name not in _WRAPPED
    },
    **{name: value for name, value in vars(_aliases).items() if not name.startswith("_") and name != "annotations"},
    **{name: value for name, value in globals().items() if not name.startswith("_") and name not in ("annotations", "sys")},
}


def add_names_to_package(package: str) -> None:
    """Adds the names that annotations use to the modules of `_async` or `_sync`, where they do not have them."""
    modules = [vars(module) for name, module in list(sys.modules.items()) if name.startswith(f"{package}.")]
    classes = {name: value for module in modules for name, value in module.items() if isinstance(value, type)}
    for module in modules:
        _add(_NAMES | classes, module)


def add_annotation_names(namespace: dict[str, Any]) -> None:
    """Adds the names that annotations use to a module of both clients, where it does not have them."""
    from ._async.client import AsyncClient
    from ._async.inbox import AsyncInbox
    from ._async.user_client import AsyncUserClient
    from ._sync.client import Client
    from ._sync.inbox import Inbox
    from ._sync.user_client import UserClient

    clients = (AsyncClient, AsyncUserClient, AsyncInbox, Client, UserClient, Inbox)
    _add(_NAMES | {client.__name__: client for client in clients}, namespace)


def _add(names: dict[str, Any], namespace: dict[str, Any]) -> None:
    own = list(namespace.items())
    namespace.update(names | namespace)
    # An alias that refers to a later name is a string.
    for name, value in own:
        if isinstance(value, str) and name[0].isupper() and not name.isupper():
            namespace[name] = eval(value, namespace)  # a constant of this package


# Modules that this one imports.
for _module in (_settings, _values, keeper, stores):
    _add(_NAMES, vars(_module))
