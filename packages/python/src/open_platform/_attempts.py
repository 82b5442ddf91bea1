"""The requests of a call, beside its result."""

from __future__ import annotations

from contextvars import ContextVar

from ._open_platform import Attempt, collect_attempts

__all__ = ["attempts"]

_made: ContextVar[list[Attempt] | None] = ContextVar("open_platform.attempts", default=None)


class attempts:  # noqa: N801, it is used as a function
    """Gives a list that takes the requests of the calls inside the block, of this thread or task, when each call has ended.
    The last one of a call has the platform's request id. ::

        with attempts() as made:
            post = client.posts.get("gZd7omnS")
        print(made[-1].request_id, len(made))

    A token refresh is shared with other calls, and its request is none of these.
    """

    __slots__ = ("_token",)

    def __enter__(self) -> list[Attempt]:
        collect_attempts(_made)
        made: list[Attempt] = []
        self._token = _made.set(made)
        return made

    def __exit__(self, *error: object) -> None:
        _made.reset(self._token)
