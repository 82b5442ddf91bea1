"""The ten widgets of add-ons, and their parts: ``from open_platform import widgets as w``.

>>> from open_platform import PostAddon, widgets as w
>>> addon = PostAddon(widgets=[w.TitleRow("Inspected", has_divider=True), w.ScoreRow("Engine", percentage_score=80)])
>>> addon.check()

A row can be given in place of its :class:`Widget`. Limits are checked before anything is sent, and by ``check()``.
"""

from __future__ import annotations

from ._open_platform import (
    Action,
    ButtonBar,
    CarouselItem,
    DescriptionRow,
    EvaluationRow,
    EvaluationSection,
    EventRow,
    GroupInfoItem,
    GroupInfoRow,
    ImageCarouselRow,
    ScoreRow,
    SelectorRow,
    SubtitleRow,
    TitleRow,
    Widget,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    AnyWidget = (
        Widget
        | TitleRow
        | SubtitleRow
        | DescriptionRow
        | ButtonBar
        | SelectorRow
        | EventRow
        | GroupInfoRow
        | ScoreRow
        | EvaluationRow
        | ImageCarouselRow
    )

__all__ = [
    "Action",
    "ButtonBar",
    "CarouselItem",
    "DescriptionRow",
    "EvaluationRow",
    "EvaluationSection",
    "EventRow",
    "GroupInfoItem",
    "GroupInfoRow",
    "ImageCarouselRow",
    "ScoreRow",
    "SelectorRow",
    "SubtitleRow",
    "TitleRow",
    "Widget",
]
