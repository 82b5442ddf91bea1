"""Semantic data: facts in names that machines understand (spec "Semantic object"; facts part 1.4).

The platform keeps a few names readable and stores all others hashed. Five names must be hashed by the app itself before
they leave it: :func:`mask` does that.
"""

from __future__ import annotations

from ._open_platform import (
    hashed_names,
    known_semantic_names as known_names,
    mask,
    mask_real_estate,
    unlisted_values,
)

__all__ = ["hashed_names", "known_names", "mask", "mask_real_estate", "unlisted_values"]
