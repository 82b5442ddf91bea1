"""Makes annotations resolvable at run time, for ``typing.get_type_hints``, pydantic and FastAPI.

Imports that only annotations need would be circular and slow, so modules make them for type checkers alone
(``TYPE_CHECKING``). A name that a module does not have is looked up in its ``__builtins__``: there, this module offers the
names that annotations use, and imports them when the first one is asked for. ``typing`` does not look there for the
annotations of a class: their names a module has, or they are for type checkers alone.
"""

from __future__ import annotations

import builtins
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    _Dict = dict[str, Any]
else:
    _Dict = dict


class _Names(_Dict):
    """The builtins, and the names that annotations of a package use."""

    def __init__(self, package: str) -> None:
        super().__init__(vars(builtins))
        self._package = package

    def __missing__(self, name: str) -> Any:
        from . import _annotations

        for key, value in _annotations.names(self._package).items():
            self.setdefault(key, value)
        if name not in self:
            raise KeyError(name)
        return self[name]


#: From Python 3.14 on, ``typing`` does not look there: the names are added to the modules as soon as the package is loaded.
_AT_ONCE = sys.version_info >= (3, 14)
_names: dict[str, _Names] = {}
_loading: list[tuple[dict[str, Any], str]] = []


def resolve_later(namespace: dict[str, Any], package: str) -> None:
    """Makes the annotations of a module resolvable. Called at the end of a module: functions keep the builtins that they were
    created with, so their speed does not change."""
    if _AT_ONCE:
        _loading.append((namespace, package))
        return
    if package not in _names:
        _names[package] = _Names(package)
    namespace["__builtins__"] = _names[package]


def resolve_package_later(package: str) -> None:
    """The same for the modules of a package that are loaded."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{package}."):
            resolve_later(vars(module), package)
    package_is_loaded()


def package_is_loaded() -> None:
    """Called at the end of a package."""
    if _AT_ONCE:
        from . import _annotations

        while _loading:
            namespace, package = _loading.pop()
            namespace.update(_annotations.names(package) | namespace)


def add_annotation_names(namespace: dict[str, Any]) -> None:
    """Adds the names that annotations use to a module, where it does not have them. For modules that create functions while
    they run, which the other way would slow down."""
    from . import _annotations

    own = list(namespace.items())
    namespace.update(_annotations.names_with_clients() | namespace)
    # An alias that refers to a later name is a string.
    for name, value in own:
        if isinstance(value, str) and name[0].isupper() and not name.isupper():
            namespace[name] = eval(value, namespace)  # a constant of this package
