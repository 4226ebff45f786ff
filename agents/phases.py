"""Where a trip stands and what comes next: phase, checklist, welcome back. Read by page, chat and terminal.

Each action names the command that does it; its button sends exactly that line.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import get_args

from agents.models import TurnEvent
from agents.runtime.schemas import Specialist
from agents.validation.modes import Situation, phase_of
from config import clock
from trips import bookings, choosing, ledger
from trips.agendas import today_there
from trips.changing import open_proposal
from trips.models import Trip, Turn
from trips.places import gazetteer_for
from trips.wording import day_among

WORDS = {
    "clarify": "We are finding out what the trip needs.",
    "confirm": "Everything required is known; a yes sends the team out.",
    "dispatch": "The team is at work.",
    "choose": "The options are there: choose one.",
    "planned": "Your plan stands; now it is made ready.",
    "travelling": "You are on the way.",
    "done": "The trip is over.",
}
#: Who is at work between the yes and the options.
SENT_OUT = (*get_args(Specialist), "planner")
#: What has to be known before anything is planned, by the ledger's topic.
REQUIRED_WORDS = {
    "destinations": "Say where to",
    "dates": "Say when",
    "party": "Say how many travel",
    "budget": "Say what it may cost",
}
#: A traveller who was away this long is welcomed back.
AWAY = dt.timedelta(hours=6)
#: Visits of a day, or its minutes on foot, that can be made fewer.
MANY_VISITS, LONG_ON_FOOT = 3, 30
_FLAGS = 4  # that a title may carry
#: The first days are looked at from so long before them.
SOON = dt.timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do next. `line`: the command that does it, or "" where words or a page do."""

    sentence: str
    line: str = ""
    view: str = ""  # the board's view where it is done

    @property
    def label(self) -> str:
        """As a button says it."""
        return self.sentence.removesuffix(".")


@dataclass(frozen=True, slots=True)
class Check:
    """A line of the phase's checklist, as something to do."""

    text: str
    done: bool
    line: str = ""
    view: str = ""


def phase_words(phase: str) -> str:
    return WORDS[phase]


def phase_at(trip: Trip, today: dt.date) -> str:
    """The phase by what is stored, as `TripView.phase` says it for a turn."""
    days = _days(trip)
    return phase_of(
        Situation(
            missing=tuple(ledger.missing_topics(trip.facts)),
            options_offered=trip.plan is None and bool(choosing.choosable(trip)),
            plan_chosen=trip.plan is not None,
        ),
        working=trip.plan is None and _team_at_work(trip),
        started=bool(days) and days[0][0] <= today,
        ended=bool(days) and days[-1][0] < today,
    )


def _team_at_work(trip: Trip) -> bool:
    """Do those who were sent out for options work now? The yes itself is written when they are back."""
    events = TurnEvent.objects.filter(turn__trip=trip, turn__status__in=Turn.UNFINISHED)
    return events.filter(kind="agent_started", data__agent__in=SENT_OUT).exists()


def _days(trip: Trip) -> list[tuple[dt.date, str]]:
    """Date and city of each day of the plan, without reading the whole of it."""
    rows = trip.plan.plan_json["days"] if trip.plan else []
    return [(dt.date.fromisoformat(row["date"]), row["city"]) for row in rows]


def next_actions(trip: Trip, today: dt.date, checks: list[Check] | None = None) -> list[Action]:
    """What is worth doing now, most urgent first; at most four. `checks`: the checklist, where known."""
    phase = phase_at(trip, today)
    if trip.plan is None:
        return _towards_a_plan(trip, phase)
    if phase == "travelling":
        return _on_the_way(trip, today)
    if phase == "done":
        return [
            Action("Say how it was; the next trip starts from that.", view="feedback"),
            Action("See what the trip came to.", line="/feedback"),
            Action("Say yes or no to what was learnt.", line="/memory"),
            Action("Plan the next trip.", line="/next"),
        ]
    if open_proposal(trip):
        return [
            Action("See the proposed change.", view="plan"),
            Action("Change the plan.", "/plan yes"),
            Action("Leave it as it is.", "/plan no"),
        ]
    checks = checklist(trip, today) if checks is None else checks
    left = (check for check in checks if not check.done and check.view != "priorities")
    actions = [Action(f"{check.text}.", check.line, check.view) for check in left]
    if _days(trip)[0][0] - today <= SOON:
        actions.append(Action("Look at the first two days.", "/agenda", "agenda"))
    return [*actions, *_easier(trip)][:4]


def _easier(trip: Trip) -> list[Action]:
    """What its fullest day and the one with most on foot allow, else that anything may be said."""
    days = trip.plan.plan_json["days"]
    free = [sum(item["kind"] == "visit" and not item.get("locked") for item in day["items"]) for day in days]
    walks = [[item for item in day["items"] if item.get("mode") == "walk"] for day in days]
    walked = [sum(item["travel_minutes"] for item in some) for some in walks]
    wishes = [("A lighter {}", MANY_VISITS, free), ("Less walking on {}", LONG_ON_FOOT, walked)]
    names = [day_among(date, len(days)) for date, _city in _days(trip)]
    said = [wish.format(names[many.index(max(many))]) for wish, least, many in wishes if max(many) >= least]
    easier = [Action(f"{words}.", f"/plan {words[0].lower()}{words[1:]}") for words in said]
    return easier or [Action("Say what should be different.")]


