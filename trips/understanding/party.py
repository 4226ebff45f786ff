"""The party while it is counted: numbers as said, before they become changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from trips.understanding.reading import Span


@dataclass
class People:
    """Numbers as said; None = not said. `total` counts everybody, children too unless `plus_children`."""

    total: int | None = None
    total_span: Span | None = None
    total_noun: str = ""
    adults: int | None = None
    by_name: bool = False  # adults are those who were named: "me and my daughter"
    adults_span: Span | None = None
    children: int | None = None
    children_span: Span | None = None
    ages: list[int] = field(default_factory=list)
    ages_span: Span | None = None

    def add_children(self, number: int, span: Span) -> None:
        self.children = (self.children or 0) + number
        self.children_span = joined(self.children_span, span)


def joined(one: Span | None, other: Span) -> Span:
    return Span(min(one.start, other.start), max(one.end, other.end)) if one else other
