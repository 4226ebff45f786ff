"""The order in which a message is read; each step sees only what the steps before left open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from trips.catalogue.gazetteer import Gazetteer
from trips.facts.applying import working_order
from trips.facts.paths import PATHS
from trips.reading.bounded import READ
from trips.reading.facts.known import read_known, read_of_a_plan, read_steps
from trips.reading.facts.money import read_money
from trips.reading.facts.musts import read_musts
from trips.reading.facts.needs import read_needs
from trips.reading.facts.nights import read_nights
from trips.reading.facts.people import read_people
from trips.reading.facts.ranks import read_ranks
from trips.reading.facts.stays import read_house
from trips.reading.facts.tagged import read_tagged
from trips.reading.facts.tastes import read_declined, read_disliked, read_occasions, read_tastes
from trips.reading.facts.ways import read_cars, read_stay, read_trip_type, read_ways
from trips.reading.language import language_of
from trips.reading.message.charted import (
    ask_doubts,
    fill_holes,
    take,
    take_doubts,
    take_fixed,
    take_offer,
    take_order,
    take_places,
    take_questions,
    take_times,
    tell_fixed,
    tell_times,
    withdraw_unmeant,
)
from trips.reading.message.intents import intent_of, read_commands
from trips.reading.message.reading import Reading, Span
from trips.reading.message.values import Understanding
from trips.reading.routing import forgetting_in
from trips.schemas import Change, TripFacts


def read_message(
    text: str,
    *,
    today: dt.date,
    gazetteer: Gazetteer,
    facts: TripFacts | None = None,
    asked: Sequence[str] | None = None,
    planned: bool = False,
    before: str = "",
    tagged: bool = True,
) -> Understanding:
    """A message as a whole (`trips.reading`). `tagged`: what no rule reads is read by the tagger."""
    reading = Reading(
        text,
        today=today,
        gazetteer=gazetteer,
        facts=facts or TripFacts(),
        asked=_topics(asked or ()),
        planned=planned,
        before=before,
    )

    def tell(words: str) -> list[Change]:
        read = read_message(words, today=today, gazetteer=gazetteer, facts=reading.facts, tagged=False)
        for problem in read.problems:
            reading.problem(problem)
        return read.changes

    reading.tell = tell
    language = _only_english(reading)
    took = language == "en" and take_offer(reading)
    command = None if took else read_commands(reading)
    if command:
        return Understanding(language=language, **command)
    question = take_questions(reading) if language == "en" else None
    _read(reading, tagged)
    if reading.cut:
        reading.problem(
            f"That is a long message: I read its first {READ:,} characters. "
            "Please tell me the rest in a few sentences."
        )
    withdraw_unmeant(reading)
    reading.withdraw_impossible()
    ask_doubts(reading)
    reading.changes = _in_order(reading)
    intent = intent_of(reading, question, language)
    return Understanding(
        changes=reading.changes,
        question=question,
        problems=reading.problems,
        language=language,
        declined=list(dict.fromkeys(reading.declined)),
        undecided=list(dict.fromkeys(reading.undecided)),
        about_a_plan=reading.about_a_plan,
        **intent,
    )


def _read(reading: Reading, tagged: bool) -> None:
    _leave_out_forgotten(reading)
    take(reading, read_needs)
    take(reading, read_ways)
    take(reading, read_occasions)
    take(reading, read_declined)
    take_order(reading)
    take(reading, read_of_a_plan)
    take(reading, read_known)
    take(reading, read_ranks)
    take(reading, read_disliked)
    take(reading, read_musts)
    take(reading, read_cars)
    take(reading, read_house)
    fixed = take_fixed(reading)
    take(reading, read_nights)
    take(reading, read_people)
    times = take_times(reading)
    take(reading, read_money)
    told = {change.path: change.value for change in reading.changes}
    take(reading, lambda message: read_steps(message, told))
    take(reading, read_trip_type)
    take(reading, read_stay)
    take_places(reading)
    tell_times(reading, times)
    tell_fixed(reading, fixed)
    take(reading, read_tastes)
    fill_holes(reading)
    take(reading, read_declined)
    take_doubts(reading)
    if tagged:
        told = bool(reading.facts.destinations or reading.said("destinations") or reading.undecided)
        take(reading, lambda message: read_tagged(message, nowhere=not told))


def _only_english(reading: Reading) -> str:
    """The language of the message. Nothing is read out of a sentence in another one than English."""
    language = language_of(reading.view)
    for sentence in reading.sentences:
        if language != "en" or language_of(reading.view[sentence.start : sentence.end]) != "en":
            reading.claim(sentence.start, sentence.end)
    return language


def _leave_out_forgotten(reading: Reading) -> None:
    """What is to be forgotten, or not remembered, tells no fact."""
    while (found := forgetting_in(reading.open)) is not None and found.plain:
        reading.forgotten.append(Span(found.start, found.end))
        reading.claim(found.start, found.end)


def _in_order(reading: Reading) -> list[Change]:
    """As the facts are listed, so far as they can be applied one at a time."""
    order = list(PATHS)
    changes = sorted(reading.changes, key=lambda change: order.index(change.path))
    return working_order(reading.facts, changes, today=reading.today, gazetteer=reading.gazetteer)


def _topics(asked: Sequence[str]) -> tuple[str, ...]:
    """Paths and their first parts alike: "dates" asks for both ends, "party" for the adults."""
    wider = {
        "dates": ("dates.start", "dates.end"),
        "party": ("party.adults",),
        "travellers": ("party.adults",),
        "budget.amount": ("budget",),
        "budget.level": ("budget",),
    }
    found: list[str] = []
    for topic in asked:
        found += [topic, *wider.get(topic, ())]
    return tuple(dict.fromkeys(found))
