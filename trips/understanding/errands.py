"""Plain words that ask for something to be done: which command they are, with its argument. Pure.

Only what is plainly meant: a sentence about the trip's facts, a question or an answer is no errand.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trips.planning.editing.reading import read_edits
from trips.planning.gazetteer import Gazetteer
from trips.schemas import Plan, TripFacts
from trips.understanding.agenda_words import asks_for_agenda
from trips.understanding.expenses import read_expenses
from trips.understanding.reports import tells_how_it_was


@dataclass(frozen=True, slots=True)
class Errand:
    """A command's name and what comes after it."""

    command: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What decides how words are meant. `started`: the plan's first day has come."""

    facts: TripFacts
    gazetteer: Gazetteer
    today: dt.date
    plan: Plan | None = None
    started: bool = False


Reading = Callable[[str, Setting], Errand | None]
_POLITE = (
    r"^\s*(?:(?:ok(?:ay)?|so|and|now|then|well|hey|hi|wayfare)[,:]?\s+)*"
    r"(?:please\s+|(?:could|can|would|will) you (?:please )?|let(?:'|’)?s |i(?:'|’)?d like (?:you )?to |"
    r"i want (?:you )?to )?"
)


def _asks(words: str) -> re.Pattern[str]:
    return re.compile(_POLITE + words, re.IGNORECASE)


_UNDO = _asks(
    r"(?:undo(?: (?:that|this|it|the (?:last )?(?:change|edit)))?|take (?:that|it|the last change) back|"
    r"revert(?: (?:that|it|the (?:last )?change))?|"
    r"go back to the (?:plan|version) (?:from )?before)\s*(?:please)?[.!]*$"
)
_REMEMBER = _asks(
    r"(?:remember|keep in mind|make a note|don(?:'|’)?t forget|note)"
    r"(?: for (?:next time|later|all (?:my )?trips))?(?:,|:| that|, that)\s+(?P<what>.{4,})$"
)
_FORGET = _asks(r"forget (?:that|about|what i said about|the fact that)\s+(?P<what>.{3,})$")
_EXPORT = _asks(
    r"(?:export|download|save|give me|send me|put|get)\b.{0,40}?"
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
    r"(?:are|am) (?:we|i) (?:over|within|on) budget|where can (?:we|i) save(?: money)?)\b"
)
_RESEARCH = _asks(
    r"(?:(?:do |start |go on with )?(?:the |some |more )?research(?:ing)?|look into|look up|"
    r"find out (?:more )?about|dig into|explore)\b[,:]?\s*(?:on |about |for |of |in )?"
    r"(?P<what>.{0,80}?)\s*[.!?]*$"
)
_THINGS = _asks(
    r"(?:what is there|what(?:'|’)?s there|what can (?:we|i)|what should (?:we|i)|"
    r"find (?:me |us )?(?:things|places|food|restaurants)) (?:to )?(?:see|do|eat|visit)?"
    r"(?: and (?:see|do|eat|visit))*(?: to (?:see|do|eat))?\s*in\s+(?P<what>[\w '’-]{2,60}?)\s*[.!?]*$"
)
_ALL = re.compile(r"^(?:all|everything|all (?:the |our )?cities|every city|the rest)$", re.IGNORECASE)
_PRIORITIZE = _asks(
    r"(?:(?:re-?)?prioriti[sz]e|rank|sort|order) ?"
    r"(?:(?:the |my |our |all |these |those )*"
    r"(?:findings|places|things|sights|list|research|everything|them|it))?"
    r"(?: (?:in|for|by importance in) (?P<what>[\w '’-]{2,60}?))?\s*[.!?]*$"
)
_MUST = _asks(r"what (?:must|should) (?:we|i) (?:not miss|definitely see|see first|skip)\b")


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
    return Errand("undo") if setting.plan is not None and _UNDO.match(text) else None


def _remember(text: str, setting: Setting) -> Errand | None:
    match = _REMEMBER.match(text)
    return Errand("remember", match["what"].strip()) if match else None


def _forget(text: str, setting: Setting) -> Errand | None:
    match = _FORGET.match(text)
    return Errand("forget", match["what"].rstrip(" .!")) if match else None


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


def _spent(text: str, setting: Setting) -> Errand | None:
    """The words themselves are the argument: they are read again with the members' names. Before there is a
    plan "lunch 2400 yen" may be a wish, "we paid 900 dollars for the flights" is none."""
    start = setting.plan.days[0].date if setting.plan and setting.plan.days else None
    found = read_expenses(text, today=setting.today, start=start, fragments=setting.plan is not None)
    return Errand("cost", text) if found.found or (found and setting.plan) else None


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


def _change(text: str, setting: Setting) -> Errand | None:
    if setting.plan is None:
        return None
    edits = read_edits(text, setting.plan, setting.facts, setting.gazetteer, today=setting.today)
    return Errand("plan", text) if edits else None


def _research(text: str, setting: Setting) -> Errand | None:
    match = _RESEARCH.match(text) or _THINGS.match(text)
    if match is None or not setting.facts.destinations:
        return None
    what = re.sub(r"^(?:the )?(?:city of )?", "", match["what"].strip())
    if not what or _ALL.match(what):
        return Errand("research", "all" if what else "")
    city = next((name for name in _cities(setting) if name.casefold() == what.casefold()), None)
    return Errand("research", city) if city else None


def _prioritize(text: str, setting: Setting) -> Errand | None:
    match = _PRIORITIZE.match(text)
    if _MUST.match(text) and setting.plan is not None:
        return Errand("prioritize")
    if match is None:
        return None
    what = (match["what"] or "").strip()
    city = next((name for name in _cities(setting) if name.casefold() == what.casefold()), "")
    return Errand("prioritize", city) if city or not what else None


def _cities(setting: Setting) -> Sequence[str]:
    """Of the facts and of the plan."""
    named = [place.name for place in setting.facts.destinations]
    return list(dict.fromkeys([*named, *(day.city for day in (setting.plan.days if setting.plan else []))]))


_READINGS: list[Reading] = [
    _undo, _remember, _forget, _export, _agenda, _spending, _reported, _spent, _change, _research,
    _prioritize,
]  # fmt: skip
