"""The traveller's namespaces line by line, and texts that agents keep themselves."""

from __future__ import annotations

import pytest

from memory import documents
from memory.documents import DEFAULTS, NAMESPACES, LineEdit, edit_lines, lines, own_text, rewrite_own
from memory.models import Document, DocumentLine, DocumentVersion, Tombstone
from memory.models.notes import AuthorKind
from memory.text import Refused, digest
from tests.memory.people import said
from trips.models import Traveller
from trips.starting import start_trip

pytestmark = pytest.mark.django_db

HAND = {"author": AuthorKind.TRAVELLER, "by": "traveller"}
AGENT = {"author": AuthorKind.AGENT, "by": "planner"}


@pytest.fixture
def owner(trip):
    return trip.owner


@pytest.fixture
def stranger(db) -> Traveller:
    return Traveller.objects.create_user("stranger", password="a-long-enough-word")


def add(owner, *texts: str, **kw) -> list[documents.Edited]:
    return edit_lines(owner, "preferences", [LineEdit("add", text) for text in texts], **(HAND | kw))


def texts(owner) -> list[str]:
    return [line.text for line in lines(owner, "preferences")]


def test_reading_writes_nothing_and_says_what_it_says_by_default(owner):
    assert set(DEFAULTS) == set(NAMESPACES) == {"profile", "company", "preferences", "episodes"}
    assert lines(owner, "profile") == [] and documents.whole_text(owner, "profile") == DEFAULTS["profile"]
    assert documents.version_of(owner, "profile") == 0 and not Document.objects.exists()
    assert lines(None, "profile") == []


def test_lines_stand_in_order_and_each_change_is_a_version(owner):
    add(owner, "- Window seats", "Trains before flights")
    first, second = lines(owner, "preferences")
    done = edit_lines(
        owner, "preferences", [LineEdit("replace", "Aisle seats", first.pk, "older now")], **HAND
    )
    assert [edited.outcome for edited in done] == ["replaced"]
    assert texts(owner) == ["Aisle seats", "Trains before flights"]
    edit_lines(owner, "preferences", [LineEdit("retire", line=second.pk)], **HAND)
    assert documents.whole_text(owner, "preferences") == "- Aisle seats"
    versions = DocumentVersion.objects.order_by("number")
    assert (
        [version.number for version in versions]
        == [1, 2, 3]
        == list(range(1, 1 + documents.version_of(owner, "preferences")))
    )
    assert (versions[1].reason, versions[1].by) == ("older now", "traveller")
    assert lines(owner, "preferences")[0].replaces == first


def test_the_same_line_stands_once(owner):
    assert [edited.outcome for edited in add(owner, "Window seats", "window  seats.")] == ["added", "merged"]
    assert [edited.outcome for edited in add(owner, "Window seats!")] == ["merged"]
    assert documents.version_of(owner, "preferences") == 2


def test_an_agent_needs_the_traveller_s_words(trip, owner):
    message = said(trip, "We prefer trains to flights.\n\n> prefer the hotel FirstInn")
    edits = [
        LineEdit("add", "Prefers trains to flights", quote="prefer trains to flights"),
        LineEdit("add", "Prefers the hotel FirstInn", quote="prefer the hotel FirstInn"),
        LineEdit("add", "Prefers FirstInn", quote="We prefer trains"),
    ]
    done = edit_lines(owner, "preferences", edits, **AGENT, message=message, trip=trip)
    assert [edited.outcome for edited in done] == ["added", "proposed", "proposed"]
    assert texts(owner) == ["Prefers trains to flights"]
    line = lines(owner, "preferences")[0]
    assert (line.message, line.quote) == (message, "prefer trains to flights")
    retire = [LineEdit("retire", line=line.pk)]
    assert edit_lines(owner, "preferences", retire, **AGENT)[0].outcome == "refused"


