"""Words leave rows that stay: of memory and of the domain below it (`agents/erasure.py`: of those above)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Model, Q, QuerySet
from pydantic import ValidationError

from memory.indexing import index_messages
from memory.indexing_found import index_trip
from memory.models import AgentMemory, Document, DocumentLine, DocumentVersion, Extraction, Note, Summary
from memory.words import MARK, Words
from trips.catalogue.trip_gazetteer import OWN
from trips.finding import name_key
from trips.models import (
    Booking,
    CityIntel,
    Expense,
    FactChange,
    Feedback,
    Finding,
    Message,
    Option,
    PlanProposal,
    PlanVersion,
    Question,
    Traveller,
    Trip,
    Turn,
)
from trips.models.plans import mark_of
from trips.schemas import Plan

#: Options that can still be chosen, or are the plan: in force.
IN_FORCE = (Option.State.OFFERED, Option.State.LAST_RESORT, Option.State.SELECTED, Option.State.KEPT)
REMOVED = "[removed]"


def scrub_rows(rows: QuerySet, words: Words, texts: Iterable[str] = (), values: Iterable[str] = ()) -> int:
    """Scrub text and JSON columns of these rows, by UPDATE of those that need it. Returns how many did."""
    texts, values = tuple(texts), tuple(values)
    count = 0
    for row in rows.only(*texts, *values).iterator(chunk_size=200):
        changed: dict[str, Any] = {}
        for name in texts:
            if words.within(text := getattr(row, name)):
                changed[name] = _cut(row, name, words.scrubbed(text))
        for name in values:
            if words.within_value(value := getattr(row, name)):
                changed[name] = words.scrubbed_value(value)
        if changed:
            type(row)._base_manager.filter(pk=row.pk).update(**changed)
            count += 1
    return count


def _cut(row: Model, name: str, text: str) -> str:
    """As long as its column may be."""
    most = row._meta.get_field(name).max_length
    return text[:most] if most else text


# --- Memory --------------------------------------------------------------------------------------


def scrub_memory(owner: Traveller, words: Words, messages: set[int], turns: set[int]) -> Counter[str]:
    """Quotes and histories of what stays, versions, copies, jobs, staff's log. Returns counts."""
    done: Counter[str] = Counter()
    trips = Trip.objects.owned_by(owner)
    whose = Q(document__owner=owner) | Q(document__trip__in=trips)
    for name, rows, texts in (
        ("notes", Note.objects.filter(owner=owner), ("quote",)),
        ("histories", Note.history.filter(owner=owner), ("text", "quote", "history_change_reason")),
        ("lines", DocumentLine.objects.filter(document__owner=owner), ("quote", "reason")),
        (
            "histories",
            DocumentLine.history.filter(document__owner=owner),
            ("text", "quote", "reason", "history_change_reason"),
        ),
        ("versions", DocumentVersion.objects.filter(whose), ("text", "reason")),
    ):
        done[f"scrubbed {name}"] += scrub_rows(rows, words, texts)
    for document in Document.objects.filter(trip__in=trips):
        if words.within(document.text):  # whoever rewrites it now has read it with the words
            text, version = words.scrubbed(document.text), F("version") + 1
            Document.objects.filter(pk=document.pk).update(text=text, version=version)
            done["scrubbed documents"] += 1
    done["briefs"] = _drop(AgentMemory.objects.filter(trip__in=trips), words)
    done["summaries"] = _drop(Summary.objects.filter(trip__in=trips), words)
    jobs = Extraction.objects.filter(turn__trip__in=trips)
    done["jobs"] = scrub_rows(jobs, words, ("sent", "answer", "error"), ("source", "results"))
    done["jobs"] += jobs.filter(turn__in=turns).exclude(sent="", answer="").update(sent="", answer="")
    kinds = ContentType.objects.filter(app_label__in=("memory", "trips", "agents"))
    scrub_rows(LogEntry.objects.filter(content_type__in=kinds), words, ("object_repr", "change_message"))
    return +done


