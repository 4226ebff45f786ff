"""What a report wants otherwise in the days that follow: "please no more markets", "we want to rest then".

Each wish is a value; what it changes is worked out elsewhere (`granting`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits.things import KINDS, singular
from trips.reading.reports.judge import Judge
from trips.reading.reports.message import Message

_LONGEST_QUOTE = 120


@dataclass(frozen=True)
class Wish:
    """`quote`: their words; `words`: with what "them" means. `kinds`: what is wanted (light, rest …: the
    lexicon's rows of `wanted`); `amount` (less, fewer, more) of `thing`; `hour`: from when on; `onwards`: to
    the end of the day; `dates`: the days named. `plainly`: passing it over would be wrong; `pieces`: the
    wishes of a row of them, each alone."""

    quote: str
    words: str
    kinds: frozenset[str] = frozenset()
    amount: str = ""
    thing: str = ""
    hour: dt.time | None = None
    onwards: bool = False
    stops: bool = False
    dates: tuple[dt.date, ...] = ()
    plainly: bool = False
    pieces: tuple[Wish, ...] = ()


def read_wishes(text: str, today: dt.date) -> list[Wish]:
    """In their order. `today`: where the travellers are."""
    message = Message(text, today)
    abouts = dict(_abouts(message))
    found: list[Wish] = []
    run: list[Clause] = []
    for part in [*message.parts, None]:
        if run and (part is None or part.end != run[0].end or not _wishes(message, part, abouts)):
            found.append(_row(message, run, abouts))
            run = []
        if part is not None and _wishes(message, part, abouts):
            run.append(part)
    return found


def kinds_in(thing: str) -> set[str]:
    """Its words for kinds of sights, in the singular."""
    return {singular(word) for word in re.findall(r"[^\W\d_]+", thing.casefold())} & set(KINDS)


def _abouts(message: Message) -> Iterator[tuple[int, str]]:
    """What was talked of before each part: what "them" means in it."""
    about = ""
    for part in message.parts:
        yield part.i, about
        about = Judge(message, part, about).judge().about or about


def _wishes(message: Message, part: Clause, abouts: dict[int, str]) -> bool:
    if _is_plain(message, part, abouts):
        return True
    ahead = [span for span in message.spans(part, "date", "bare_day") if _is_later(message, span)]
    return bool(ahead) and not message.spans(part, "ahead", "over") and not part.has("supposed")


def _is_later(message: Message, span: Span) -> bool:
    day = span.value.on(message.today)
    return day is not None and day > message.today and span.kind == "date"


def _is_plain(message: Message, part: Clause, abouts: dict[int, str]) -> bool:
    """Plainly a wish for what follows."""
    if message.spans(part, "no_wish") or {"please"} >= set(
        filter(str.isalpha, message.tokens.norms(part.i, part.j))
    ):
        return False
    asks = [span for span in message.spans(part, "wish") if span.value == "asks" or span.i <= part.head]
    return bool(asks) or _is_of_a_kind(message, part, abouts)


def _is_of_a_kind(message: Message, part: Clause, abouts: dict[int, str]) -> bool:
    """ "No more raw fish", "enough of those temples": without a verb it is a wish only of things that a plan
    can have."""
    first = next((span for span in message.spans(part, "much") if span.i <= part.head), None)
    if first is None or message.spans(part, "copula", "had", "went") or message.spans(part, "than"):
        return False
    thing = _thing(message, part, first, abouts)
    no_more = message.tokens.norms(first.i, first.j) == ["no", "more"]
    return bool(kinds_in(thing)) or (no_more and not message.spans(part, "not_planned"))


def _row(message: Message, run: Sequence[Clause], abouts: dict[int, str]) -> Wish:
    whole = replace(run[0], j=run[-1].j)
    wish = _wish(message, whole, abouts)
    plainly = any(_is_plain(message, part, abouts) for part in run)
    pieces = tuple(_row(message, [part], abouts) for part in run) if len(run) > 1 else ()
    return replace(wish, plainly=plainly, pieces=pieces)


def _wish(message: Message, part: Clause, abouts: dict[int, str]) -> Wish:
    amount = next(iter(message.spans(part, "much")), None)
    words = message.quote(part.i, part.j).strip(" ,;.!?\n")
    if (them := next(iter(message.spans(part, "them")), None)) and (about := _about(part, abouts)):
        words = words.replace(
            message.tokens.quote(them.i, them.j), f"{message.tokens.quote(them.i, them.i + 1)} {about}"
        )
    days = (span.value.on(message.today) for span in message.spans(part, "date", "bare_day"))
    onwards = {span.value for span in message.spans(part, "onwards")}
    return Wish(
        quote=message.quote(part.i, part.j).strip(" ,;.!?\n")[:_LONGEST_QUOTE],
        words=words,
        kinds=frozenset(span.value for span in message.spans(part, "wanted")),
        amount=amount.value if amount else "",
        thing=_thing(message, part, amount, abouts) if amount else "",
        hour=_hour(message, part),
        onwards="from" in onwards,
        stops="stop" in onwards,
        dates=tuple(day for day in days if day and day > message.today),
    )


def _about(part: Clause, abouts: dict[int, str]) -> str:
    return abouts.get(part.i, "")


def _thing(message: Message, part: Clause, amount: Span, abouts: dict[int, str]) -> str:
    """What more or less is wished of."""
    if message.spans(part, "them"):
        return _about(part, abouts)
    end = next((at for at in range(amount.j, part.j) if message.tokens[at].norm in ",.;!?"), part.j)
    return next(iter(message.names(amount.j, end)), "")


def _hour(message: Message, part: Clause) -> dt.time | None:
    hour = Judge(message, part).hour()
    if hour is None and message.spans(part, "then"):
        hours = [span for span in message.chart.of("hour") if span.j <= part.i]
        return hours[-1].value if hours else None
    return hour
