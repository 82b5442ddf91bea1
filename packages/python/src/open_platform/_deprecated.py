"""The decorator ``deprecated`` of PEP 702, for calls that the platform keeps for old apps."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import deprecated
else:

    def deprecated(message):
        """Makes a function emit a ``DeprecationWarning`` when it is called."""

        def mark(function):
            def warns(*arguments, **options):
                import warnings

                warnings.warn(message, DeprecationWarning, stacklevel=2)
                return function(*arguments, **options)

            # The same as `functools.wraps`, without importing it.
            for name in ("__module__", "__name__", "__qualname__", "__doc__"):
                setattr(warns, name, getattr(function, name))
            warns.__wrapped__ = function
            warns.__deprecated__ = message
            return warns

        return mark


__all__ = ["deprecated"]
