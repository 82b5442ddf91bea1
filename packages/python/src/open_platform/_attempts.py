"""The context manager ``attempts``: collects the requests of calls."""

from __future__ import annotations

from contextvars import ContextVar

from ._open_platform import Attempt, collect_attempts

__all__ = ["attempts"]

_made: ContextVar[list[Attempt] | None] = ContextVar("open_platform.attempts", default=None)


class attempts:  # noqa: N801, it is used as a function
    """Collects the requests of the calls that this thread or task makes inside the block, in a list. The requests of a call are
    in the list when the call has ended; the last one has the platform's request id. ::

        with attempts() as made:
            post = client.posts.get("gZd7omnS")
        print(made[-1].request_id, len(made))

    The request of a token refresh is not in the list, because other calls share it.
    """

    __slots__ = ("_token",)

    def __enter__(self) -> list[Attempt]:
        collect_attempts(_made)
        made: list[Attempt] = []
        self._token = _made.set(made)
        return made

    def __exit__(self, *error: object) -> None:
        _made.reset(self._token)
