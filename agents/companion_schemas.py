"""What the companions may answer: research, prioritizer, scheduler, feedback, cost.

`reply` first, so that it can be shown while the rest is written; what is optional is empty, never null.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from agents.companions.wire_edit import WrittenEdit
from agents.runtime.schemas import Line, Word
from trips.schemas import NamedPlace, Written

Reply = Annotated[str, Field(min_length=1, max_length=6000)]


class CompanionAnswer(Written):
    """What the traveller reads, and the two lines every answer carries."""

    reply: Reply
    short_summary: Line = ""
    next_step: Line = ""


# --- Research ------------------------------------------------------------------------------------


class Researched(NamedPlace):
    """Something worth knowing of one city. `place_id` only from a row that a tool gave."""

    place_id: Word = ""
    tips: Line = ""
    #: The week as a page states it, "Tue–Sun 10:00–18:00"; else `closed`, `opens` and `closes` do.
    hours: Line = ""
    #: Days on which it is shut whatever the week says, YYYY-MM-DD; a first one alone: until further notice.
    shut_from: Word = ""
    shut_until: Word = ""
    #: Where it was read: a row's source, "general knowledge", the number or the address of a page.
    source: Annotated[str, Field(max_length=500)] = ""


class PracticalFact(Written):
    topic: Literal[
        "getting about", "money", "safety", "customs", "weather", "connectivity", "health", "other"
    ]
    sentence: Line
    #: The number or the address of the page it was read on.
    source: Annotated[str, Field(max_length=500)] = ""


def _of_kind(kind: Literal["visit", "food"]) -> AfterValidator:
    """The list something stands in says what it is."""
    return AfterValidator(lambda rows: [row.model_copy(update={"kind": kind}) for row in rows])


PlaceRows = Annotated[list[Researched], Field(max_length=40), _of_kind("visit")]
FoodRows = Annotated[list[Researched], Field(max_length=40), _of_kind("food")]
FactRows = Annotated[list[PracticalFact], Field(max_length=16)]


class ResearchAnswer(CompanionAnswer):
    """One city: about 10 places, 8 activities, 15 places to eat, practical facts."""

    city: Word
    places: PlaceRows = []
    activities: PlaceRows = []
    food: FoodRows = []
    facts: FactRows = []


class ResearchedPlaces(Written):
    """One part of a city, asked for alone when the whole was cut."""

    places: PlaceRows


class ResearchedActivities(Written):
    activities: PlaceRows


class ResearchedTables(Written):
    food: FoodRows


class ResearchedFacts(Written):
    facts: FactRows


# --- Prioritizer ---------------------------------------------------------------------------------


class Ranked(Written):
    """A finding by its exact name, with its tier and why."""

    city: Word
    name: Annotated[str, Field(min_length=1, max_length=160)]
    tier: Literal["must", "should", "could", "skip"]
    reason: Annotated[str, Field(min_length=3, max_length=300)]


class PriorityAnswer(CompanionAnswer):
    ranked: Annotated[list[Ranked], Field(min_length=1, max_length=400)]


# --- Scheduler -----------------------------------------------------------------------------------


class AgendaItem(Written):
    """One thing to do. `item_uid` when it is in the plan; times local, "09:30"."""

    item_uid: Word = ""
    start: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="HH:MM")]
    end: Annotated[str, Field(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$", description="HH:MM")] = ""
    what: Annotated[str, Field(min_length=1, max_length=160)]
    note: Line = ""


class AgendaDay(Written):
    date: dt.date
    city: Word
    items: Annotated[list[AgendaItem], Field(max_length=30)] = []
    #: To book, to pack, to leave in time for.
    reminders: Annotated[list[Line], Field(max_length=8)] = []


class AgendaAnswer(CompanionAnswer):
    """Today and tomorrow, or the first two days of a trip that lies ahead."""

    days: Annotated[list[AgendaDay], Field(min_length=1, max_length=2)]


# --- Feedback ------------------------------------------------------------------------------------


class DayReport(Written):
    """What the traveller said of a day; `quote` holds their own words."""

    date: dt.date
    item_uid: Word = ""
    text: Annotated[str, Field(min_length=1, max_length=1000)]
    quote: Line
    liked: Annotated[list[Word], Field(max_length=10)] = []
    disliked: Annotated[list[Word], Field(max_length=10)] = []
    energy: Literal["", "low", "medium", "high"] = ""
    rating: Annotated[int, Field(ge=0, le=5)] = 0  # 0: none was given


class AdjustmentOut(Written):
    """A change of what follows that the report calls for: one typed edit, which code carries out on paper.
    Offered, never made without a yes. `quote`: the traveller's words that call for it."""

    edit: WrittenEdit
    sentence: Line
    quote: Line


class FeedbackAnswer(CompanionAnswer):
    reports: Annotated[list[DayReport], Field(max_length=6)] = []
    adjustments: Annotated[list[AdjustmentOut], Field(max_length=6)] = []


# --- Cost ----------------------------------------------------------------------------------------


class ExpenseOut(Written):
    """Money the traveller says they spent; `quote` holds their words. Code converts and sums."""

    what: Annotated[str, Field(min_length=1, max_length=160)]
    amount: Annotated[Decimal, Field(gt=0, max_digits=14, decimal_places=2)]
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$", description="three letters")]
    category: Literal["stay", "food", "transport", "visits", "other"]
    city: Word = ""
    date: dt.date
    quote: Line


class Saving(Written):
    """A way to spend less, from a row or from the benchmarks; `amount` in the trip's currency, as words."""

    sentence: Line
    amount: Annotated[str, Field(max_length=60)] = ""


class CostAnswer(CompanionAnswer):
    expenses: Annotated[list[ExpenseOut], Field(max_length=20)] = []
    savings: Annotated[list[Saving], Field(max_length=8)] = []
