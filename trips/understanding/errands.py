"""Plain words that ask for something to be done: which command they are, with its argument. Pure.

Only what is plainly meant: a sentence about the trip's facts, a question or an answer is no errand.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.request import city_named
from trips.reading.edits import read_edits
from trips.reading.expenses import read_expenses, read_removal
from trips.reading.reports import tells_how_it_was
from trips.schemas import Plan, TripFacts
from trips.understanding.agenda_words import asks_for_agenda
from trips.understanding.city_order import says_city_order
from trips.understanding.command_words import asks_for_command
from trips.understanding.finding_words import asking as _asks
from trips.understanding.finding_words import research_sought, sorting_sought
from trips.understanding.forget_words import (
    forgetting_in,
    personal,
    thing_in,
    turns_memory_off,
    wants_it_back,
    wants_that_back,
    wants_to_be_forgotten,
)
from trips.understanding.next_trip import asks_how_it_was
from trips.understanding.rank_words import RankSaid, in_plan, ranks_said
from trips.understanding.trip_end import nights_at_the_end
from trips.understanding.undo_words import undo_meant


@dataclass(frozen=True, slots=True)
class Errand:
    """A command's name and what comes after it."""

    command: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What decides how words are meant. `started`: the plan's first day has come; `found`: research found
    something. `forgot`: the message before had something forgotten."""

    facts: TripFacts
    gazetteer: Gazetteer
    today: dt.date
    plan: Plan | None = None
    started: bool = False
    found: bool = False
    forgot: bool = False


Reading = Callable[[str, Setting], Errand | None]
_REMEMBER = _asks(
    r"(?:remember|keep in mind|make a note|don(?:'|’)?t forget|note)"
    r"(?: for (?:next time|later|all (?:my )?trips|me|us))?"
    r"(?P<bound> (?:(?:just |only )?(?:for|on|during) (?:just |only )?this (?:one )?"
    r"(?:trip|journey|holiday|vacation)(?: only)?|(?:just )?this (?:time|once)))?"
    r"(?:,|:| that|, that|(?= (?:i|we|my|our)\b))\s+(?P<what>.{4,})$"
)
_EXPORT = _asks(
    r"(?:export|download|save|give me|send me)\b.{0,40}?"
    r"\b(?P<what>ics|calendar|markdown|md|json|csv|pdf|print\w*)\b"
)
_PRINT = _asks(r"print (?:it|this|the (?:plan|agenda|trip|itinerary))\b")
_AGENDA = _asks(
    r"(?:(?:show|give|tell) (?:me |us )?)?(?:(?:what(?:'|’)?s|what is|what are|what do we (?:do|have)|"
    r"what have we got)(?: (?:on|up|next|planned|happening|the plan))?|"
    r"(?:my|our|the) (?:agenda|schedule|programme|program|day)|agenda)"
    r"(?: (?:is|are|look(?:s|ing)?) (?:on|like))?\s*(?:for|on|of)?\s*"
    r"(?P<day>today|tomorrow|tonight|now|next|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:on )?day \d+)\s*[?.!]*$"
)
_AGENDA_ALONE = _asks(r"(?:(?:show|give) (?:me |us )?)?(?:(?:the|my|our) )?agenda(?: please)?\s*[?.!]*$")
_SPENDING = _asks(
    r"(?:how much (?:have (?:we|i) spent|did (?:we|i) spend|money is left|"
    r"is left(?: of (?:the|our|my) budget)?|(?:budget|money) (?:do (?:we|i) have|is) left)|"
    r"(?:show|open) (?:me )?(?:the|my|our) (?:spending|expenses|costs|budget)|"
    r"what (?:have (?:we|i) spent|did (?:we|i) spend)|"
    r"what(?:'|’)?s left (?:of|in) (?:the|our|my) (?:budget|money)|what is left (?:of|in) (?:the|our|my) "
    r"(?:budget|money)|how much budget is left|how (?:is|are) (?:the|our|my) (?:budget|money|spending)|"
    r"what did (?!we\b|i\b)\w+ (?:pay|spend)|who (?:owes|has paid|paid|spent)\b|"
    r"how do we settle|(?:are|am) (?:we|i) (?:over|within|on) budget|where can (?:we|i) save(?: money)?)\b"
)
_ALL = re.compile(
    r"^(?:all|everything|both|(?:all|both|each)(?: of)? (?:the |our )?(?:cit(?:y|ies)|towns?|places)|"
    r"every city|the rest)$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", re.IGNORECASE)


def errand_of(text: str, setting: Setting) -> Errand | None:
    """The errand a message is, the most particular reading first; None when it is none."""
    text = " ".join(text.split())
    if not text or text.startswith("/"):
        return None
    for read in _READINGS:
        if found := read(text, setting):
            return found
    return None


def _undo(text: str, setting: Setting) -> Errand | None:
    meant = undo_meant(text) if setting.plan is not None else None
    return None if meant is None else Errand("undo", meant)


def _remember(text: str, setting: Setting) -> Errand | None:
    match = _REMEMBER.match(text)
    if match is None:
        return None
    bound, what = (match["bound"] or "").strip(), match["what"].strip()
    # how long it holds is said before it, and kept behind it
    return Errand("remember", f"{what.rstrip('.! ')} {bound}." if bound else what)


def _forget(text: str, setting: Setting) -> Errand | None:
    """Forget this, don't remember that; remember nothing at all, or again what was forgotten."""
    if wants_it_back(text) or (setting.forgot and wants_that_back(text)):
        return Errand("memory", "undo")
    if turns_memory_off(text) or wants_to_be_forgotten(text):
        return Errand("memory")
    found = forgetting_in(text)
    if found is None and (thing := thing_in(text)) is not None:
        found = thing if personal(thing.what) and not thing.of_a_plan else None
    return Errand("forget", found.what) if found else None


