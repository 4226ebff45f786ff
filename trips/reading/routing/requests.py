"""A stretch of a message as a command: its name and what comes after it. Pure.

A request is one as a whole: around it stands nothing but politeness, and at most the place or day it is of.
So what also tells a fact, names something else or wishes for a change is none.
"""

from __future__ import annotations

from collections.abc import Callable

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.routing.message import Message
from trips.reading.routing.values import Context

Request = tuple[str, str]
_ALL = frozenset("all everything both each every the our of city cities town towns place places rest".split())
#: Asks for others than those that were found.
_BESIDES = frozenset("more else other further additional new again different".split())
_SUMS_UP = frozenset("sum summarise summarize summary recap".split())
_JOINS = frozenset(", and or plus".split())
#: The next two days are shown for these.
_SOON = frozenset("tonight now next".split())
#: Only a plan has them.
_OF_A_PLAN = frozenset("export agenda undo looks_back other_options".split())
_COMMANDS = {"steps": "status", "other_options": "options", "looks_back": "feedback"}


def request_in(message: Message, i: int, j: int, context: Context) -> Request | None:
    """The command that these words are; None for none."""
    if undone := message.alone("undone", i, j) if context.plan else None:
        return "undo", {"last": "", "wrong": "not meant"}.get(undone.value, undone.value)
    for span in sorted(message.spans("command", i, j), key=lambda one: (one.i - one.j, one.i)):
        if found := _request(message, span, i, j, context):
            return found
    return None


def _request(message: Message, span: Span, i: int, j: int, context: Context) -> Request | None:
    name, rest = span.value, message.beside(span, i, j)
    if name in _OF_A_PLAN and context.plan is None:
        return None
    if name == "looks_back" and not context.started:
        return None
    if place := _PLACES.get(name):
        where = place(message, span, rest, context)
        return (name, where) if where is not None else None
    if rest:
        return None
    if (
        name == "steps"
        and context.started
        and len(message.spans("trip", i, j)) == 0
        and _on_the_way(message, span)
    ):
        return "agenda", ""
    if name == "status" and context.over and _SUMS_UP & set(message.tokens.norms(span.i, span.j)):
        name = "looks_back"
    argument = _ARGUMENTS[name](message, span) if name in _ARGUMENTS else ""
    return _COMMANDS.get(name, name), argument


def _on_the_way(message: Message, span: Span) -> bool:
    """ "What's next?", where they are: the day's next thing."""
    return "step" not in message.tokens.norms(span.i, span.j)[-1]


def _file(message: Message, span: Span) -> str:
    found = message.spans("file", span.i, span.j)
    first = message.tokens[span.i].norm
    return found[-1].value if found else "print" if first == "print" else ""


def _day(message: Message, span: Span) -> str:
    days = [
        one
        for kind in ("date", "bare_day", "trip_day", "day_asked")
        for one in message.spans(kind, span.i, span.j)
    ]
    said = message.quote(days[0].i, max(one.j for one in days if one.i == days[0].i)) if days else ""
    return "" if said.casefold() in _SOON else said.casefold().removeprefix("on ")


_ARGUMENTS: dict[str, Callable[[Message, Span], str]] = {
    "export": _file,
    "agenda": _day,
    "next": lambda message, _span: message.tokens.text.strip(),
}


# --- Where ------------------------------------------------------------------------------------------


def _cities(context: Context) -> list[str]:
    """Of the facts and of the plan."""
    named = [place.name for place in context.facts.destinations]
    return list(dict.fromkeys([*named, *(day.city for day in (context.plan.days if context.plan else []))]))


def _named(message: Message, rest: list[int], context: Context) -> str | None:
    """The city that the words left over name: "" for none, "all", None where they are something else."""
    words = [message.tokens[at] for at in rest if message.tokens[at].norm not in _JOINS]
    if not words:
        return ""
    said = " ".join(word.text for word in words)
    own = {name.casefold(): name for name in _cities(context)}
    if all(word.norm in _ALL for word in words):
        return "all"
    if city := own.get(said.casefold()):
        return city
    if all(word.text.casefold() in own for word in words):
        return "all"
    return None


