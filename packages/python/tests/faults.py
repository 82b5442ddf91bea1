"""The table of faults at the end of ``tests/run``: a test notes what it measured, and ``tests/faults.tsv`` says what is asked."""

from __future__ import annotations

import os
from pathlib import Path


def measured(fault: str, part: str, /, **quantities: float) -> None:
    """Notes quantities of a fault, named with ``_`` for a space. Only ``tests/run`` names a folder for it."""
    folder = os.environ.get("OPEN_PLATFORM_FAULTS")
    if folder:
        lines = (f"{fault}\t{part}\t{name.replace('_', ' ')}\t{value}\n" for name, value in quantities.items())
        with open(Path(folder) / "python.tsv", "a", encoding="utf-8") as table:
            table.write("".join(lines))