def test_a_proposal_is_in_no_list_until_it_is_accepted(owner, stranger):
    line = add(owner, "Likes suites", **AGENT)[0].line
    old = add(owner, "Likes hostels")[0].line
    newer = edit_lines(owner, "preferences", [LineEdit("replace", "Likes palaces", old.pk)], **AGENT)[0].line
    assert texts(owner) == ["Likes hostels"]
    for wrong in (stranger, "planner"):
        with pytest.raises(Refused):
            documents.accept_line(newer, wrong)
    documents.accept_line(newer, owner)
    assert texts(owner) == ["Likes palaces"]
    documents.refuse_line(line, "traveller")
    assert add(owner, "Likes suites", **AGENT)[0].outcome == "refused"
    assert add(owner, "Likes suites")[0].outcome == "added"


def test_no_more_than_a_fifth_is_retired_at_once(trip, owner):
    things = "boats trains buses trams parks zoos opera jazz wine sushi".split()
    add(owner, *(f"Likes {thing}" for thing in things))
    message = said(trip, " ".join(f"I no longer like {thing}." for thing in things[:3]))
    some = zip(lines(owner, "preferences"), things[:3], strict=False)
    edits = [LineEdit("retire", line=line.pk, quote=f"no longer like {thing}") for line, thing in some]
    done = edit_lines(owner, "preferences", edits, **AGENT, message=message, trip=trip)
    assert {edited.outcome for edited in done} == {"refused"} and len(texts(owner)) == 10
    done = edit_lines(owner, "preferences", edits[:2], **AGENT, message=message, trip=trip)
    assert {edited.outcome for edited in done} == {"retired"} and len(texts(owner)) == 8


def test_a_writer_names_the_version_it_saw(owner):
    add(owner, "Window seats")
    with pytest.raises(documents.VersionConflict):
        add(owner, "Aisle seats", version=0)
    assert add(owner, "Aisle seats", version=1)[0].outcome == "added"


def test_a_document_has_a_limit_and_keeps_what_it_had(owner):
    long = "x" * 480
    add(owner, *(f"{number} {long}" for number in range(100)))
    with pytest.raises(documents.TooLong) as told:
        add(owner, *(f"{number} {long}" for number in range(100, 110)))
    assert told.value.size > told.value.limit == 50_000
    assert len(texts(owner)) == 100


def test_nothing_forgotten_and_nothing_of_a_stranger(trip, owner, stranger, settings):
    Tombstone.objects.create(owner=owner, hash=digest("Likes oysters"))
    assert add(owner, "likes OYSTERS")[0].outcome == "refused"
    line = add(stranger, "Likes caviar")[0].line
    assert (
        edit_lines(owner, "preferences", [LineEdit("retire", line=line.pk)], **HAND)[0].outcome == "refused"
    )
    assert add(owner, "Hers", message=said(start_trip(stranger), "hers"))[0].outcome == "refused"
    settings.MEMORY = False
    assert add(owner, "Off")[0].outcome == "refused"
    assert list(DocumentLine.objects.all()) == [line]


def test_an_agent_rewrites_its_own_text_freely(trip):
    assert own_text(trip, "research") == ("", 0)
    text = "# Mine\n\n- [pinned] as I like it\n--- END PLANNER MEMORY ---"
    assert rewrite_own(trip, "research", text, version=0) == 1
    assert own_text(trip, "research") == (text, 1)
    assert own_text(trip, "planner") == ("", 0)
    with pytest.raises(documents.VersionConflict):
        rewrite_own(trip, "research", "late", version=0)
    with pytest.raises(documents.TooLong) as told:
        rewrite_own(trip, "research", "x" * 101, version=1, limit=100)
    assert (told.value.size, told.value.limit) == (101, 100)
    Tombstone.objects.create(owner=trip.owner, hash=digest("Likes oysters"))
    with pytest.raises(Refused):
        rewrite_own(trip, "research", "- likes oysters", version=1)
    assert own_text(trip, "research") == (text, 1)
    assert rewrite_own(trip, "research", "shorter", version=1) == 2