def _research(message: Message, span: Span, rest: list[int], context: Context) -> str | None:
    words = set(message.tokens.norms(span.i, span.j))
    told = bool(words & {"research", "researching"})
    where = _named(message, rest, context)
    if not context.facts.destinations:
        return None
    if where is None and told and rest and message.tokens[rest[0]].capital:
        said = message.quote(rest[0], rest[-1] + 1)
        known = rest == list(range(rest[0], rest[-1] + 1)) and context.gazetteer.best_city(said)
        return said if known else None
    if where == "" and not told:
        cities = _cities(context)
        return (cities[0] if len(cities) == 1 else "") if "more" in words or "other" in words else None
    return where


def _prioritize(message: Message, span: Span, rest: list[int], context: Context) -> str | None:
    where = _named(message, rest, context)
    words = set(message.tokens.norms(span.i, span.j))
    if context.plan is None and words & {"what", "which"} and not words & {"prioritise", "prioritize"}:
        return None  # of nothing that was found
    return "" if where == "all" else where


_PLACES: dict[str, Callable[[Message, Span, list[int], Context], str | None]] = {
    "research": _research,
    "prioritize": _prioritize,
}


def asks_what_there_is(text: str) -> bool:
    """ "What is there to see in Kyoto?": what is known already answers it; "what else is there" does not."""
    message = Message(text)
    spans = [one for one in message.spans("command", 0, len(message.tokens)) if one.value == "research"]
    words = set(message.tokens.norms(0, len(message.tokens)))
    return bool(spans) and "what" in words and not words & _BESIDES


def asks_how_it_was(text: str) -> bool:
    """ "How was the trip in the end?", "which day did we like best?": asked of what was told."""
    message = Message(text)
    found = message.alone("command", 0, len(message.tokens))
    said = set(message.tokens.norms(0, len(message.tokens)))
    return bool(found) and (
        found.value == "looks_back" or (found.value == "status" and bool(_SUMS_UP & said))
    )


def fact_named(words: str) -> str:
    """The part of the facts that these words are about: "the dates"; "" for none."""
    message = Message(words)
    found = message.alone("fact_name", 0, len(message.tokens)) or message.alone(
        "undone", 0, len(message.tokens)
    )
    return found.value if found and found.value not in ("last", "change", "plan", "wrong") else ""


def fact_to_change(text: str) -> str:
    """ "The dates", "change the pace please": the part of the facts that a message names and says nothing of;
    "" for none."""
    message = Message(text)
    found = message.alone("to_change", 0, len(message.tokens))
    return found.value if found else ""


# --- Bookings ---------------------------------------------------------------------------------------

_ASKS_FOR_BOOKINGS = lexicon.words("routing", "asks_for_bookings")
_MOST_WORDS_OF_BOOKINGS = 60


def asks_of_bookings(text: str) -> bool:
    """ "Which bookings are still open?", "Is the hotel booked?"; not "I booked the hotel"."""
    message = Message(text)
    told = {span.value for span in message.chart.of("of_bookings")}
    said = [one.norm for at, one in enumerate(message.tokens.all) if at not in message.polite][:1]
    asks = _ASKS_FOR_BOOKINGS & {*message.tokens.norms(0, 1), *said}
    return len(message.tokens) <= _MOST_WORDS_OF_BOOKINGS and told == {"of"} and bool(asks)


def asks_to_book(text: str) -> bool:
    """ "Book it", "could you reserve the hotels for us?"; not "we booked the hotel"."""
    message = Message(text)
    for span in message.chart.of("to_book") if len(message.tokens) <= _MOST_WORDS_OF_BOOKINGS else ():
        start = next(one.i for one in message.clauses if one.i <= span.i < one.j)
        led = [at for at in range(start, span.i) if at not in message.polite]
        if not led or message.tokens[led[-1]].norm in _JOINS or message.tokens[span.i - 1].norm in _JOINS:
            return True
    return False


def concerns_bookings(text: str) -> bool:
    return asks_of_bookings(text) or asks_to_book(text)
