"""The extractor that needs no model: the same job from what was said and done, in the same form of answer.

Deterministic: the same turn gives the same lines. What it says comes from our own records (option, verdict,
feedback) or is the traveller's sentence as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from config import clock
from memory import bounds, extraction, extraction_rules, spoken
from memory.companions import as_kin, companions
from memory.models import Extraction
from memory.spoken import parted
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS
from trips.facts.describing import money
from trips.facts.limits import spoken_range
from trips.models import Feedback, Finding, Member, Option
from trips.reading.bounded import SENTENCE
from trips.reading.memory import durable, of_who_travels, restricts, validity, with_their_bounds
from trips.reading.memory.amending import Told, amended
from trips.reading.memory.kinds import of_a_day, wants
from trips.schemas import Plan, Verdict

_LONGEST_SENTENCE = 200
_WISHES = 2  # of one job: what was done needs room too


def answer(job: Extraction) -> str:
    """The lines for one row of kind notes, like a model's; `- NONE` when there is nothing."""
    tell = _TELLERS.get(job.agent, _of_the_answer)
    lines = [*_of_the_words(job), *tell(job)]
    lines = [line for line in lines if not extraction_rules.refusal(_bare(line))]
    return "\n".join(f"- {line}" for line in lines[: extraction_rules.NOTES_A_JOB]) or "- NONE"


def _bare(line: str) -> str:
    return extraction.candidates(f"- {line}")[0].text


# --- What was said -----------------------------------------------------------------------------


def _of_the_words(job: Extraction) -> Iterable[str]:
    """Lasting wishes as travellers wrote them, the newest first; before those that a document tells as well
    what no document does: of a fellow traveller, or for a while."""
    trip = job.turn.trip
    members = companions(trip)
    first: list[str] = []
    others: list[str] = []
    before: list[str] = []
    for message, words in extraction.words_since(job):
        marks, announced = "[shared]", FELLOWS_WORDS
        if message.by_owner:
            marks, announced = "[pinned] [shared]", TRAVELLERS_WORDS
        wishes = lasting_sentences(words, members, before)
        for wish in reversed(wishes):
            bound = bounds.marks(wish.text, message.created.date(), trip)
            line = f"{marks} {bound}{announced}{wish.text} | “{wish.quote}”"
            in_a_document = message.by_owner and not bound
            (others if in_a_document else first).insert(0, line)
        before = _sentences(words)
    yield from [*first, *others][:_WISHES]


def lasting_sentences(words: str, members: Sequence[Member] = (), before: Sequence[str] = ()) -> list[Told]:
    """The sentences of a text, as they are meant, that tell a lasting wish or need. `members`: of whom they
    may tell one, too; `before`: the sentences of the message before, which they may correct."""

    def kind(sentence: str) -> str:
        return spoken.told_for(sentence) or ("note" if _lasts(as_kin(sentence, members)) else "")

    told: list[Told] = []
    for one in amended(of_who_travels(_sentences(words)), before):
        ends = validity(one.text, clock.today()).ends
        told += [without_its_reason(one)] if ends else parted(one, kind)
    return [one for one in told if len(one.text) <= _LONGEST_SENTENCE and _lasts(as_kin(one.text, members))]


def without_its_reason(told: Told) -> Told:
    """Of "I broke my ankle last week, so no walking tours on this trip" what holds on the trip: the reason's
    date depends on the day it is said."""
    reason, _so, rest = told.text.partition(", so ")
    if not of_a_day(reason) or of_a_day(rest):
        return told
    if not rest or not validity(rest, clock.today()).ends or told.quote != told.text:
        return told
    return replace(told, text=_sentence(rest[:1].upper() + rest[1:]), quote=rest.rstrip(" .!"))


def _sentences(words: str) -> list[str]:
    return with_their_bounds(SENTENCE.findall(words))


def _lasts(sentence: str) -> bool:
    return _for_a_while(sentence) or _for_this_trip(sentence) or durable(sentence)


