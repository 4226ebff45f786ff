"""What each agent reads: the picture of the trip, narrowed to its job. Values, no database."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from agents.remembered import Recalled
from agents.runtime.schemas import FactChangeOut, Task
from agents.view import TripView
from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import OptionOutline, PlanDraft, TripFacts


@dataclass(frozen=True)
class OrchestratorContext:
    """To answer a message. `changes`: read already, in the place of what code reads."""

    view: TripView
    changes: tuple[FactChangeOut, ...] = ()


@dataclass(frozen=True)
class SpecialistContext:
    """One task. Specialists keep nothing and see no conversation."""

    task: Task
    facts: TripFacts
    today: dt.date
    gazetteer: Gazetteer = field(repr=False)
    traveller: str = ""  # what is remembered of the traveller
    insights: str = ""  # what other agents shared on this trip


@dataclass(frozen=True)
class OutlineContext:
    """To outline the options, while the specialists are at work."""

    facts: TripFacts
    today: dt.date
    rejections: tuple[str, ...]
    gazetteer: Gazetteer = field(repr=False)


@dataclass(frozen=True)
class PlannerContext:
    """To write one option in full. `palette`: visits kept for this option, so that options differ."""

    facts: TripFacts
    today: dt.date
    outlines: tuple[OptionOutline, ...]
    index: int
    findings: tuple[dict, ...]
    rejected_places: frozenset[str]
    palette: tuple[str, ...] = ()
    draft: PlanDraft | None = None  # the draft to mend …
    problems: tuple[str, ...] = ()  # … and what is wrong with it
    gazetteer: Gazetteer = field(repr=False, default=None)  # type: ignore[assignment]
    brief: str = ""  # the planner's memory, between its delimiters
    recalled: tuple[Recalled, ...] = ()  # found again for it

    @property
    def outline(self) -> OptionOutline:
        return self.outlines[self.index]
