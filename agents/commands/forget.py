"""/forget: what is remembered, what this trip took from it, and what was only said; in words or as a line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.urls import reverse

from agents import planning
from agents.commands.registry import Command, register
from agents.commands.remember import NOT_YOURS, WHAT, owner_speaks
from agents.commands.taking_back import TakenBack, taken_back
from agents.offline.words import noted
from agents.outcome import Outcome
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from memory import documents, fitting, forgetting, notes, partly, unlearnt
from memory.documents import LineEdit
from memory.fitting import Part
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.note_rules import no_source
from memory.text import TRAVELLERS_WORDS, Refused
from trips.facts import apply_changes
from trips.models import Message, Trip, Turn
from trips.schemas import Change
from trips.understanding import understand
from trips.understanding.forget_words import Forgetting, forgetting_in, is_everything, split, thing_in

_LEAD = re.compile(
    r"^(?:(?:that|please|about|the fact that|what i said about|my words about)\s+)+", re.IGNORECASE
)
_AND = re.compile(r",?\s+and\s+(?:(?:also|that|about)\s+)*|,\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]{2,}")
MANY = 3  # more sentences than this are not forgotten at one word
_SHOWN = 160  # characters of a sentence in the answer
PAGE = "What we remember"
EVERYTHING = (
    "Nothing is forgotten at one word for all of it: forget line by line on the page, or name what is to go. "
    "There you can switch remembering off, too."
)
NEVER_LEARNT = "What you said of it stays in this conversation, and nothing is learnt from it."
STAYS = "For this trip {what} stays in force: say what it shall be instead, or change it on the board."


@dataclass(frozen=True)
class Forgets:
    """Notes and lines by their keys, which can be undone for some days; of a sentence that says more, only
    what is meant by `words`. Whether there are any or not: nothing is learnt from what says it."""

    notes: tuple[int, ...]
    lines: tuple[int, ...]
    words: tuple[str, ...] = ()

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        rows = [*Note.objects.filter(pk__in=self.notes), *DocumentLine.objects.filter(pk__in=self.lines)]
        kept = [part.text for row in rows for part in _parts(row, self.words)[1]]
        try:
            for row in rows:  # first of all: forgetting one silences the message that others rest on
                for part in _parts(row, self.words)[1]:
                    _keep(row, part)
            forgetting.forget_together(rows, trip.owner, sparing=kept)
        except Refused as refused:
            return str(refused)
        for words in self.words if message is not None else ():
            stood = any(fitting.says(row.text, fitting.telling(words)) for row in rows)
            unlearnt.let_go(trip.owner, message, words, for_good=not stood)
        return ""


def _keep(row: Note | DocumentLine, part: Part) -> None:
    """What else the sentence says stays remembered, where it was and from the same words."""
    announced = TRAVELLERS_WORDS if row.text.startswith(TRAVELLERS_WORDS) else ""
    text, quote = f"{announced}{part.text}", part.quote if row.quote else ""
    if partly.stands_again(row, text):
        return
    if row.message is not None and no_source(row.message):  # kept at the traveller's own word of today
        row.message, row.author, quote = None, AuthorKind.TRAVELLER, ""
        row.turn = None
    if isinstance(row, DocumentLine):
        by = "traveller" if row.message is None else str(row.author)
        edit = LineEdit("add", text=text, quote=quote, reason=row.reason, by_code=True)
        owner, namespace = row.document.owner, row.document.namespace
        for done in documents.edit_lines(
            owner, namespace, [edit], author=row.author, by=by, message=row.message, trip=row.trip, limit=None
        ):
            if done.outcome == "added":
                partly.mark(done.line, row)
        return
    written = notes.write(
        owner=row.owner, trip=row.trip, member=row.member, agent=row.agent if row.message else "",
        option=row.option, turn=row.turn, message=row.message, quote=quote, author=row.author, text=text,
        pinned=row.pinned, shared=row.shared, valid_from=row.valid_from, valid_to=row.valid_to,
    )  # fmt: skip
    if written.outcome == "added":
        partly.mark(written.note, row)


async def _forget(thinking: Thinking, argument: str) -> Outcome:
    view = thinking.view
    asked, rest = _asked(thinking, argument)
    if len(asked) < 2:
        return _answer(WHAT.format(verb="forget", example="that I like museums"))
    trip, by_owner = await in_database(owner_speaks, view)
    if not by_owner:
        return _answer(NOT_YOURS)
    if is_everything(asked):
        return _answer(EVERYTHING, [(PAGE, reverse("memory"))])
    found, things = await in_database(_found, trip, asked)
    if len(found) > MANY and len(things) == 1:
        found = _closest(found, asked)
    if len(found) > MANY:
        told = " ".join(f"“{fitting.bare(row.text)[:_SHOWN]}”" for row in found[:MANY])
        return _answer(
            f"{len(found)} remembered sentences fit, among them {told} Nothing is forgotten yet: be more "
            f"exact, "
            "or pick them on the page.",
            _page(asked),
        )
    facts = await planning.computed(_of_the_trip, view, things)
    changes, also = await planning.computed(_also, view, facts.changes, rest)
    reply = " ".join(filter(None, [_told_of_rows(found, things, facts), _told_of_facts(facts), also]))
    return Outcome(
        mode="ANSWER",
        reply=reply,
        changes=changes,
        effects=[
            Forgets(
                tuple(row.pk for row in found if isinstance(row, Note)),
                tuple(row.pk for row in found if isinstance(row, DocumentLine)),
                things,
            )
        ],
        links=[(PAGE, f"{reverse('memory')}?state=forgotten")] if found else _page(asked),
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
        return _LEAD.sub("", asked.what), asked.rest_of(message)
    what, rest = split(_LEAD.sub("", argument.strip()))
    return _LEAD.sub("", what), rest if asked is None else ""


def _found(trip: Trip, asked: str) -> tuple[list[Note | DocumentLine], tuple[str, ...]]:
    """What is meant, and by which words: several things where no sentence says them all."""
    found = fitting.standing(trip.owner, asked)
    parts = [_LEAD.sub("", part.strip()) for part in _AND.split(asked)]
    if found or len(parts) < 2 or not all(fitting.telling(part) for part in parts):
        return found, (asked,)
    by_key = {(type(row), row.pk): row for part in parts for row in fitting.standing(trip.owner, part)}
    return (list(by_key.values()), tuple(parts)) if by_key else ([], (asked,))


def _of_the_trip(view: TripView, things: tuple[str, ...]) -> TakenBack:
    found = [taken_back(view.facts, one, today=view.today, gazetteer=view.gazetteer) for one in things]
    changes = {(change.path, str(change.value)): change for one in found for change in one.changes}
    told = [words for one in found for words in one.told]
    return TakenBack(list(changes.values()), told, [words for one in found for words in one.stays])


def _parts(row: Note | DocumentLine, things: tuple[str, ...]) -> tuple[str, list[Part]]:
    """What of this sentence is meant, and what else it says."""
    for words in things:
        if fitting.says(row.text, wanted := fitting.telling(words)):
            meant, rest = fitting.parts_of(row.text, wanted)
            others = [fitting.telling(other) for other in things if other != words]
            rest = rest if fitting.travellers(row) else []
            return meant, [part for part in rest if not any(fitting.says(part.text, one) for one in others)]
    return fitting.bare(row.text), []


def _closest(found: list, asked: str) -> list:
    """Of many those that say little else."""
    wanted = fitting.telling(asked)
    return [row for row in found if fitting.telling(fitting.bare(row.text)) == wanted] or found


def _told_of_rows(found: list, things: tuple[str, ...], facts: TakenBack) -> str:
    if not found:
        asked = " and ".join(things)
        beyond = " beyond this trip" if facts.told or facts.stays else ""
        return f"I remember nothing that says “{asked[:120]}”{beyond}. {NEVER_LEARNT}"
    parts = [_parts(row, things) for row in found]
    gone = " ".join(dict.fromkeys(f"“{meant[:_SHOWN].rstrip('. ')}”" for meant, _rest in parts))
    kept = " ".join(dict.fromkeys(f"“{part.text[:_SHOWN]}”" for _meant, rest in parts for part in rest))
    keeps = f" The rest I go on remembering: {kept}." if kept else ""
    return (
        f"Forgotten: {gone}. No agent reads it any more, and nothing is learnt from what said it.{keeps} "
        f"You can undo "
        f"it for {forgetting.undo_days().days} days on the page of what is remembered, or by “bring back "
        f"what you "
        "forgot”."
    )


def _told_of_facts(facts: TakenBack) -> str:
    told = []
    if facts.told:
        told.append(
            f"This trip goes on without it, too: {', '.join(dict.fromkeys(facts.told))} is taken out."
        )
    if facts.stays:
        told.append(STAYS.format(what=", ".join(f"“{one}”" for one in facts.stays)))
    return " ".join(told)


def _also(view: TripView, changes: list[Change], rest: str) -> tuple[list[Change], str]:
    """With the second wish of the message, and what is said of it."""
    if not rest:
        return changes, ""
    without = apply_changes(view.facts, changes, today=view.today, gazetteer=view.gazetteer).facts
    read = understand(rest, today=view.today, gazetteer=view.gazetteer, facts=without)
    more = list(read.changes)
    after = apply_changes(without, more, today=view.today, gazetteer=view.gazetteer)
    problems = " ".join([*read.problems, *after.problems])
    if after.facts == without:
        return (
            changes,
            f"{problems} “{rest[:120]}” I did not carry out: say that once more by itself.".strip(),
        )
    return [*changes, *more], f"{noted(without, after.facts)}{problems}".strip()


def _page(asked: str) -> list[tuple[str, str]]:
    return [(PAGE, f"{reverse('memory')}?q={'+'.join(_WORD.findall(asked)[:8])}")]


def _answer(sentence: str, links: list[tuple[str, str]] | None = None) -> Outcome:
    return Outcome(mode="ANSWER", reply=sentence, links=links or [], next_step="Go on with the trip.")


register(Command("forget", "/forget TEXT", "let go of something that is remembered", _forget))