def _for_a_while(sentence: str) -> bool:
    """What somebody may not do until a day: it is over by itself."""
    told = restricts(sentence) and not sentence.endswith("?")
    return told and validity(sentence, clock.today()).last is not None


def _for_this_trip(sentence: str) -> bool:
    """What somebody wants or does otherwise than usual: it is over with the trip."""
    return not sentence.endswith("?") and wants(sentence) and validity(sentence, clock.today()).this_trip


# --- What was done -----------------------------------------------------------------------------


def _of_an_option(job: Extraction) -> Iterable[str]:
    option = Option.objects.filter(turn=job.turn_id, position=job.option_position).first()
    if option is None:
        return
    plan, verdict = option.plan, option.verdict
    yield _what_it_is(plan)
    yield from _what_does_not_fit(plan, verdict)
    if plan.assumptions:
        yield f"[shared] Assumed for {_where_and_when(plan)}: {_sentence(plan.assumptions[0])}"


def _what_it_is(plan: Plan) -> str:
    stays = [item.title for item in plan.items() if item.kind == "stay"]
    stay = f" stays at {', '.join(dict.fromkeys(stays))};" if stays else ""
    return (
        f"The draft “{plan.title}” for {_where_and_when(plan)}:{stay} {plan.pace} pace, "
        f"{money(_whole(plan.total), plan.currency)} in all."
    )


def _what_does_not_fit(plan: Plan, verdict: Verdict) -> Iterable[str]:
    for result in verdict.failed:
        yield f"[shared] For {_where_and_when(plan)} our checks found: {_sentence(result.message)}"
        return
    for risk in plan.risks:
        yield f"[shared] A risk for {_where_and_when(plan)}: {_sentence(risk)}"
        return


def _where_and_when(plan: Plan) -> str:
    cities = list(dict.fromkeys(day.city for day in plan.days))
    if not plan.days:
        return plan.title
    return f"{', '.join(cities)}, {spoken_range(plan.days[0].date, plan.days[-1].date)}"


def _of_feedback(job: Extraction) -> Iterable[str]:
    for entry in Feedback.objects.filter(turn=job.turn_id).order_by("pk")[:2]:
        day = f"{entry.date:%-d %B %Y}"
        energy = f", energy {entry.energy}" if entry.energy else ""
        liked = f" Liked {', '.join(map(str, entry.liked[:3]))}." if entry.liked else ""
        disliked = f" Did not like {', '.join(map(str, entry.disliked[:3]))}." if entry.disliked else ""
        if energy or liked or disliked:
            yield f"[shared] Reported for {day}{energy}.{liked}{disliked}"


def _of_findings(job: Extraction) -> Iterable[str]:
    """By city: what stood out of what was saved in this turn."""
    rows = Finding.objects.filter(trip=job.turn.trip_id, turn=job.turn_id).order_by("city", "pk")
    by_city: dict[str, list[Finding]] = {}
    for row in rows:
        by_city.setdefault(row.city, []).append(row)
    for city, found in by_city.items():
        first = {row.kind: row for row in reversed(found)}
        names = ", ".join(f"{row.name} ({row.kind})" for row in first.values())
        day = f"{found[0].researched_at:%-d %B %Y}"
        yield f"[shared] Researched in {city} on {day}, among others: {names}."


def _of_the_answer(job: Extraction) -> Iterable[str]:
    """Of an agent without records of its own: the sentences that name something and say when or how much."""
    for sentence in SENTENCE.findall(job.source.get("answer", "")):
        sentence = " ".join(sentence.split())
        named = re.search(r"\b[A-Z][a-z]{2,}", sentence[1:])
        if 20 <= len(sentence) <= _LONGEST_SENTENCE and named and re.search(r"\d", sentence):
            yield sentence


_TELLERS: dict[str, Callable[[Extraction], Iterable[str]]] = {
    "planner": _of_an_option,
    "feedback": _of_feedback,
    "research": _of_findings,
}


def _sentence(text: str) -> str:
    text = " ".join(text.split()).rstrip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _whole(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal(1))
