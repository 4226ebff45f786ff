"""The steps that change both the database and the book of what should be remembered beside it."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory import brief, forgetting, notes
from memory.models import Note, SilentMessage, Summary, Tombstone
from memory.models.notes import AuthorKind
from memory.search import search
from memory.summary import written
from memory.text import Refused, digest
from memory.visibility import readable
from tests.memory.book import MESSAGES, PEOPLE, SENTENCES, Book, Entry, as_kept, canary, sentence
from tests.memory.dump import places_of
from tests.memory.people import option_of, said, turn_of
from trips.models import Message, Option, Traveller
from trips.starting import start_trip


class World:
    def __init__(self) -> None:
        people = {name: Traveller.objects.create_user(name, password="x") for name in PEOPLE}
        self.book = Book(people, {name: start_trip(person) for name, person in people.items()})
        for name, trip in self.book.trips.items():
            turn = turn_of(trip)
            self.book.rounds[name] = [option_of(turn, 1), option_of(turn, 2)]

    # --- Steps: what is done, and what should have come of it ---

    def draft(self, person: str, number: int, agent: str, option: int, replace: int | None) -> None:
        self.write(person, number, agent, False, False, replace, option)

    def write(
        self, person: str, number: int, agent: str, pinned: bool, words: bool, replace: int | None,
        option: int | None = None,
    ) -> None:  # fmt: skip
        book, trip = self.book, self.book.trips[person]
        text = as_kept(person, number, words)
        message = said(trip, f"I collect {canary(person, number)} stamps, you know.") if words else None
        if message:
            Message.objects.filter(pk=message.pk).update(created=clock.now())
            message.refresh_from_db()
        mine = book.of(person)
        old = mine[replace % len(mine)] if replace is not None and mine else None
        known = Note.objects.filter(pk=old).first()
        heir = self._heir(old)
        scope = (person, agent, option)
        result = notes.write(
            owner=trip.owner, trip=trip, agent=agent, author=AuthorKind.AGENT, text=text, pinned=pinned,
            message=message, quote=f"I collect {canary(person, number)} stamps" if words else "",
            supersedes=known, option=None if option is None else book.rounds[person][option],
        )  # fmt: skip
        twin = self._standing(scope, number)
        replaces = book.entries[heir] if heir is not None else None
        row = Note.objects.filter(pk=twin or heir or 0).first()
        if (person, number) in book.buried:
            assert result.outcome == "refused"
            return
        durable = pinned
        if replaces is not None:
            old_row = Note.objects.get(pk=heir)
            durable = durable or old_row.pinned or bool(old_row.quote) or replaces.scope[1] != agent
        durable = durable or (twin is not None and book.entries[twin].status == "proposed")
        doubt = durable and not words
        if twin is not None:
            assert result.note is not None and result.note.pk == twin, (result, row)
            if not doubt:
                book.entries[twin].status = "active"
                self._replace(twin, heir)
            return
        closed = [one.closed for one in book.entries.values() if (one.scope, one.number) == (scope, number)]
        if closed and not (words and message.created > max(closed)):
            assert result.outcome == "refused", result
            return
        assert result.note is not None and result.note.pk not in book.entries, result
        status = "proposed" if doubt else "active"
        entry = Entry(person, number, scope, status, replaces=heir, option=option, words=words)
        book.entries[result.note.pk] = entry
        if not doubt:
            self._replace(result.note.pk, heir)

    def _replace(self, newer: int, older: int | None) -> None:
        if older is not None and older != newer:
            if not self.book.draft(newer, older):
                self._close(older, "superseded", newer)
            tail = self.book.chain(newer)[-1]
            if older not in self.book.chain(newer):
                self.book.entries[tail].replaces = older

    def _heir(self, pk: int | None) -> int | None:
        book, seen = self.book, set()
        while pk is not None and book.entries[pk].status == "superseded" and pk not in seen:
            seen.add(pk)
            newer = [
                key
                for key, one in book.entries.items()
                if one.replaces == pk and one.status != "proposed" and not book.draft(key, pk)
            ]
            pk = max(newer, default=None)
        return pk if pk is not None and book.entries[pk].status in ("active", "proposed") else None

    def _standing(self, scope: tuple, number: int) -> int | None:
        for pk, one in self.book.entries.items():
            if (one.scope, one.number) == (scope, number) and one.status in ("active", "proposed"):
                return pk
        return None

    def _close(self, pk: int, status: str, by: int | None = None) -> None:
        one = self.book.entries[pk]
        one.before, one.status = one.status, status
        if status != "forgotten":
            one.by, one.not_chosen, one.stood = by, False, one.before
        one.closed = Note.objects.get(pk=pk).closed

    def _chosen(self, person: str, index: int) -> int | None:
        mine = self.book.of(person)
        return mine[index % len(mine)] if mine else None

    def pin(self, person: str, index: int) -> None:
        if (pk := self._chosen(person, index)) is None:
            return
        note = Note.objects.get(pk=pk)
        if self.book.entries[pk].status in ("active", "proposed"):
            notes.edit(note, by=self.book.people[person], pinned=not note.pinned)
        else:
            with pytest.raises(Refused):
                notes.edit(note, by=self.book.people[person], pinned=True)

    def accept(self, person: str, index: int) -> None:
        pk = self._chosen(person, index)
        if pk is None or self.book.entries[pk].status != "proposed":
            return
        heir = self._heir(self.book.entries[pk].replaces)
        notes.accept(Note.objects.get(pk=pk), self.book.people[person])
        self.book.entries[pk].status = "active"
        self._replace(pk, heir)

    def retire(self, person: str, index: int) -> None:
        pk = self._chosen(person, index)
        if pk is None or self.book.entries[pk].status not in ("active", "proposed"):
            return
        notes.retire(Note.objects.get(pk=pk), "traveller")
        self._close(pk, "retired")

    def choose(self, person: str, option: int) -> None:
        """One of the round's options is the plan: its notes stand, the other's don't."""
        book, chosen = self.book, self.book.rounds[person][option]
        Option.objects.filter(turn=chosen.turn).update(state=Option.State.KEPT)
        Option.objects.filter(pk=chosen.pk).update(state=Option.State.SELECTED)
        notes.options_settled(chosen.trip, chosen)
        book.chosen[person] = option
        self._settle(person)

    def _settle(self, person: str) -> None:
        book = self.book
        option = book.chosen.get(person)
        drafts = [pk for pk in sorted(book.of(person)) if book.entries[pk].option is not None]
        if option is None:
            return
        others = [pk for pk in drafts if book.entries[pk].option != option]
        own = [pk for pk in drafts if book.entries[pk].option == option]
        for pk in others:
            if book.stands(pk):
                self._close(pk, "retired")
                book.entries[pk].not_chosen = True
        for pk in others:
            if book.entries[pk].status == "retired" and book.entries[pk].not_chosen:
                for older in book.chain(pk)[1:]:
                    same = book.entries[older].option == book.entries[pk].option
                    if (
                        not same
                        and book.entries[older].status == "superseded"
                        and book.entries[older].by == pk
                    ):
                        self._reopen(older)
        for pk in own:
            if book.entries[pk].status == "retired" and book.entries[pk].not_chosen:
                self._reopen(pk)
        for pk in own:
            if book.entries[pk].status != "active":
                continue
            first = True
            for older in book.chain(pk)[1:]:
                if book.entries[older].option == option:
                    continue
                heir = self._heir(older) if first else older
                first = False
                if heir is not None and heir != pk and book.stands(heir):
                    self._replace(pk, heir)

    def _reopen(self, pk: int) -> None:
        one = self.book.entries[pk]
        if self._standing(one.scope, one.number) is None and (one.person, one.number) not in self.book.buried:
            one.status, one.closed = one.stood, None

    def forget(self, person: str, index: int) -> None:
        book = self.book
        if (pk := self._chosen(person, index)) is None or book.entries[pk].status == "forgotten":
            return
        stranger = book.people[PEOPLE[1 - PEOPLE.index(person)]]
        with pytest.raises(Refused):
            forgetting.forget(Note.objects.get(pk=pk), stranger)
        forgetting.forget(Note.objects.get(pk=pk), book.people[person])
        number = book.entries[pk].number
        same = [key for key in book.of(person) if book.entries[key].number == number]
        going = set(same)
        for key in same:
            for older in book.chain(key)[1:]:
                if book.stands(older) and older not in same:
                    break  # what is proposed, or a draft, has replaced nothing yet
                going.add(older)
        going = {key for key in going if book.entries[key].status != "forgotten"}
        book.forgettings += 1
        for key in going:
            self._close(key, "forgotten")
            book.entries[key].together = book.forgettings
        standing = {
            (one.person, one.number) for one in book.entries.values() if one.status in ("active", "proposed")
        }
        book.buried |= {(person, book.entries[key].number) for key in going} - standing

    def undo(self, person: str, index: int) -> None:
        book = self.book
        pk = self._chosen(person, index)
        if pk is None or book.entries[pk].status != "forgotten":
            return
        one = book.entries[pk]
        note = Note.objects.get(pk=pk)
        if one.closed <= clock.now() - dt.timedelta(days=7):
            with pytest.raises(Refused):
                forgetting.undo(note)
            return
        forgetting.undo(note)
        back = [key for key in book.of(person, "forgotten") if book.entries[key].together == one.together]
        for key in sorted(back):
            entry = book.entries[key]
            entry.status, entry.together = entry.before, 0
            entry.closed = None if entry.status in ("active", "proposed") else entry.closed
        option_notes = any(book.entries[key].option is not None for key in back)
        still = {(person, book.entries[key].number) for key in book.of(person, "forgotten")}
        gone = {one for one in book.purged if one[0] == person}
        book.buried -= {(person, book.entries[key].number) for key in back} - still - gone
        if option_notes:
            self._settle(person)

    def wait(self, days: int) -> None:
        clock.set_now(clock.now() + dt.timedelta(days=days))

    def purge(self) -> None:
        book = self.book
        forgetting.purge(clock.now())
        before = clock.now() - dt.timedelta(days=7)
        due = [key for key, one in book.entries.items() if one.status == "forgotten" and one.closed <= before]
        for pk in due:
            one = book.entries.pop(pk)
            book.purged.add((one.person, one.number))
        # What stood no more and said it too went with it.
        words = {
            (one.person, one.number) for one in book.entries.values() if one.status in ("active", "proposed")
        }
        for pk, one in list(book.entries.items()):
            if one.status in ("superseded", "retired") and (one.person, one.number) in book.purged - words:
                assert not Note.objects.filter(pk=pk).exists()
                del book.entries[pk]
        for one in book.entries.values():
            one.replaces = one.replaces if one.replaces in book.entries else None
            one.by = one.by if one.by in book.entries else None

    def refresh(self, person: str, agent: str) -> None:
        trip = self.book.trips[person]
        told = brief.brief_for(trip, agent)
        brief.keep_copy(trip, agent, told)
        active = {self.book.entries[pk].number for pk in self.book.of(person, "active")}
        own = {
            one.number
            for one in self.book.entries.values()
            if one.scope[:2] == (person, agent) and one.status == "active"
        }
        for number in SENTENCES:
            inside = canary(person, number) in told.text
            assert inside or number not in own, "lost"
            assert not inside or number in active, "told though it does not stand"
        for other in PEOPLE:
            assert other == person or not any(canary(other, number) in told.text for number in SENTENCES)

    def compact(self, person: str) -> None:
        trip = self.book.trips[person]
        last = trip.messages.order_by("position").last()
        if last is not None:
            Summary.objects.update_or_create(
                trip=trip, up_to=last.position,
                defaults={"text": written(trip, last.position) + last.text * (not _silent(last)),
                          "messages_removed": 1, "messages_kept": 0, "reason": "count"},
            )  # fmt: skip

    # --- What must hold ---

    def check(self) -> None:
        book = self.book
        there = {
            pk: (owner, text, status)
            for pk, owner, text, status in Note.objects.values_list("pk", "owner__username", "text", "status")
        }
        assert there == {
            pk: (one.person, as_kept(one.person, one.number, one.words), one.status)
            for pk, one in book.entries.items()
        }
        hashes = set(Tombstone.objects.values_list("owner__username", "hash"))
        assert hashes == {(person, digest(sentence(person, number))) for person, number in book.buried}
        for person, owner in book.people.items():
            shown = set(readable(owner, agent="", trip=book.trips[person]).values_list("pk", flat=True))
            assert shown == set(book.of(person, "active"))
            other = PEOPLE[1 - PEOPLE.index(person)]
            assert not readable(owner, agent="research", trip=book.trips[other]).exists()
            for number in SENTENCES:
                assert not search(owner, canary(other, number)), "somebody else's"
                hits = {hit.object_id for hit in search(owner, canary(person, number)) if hit.kind == "note"}
                own = {pk for pk in book.of(person, "active") if book.entries[pk].number == number}
                assert hits == own

    def check_purged(self) -> None:
        """Sentences of which no row is left. Who says one anew after it was forgotten can find that message
        again; nothing else says it."""
        left = {(one.person, one.number) for one in self.book.entries.values()}
        for person, number in self.book.purged - left:
            word = canary(person, number)
            anew = self.book.trips[person].messages.filter(text__contains=word, silence=None).exists()
            of_search = {one for one in places_of(word) if one[0].startswith("memory_search")}
            assert places_of(word) - (of_search if anew else set()) <= MESSAGES
            assert {hit.kind for hit in search(self.book.people[person], word)} <= (
                {"message"} if anew else set()
            )


def _silent(message: Message) -> bool:
    return SilentMessage.objects.filter(message=message).exists()
