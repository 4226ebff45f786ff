"""Findings, practical facts and summaries are searched: in step with their rows, by who may, with sources."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from config import clock
from memory import notes
from memory.forgetting import forget, purge, redact_message, undo, undo_days
from memory.indexing_found import found_stamps
from memory.models import SearchRow, Summary
from memory.reindexing import reindex
from memory.search import Hit, search
from tests.memory.people import said, turn_of
from trips.finding import FoundRow, judge, save_findings, save_intel
from trips.models import CityIntel, Finding, Member, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


WHALES = ("Old Whale Museum", "Harpoons and scrimshaw")


def finding(trip: Trip, name: str = WHALES[0], summary: str = WHALES[1], **more) -> Finding:
    values = {"city": "Boston", "kind": "place", "grade": "curated", "source": "city data", **more}
    values |= {"name_key": name.lower(), "data": {"summary": summary}, "researched_at": clock.now()}
    return Finding.objects.create(trip=trip, name=name, **values)


def facts(trip: Trip, **data: str) -> CityIntel:
    return CityIntel.objects.create(
        trip=trip, city="Boston", data=data, source="general knowledge", researched_at=clock.now()
    )


def summary(trip: Trip, text: str, up_to: int = 9) -> Summary:
    return Summary.objects.create(
        trip=trip, up_to=up_to, text=text, messages_removed=9, messages_kept=1, reason="count"
    )


def kinds(hits: list[Hit]) -> list[str]:
    return [hit.kind for hit in hits]


# --- Found, with the source ---------------------------------------------------------------------


def test_all_three_are_found_with_where_they_come_from(traveller, trip) -> None:
    turn = turn_of(trip)
    place = finding(trip, turn=turn, state="kept", tier="must")
    intel = facts(trip, money="Tips of a fifth are usual.", weather="Bring an umbrella.")
    kept = summary(trip, "They settled on a lighthouse keeper's cottage.")
    (hit,) = search(traveller, "scrimshaw")
    assert (hit.kind, hit.object_id, hit.trip_id, hit.author) == ("finding", place.pk, trip.pk, "research")
    day = f"{place.researched_at:%Y-%m-%d}"
    head = f"Old Whale Museum (place, Boston, must, kept; curated, city data, {day}):"
    assert hit.body == f"{head} Harpoons and scrimshaw"
    (hit,) = search(traveller, "umbrella")
    assert (hit.kind, hit.object_id) == ("intel", intel.pk)
    assert hit.body.startswith(f"Boston, practical facts (unlisted, general knowledge, {day}): money: Tips")
    (hit,) = search(traveller, "lighthouse cottage")
    assert (hit.kind, hit.object_id, hit.author) == ("summary", kept.pk, "summary")
    assert hit.body.startswith("Summary of the first 9 messages: They settled")


def test_a_long_one_keeps_its_name_and_source_beside_what_fits(traveller, trip) -> None:
    finding(trip, summary="Nothing much. " * 30 + "A glass harmonica stands upstairs. " + "Nothing. " * 40)
    (hit,) = search(traveller, "glass harmonica")
    assert hit.body.startswith("Old Whale Museum (place, Boston; curated, city data")
    assert "glass harmonica" in hit.body and len(hit.body) <= 260


def test_why_it_has_its_tier_is_not_searched(traveller, trip) -> None:
    finding(trip, reason="Because Edmund loves accordions.")
    assert search(traveller, "accordions") == []


# --- In step with the rows ----------------------------------------------------------------------


def test_what_research_saves_at_once_is_found(traveller, trip) -> None:
    save_findings(
        trip, turn_of(trip), "Boston", [FoundRow("food", "Oyster Shed", data={"dishes": ["chowder"]})]
    )
    save_intel(trip, None, "Boston", {"money": "Cards are taken."})
    assert kinds(search(traveller, "chowder")) == ["finding"]
    assert kinds(search(traveller, "cards taken")) == ["intel"]


def test_it_follows_changes_and_goes_with_its_row(traveller, trip) -> None:
    place, intel = finding(trip), facts(trip, money="Tips of a fifth.")
    place.data = {"summary": "Only narwhals now"}
    place.save()
    assert search(traveller, "scrimshaw") == [] and kinds(search(traveller, "narwhals")) == ["finding"]
    place.delete()
    CityIntel.objects.filter(pk=intel.pk).delete()
    assert not SearchRow.objects.exists()


def test_it_goes_with_its_trip(traveller, trip) -> None:
    finding(trip), facts(trip, money="Tips of a fifth."), summary(trip, "A lighthouse it is.")
    assert SearchRow.objects.count() == 3
    trip.delete()
    assert not SearchRow.objects.exists()


def test_only_the_newest_summary_is_searched(traveller, trip) -> None:
    summary(trip, "A lighthouse it is.", up_to=9)
    newest = summary(trip, "A windmill it is.", up_to=19)
    assert search(traveller, "lighthouse") == [] and kinds(search(traveller, "windmill")) == ["summary"]
    newest.delete()
    assert kinds(search(traveller, "lighthouse")) == ["summary"]


def test_reindex_finds_the_same(traveller, trip) -> None:
    finding(trip), finding(trip, "Quiet Pier", "Narwhals", state="dismissed")
    facts(trip, money="Tips of a fifth.")
    summary(trip, "A lighthouse it is.", up_to=3), summary(trip, "A windmill it is.", up_to=9)
    before = set(SearchRow.objects.values_list("kind", "object_id", "terms"))
    assert len(before) == 3
    for again in (lambda: reindex(traveller), lambda: call_command("reindex_memory")):
        SearchRow.objects.all().delete()
        again()
        assert set(SearchRow.objects.values_list("kind", "object_id", "terms")) == before


def test_a_trip_that_changes_hands_takes_it_along(traveller, trip) -> None:
    finding(trip)
    other = Traveller.objects.create_user("bo", password="a-long-enough-word")
    trip.members.update(traveller=other)
    assert search(traveller, "scrimshaw") == []
    reindex(other)
    assert kinds(search(other, "scrimshaw")) == ["finding"] and SearchRow.objects.get().owner == other


def test_what_an_answer_rests_on_is_known_by_its_words(traveller, trip) -> None:
    """A turn that is taken over reads again what has changed since (agents/recall.py)."""
    place = finding(trip)
    keys = [("finding", place.pk), ("note", place.pk)]
    before = found_stamps(keys)
    assert list(before) == [f"finding {place.pk}"] and found_stamps(keys) == before
    place.data = {"summary": "Only narwhals now"}
    place.save()
    assert found_stamps(keys) != before
    judge(place, "dismissed")
    assert found_stamps(keys) == {}


# --- Who may find it ----------------------------------------------------------------------------


def test_nobody_else_finds_it(traveller, trip) -> None:
    finding(trip), facts(trip, money="Scrimshaw is no money."), summary(trip, "Scrimshaw it is.")
    other = Traveller.objects.create_user("bo", password="a-long-enough-word")
    assert len(search(traveller, "scrimshaw")) == 3
    assert search(other, "scrimshaw") == [] and search(other, "scrimshaw", trip=trip) == []


def test_what_is_not_for_them_is_not_found_until_they_take_that_back(traveller, trip) -> None:
    place = finding(trip)
    judge(place, "dismissed")
    assert search(traveller, "scrimshaw") == [] and not SearchRow.objects.exists()
    judge(place, "new")
    assert kinds(search(traveller, "scrimshaw")) == ["finding"]
    Finding.objects.update(state="dismissed")  # the index was not told
    assert search(traveller, "scrimshaw") == []


def test_an_agent_finds_nothing_of_a_turn_that_goes_on_nor_with_memory_off(traveller, trip, settings) -> None:
    turn = turn_of(trip, Turn.Status.RUNNING)
    finding(trip, turn=turn)
    assert search(traveller, "scrimshaw", trip=trip, agent="planner") == []
    Turn.objects.update(status=Turn.Status.DONE)
    assert kinds(search(traveller, "scrimshaw", trip=trip, agent="planner")) == ["finding"]
    settings.MEMORY = False
    assert search(traveller, "scrimshaw", trip=trip, agent="planner") == []
    settings.MEMORY = True
    Trip.objects.update(remember=False)
    trip.refresh_from_db()
    assert search(traveller, "scrimshaw", trip=trip, agent="planner") == []
    assert search(traveller, "scrimshaw", agent="planner") == []


def test_an_agent_of_another_trip_finds_nothing_that_a_fellow_traveller_asked_for(traveller, trip) -> None:
    edmund = Traveller.objects.create_user("edmund", password="a-long-enough-word")
    Member.objects.create(trip=trip, traveller=edmund, name="Edmund", role="editor")
    turn, elsewhere = turn_of(trip), start_trip(traveller)
    message = said(trip, "Is there scrimshaw?", turn=turn)
    type(message).objects.filter(pk=message.pk).update(by_owner=False, sender=edmund)
    finding(trip, turn=turn), summary(trip, "Edmund wants scrimshaw.")
    asking = turn_of(elsewhere, Turn.Status.RUNNING)
    said(elsewhere, "What was there?", turn=asking)
    assert search(traveller, "scrimshaw", agent="planner", turn=asking) == []
    assert kinds(search(traveller, "scrimshaw", trip=trip, agent="planner", kinds=["finding"])) == ["finding"]
    type(message).objects.filter(pk=message.pk).update(by_owner=True)
    found = search(traveller, "scrimshaw", agent="planner", turn=asking)
    assert {"finding", "summary"} <= set(kinds(found))


def test_an_agent_has_the_summary_of_its_own_trip_before_it(traveller, trip) -> None:
    turn = turn_of(trip, Turn.Status.RUNNING)
    summary(trip, "A lighthouse it is.")
    assert search(traveller, "lighthouse", trip=trip, agent="planner", turn=turn) == []
    assert kinds(search(traveller, "lighthouse", trip=trip)) == ["summary"]


# --- Forgotten -----------------------------------------------------------------------------------


def test_what_repeats_something_forgotten_is_hidden_at_once_and_back_with_an_undo(traveller, trip) -> None:
    message = said(trip, "I need sedatives to sleep on trains.")
    kept = notes.write(
        owner=traveller, trip=trip, agent="research", author="agent", message=message, quote=message.text,
        text="Takes sedatives on trains.",
    ).note  # fmt: skip
    finding(trip, "Night Counter", "Sells sedatives")
    facts(trip, health="Ask for sedatives at a counter.")
    assert len(search(traveller, "sedatives")) == 4
    forget(kept, by="traveller")
    assert search(traveller, "sedatives") == []
    Finding.objects.get().save()  # while it is hidden, a change of its row brings nothing back
    assert search(traveller, "sedatives") == []
    undo(kept)
    assert sorted(kinds(search(traveller, "sedatives"))) == ["finding", "intel", "message", "note"]
    forget(kept, by="traveller")
    purge(clock.now() + undo_days())
    assert search(traveller, "sedatives") == []
    assert kinds(search(traveller, "night counter")) == ["finding", "intel"]  # with a mark where it stood
    assert "sedat" not in " ".join(SearchRow.objects.values_list("terms", flat=True))


def test_erased_words_leave_what_was_found(traveller, trip) -> None:
    message = said(trip, "We bring our ferret Pip along everywhere.")
    finding(trip, "Quiet Pier", "Welcomes a ferret like Pip")
    redact_message(message)
    assert search(traveller, "ferret") == []
    assert kinds(search(traveller, "quiet pier")) == ["finding"]
