"""/memory: the first of what is remembered, and its page; off, all of it, and back again, as the words "
"say."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from agents.commands.registry import Command, register
from agents.commands.remember import NOT_YOURS, owner_speaks
from agents.outcome import Outcome, plain_answer
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from memory import forgetting, kept
from memory.models import DocumentLine, Note
from memory.snippets import snippet
from memory.switches import remembers
from memory.text import Refused
from memory.visibility import today_of
from trips.models import Message, Traveller, Trip, Turn
from trips.reading.routing.memory_orders import is_everything, switch_in

FIRST = 5  # sentences that the answer itself tells
_SHOWN = 160  # characters of each
PAGE = "What we remember"
THERE = "There you correct, pin, share or forget it, and switch remembering off."
OFF = (
    "The switch is on the page of what is remembered, for all your trips or for one: words alone do not "
    "turn it. "
    "While it is off nothing is learnt and no agent is told anything of you; what is kept stays, unread, "
    "until "
    "you forget it."
)
IS_OFF = "Remembering is switched off: nothing is learnt, and no agent is told any of it."
ALL = (
    "Nothing is deleted by these words alone: {count} kept. Forget line by line on the page, or name here "
    "what is to "
    "go, as “forget that I like museums”. To keep any more from being learnt, switch remembering off there."
)
READ_ALONG = (
    "Others read along in this trip, so I name nothing of it here: everything that is remembered is on one "
    "page of "
    "your own, each line with its source."
)
NOTHING = "I remember nothing of you yet."
OVER = "What I remember of you was for days that are over."
NOTHING_BACK = "There is nothing forgotten that could come back."


@dataclass(frozen=True)
class BringsBack:
    """The newest forgetting is undone: everything that went with it."""

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        row = _forgotten_last(trip.owner)
        if row is None:
            return NOTHING_BACK
        try:
            forgetting.undo(row)
        except Refused as refused:
            return str(refused)
        return ""


async def _memory(thinking: Thinking, argument: str) -> Outcome:
    said = thinking.view.message
    asked = argument if said.lstrip().startswith("/") or not said else said
    return await in_database(_answered, thinking, asked)


def _answered(thinking: Thinking, asked: str) -> Outcome:
    trip, by_owner = owner_speaks(thinking.view)
    page = f"{reverse('memory')}?trip={trip.uuid}"
    if not by_owner:
        reply = f"Everything that is remembered is on one page, each line with its source. {THERE}"
        return _answer(NOT_YOURS if _wants_back(thinking, asked) else reply, page)
    if _wants_back(thinking, asked):
        return _back(trip)
    if switch_in(asked) == "off" or asked.strip().casefold() == "off":
        return _answer(
            OFF if remembers(trip.owner, trip) else f"{IS_OFF} What is kept stays until you forget it.", page
        )
    rows, count = _first(trip)
    if switch_in(asked) == "forget_me" or is_everything(asked.removeprefix("forget ")):
        return _answer(ALL.format(count=_counted(count)) if count else NOTHING, reverse("memory"))
    if rows and trip.members.count() > 1:
        return _answer(f"{READ_ALONG} {THERE}", page)
    lines = "\n".join(f"- {_told(row)}" for row in rows)
    more = f"\n\nAnd {count - len(rows)} more." if count > len(rows) else ""
    nothing = OVER if count else NOTHING
    told = f"This is what I remember of you:\n\n{lines}{more}" if rows else nothing
    off = "" if remembers(trip.owner, trip) else f" {IS_OFF}"
    return _answer(f"{told}\n\nEverything is on one page, each line with its source. {THERE}{off}", page)


def _wants_back(thinking: Thinking, asked: str) -> bool:
    return switch_in(asked, forgot=thinking.view.forgot) == "back" or asked.strip().casefold() == "undo"


def _back(trip: Trip) -> Outcome:
    row = _forgotten_last(trip.owner)
    if row is None:
        return _answer(NOTHING_BACK, f"{reverse('memory')}?state=forgotten")
    together = [one for one in _forgotten(trip.owner) if one.closed == row.closed]
    told = " ".join(dict.fromkeys(f"“{_told(one).strip('“”.')}”" for one in together))
    outcome = _answer(f"Remembered again: {told}.", reverse("memory"))
    outcome.effects = [BringsBack()]
    return outcome


def _first(trip: Trip) -> tuple[list[Note | DocumentLine], int]:
    """What stands and is not over: pinned notes, then lines of the documents, then other notes, each the
    newest first; and how many there are, with those whose days are over."""
    notes = kept.notes_of(trip.owner).filter(status__in=kept.STATES["standing"])
    lines = kept.lines_of(trip.owner).filter(status__in=kept.STATES["standing"])
    hold = notes.exclude(valid_to__lt=today_of(trip)).order_by("-created", "-pk")
    rows: list[Note | DocumentLine] = list(hold.filter(pinned=True)[:FIRST])
    rows += lines.order_by("-since", "-pk")[:FIRST]
    rows += hold.filter(pinned=False)[:FIRST]
    return rows[:FIRST], notes.count() + lines.count()


def _forgotten(owner: Traveller) -> list[Note | DocumentLine]:
    return [
        *kept.notes_of(owner).filter(status="forgotten"),
        *kept.lines_of(owner).filter(status="forgotten"),
    ]


def _forgotten_last(owner: Traveller) -> Note | DocumentLine | None:
    rows = [one for one in kept.kept(_forgotten(owner)) if one.may_come_back]
    return max((one.row for one in rows), key=lambda row: row.closed, default=None)


def _told(row: Note | DocumentLine) -> str:
    """Cut at a word; what was said keeps both of its quotation marks."""
    words = kept.Kept(row).words
    told = snippet(words, (), _SHOWN)
    return f"{told}”" if words.endswith("”") and not told.endswith("”") else told


def _counted(count: int) -> str:
    return "1 remembered sentence is" if count == 1 else f"{count} remembered sentences are"


def _answer(sentence: str, address: str) -> Outcome:
    return plain_answer(sentence, links=[(PAGE, address)])


register(
    Command(
        "memory",
        "/memory",
        "what is remembered of you and this trip",
        _memory,
        words=("What was learnt about me?", "{}"),
    )
)