def _towards_a_plan(trip: Trip, phase: str) -> list[Action]:
    if phase == "dispatch":  # nothing is to be done until they are back
        return []
    if phase == "choose":
        return [
            Action("Compare the options and choose one.", "/options", "compare"),
            Action("Or say what is missing in all of them."),
        ]
    known = Action("See what is known so far.", "/status")
    if not trip.facts.destinations:
        return [
            Action("Say where you want to go, when and how many you are."),
            Action("Or see what I can do.", "/help"),
        ]
    if phase == "clarify":
        return [
            Action("Answer what is still asked."),
            Action("Or say “just plan it”: the rest I assume."),
            known,
        ]
    if trip.asked_version == trip.facts_version:
        return [Action("Say yes to the summary."), Action("Or say what to change."), known]
    return [Action("Say what should be different."), Action("Or say “just plan it”."), known]


def _on_the_way(trip: Trip, today: dt.date) -> list[Action]:
    actions = [Action("Today and tomorrow, hour by hour.", "/agenda", "agenda")]
    late = [one for one in bookings.deadlines(trip, today) if one.book_by and one.book_by <= today]
    if late:
        actions.insert(0, Action(f"Book {late[0].title} today.", view="bookings"))
    if not trip.feedback.filter(date=today).exists():
        actions.append(Action("Tell me how the day goes; I adjust what follows.", view="feedback"))
    actions.append(Action("Note what you spend, “lunch 24 euros”.", line="/cost", view="spending"))
    return actions[:4]


def checklist(trip: Trip, today: dt.date) -> list[Check]:
    """What the phase asks for: what is done of it, and what is left."""
    if trip.plan is None:
        return _for_a_plan(trip)
    phase = phase_at(trip, today)
    if phase == "planned":
        return _before_the_trip(trip, today)
    to_book = _to_book(trip, today) if phase == "travelling" else []
    told = trip.feedback.filter(date=today) if phase == "travelling" else trip.feedback
    return [
        *to_book,
        Check(
            "Tell how the day goes" if phase == "travelling" else "Tell how it was",
            told.exists(),
            view="feedback",
        ),
        Check("Note what is spent", trip.expenses.exists(), view="spending"),
    ]


def _for_a_plan(trip: Trip) -> list[Check]:
    missing = ledger.missing_topics(trip.facts)
    checks = [Check(text, topic not in missing) for topic, text in REQUIRED_WORDS.items()]
    offered = bool(choosing.choosable(trip))
    checks.append(Check("Say yes to the summary", offered or trip.confirmed))
    if offered:
        checks.append(Check("Choose a plan", False, "/options", "options"))
    return checks


def _before_the_trip(trip: Trip, today: dt.date) -> list[Check]:
    cities = {city for _date, city in _days(trip)}
    researched = set(trip.city_intel.values_list("city", flat=True)) | set(
        trip.findings.values_list("city", flat=True).distinct()
    )
    ranked = trip.findings.exclude(tier__in=["", "must"]).exists()  # musts are so from the start
    checks = [Check("Choose a plan", True, view="plan")]
    missing = sorted(cities - researched)
    checks.append(
        Check(
            f"Research {missing[0] if missing else 'every city'}",
            not missing,
            "/research all",
            "research",
        )
    )
    if researched:
        checks.append(Check("Sort what was found by what matters", ranked, "/prioritize", "priorities"))
    return [*checks, *_to_book(trip, today)]


def _to_book(trip: Trip, today: dt.date) -> list[Check]:
    """What was noted, else the first that the plan asks for."""
    to_book = bookings.deadlines(trip, today)
    text = "Book what was noted"
    if to_book:
        first = to_book[0]
        text = f"Book {first.title}" + (f" by {first.book_by:%-d %B}" if first.book_by else "")
    elif not trip.bookings.exists():
        wanted = bookings.wanted(trip.plan.plan, [], gazetteer_for(trip), today)
        return [Check(f"Book {wanted[0].title}", False, "", "bookings")] if wanted else []
    return [Check(text, not to_book, "", "bookings")]


def welcome_back(trip: Trip, *, may_edit: bool = True) -> list[str]:
    """After a break: title with flag, what happened last, two or three next steps; for who only reads along,
    where the trip stands. Empty when nobody was away or nothing was said yet."""
    last = trip.messages.order_by("-position").first()
    if last is None or clock.now() - last.created < AWAY:
        return []
    lines = [f"Welcome back to {_titled(trip)}."]
    newest = trip.turns.exclude(short_summary="").order_by("-number").first()
    if newest is not None:
        lines.append(f"Last time: {newest.short_summary.rstrip('.')}.")
    today = today_there(trip)
    if not may_edit:
        return [*lines, phase_words(phase_at(trip, today))]
    return [*lines, *(action.sentence for action in next_actions(trip, today)[:3])]


def _titled(trip: Trip) -> str:
    """With the flag of each country of the trip, in their order."""
    countries = dict.fromkeys(place.country for place in trip.facts.destinations if place.country)
    return f"{trip.name} {''.join(map(_flag, list(countries)[:_FLAGS]))}".strip()


def _flag(country: str) -> str:
    """An ISO code as the flag that fonts draw of two regional letters."""
    return "".join(
        chr(0x1F1E6 + ord(letter) - ord("A")) for letter in country.upper()[:2] if letter.isalpha()
    )