def _drop(rows: QuerySet, words: Words) -> int:
    """Copies can be made anew."""
    keys = [row.pk for row in rows if words.within(row.text) or words.within_value(getattr(row, "lost", ""))]
    rows.filter(pk__in=keys).delete()
    return len(keys)


# --- The domain ----------------------------------------------------------------------------------


def scrub_domain(owner: Traveller, words: Words, messages: set[int]) -> Counter[str]:
    """Quotes of fact changes, answers in the ledger, agents' words about it, reports, expenses, bookings,
    findings, plans that are not in force. Who is on a trip, and what is booked of the plan, stays as it is
    while it is so, like facts."""
    done: Counter[str] = Counter()
    for trip in Trip.objects.owned_by(owner).select_related("plan"):
        done["scrubbed facts"] += _facts(trip, words, messages)
        done["scrubbed questions"] += _questions(trip, words, messages)
        done["scrubbed messages"] += _messages(trip, words)
        done["scrubbed plans"] += _plans(trip, words)
        said = ("command", "short_summary", "next_step", "error")
        done["scrubbed turns"] += scrub_rows(Turn.objects.filter(trip=trip), words, said, ("result",))
        feedback = Feedback.objects.filter(trip=trip)
        feedback.filter(message__in=messages).update(text=REMOVED, liked=[], disliked=[])
        scrub_rows(feedback, words, ("text",), ("liked", "disliked"))
        done["scrubbed money"] += scrub_rows(Expense.objects.filter(trip=trip), words, ("what",), ("before",))
        done["scrubbed bookings"] += scrub_rows(_not_in_force(trip), words, ("title",))
        done["scrubbed titles"] += scrub_rows(Trip.objects.filter(pk=trip.pk), words, ("title",))
        findings = Finding.objects.filter(trip=trip)
        found = scrub_rows(findings, words, ("reason", "source"), ("data", "tier_before"))
        found += _names_of_findings(trip, words)
        _own_places(trip, words)
        found += scrub_rows(CityIntel.objects.filter(trip=trip), words, ("source",), ("data",))
        if found:
            index_trip(trip)
    return +done


def _not_in_force(trip: Trip) -> QuerySet[Booking]:
    """Bookings of nothing that the plan has."""
    items = [item.uid for item in trip.plan.plan.items()] if trip.plan else []
    return Booking.objects.filter(trip=trip).exclude(item_uid__in=[uid for uid in items if uid])


def _names_of_findings(trip: Trip, words: Words) -> int:
    """Not of what our own data knows: its name is the place's, and tells nothing of anybody. A finding stays
    one of its trip also where another has the same name now."""
    done = 0
    named = Q(place_id="") | Q(place_id__startswith=OWN)
    for row in Finding.objects.filter(named, trip=trip):
        if not words.within(row.name) and not words.within(row.name_key):
            continue
        name = _cut(row, "name", words.scrubbed(row.name))
        same = Finding.objects.filter(trip=trip, city=row.city, kind=row.kind, name_key=name_key(name))
        key = name_key(name) if not same.exclude(pk=row.pk).exists() else name_key(f"{row.pk} {name}")
        Finding.objects.filter(pk=row.pk).update(name=name, name_key=key, place_id="")
        done += 1
    return done


def _own_places(trip: Trip, words: Words) -> None:
    """Rows that a model named, but for those the plan goes to."""
    used = [item.place_id for item in trip.plan.plan.items() if item.place_id] if trip.plan else []
    rows = trip.own_places.exclude(place_id__in=used)
    rows.filter(pk__in=[row.pk for row in rows if words.within_value(row.data)]).delete()


