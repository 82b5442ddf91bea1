"""Writes ``open_platform/_sync`` from ``open_platform/_async``.

    python scripts/write_sync.py            writes the files
    python scripts/write_sync.py --check    fails if the files are not current

The synchronous files differ in three points: functions are not asynchronous, names have no prefix ``Async``, and native
calls are waited for with ``wait()`` instead of being awaited.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "open_platform"

#: Replacements in docstrings and in code: pattern and replacement.
REPLACEMENTS = (
    (r"\bThe asynchronous client\.", "The synchronous client, generated from ``_async`` by ``scripts/write_sync.py``."),
    (r"\bA client of the platform, for ``asyncio``\.", "A client of the platform."),
    (r"\bshared by all threads and event\n    loops\.", "shared by all threads."),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAwaitable\[object\] \| |\bAwaitable, (?=Callable)", ""),
    (r"\basync_(?=upload\()", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\baclose\b", "close"),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
    (r"\b__aiter__\b", "__iter__"),
    (r"\b__anext__\b", "__next__"),
    (r"\bStopAsyncIteration\b", "StopIteration"),
)


def synchronous(source: str) -> str:
    """Converts asynchronous source to synchronous source."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    text = source.encode()
    ends = [
        starts[node.end_lineno - 1] + node.end_col_offset
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Await) and node.end_lineno and node.end_col_offset
        if ast.unparse(node.value).startswith("self._native.")
    ]
    for end in sorted(ends, reverse=True):
        text = text[:end] + b".wait()" + text[end:]
    written = text.decode()
    for pattern, replacement in REPLACEMENTS:
        written = re.sub(pattern, replacement, written)
    return written


def main() -> int:
    wanted = {file.name: synchronous(file.read_text("utf-8")) for file in (PACKAGE / "_async").glob("*.py")}
    folder = PACKAGE / "_sync"
    if "--check" in sys.argv:
        existing = {file.name: file.read_text("utf-8") for file in folder.glob("*.py")}
        stale = sorted(name for name in wanted.keys() | existing.keys() if wanted.get(name) != existing.get(name))
        if stale:
            print(f"not current, run scripts/write_sync.py: {', '.join(stale)}", file=sys.stderr)
        return len(stale)
    folder.mkdir(exist_ok=True)
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
