"""What annotations name, for whoever asks for them while a program runs: ``typing.get_type_hints``, pydantic, FastAPI.

Modules import from each other in a circle for their annotations alone, which is left to type checkers. What they name is
given to them here, once all are there.
"""

# What is imported here is named elsewhere.
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

from . import _aliases, _open_platform, errors, widgets
from ._async.client import AsyncClient, AsyncUserClient
from ._async.inbox import AsyncInbox
from ._settings import Host, InboxSettings, Retry, Settings
from ._sync.client import Client, UserClient
from ._sync.inbox import Inbox
from .keeper import AsyncKeeper, Keeper
from .stores import RecordStore

if sys.version_info >= (3, 11):
    from typing import NotRequired, Self, Unpack
else:
    Self = typing.TypeVar("Self")

    class _Within:
        """Stands for what it holds."""

        def __class_getitem__(cls, held: Any) -> Any:
            return held

    NotRequired = Unpack = _Within

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
Image = typing.Union[str, os.PathLike[str], bytes, bytearray, memoryview, BinaryIO]

#: Of frameworks that need not be there.
AiohttpRoutes = ASGIApp = DjangoUrls = FlaskBlueprint = WSGIApp = Receive = Send = Blueprint = Response = Any

#: Native classes behind a class of the package that has the same name and is loaded when it is asked for.
_BEHIND = {"AppGateway"}

_NAMES = {
    **{
        name: value
        for name, value in vars(_open_platform).items()
        if isinstance(value, type) and not name.startswith("_") and name not in _BEHIND
    },
    **{name: value for name, value in vars(_aliases).items() if not name.startswith("_") and name != "annotations"},
    **{name: value for name, value in globals().items() if not name.startswith("_") and name not in ("annotations", "sys")},
}


def give(namespace: dict[str, Any]) -> None:
    """Gives a module what its annotations name."""
    for name, value in _NAMES.items():
        namespace.setdefault(name, value)
    # Aliases that name what comes after them are written as texts.
    for name, value in list(namespace.items()):
        if isinstance(value, str) and name[0].isupper() and not name.isupper():
            namespace[name] = eval(value, namespace)  # a constant of this package
