"""The traveller's namespaces, line by line, and the texts that agents keep themselves: one door for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from config import clock
from memory.document_versions import LIMIT, TooLong, VersionConflict, locked_document, next_version, text_of
from memory.models import Document, DocumentLine
from memory.models.notes import AuthorKind
from memory.note_rules import NEEDS_WORDS, misplaced, no_source
from memory.notes import ALREADY, FORGOTTEN, GONE, OFF
from memory.polarity import same_sense, says_change
from memory.quotes import follows_from, rests_on
from memory.switches import remembers
from memory.text import Refused, digest, digests_of_the_same, normalised, one_line
from memory.tombstones import buried, locked_owner
from memory.whose import owners_words, unheard
from trips.models import Message, Traveller, Trip, Turn

__all__ = [
    "DEFAULTS", "LIMIT", "NAMESPACES", "Edited", "LineEdit", "TooLong", "VersionConflict", "accept_line",
    "close_line", "edit_lines", "lines", "own_text", "refuse_line", "rewrite_own", "too_many_retired",
    "version_of", "whole_text",
]  # fmt: skip

NAMESPACES: tuple[str, ...] = tuple(Document.Namespace.values)
#: What a namespace says before anything is known. Never stored.
DEFAULTS: dict[str, str] = {
    "profile": "Nothing is known of who they are yet.",
    "company": "Nothing is known of an employer or a travel policy.",
    "preferences": "Nothing is known of what they like yet.",
    "episodes": "No trip was finished with Wayfare yet.",
}
#: Of the standing lines, at most this share is retired at once; of few lines one.
RETIRED_AT_ONCE = 0.2
STANDING = (DocumentLine.Status.PROPOSED, DocumentLine.Status.ACTIVE)


@dataclass(frozen=True)
class LineEdit:
    """One change: `add` a text, `replace` the line with key `line` by a text, or `retire` that line.
    `by_code`: no model chose the line and its words; what happened did."""

    op: str
    text: str = ""
    line: int | None = None
    reason: str = ""
    quote: str = ""
    by_code: bool = False


@dataclass(frozen=True)
class Edited:
    """What came of one edit: added, merged, replaced, retired, proposed or refused, and why."""

    edit: LineEdit
    outcome: str
    line: DocumentLine | None = None
    reason: str = ""

    @property
    def stands(self) -> bool:
        return self.outcome in ("added", "merged", "replaced", "retired")


def lines(owner: Traveller | None, namespace: str) -> list[DocumentLine]:
    """The active lines in order. Nothing without an owner."""
    if owner is None or not owner.pk:
        return []
    rows = DocumentLine.objects.filter(document__owner=owner, document__namespace=namespace)
    return list(rows.filter(status=DocumentLine.Status.ACTIVE).order_by("position", "pk"))


def whole_text(owner: Traveller | None, namespace: str) -> str:
    """The namespace as a list, or what it says while empty."""
    return text_of(lines(owner, namespace)) or DEFAULTS[namespace]


def version_of(owner: Traveller, namespace: str) -> int:
    """The version a writer has to name; 0 before the first line."""
    rows = Document.objects.filter(owner=owner, namespace=namespace).values_list("version", flat=True)
    return next(iter(rows), 0)


def too_many_retired(owner: Traveller, namespace: str, count: int) -> str:
    """Why so many lines are not retired at once; "" where they may be."""
    most = max(1, int(len(lines(owner, namespace)) * RETIRED_AT_ONCE))
    return "" if count <= most else f"At most {most} at once; none was retired."


@transaction.atomic
def edit_lines(
    owner: Traveller,
    namespace: str,
    edits: Sequence[LineEdit],
    *,
    author: str,
    by: Traveller | str,
    message: Message | None = None,
    turn: Turn | None = None,
    trip: Trip | None = None,
    version: int | None = None,
    limit: int | None = LIMIT,
) -> list[Edited]:
    """Apply the edits one by one and say what came of each; what stands afterwards is one new version.

    `by` is the person, "traveller", or an agent's name. Typed by the traveller (author traveller, by
    "traveller", no message) or by staff a line needs no quote. Everything else needs one in the traveller's
    own words of `message`: without it an addition or replacement is proposed and a retirement refused.
    More than a fifth retired at once: none is. While remembering is off only what stands is changed, and
    only by hand. Raises VersionConflict when `version` is not the newest, TooLong above 50,000 characters
    (then nothing is changed; `limit` None: what takes the place of a longer line may stand beside it for a
    moment), ValueError for an unknown namespace.
    """
    if namespace not in NAMESPACES:
        raise ValueError(f"There is no namespace {namespace!r}.")
    wrong = misplaced(owner, trip, member=None, option=None, turn=turn, message=message)
    name = "" if wrong else _name(by, owner)
    if not wrong and (not remembers(locked_owner(owner), trip) or unheard(message and message.pk)):
        set_right = _by_hand(author, name, message) and all(edit.op != "add" for edit in edits)
        wrong = "" if set_right else OFF
    if not wrong and no_source(message):
        wrong = FORGOTTEN
    if wrong:
        return [Edited(edit, "refused", None, wrong) for edit in edits]
    if version is not None and version != version_of(owner, namespace):
        raise VersionConflict
    desk = _Desk(owner, namespace, author, name, message, turn, trip)
    done = desk.apply(edits)
    if any(edited.stands for edited in done):
        reason = "; ".join(edited.reason for edited in done if edited.stands and edited.reason)
        next_version(desk.document, by=name, reason=reason, turn=turn, limit=limit)
    return done


@transaction.atomic
def accept_line(line: DocumentLine, by: Traveller | str) -> DocumentLine:
    """A proposed line stands from now on, in the place of the one it replaces; of one that stands it is only
    written down. Raises Refused, TooLong."""
    row = _line(line, by)
    if row.status not in STANDING:
        raise Refused(GONE)
    if row.status == DocumentLine.Status.ACTIVE:
        _save(row, "Accepted.", by)
        return row
    row.status = DocumentLine.Status.ACTIVE
    old = row.replaces
    if old is not None and old.status in STANDING:
        row.position = old.position
        close_line(old, f"Replaced by line {row.pk}.", by)
    _save(row, "Accepted.", by)
    next_version(row.document, by=_name(by, row.document.owner), reason="Accepted.")
    return row


@transaction.atomic
def refuse_line(line: DocumentLine, by: Traveller | str) -> DocumentLine:
    """A proposed line is not taken; it stays refused until new words say it. Raises Refused."""
    row = _line(line, by)
    if row.status == DocumentLine.Status.RETIRED:
        return row
    if row.status != DocumentLine.Status.PROPOSED:
        raise Refused(GONE)
    return close_line(row, "Refused.", by)


def own_text(trip: Trip, agent: str) -> tuple[str, int]:
    """What an agent keeps for itself about a trip, and its version; ("", 0) before it wrote anything."""
    row = Document.objects.filter(trip=trip, agent=agent).only("text", "version").first()
    return (row.text, row.version) if row else ("", 0)


@transaction.atomic
def rewrite_own(
    trip: Trip,
    agent: str,
    text: str,
    *,
    version: int,
    limit: int = LIMIT,
    turn: Turn | None = None,
    by: str = "",
) -> int:
    """The agent's own text as it wants it: kept as it is, but for characters no database stores. Returns the
    new version. Raises VersionConflict, TooLong, and Refused when a line of it was forgotten or remembering
    is off; the old text is kept then."""
    owner = trip.owner
    if owner is None or not remembers(locked_owner(owner), trip):
        raise Refused(OFF)
    text = text.replace("\x00", "").encode("utf-8", "ignore").decode()
    if len(text) > limit:
        raise TooLong(len(text), limit)
    if buried(owner, *filter(None, map(one_line, text.splitlines()))):
        raise Refused(FORGOTTEN)
    document = locked_document(trip=trip, agent=agent)
    if document.version != version:
        raise VersionConflict
    document.text = text
    next_version(document, by=by or agent, reason="Rewritten.", turn=turn, limit=limit)
    return document.version


# --- Within -------------------------------------------------------------------------------------


class _Desk:
    """One call of `edit_lines`: the document is made when the first line is written."""

    def __init__(self, owner, namespace, author, name, message, turn, trip) -> None:
        self.owner, self.namespace, self.author, self.name = owner, namespace, author, name
        self.message, self.turn, self.trip = message, turn, trip
        self.by_hand = _by_hand(author, name, message)

    @property
    def document(self) -> Document:
        return locked_document(owner=self.owner, namespace=self.namespace)

    def apply(self, edits: Sequence[LineEdit]) -> list[Edited]:
        retired = sum(edit.op == "retire" for edit in edits)
        too_many = "" if self.by_hand else too_many_retired(self.owner, self.namespace, retired)
        steps = {"add": self._add, "replace": self._replace, "retire": self._retire}
        done = []
        for edit in edits:
            if edit.op not in steps:
                done.append(Edited(edit, "refused", None, f"There is no {edit.op!r}."))
            elif edit.op == "retire" and too_many:
                done.append(Edited(edit, "refused", None, too_many))
            else:
                done.append(steps[edit.op](edit))
        return done

    def _add(self, edit: LineEdit, old: DocumentLine | None = None) -> Edited:
        text = one_line(edit.text)
        if not text:
            return Edited(edit, "refused", None, "Nothing is left of this line.")
        if buried(self.owner, text):
            return Edited(edit, "refused", None, FORGOTTEN)
        document = self.document
        same = document.lines.filter(hash__in=digests_of_the_same(text), status__in=STANDING).first()
        spoken = self.by_hand or self._spoken(edit, text, old)
        if same is not None:
            return self._again(edit, same, old, spoken)
        if not self.by_hand and self._spent(document, text):
            return Edited(edit, "refused", None, "This was retired; only new words can bring it back.")
        last = document.lines.order_by("-position").values_list("position", flat=True).first()
        line = DocumentLine(
            document=document, position=old.position if old and spoken else (last or 0) + 1,
            text=text, hash=digest(text), message=self.message, trip=self.trip, turn=self.turn,
            quote=" ".join(edit.quote.split()) if spoken and self.message else "",
            author=self.author, reason=one_line(edit.reason)[:300], replaces=old,
            status=DocumentLine.Status.ACTIVE if spoken else DocumentLine.Status.PROPOSED,
        )  # fmt: skip
        if not spoken:
            _save(line, "Proposed.", self.name)
            return Edited(edit, "proposed", line, NEEDS_WORDS)
        if old is not None:
            close_line(old, "Replaced.", self.name)
        _save(line, "Added." if old is None else "Replaces another.", self.name)
        return Edited(edit, "added" if old is None else "replaced", line, line.reason)

    def _again(self, edit: LineEdit, same: DocumentLine, old: DocumentLine | None, spoken: bool) -> Edited:
        """The line stands already."""
        if not spoken:
            waits = same.status == DocumentLine.Status.PROPOSED
            return Edited(edit, "proposed" if waits else "merged", same, NEEDS_WORDS if waits else ALREADY)
        if same.status == DocumentLine.Status.PROPOSED:
            same.status, same.message, same.author = DocumentLine.Status.ACTIVE, self.message, self.author
            same.quote = " ".join(edit.quote.split()) if self.message else ""
            _save(same, "Said again.", self.name)
        elif self.message and same.message_id != self.message.pk:
            if normalised(same.quote) == normalised(edit.quote):
                same.also_said.add(self.message)
        if old is not None and old.pk != same.pk:
            close_line(old, f"Replaced by line {same.pk}.", self.name)
            if same.replaces_id is None and old.replaces_id != same.pk:
                DocumentLine.objects.filter(pk=same.pk).update(replaces=old)
        return Edited(edit, "merged", same, ALREADY)

    def _replace(self, edit: LineEdit) -> Edited:
        old = self._standing(edit.line)
        if old is None:
            return Edited(edit, "refused", None, GONE)
        if digest(one_line(edit.text)) == old.hash:
            return self._add(edit)
        return self._add(edit, old)

    def _retire(self, edit: LineEdit) -> Edited:
        old = self._standing(edit.line)
        if old is None:
            return Edited(edit, "refused", None, GONE)
        if not (self.by_hand or self._spoken(edit, "", old)):
            return Edited(edit, "refused", old, "Only the traveller's own words retire a line.")
        close_line(old, one_line(edit.reason) or "Retired.", self.name)
        return Edited(edit, "retired", old, one_line(edit.reason))

    def _standing(self, pk: int | None) -> DocumentLine | None:
        """By its key, and only of this very document."""
        rows = DocumentLine.objects.filter(document__owner=self.owner, document__namespace=self.namespace)
        return rows.filter(pk=pk, status__in=STANDING).first()

    def _spoken(self, edit: LineEdit, text: str, old: DocumentLine | None) -> bool:
        """Do the quoted words say this line, and that it takes the place of `old` (or that `old` goes)?"""
        if self.message is None or not owners_words(self.message):
            return False
        said = self.message.text
        if self.author == AuthorKind.TOOL or not rests_on(said, edit.quote):
            return False
        if text and not follows_from(text, said):
            return False
        if edit.by_code:
            return True
        if text and not same_sense(text, said, edit.quote):
            return False
        return old is None or says_change(old.text, text, said, edit.quote)

    def _spent(self, document: Document, text: str) -> bool:
        """Did it stand once, and was closed after the words it now comes with, or comes without any?"""
        closed = document.lines.filter(hash__in=digests_of_the_same(text)).exclude(status__in=STANDING)
        closed = closed.order_by("-closed")
        last = closed.first()
        if last is None:
            return False
        return self.message is None or last.closed is None or self.message.created <= last.closed


def _line(line: DocumentLine, by: Traveller | str) -> DocumentLine:
    """The line as it is now; only for its owner or staff. Raises Refused."""
    owner = line.document.owner
    if not isinstance(by, Traveller) and by not in ("traveller", "staff"):
        raise Refused("Only a person decides about what was proposed.")
    if owner is None or (isinstance(by, Traveller) and by.pk != owner.pk and not by.is_staff):
        raise Refused("This is somebody else's.")
    locked_owner(owner)
    row = DocumentLine.objects.select_related("document__owner").filter(pk=line.pk).first()
    if row is None:
        raise Refused(GONE)
    return row


def _by_hand(author: str, name: str, message: Message | None) -> bool:
    """Typed by the traveller on a page, or by staff?"""
    typed = author == AuthorKind.TRAVELLER and message is None and name == "traveller"
    return typed or author == AuthorKind.STAFF


def _name(by: Traveller | str, owner: Traveller) -> str:
    if isinstance(by, Traveller):
        return "traveller" if by.pk == owner.pk else by.get_username()[:80]
    return by[:80]


def close_line(line: DocumentLine, reason: str, by: Traveller | str) -> DocumentLine:
    line.status_before, line.status, line.closed = line.status, DocumentLine.Status.RETIRED, clock.now()
    _save(line, reason, by)
    return line


def _save(line: DocumentLine, reason: str, by: Traveller | str) -> None:
    if isinstance(by, Traveller):
        line._history_user = by
    elif by:
        reason = f"{reason[:60]} ({by})"
    line._change_reason = reason[:100]
    line.save()