def _export(text: str, setting: Setting) -> Errand | None:
    if setting.plan is None:
        return None
    if _PRINT.match(text):
        return Errand("export", "print")
    match = _EXPORT.match(text)
    kinds = {"calendar": "ics", "markdown": "md", "pdf": "print"}
    if match is None:
        return None
    what = match["what"].casefold()
    return Errand("export", "print" if what.startswith("print") else kinds.get(what, what))


def _by_name(text: str, setting: Setting) -> Errand | None:
    """Help, where the trip stands, the options, what is remembered, starting over, the plan as a file."""
    found = asks_for_command(text, planned=setting.plan is not None, started=setting.started)
    return Errand(*found) if found else None


def _agenda(text: str, setting: Setting) -> Errand | None:
    if setting.plan is None:
        return None
    if _AGENDA_ALONE.match(text):
        return Errand("agenda")
    match = _AGENDA.match(text)
    if match is None:
        asked = asks_for_agenda(text)
        return None if asked is None else Errand("agenda", asked)
    day = match["day"].casefold().removeprefix("on ")
    return Errand("agenda", "" if day in ("now", "next", "tonight") else day)


def _spending(text: str, setting: Setting) -> Errand | None:
    return Errand("cost") if _SPENDING.match(text) else None


def _expense_gone(text: str, setting: Setting) -> Errand | None:
    """Before "forget …" and "undo …" are read as something else."""
    return Errand("cost", text) if read_removal(text) is not None else None


def _spent(text: str, setting: Setting) -> Errand | None:
    """The words themselves are the argument: they are read again with the members' names. Before there is a
    plan "lunch 2400 yen" may be a wish, "we paid 900 dollars for the flights" is none."""
    start = setting.plan.days[0].date if setting.plan and setting.plan.days else None
    found = read_expenses(text, today=setting.today, start=start, fragments=setting.plan is not None)
    return Errand("cost", text) if found.found or (found and setting.plan) else None


