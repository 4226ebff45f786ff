"""/forget: what is remembered, and what was only said; in words or as a line."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote_plus

from django.urls import reverse

from agents import planning
from agents.commands.registry import Command, register
from agents.commands.remember import NOT_YOURS, WHAT, owner_speaks
from agents.offline.words import welcome
from agents.outcome import Outcome, plain_answer
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from memory import fitting, forgetting, unlearnt
from memory.models import DocumentLine, Note
from memory.text import Refused
from trips.catalogue.names import words as words_of
from trips.facts import apply_changes
from trips.models import Message, Trip, Turn
from trips.reading import understand
from trips.reading.routing.memory_orders import (
    Forgetting,
    forgetting_in,
    is_everything,
    split,
    thing_in,
    things_named,
    without_lead,
)
from trips.schemas import Change, TripFacts

MANY = 3  # more sentences than this are not forgotten at one word
_SHOWN = 160  # characters of a sentence in the answer
PAGE = "What we remember"
EVERYTHING = (
    "Nothing is forgotten at one word for all of it: the page forgets it line by line or all at once, or "
    "name what is to go. There you can switch remembering off, too."
)
UNKNOWN = (
    "I remember nothing that says “{what}” beyond this trip. What you said of it stays in this conversation, "
    "and nothing is learnt from it."
)
FORGOTTEN = (
    "Forgotten: {what}. No agent reads it any more, and nothing is learnt from what said it. You can undo it "
    "for {days} days on the page of what is remembered, or by “bring back what you forgot”."
)
SAYS_MORE = "{what} says more than that, so it stays: correct or forget it on the page of what is remembered."
TOO_MANY = (
    "{count} remembered sentences fit, among them {some} Nothing is forgotten yet: be more exact, or pick "
    "them on the page."
)
FACTS_STAY = "What the facts of this trip say stays in force until you change that."

Row = Note | DocumentLine


@dataclass(frozen=True)
class Forgets:
    """Notes and lines by their keys, which can be undone for some days. Whether there are any or not: nothing
    is learnt from what says `words`."""

    notes: tuple[int, ...]
    lines: tuple[int, ...]
    words: tuple[str, ...] = ()

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        rows = [*Note.objects.filter(pk__in=self.notes), *DocumentLine.objects.filter(pk__in=self.lines)]
        try:
            forgetting.forget_together(rows, trip.owner)
        except Refused as refused:
            return str(refused)
        for words in self.words if message is not None else ():
            stood = any(fitting.says(row.text, fitting.telling(words)) for row in rows)
            unlearnt.let_go(trip.owner, message, words, for_good=not stood)
        return ""


async def _forget(thinking: Thinking, argument: str) -> Outcome:
    view = thinking.view
    asked, rest = _asked(thinking, argument)
    if len(asked) < 2:
        return plain_answer(WHAT.format(verb="forget", example="that I like museums"))
    trip, by_owner = await in_database(owner_speaks, view)
    if not by_owner:
        return plain_answer(NOT_YOURS)
    if is_everything(asked):
        return plain_answer(EVERYTHING, links=[(PAGE, reverse("memory"))])
    found, things = await in_database(_found, trip, asked)
    if len(found) > MANY and len(things) == 1:
        found = _closest(found, asked)
    if len(found) > MANY:
        return plain_answer(TOO_MANY.format(count=len(found), some=_quoted(found[:MANY])), links=_page(asked))
    longer = [row for row in found if _says_more(row, things)]
    gone = [row for row in found if row not in longer]
    changes, also = await planning.computed(_also, view, rest)
    told = [FORGOTTEN.format(what=_quoted(gone), days=forgetting.undo_days().days)] if gone else []
    told += [SAYS_MORE.format(what=_quoted(longer))] if longer else []
    forgets = Forgets(
        tuple(row.pk for row in gone if isinstance(row, Note)),
        tuple(row.pk for row in gone if isinstance(row, DocumentLine)),
        things,
    )
    stays = "" if view.facts == TripFacts() else FACTS_STAY
    unknown = UNKNOWN.format(what=" and ".join(things)[:120])
    return Outcome(
        mode="ANSWER",
        reply=" ".join(filter(None, [*(told or [unknown]), stays, also])),
        changes=changes,
        effects=[forgets] if gone or not longer else [],
        links=[(PAGE, f"{reverse('memory')}?state=forgotten")] if gone else _page(asked),
        next_step="Go on with the trip.",
    )


def _asked(thinking: Thinking, argument: str) -> tuple[str, str]:
    """What is to be forgotten, and what else the message wishes. In words the message says it itself; what a
    language model makes of the rest it has told already."""
    message = thinking.view.message
    asked: Forgetting | None = None
    if not message.lstrip().startswith("/"):
        asked = forgetting_in(message) or thing_in(message)
    if asked is not None and thinking.mind.name == "offline":
        return without_lead(asked.what), asked.rest_of(message)
    what, rest = split(without_lead(argument))
    return without_lead(what), rest if asked is None else ""


def _found(trip: Trip, asked: str) -> tuple[list[Row], tuple[str, ...]]:
    """What is meant, and by which words: several things where no sentence says them all."""
    found = fitting.standing(trip.owner, asked)
    parts = things_named(asked)
    if found or len(parts) < 2 or not all(fitting.telling(part) for part in parts):
        return found, (asked,)
    by_key = {(type(row), row.pk): row for part in parts for row in fitting.standing(trip.owner, part)}
    return (list(by_key.values()), tuple(parts)) if by_key else ([], (asked,))


def _says_more(row: Row, things: tuple[str, ...]) -> bool:
    """Does this sentence of theirs say something else as well? Words forget no half of it."""
    wanted = [fitting.telling(words) for words in things]
    meant = next((one for one in wanted if fitting.says(row.text, one)), None)
    if meant is None or not fitting.travellers(row):
        return False
    return fitting.says_more(row.text, wanted)


def _closest(found: list, asked: str) -> list:
    """Of many those that say little else."""
    wanted = fitting.telling(asked)
    return [row for row in found if fitting.telling(fitting.bare(row.text)) == wanted] or found


def _quoted(rows: list[Row]) -> str:
    return " ".join(dict.fromkeys(f"“{fitting.bare(row.text)[:_SHOWN].rstrip('. ')}”" for row in rows))


def _also(view: TripView, rest: str) -> tuple[list[Change], str]:
    """The second wish of the message, and what is said of it."""
    if not rest:
        return [], ""
    read = understand(rest, today=view.today, gazetteer=view.gazetteer, facts=view.facts)
    after = apply_changes(view.facts, read.changes, today=view.today, gazetteer=view.gazetteer)
    problems = " ".join([*read.problems, *after.problems])
    if after.facts == view.facts:
        return [], f"{problems} “{rest[:120]}” I did not carry out: say that once more by itself.".strip()
    return list(read.changes), f"{welcome(view.facts, after.facts)}{problems}".strip()


def _page(asked: str) -> list[tuple[str, str]]:
    return [(PAGE, f"{reverse('memory')}?q={quote_plus(' '.join(words_of(asked)[:8]))}")]


register(Command("forget", "/forget TEXT", "let go of something that is remembered", _forget))
