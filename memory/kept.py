"""What is kept about one traveller, as their page shows it. Every query here begins with the owner, and
finds nothing without one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse

from config import clock
from memory.forgetting import REMOVED, may_undo, undo_days
from memory.kept_changes import Deed, deeds_of
from memory.models import DocumentLine, Note, NoteUse
from memory.second_person import to_reader
from memory.snippets import snippet
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Message, Trip
from trips.reading import understand
from trips.senders import senders_of

#: Statuses by what the page calls them. Both kinds of rows use the same words.
STATES: dict[str, tuple[str, ...]] = {
    "standing": ("active",),
    "proposed": ("proposed",),
    "old": ("superseded", "retired"),
    "forgotten": ("forgotten",),
}
NAMESPACES: dict[str, str] = {
    "profile": "Who comes along",
    "preferences": "How you travel",
    "episodes": "Your trips",
    "company": "Your company",
}
#: Characters of a sentence in the name of a button.
LABEL = 60
#: Who has another name where travellers read it than in the code.
CALLED = {"orchestrator": "Wayfare"}


@dataclass(frozen=True)
class Kept:
    """One remembered sentence with where it came from and where it was used last."""

    row: Note | DocumentLine
    last_use: NoteUse | None = None
    uses: int = 0
    said_by: str = ""  # who said what it rests on, when that was not the owner
    deed: Deed | None = None

    @property
    def kind(self) -> str:
        return "note" if isinstance(self.row, Note) else "line"

    @property
    def key(self) -> str:
        return key_of(self.row)

    @property
    def is_note(self) -> bool:
        return self.kind == "note"

    @property
    def state(self) -> str:
        return next(state for state, statuses in STATES.items() if self.row.status in statuses)

    @property
    def namespace(self) -> str:
        return "" if self.is_note else self.row.document.namespace

    @property
    def agent(self) -> str:
        return self.row.agent if self.is_note else ""

    @property
    def instead(self) -> str:
        """Of a proposal: the sentence in use whose place it would take."""
        replaced = self.row.supersedes if self.is_note else self.row.replaces
        waits = self.state == "proposed" and replaced and replaced.status in STATES["standing"]
        return to_reader(replaced.text, of_other=bool(self.about)) if waits else ""

    @property
    def about(self) -> str:
        """The companion it is about, as briefs name them."""
        member = self.row.member if self.is_note else None
        return member.name or "a companion" if member else ""

    @property
    def said(self) -> Message | None:
        return self.row.message

    @property
    def made(self):
        return self.row.created if self.is_note else self.row.since

    @property
    def fresh(self) -> bool:
        """Their own words for all trips, which nobody has read or settled yet."""
        told = not self.is_note and self.row.quote and self.row.turn_id
        return bool(told and self.state == "standing" and not self.uses and self.deed is None)

    @property
    def address(self) -> str:
        return reverse(f"remembered_{self.kind}", args=[self.row.pk])

    @property
    def version(self) -> int:
        """What a form that corrects it names: somebody else may be quicker."""
        return self.row.version if self.is_note else self.row.document.version

    @property
    def days_left(self) -> int:
        """Of a forgotten one: until it is purged; a day that has begun counts."""
        left = undo_days() - (clock.now() - (self.row.closed or clock.now()))
        return max(0, ceil(left.total_seconds() / 86_400))

    @property
    def may_come_back(self) -> bool:
        return may_undo(self.row, clock.now())

    @property
    def has_words_elsewhere(self) -> bool:
        """The message it came from still stands in the conversation."""
        said = self.said
        return said is not None and said.author == Message.Author.TRAVELLER and said.text != REMOVED

    @property
    def words(self) -> str:
        """The sentence for the traveller's own page."""
        return to_reader(self.row.text, of_other=bool(self.about))

    @property
    def quote(self) -> str:
        """The words it rests on, unless the sentence holds them already."""
        return "" if self.row.quote.rstrip(".!") in self.words else self.row.quote

    @property
    def label(self) -> str:
        """For buttons that stand in many lines."""
        return snippet(self.words, (), LABEL)


def agent_name(agent: str) -> str:
    """As travellers read it."""
    return CALLED.get(agent) or agent.replace("_", " ").capitalize()


def key_of(row: Note | DocumentLine) -> str:
    """The row's place on a page."""
    return f"{'note' if isinstance(row, Note) else 'line'}-{row.pk}"


# --- Rows of one owner -------------------------------------------------------------------------


def notes_of(owner) -> QuerySet[Note]:
    rows = Note.objects.owned_by(owner if is_known(owner) else None)
    return rows.select_related("trip", "option", "member", "supersedes", "message__turn", "message__trip")


def lines_of(owner) -> QuerySet[DocumentLine]:
    rows = (
        DocumentLine.objects.filter(document__owner=owner) if is_known(owner) else DocumentLine.objects.none()
    )
    return rows.select_related("document", "trip", "replaces", "message__turn", "message__trip")


def is_known(owner) -> bool:
    return bool(owner and owner.is_authenticated)


def kept(rows: Iterable[Note | DocumentLine]) -> list[Kept]:
    """The rows with their uses and what people did to them: three queries a kind, however many there are."""
    rows = list(rows)
    last: dict[tuple[str, int], tuple[int, int]] = {}
    for column, model in (("note", Note), ("line", DocumentLine)):
        ids = [row.pk for row in rows if isinstance(row, model)]
        if ids:
            uses = NoteUse.objects.filter(**{f"{column}__in": ids}).order_by()
            counted = uses.values_list(column).annotate(Max("pk"), Count("turn", distinct=True))
            last |= {(column, pk): (newest, count) for pk, newest, count in counted}
    newest = NoteUse.objects.select_related("turn__trip").in_bulk([pk for pk, _ in last.values()])
    names = senders_of(row.message for row in rows if row.message)
    deeds = deeds_of(rows)
    result = []
    for row in rows:
        pk, count = last.get(("note" if isinstance(row, Note) else "line", row.pk), (0, 0))
        deed = deeds.get((type(row), row.pk))
        result.append(Kept(row, newest.get(pk), count, names.get(row.message_id, ""), deed))
    return result


def to_settle(owner, trip: Trip) -> list[Kept]:
    """What the newest turn of a trip noticed of its owner for all trips, and no person has settled: what
    waits, and what their own words of that turn say. At most three; none that leaves a choice open or names
    what this trip may cost."""
    newest = {"turn": trip.turns.filter(kind="chat").order_by("-number").first(), "turn__isnull": False}
    told = Q(status="proposed") | Q(status="active", message__turn=newest["turn"]) & ~Q(quote="")
    lines = lines_of(owner).filter(told, **newest).exclude(document__namespace="episodes")
    waiting = notes_of(owner).filter(status="proposed", trip=None, **newest)
    return [one for one in kept([*lines, *waiting]) if one.deed is None and not _passes(one.row.quote)][:3]


def _passes(words: str) -> bool:
    read = understand(words, today=clock.today(), gazetteer=default_gazetteer())
    return read.intent == "you_choose" or any(change.path == "budget.amount" for change in read.changes)


# --- What an answer used -----------------------------------------------------------------------


def used_in(owner, turn) -> list[Kept]:
    """What of the owner's memory was read in a turn; what was forgotten since is not shown."""
    uses = NoteUse.objects.filter(turn=turn).order_by()
    notes = notes_of(owner).filter(pk__in=uses.exclude(note=None).values("note"))
    lines = lines_of(owner).filter(pk__in=uses.exclude(line=None).values("line"))
    return kept([*lines.exclude(status="forgotten"), *notes.exclude(status="forgotten")])
