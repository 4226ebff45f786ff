"""What came of reading a message: a value, without the words it is read by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from trips.schemas import Change

Intent = Literal[
    "facts",
    "change",
    "yes",
    "no",
    "just_plan",
    "you_choose",
    "question",
    "select",
    "reject_all",
    "reset",
    "nonsense",
]


@dataclass(frozen=True)
class Understanding:
    """What a message says.

    `changes`: what it tells, each with `quote`, words of the message. `intent`: what it wants besides;
    "facts" when it only tells, "change" when it takes back or overwrites what was known. `topics`:
    for "you_choose", what is left to us. `declined`: topics answered with "none". `undecided`:
    both of "Paris or Rome". `number` and
    `label`: the option for "select" (1 = the first; label cheapest, dearest, balanced,
    finest, calmest or fullest). `reason`: why
    all options were rejected. `question`: what it asks, word for word. `problems`: sentences for what
    was said and can't be. `about_a_plan`: a day of a plan is to be otherwise. `language`: ISO 639-1,
    None when there is too little to tell."""

    changes: list[Change] = field(default_factory=list)
    intent: Intent = "facts"
    question: str | None = None
    problems: list[str] = field(default_factory=list)
    language: str | None = None
    topics: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    number: int | None = None
    label: str | None = None
    reason: str = ""
    about_a_plan: bool = False
