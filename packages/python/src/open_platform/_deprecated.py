"""Marks what the platform keeps for old apps. Type checkers know the mark, and calling it warns."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import deprecated
else:

    def deprecated(message):
        """Has a function warn when it is called."""

        def mark(function):
            def warns(*arguments, **options):
                import warnings

                warnings.warn(message, DeprecationWarning, stacklevel=2)
                return function(*arguments, **options)

            # What `functools.wraps` does, without its import.
            for name in ("__module__", "__name__", "__qualname__", "__doc__"):
                setattr(warns, name, getattr(function, name))
            warns.__wrapped__ = function
            warns.__deprecated__ = message
            return warns

        return mark


__all__ = ["deprecated"]