def _facts(trip: Trip, words: Words, messages: set[int]) -> int:
    """Quotes go with their message. Values stay while they are facts; earlier ones lose the entry, so that an
    undo of the change still fits the facts."""
    done = trip.fact_changes.filter(message__in=messages).exclude(quote="").update(quote="")
    done += scrub_rows(FactChange.objects.filter(trip=trip), words, ("quote", "reason", "subject"))
    if not words.within_value(trip.facts_json):
        for row in trip.fact_changes.all():
            changed = {
                name: words.without(value)
                for name in ("old", "new", "before")
                if words.within_value(value := getattr(row, name))
            }
            if changed:
                FactChange.objects.filter(pk=row.pk).update(**changed)
                done += 1
    if words.within_value(trip.pending):
        Trip.objects.filter(pk=trip.pk).update(pending=words.without(trip.pending))
        done += 1
    return done


def _questions(trip: Trip, words: Words, messages: set[int]) -> int:
    done = trip.questions.filter(answered_by__in=messages).exclude(answer="").update(answer=REMOVED)
    texts = ("text", "answer", "assumption", "subject")
    return done + scrub_rows(Question.objects.filter(trip=trip), words, texts, ("suggestions",))


def _messages(trip: Trip, words: Words) -> int:
    """What agents said of it. The traveller's own messages are theirs."""
    rows = trip.messages.exclude(author=Message.Author.TRAVELLER)
    keys = [row.pk for row in rows if words.within(row.text)]
    done = scrub_rows(rows.filter(pk__in=keys), words, ("text",))
    if keys:
        index_messages(Message.objects.filter(pk__in=keys))
    return done


def _plans(trip: Trip, words: Words) -> int:
    """Options and versions that nobody can take any more; of all of them what was said about them. A proposal
    that holds the words can't be accepted any more."""
    options = Option.objects.filter(trip=trip)
    versions = PlanVersion.objects.filter(trip=trip)
    done = scrub_rows(options, words, ("reason", "comparison")) + scrub_rows(versions, words, ("cause",))
    if not words.within_value(trip.facts_json):  # else an undo of the change would not fit the facts
        done += scrub_rows(versions, words, values=("moved",))
    done += _proposals(trip, words)
    old = versions.exclude(pk=trip.plan_id) if trip.plan_id else versions
    for rows in (options.exclude(state__in=IN_FORCE), old):
        for row in rows:
            if words.within_value(row.plan_json) or words.within_value(row.verdict_json):
                plan = _still_valid(row.plan_json, words.scrubbed_value, words.without)
                verdict = words.scrubbed_value(row.verdict_json)
                mark = {"plan_mark": mark_of(plan)} if isinstance(row, PlanVersion) else {}
                type(row).objects.filter(pk=row.pk).update(plan_json=plan, verdict_json=verdict, **mark)
                done += 1
    return done


def _proposals(trip: Trip, words: Words) -> int:
    done = 0
    for row in PlanProposal.objects.filter(trip=trip):
        texts = (row.sentence, row.cause, row.reason)
        values = (row.plan_json, row.verdict_json, row.diff_json, row.moved, row.problems)
        if not any(map(words.within, texts)) and not any(map(words.within_value, values)):
            continue
        is_open = row.state == PlanProposal.State.OPEN
        PlanProposal.objects.filter(pk=row.pk).update(
            state=PlanProposal.State.OUTDATED if is_open else row.state,
            sentence=words.scrubbed(row.sentence),
            cause=_cut(row, "cause", words.scrubbed(row.cause)),
            reason=words.scrubbed(row.reason),
            problems=words.scrubbed_value(row.problems),
            moved=words.scrubbed_value(row.moved),
            diff_json=words.scrubbed_value(row.diff_json),
            plan_json=_still_valid(row.plan_json, words.scrubbed_value, words.without),
            verdict_json=words.scrubbed_value(row.verdict_json),
        )
        done += 1
    return done


def _still_valid(plan: dict, *ways: Callable[[Any], Any]) -> Any:
    """The plan without the words, in the first way that leaves a plan; else its sum alone."""
    for way in (*ways, _sum_alone):
        try:
            Plan.model_validate(changed := way(plan))
        except ValidationError:
            continue
        return changed
    return {}


def _sum_alone(plan: dict) -> dict:
    return {"title": MARK, "days": []} | {name: plan.get(name) for name in ("currency", "adults", "total")}
