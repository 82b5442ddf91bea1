"""Measures the CPU time per operation and the memory of this process."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WARM_UP = 0.4
MEASURED = 1.0


def micro_seconds(batch: Callable[[], int], prepare: Callable[[], None] = lambda: None) -> float:
    """CPU time (user and system, all threads) per operation. `batch` performs operations and returns their number. The time of
    `prepare`, which is called before each batch, does not count."""

    def run(budget: float) -> float:
        operations, spent = 0, 0.0
        while spent < budget:
            prepare()
            start = time.process_time()
            operations += batch()
            spent += time.process_time() - start
        return spent * 1e6 / operations

    run(WARM_UP)
    return run(MEASURED)


def mib(field: str) -> float:
    """A memory figure of this process: `VmRSS` is the current size, `VmHWM` the peak."""
    with open("/proc/self/status") as status:
        line = next(line for line in status if line.startswith(f"{field}:"))
    return int(line.split()[1]) / 1024