def _looks_back(text: str, setting: Setting) -> Errand | None:
    """A question of how it was, once there is something to look back on, tells nothing that could be kept."""
    asks = setting.plan is not None and setting.started and asks_how_it_was(text)
    return Errand("feedback") if asks else None


def _reported(text: str, setting: Setting) -> Errand | None:
    """The words themselves are the argument, wishes for the days that follow among them."""
    first = setting.plan.days[0].date if setting.plan and setting.plan.days else None
    if setting.plan is None or first is None:
        return None
    if not setting.started and setting.today < first - dt.timedelta(days=1):
        return None  # on the eve it may be the first day where they are: the command knows
    today = max(setting.today, first)
    told = tells_how_it_was(text, setting.plan, setting.gazetteer, today=today)
    return Errand("feedback", text) if told else None


def _ranked(text: str, setting: Setting) -> Errand | None:
    """ "The Uffizi is a must": the words themselves are the argument, read again beside the findings."""
    if setting.plan is None or not setting.found:
        return None
    said = _ranks(text, setting)
    leaves_plan = any(one.leaves_out and in_plan(one, setting.plan) for one in said)
    return Errand("prioritize", text) if said and not leaves_plan else None


def _ranks(text: str, setting: Setting) -> list[RankSaid]:
    cities = [city for goal in setting.facts.destinations if (city := city_named(goal, setting.gazetteer))]
    return ranks_said(text, cities, setting.gazetteer, planned=setting.plan is not None)


def _change(text: str, setting: Setting) -> Errand | None:
    if setting.plan is None:
        return None
    said = _ranks(text, setting)
    if said and not any(in_plan(one, setting.plan) for one in said if one.leaves_out):
        return None  # "skip the aquarium", which no plan has: kept as a fact
    wish = read_edits(text, setting.plan, setting.facts, setting.gazetteer, today=setting.today)
    if not wish.edits and says_city_order(text, setting.facts):
        return None  # no edit of a plan that stands: other journeys, so it is a fact and planned anew
    if wish.edits or wish.plainly:
        return Errand("plan", text)
    nights = nights_at_the_end(
        text, setting.plan, setting.facts, setting.gazetteer, today=setting.today, started=setting.started
    )
    return Errand("plan", nights) if nights else None


def _research(text: str, setting: Setting) -> Errand | None:
    sought = research_sought(text)
    if sought is None or not setting.facts.destinations:
        return None
    cities = _cities(setting)
    if not sought.where:
        return Errand("research", cities[0] if sought.more and len(cities) == 1 else "")
    if _ALL.match(sought.where):
        return Errand("research", "all")
    own = {name.casefold(): name for name in cities}
    where = sought.where.casefold()
    city = own.get(where) or own.get(where.rpartition(" in ")[2])  # "concerts in Vienna"
    if city is None and set(_TOGETHER.split(where)) <= set(own):
        return Errand("research", "all")
    if city is None and sought.told and sought.where[:1].isupper():
        city = sought.where if setting.gazetteer.best_city(sought.where) else None
    return Errand("research", city) if city else None


def _prioritize(text: str, setting: Setting) -> Errand | None:
    where = sorting_sought(text, planned=setting.plan is not None)
    if where is None:
        return None
    city = next((name for name in _cities(setting) if name.casefold() == where.casefold()), "")
    return Errand("prioritize", city) if city or not where else None


def _cities(setting: Setting) -> Sequence[str]:
    """Of the facts and of the plan."""
    named = [place.name for place in setting.facts.destinations]
    return list(dict.fromkeys([*named, *(day.city for day in (setting.plan.days if setting.plan else []))]))


_READINGS: list[Reading] = [
    _expense_gone, _forget, _undo, _remember, _by_name, _export, _agenda, _spending, _looks_back, _reported,
    _spent, _ranked, _change, _research, _prioritize,
]  # fmt: skip
