"""What many hands do to notes and lines, and what must hold after each of it, asked of the rows alone."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter

import pytest

from config import clock
from memory import brief, documents, forgetting, notes
from memory.account_file import memory_file
from memory.documents import LineEdit
from memory.files import file_of, read_file, take_in
from memory.models import DocumentLine, Note, Tombstone
from memory.models.notes import AuthorKind
from memory.search import search
from memory.switches import remembers
from memory.text import Refused, digests_of_the_same, digests_of_the_sentence
from tests.memory.dump import places_of
from tests.memory.people import option_of, turn_of
from trips.models import Member, Message, Option, Traveller, Trip
from trips.starting import start_trip

PEOPLE = ("ada", "bo")
PURGES = ("purged", "trip_forgotten", "all_forgotten")


def canary(whose: str, number: int) -> str:
    return f"qx{whose}{'vwz'[number]}kk"


class Hands:
    def __init__(self) -> None:
        self.people = {name: Traveller.objects.create_user(name, password="x") for name in PEOPLE}
        self.trips = {name: start_trip(one) for name, one in self.people.items()}
        self.rounds = {}
        for name, trip in self.trips.items():
            turn = turn_of(trip)
            self.rounds[name] = [option_of(turn, 1), option_of(turn, 2)]
        Member.objects.create(trip=self.trips["ada"], traveller=self.people["bo"], name="Bo", role="editor")
        self.files: list[tuple[str, str]] = []
        self.there: set[tuple[str, int]] = set()

    def _said(self, trip: Trip, word: str, sender: str | None = None) -> Message:
        last = trip.messages.order_by("position").last()
        message = Message.objects.create(
            trip=trip, position=last.position + 1 if last else 1, author="traveller",
            text=f"I collect {word} stamps, you know.", by_owner=sender is None,
            sender=self.people[sender] if sender else trip.owner,
        )  # fmt: skip
        Message.objects.filter(pk=message.pk).update(created=clock.now())
        message.refresh_from_db()
        return message

    def _row(self, person: str, index: int, lines: bool = True) -> Note | DocumentLine | None:
        owner = self.people[person]
        rows: list = [*Note.objects.filter(owner=owner).order_by("pk")]
        if lines:
            rows += DocumentLine.objects.filter(document__owner=owner).order_by("pk")
        return rows[index % len(rows)] if rows else None

    # --- Steps ---

    def noted(self, person: str, number: int, agent: str, pinned: bool, words: bool) -> None:
        trip, word = self._trip(person), canary(person, number)
        message = self._said(trip, word) if words else None
        notes.write(
            owner=trip.owner, trip=trip, agent=agent, author=AuthorKind.AGENT, pinned=pinned,
            text=f"The traveller collects {word} stamps.", message=message,
            quote=f"I collect {word} stamps" if words else "",
        )  # fmt: skip

    def drafted(self, person: str, number: int, agent: str, option: int) -> None:
        trip = self._trip(person)
        notes.write(
            owner=trip.owner, trip=trip, agent=agent, author=AuthorKind.AGENT,
            text=f"The traveller collects {canary(person, number)} stamps.",
            option=self.rounds[person][option],
        )  # fmt: skip

    def chosen(self, person: str, option: int) -> None:
        selected = self.rounds[person][option]
        Option.objects.filter(turn=selected.turn).update(state=Option.State.KEPT)
        Option.objects.filter(pk=selected.pk).update(state=Option.State.SELECTED)
        notes.options_settled(self._trip(person), selected)

    def lined(self, person: str, number: int, words: bool, replaces: int | None) -> None:
        trip, word = self._trip(person), canary(person, number)
        message = self._said(trip, word) if words else None
        old = self._row(person, replaces) if replaces is not None else None
        text, quote = f"Collects {word} stamps.", f"I collect {word} stamps" if words else ""
        edit = LineEdit("add", text, quote=quote)
        if isinstance(old, DocumentLine):
            edit = LineEdit("replace", text, old.pk, quote=quote)
        documents.edit_lines(
            trip.owner,
            "preferences",
            [edit],
            author=AuthorKind.AGENT,
            by="curator",
            message=message,
            trip=trip,
        )

    def fellow(self, number: int, agent: str) -> None:
        """Bo says it on Ada's trip."""
        trip, word = self._trip("ada"), canary("fellow", number)
        message = self._said(trip, word, sender="bo")
        notes.write(
            owner=trip.owner, trip=trip, agent=agent, author=AuthorKind.AGENT, pinned=True, message=message,
            text=f"A fellow traveller collects {word} stamps.", quote=f"I collect {word} stamps",
        )  # fmt: skip

    def corrected(self, person: str, index: int, number: int) -> None:
        row, text = self._row(person, index), f"They collect {canary(person, number)} stamps."
        if isinstance(row, Note):
            notes.edit(row, by=self.people[person], text=text)
        elif row is not None:
            documents.edit_lines(
                self.people[person], row.document.namespace, [LineEdit("replace", text, row.pk)],
                author=AuthorKind.TRAVELLER, by=self.people[person],
            )  # fmt: skip

    def superseded(self, person: str, index: int, number: int) -> None:
        if (row := self._row(person, index, lines=False)) is not None:
            notes.supersede(row, f"The traveller collects {canary(person, number)} stamps.", by="traveller")

    def merged(self, person: str, one: int, other: int) -> None:
        first, second = self._row(person, one, lines=False), self._row(person, other, lines=False)
        if first is not None and second is not None:
            notes.merge([first], second, "staff")

    def accepted(self, person: str, index: int) -> None:
        if (row := self._row(person, index)) is not None:
            (notes.accept if isinstance(row, Note) else documents.accept_line)(row, self.people[person])

    def retired(self, person: str, index: int) -> None:
        row = self._row(person, index)
        if isinstance(row, Note):
            notes.retire(row, self.people[person])
        elif row is not None:
            documents.edit_lines(
                self.people[person], row.document.namespace, [LineEdit("retire", line=row.pk)],
                author=AuthorKind.TRAVELLER, by="traveller",
            )  # fmt: skip

    def pinned(self, person: str, index: int) -> None:
        if (row := self._row(person, index, lines=False)) is not None:
            notes.edit(row, by=self.people[person], pinned=not row.pinned)

    def shared(self, person: str, index: int) -> None:
        if (row := self._row(person, index, lines=False)) is not None:
            notes.edit(row, by="staff", shared=not row.shared)

    def forgotten(self, person: str, index: int) -> None:
        if (row := self._row(person, index)) is None:
            return
        with pytest.raises(Refused):
            forgetting.forget(row, self.people[PEOPLE[1 - PEOPLE.index(person)]])
        forgetting.forget(row, self.people[person])

    def undone(self, person: str, index: int) -> None:
        if (row := self._row(person, index)) is not None:
            forgetting.undo(row)

    def own(self, person: str, number: int, agent: str) -> None:
        trip = self._trip(person)
        _text, version = documents.own_text(trip, agent)
        documents.rewrite_own(trip, agent, f"They like {canary(person, number)}.", version=version)

    def exported(self, person: str, agent: str) -> None:
        self.files.append((agent, file_of(self._trip(person), agent)))

    def imported(self, person: str, index: int) -> None:
        """Only what was exported of this trip: another's sentences would be this one's by right."""
        mine = [one for one in self.files if canary(PEOPLE[1 - PEOPLE.index(person)], 0)[:5] not in one[1]]
        if mine:
            agent, text = mine[index % len(mine)]
            trip = self._trip(person)
            closed = self._closed(trip, agent)
            take_in(trip, agent, read_file(text), by="staff")
            assert closed <= self._closed(trip, agent), "resurrected by a file"

    def _closed(self, trip: Trip, agent: str) -> set[str]:
        """The sentences of the trip's agent that stood and stand no more."""
        rows = Note.objects.filter(trip=trip, agent=agent)
        standing = set(rows.filter(status__in=Note.STANDING).values_list("text", flat=True))
        return set(rows.exclude(status__in=Note.STANDING).values_list("text", flat=True)) - standing

    def switched(self, person: str, of_the_trip: bool, on: bool) -> None:
        if of_the_trip:
            Trip.objects.filter(pk=self.trips[person].pk).update(remember=on)
        else:
            Traveller.objects.filter(pk=self.people[person].pk).update(remember=on)

    def waited(self, days: int) -> None:
        clock.set_now(clock.now() + dt.timedelta(days=days))

    def purged(self) -> None:
        forgetting.purge(clock.now())

    def trip_forgotten(self, person: str) -> None:
        forgetting.forget_trip(self._trip(person))

    def all_forgotten(self, person: str) -> None:
        forgetting.forget_traveller(self.people[person])

    def _trip(self, person: str) -> Trip:
        return Trip.objects.get(pk=self.trips[person].pk)

    # --- What must hold ---

    def check(self, step: str) -> None:
        self._nothing_stands_twice()
        self._nothing_buried_stands()
        now = self._keys()
        if step not in PURGES:
            assert self.there <= now, "lost"
        self.there = now
        for name, owner in self.people.items():
            self._is_told_only_what_stands(name, owner)

    def _keys(self) -> set[tuple[str, int]]:
        notes_there = {("note", pk) for pk in Note.objects.values_list("pk", flat=True)}
        return notes_there | {("line", pk) for pk in DocumentLine.objects.values_list("pk", flat=True)}

    def _nothing_stands_twice(self) -> None:
        said: Counter = Counter()
        for row in Note.objects.filter(status__in=Note.STANDING):
            said[("note", row.owner_id, row.scope, *sorted(digests_of_the_same(row.text)))] += 1
        for line in DocumentLine.objects.filter(status__in=documents.STANDING):
            said[("line", line.document_id, *sorted(digests_of_the_same(line.text)))] += 1
        assert not [key for key, count in said.items() if count > 1], "doubled"

    def _nothing_buried_stands(self) -> None:
        buried = set(Tombstone.objects.values_list("owner", "hash"))
        for row in Note.objects.filter(status__in=Note.STANDING):
            assert not {(row.owner_id, one) for one in digests_of_the_sentence(row.text)} & buried, row.text
        for line in DocumentLine.objects.filter(status__in=documents.STANDING):
            owner = line.document.owner_id
            assert not {(owner, one) for one in digests_of_the_sentence(line.text)} & buried, line.text

    def _is_told_only_what_stands(self, name: str, owner: Traveller) -> None:
        owner = Traveller.objects.get(pk=owner.pk)
        trip = self._trip(name)
        told = "\n".join(brief.brief_for(trip, agent).text for agent in ("research", "planner", "cost"))
        told += brief.traveller_zone(owner, trip=trip).text
        file = json.dumps(memory_file(owner, now=clock.now()))
        others = [canary(other, n) for other in PEOPLE for n in range(3) if other != name]
        others += [canary("fellow", n) for n in range(3)] if name != "ada" else []
        for word in others:
            assert word not in told and word not in file, "somebody else's"
            assert not search(owner, word), "somebody else's"
        active = {
            *Note.objects.filter(owner=owner, status="active").values_list("text", flat=True),
            *DocumentLine.objects.filter(document__owner=owner, status="active").values_list(
                "text", flat=True
            ),
        }
        for word in (canary(name, n) for n in range(3)):
            stands = any(word in text for text in active)
            assert word not in told or (stands and remembers(owner, trip)), "told though it does not stand"
            if not stands:
                assert not {hit.kind for hit in search(owner, word)} & {"note", "line"}

    def check_purged(self) -> None:
        """What no row and no message says any more is nowhere but in messages, and in what an agent wrote for
        itself since."""
        allowed = {("trips_message", "text"), ("memory_document", "text"), ("memory_documentversion", "text")}
        for name, owner in self.people.items():
            for word in (canary(name, n) for n in range(3)):
                kept = (
                    Note.objects.filter(owner=owner, text__contains=word),
                    Note.history.filter(owner=owner, text__contains=word),
                    DocumentLine.objects.filter(document__owner=owner, text__contains=word),
                    Message.objects.filter(text__contains=word, silence=None),
                )
                if not any(rows.exists() for rows in kept):
                    assert places_of(word) <= allowed, places_of(word)
