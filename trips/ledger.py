"""The ledger of questions: what was asked, answered with what, withdrawn with which assumption.

A question's identity is topic and subject, not its words. Topics that ask for the same thing are one:
start and end of the trip are "dates", adults and children are "party", amount and level are "budget".
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from trips.facts import missing_facts
from trips.models import Message, Question, Trip, Turn
from trips.schemas import TripFacts

REQUIRED_TOPICS = ("destinations", "dates", "party", "budget")
OPTIONAL_TOPICS = ("origin", "pace", "interests", "must_do")

NOTHING = "nothing in particular"
#: A topic's heading where nobody asked for it.
TITLES = {
    "origin": "Starting point",
    "must_do": "Must-dos",
    "dietary": "Diets and allergies",
    "interests": "Interests",
    "pace": "Pace",
}
#: What stands when an optional question goes without an answer.
ASSUMPTIONS = {
    "origin": "No starting point is known: the plan begins and ends at the destination.",
    "pace": "A moderate pace: up to five visits a day.",
    "interests": "A bit of everything the place is known for.",
    "must_do": "No must-see: name one, and I plan around it.",
    "dietary": "No diet and no allergies are known.",
    "stay": "Any area that suits the plan.",
    "other:means": "Any way of travelling is fine.",
}


def canonical_topic(path: str) -> str:
    """The ledger's topic of a fact's path."""
    if path == "destinations.nights":
        return path
    root = path.split(".")[0]
    return {"rooms": "rooms"}.get(root, root)


def missing_topics(facts: TripFacts) -> list[str]:
    """The required topics that are still open, in asking order, each once."""
    return list(dict.fromkeys(canonical_topic(path) for path in missing_facts(facts)))


def optional_known(facts: TripFacts, topic: str) -> bool:
    value = getattr(facts, topic, None)
    return bool(value)


def unknown_optional(facts: TripFacts) -> list[str]:
    return [topic for topic in OPTIONAL_TOPICS if not optional_known(facts, topic)]


def close_answered(
    trip: Trip, facts: TripFacts, changed: Iterable[tuple[str, str]], message: Message | None, words: str
) -> None:
    """Close every open question whose topic was changed just now (path, subject) and is known now."""
    touched = {(canonical_topic(path), subject) for path, subject in changed}
    if not touched:
        return
    still_missing = set(missing_topics(facts))
    topics = {topic for topic, _ in touched}
    for question in trip.questions.open():
        exact = (question.topic, question.subject) in touched
        if (exact or (not question.subject and question.topic in topics)) and (
            question.topic not in still_missing
        ):
            _close(question, Question.Status.ANSWERED, answer=words, message=message)


def close_with_answer(question: Question, *, answer: str, message: Message | None) -> None:
    """Close one question with words that change no fact ("no must-dos")."""
    _close(question, Question.Status.ANSWERED, answer=answer, message=message)


def withdraw(question: Question, assumption: str) -> None:
    """Nobody answered: go on with an assumption that the summary shows."""
    question.assumption = assumption
    _close(question, Question.Status.WITHDRAWN)


def decline(trip: Trip, turn: Turn, topics: Iterable[str], message: Message) -> None:
    """ "No must-dos", "no allergies": these topics are answered, also when nobody had asked yet."""
    for topic in map(canonical_topic, topics):
        if topic in REQUIRED_TOPICS:
            continue
        for question in trip.questions.open().filter(topic=topic):
            close_with_answer(question, answer=NOTHING, message=message)
        if not trip.questions.filter(topic=topic).exists():
            Question.objects.create(
                trip=trip,
                topic=topic,
                text=TITLES.get(topic, topic.replace("_", " ").capitalize()),
                status=Question.Status.ANSWERED,
                asked_by="traveller",
                answered_by=message,
                answer=NOTHING,
                closed=timezone.now(),
            )


def withdraw_unanswered(trip: Trip, turn: Turn, message: Message) -> list[str]:
    """Optional questions of earlier turns that this turn's message left open. Returns the assumptions.

    The orchestrator's own open questions ("what should be different?") ask for any words at all: the
    message is their answer. Not for a turn that carries out a command: it leaves every question as it is.
    """
    sentences = []
    for question in trip.questions.open().filter(required=False).exclude(asked_in=turn):
        if question.topic.startswith("other:") and question.asked_by == "orchestrator":
            close_with_answer(question, answer=message.text[:500], message=message)
            continue
        sentence = ASSUMPTIONS.get(question.topic, f"“{question.text}” is left to us.")
        withdraw(question, sentence)
        sentences.append(sentence)
    return sentences


def close_wishes(trip: Trip, message: Message, *, in_words: bool) -> None:
    """What should be different was asked, and a change of the plan is wished for: in words that is the
    answer; a command line answers nothing, the question only goes."""
    for question in trip.questions.open().filter(topic__startswith="other:", asked_by="orchestrator"):
        if in_words:
            close_with_answer(question, answer=message.text[:500], message=message)
        else:
            withdraw(question, "")


def withdraw_unasked(trip: Trip) -> list[str]:
    """ "Just plan it": optional topics that are unknown and were never asked are left to us, and not asked
    any more. Returns the assumptions."""
    on_the_ledger = set(trip.questions.values_list("topic", flat=True))
    topics = [topic for topic in unknown_optional(trip.facts) if topic not in on_the_ledger]
    Question.objects.bulk_create(
        Question(
            trip=trip,
            topic=topic,
            text=TITLES[topic],
            status=Question.Status.WITHDRAWN,
            asked_by="traveller",
            assumption=ASSUMPTIONS[topic],
            closed=timezone.now(),
        )
        for topic in topics
    )
    return [ASSUMPTIONS[topic] for topic in topics]


def ask(
    trip: Trip,
    turn: Turn,
    *,
    topic: str,
    subject: str = "",
    text: str,
    suggestions: list[str] | None = None,
    required: bool,
    asked_by: str,
) -> Question | None:
    """Put a question on the ledger. None when this topic and subject are open already."""
    topic = canonical_topic(topic)
    question, created = Question.objects.get_or_create(
        trip=trip,
        topic=topic,
        subject=subject,
        status=Question.Status.ASKED,
        defaults={
            "text": text,
            "suggestions": suggestions or [],
            "required": required,
            "asked_by": asked_by,
            "asked_in": turn,
        },
    )
    return question if created else None


def reopen(trip: Trip, topic: str) -> None:
    """A cleared fact may be asked for again: forget that its topic was closed."""
    trip.questions.filter(topic=canonical_topic(topic)).exclude(status=Question.Status.ASKED).update(
        topic=f"cleared:{canonical_topic(topic)}"
    )


def _close(question: Question, status: str, *, answer: str = "", message: Message | None = None) -> None:
    question.status = status
    question.answer = answer
    question.answered_by = message
    question.closed = timezone.now()
    question.save(update_fields=["status", "answer", "answered_by", "closed", "assumption"])
