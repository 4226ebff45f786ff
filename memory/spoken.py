"""What a traveller's own words tell about themselves: name, role, household, employer. Pure but for ids.

Patterns, not understanding: they choose the sentences that a document should know of. Without a model the
sentence itself becomes the line; a model may say it shorter, by the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from memory import bounds
from memory.events import Event, journey
from memory.text import TRAVELLERS_WORDS, normalised
from trips.models import Message, Trip

_SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+|$)")
_LONGEST = 240  # characters of a sentence that is remembered as it stands

_NAME = re.compile(
    r"\b(?:my name is|my name['’]s|i am called|i['’]m called|call me|people call me)\s+"
    r"(?-i:[A-ZÀ-Þ])[\w'’-]+",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:i work as|i am working as|my job is|my profession is|by profession|i['’]?(?: a)?m (?:a |an )?"
    r"(?:retired|self-employed|freelance\w*|student|teacher|nurse|doctor|engineer|lawyer|consultant|journalist|"
    r"professor|chef|pilot|artist|photographer|architect|scientist|researcher|manager|developer|pensioner|"
    r"musician|accountant|designer|writer)|i (?:teach|study)\b)",
    re.IGNORECASE,
)
_KIN = (
    r"(?:wife|husband|partner|fianc[eé]e?|girlfriend|boyfriend|spouse|son|daughter|kids?|child|children|baby|"
    r"toddler|twins|mother|father|mum|mom|dad|parents|grandmother|grandfather|grandparents|sister|brother|dog|cat)"
)
_HOUSEHOLD = re.compile(
    rf"\b(?:my|our) {_KIN}s?(?:,? \w+,?)? (?:is|are|was born|turns?|has|have|uses?|needs?|can['’]?t|cannot|"
    rf"does ?n['’]?t|do ?n['’]?t|goes|eats?|loves?|hates?|gets)\b|"
    rf"\b(?:my|our) {_KIN}(?:'s|’s)? name\b|"
    rf"\b(?:i|we) have (?:an?|one|two|three|four|five|\d) (?:\w+ ){{0,2}}{_KIN}s?\b|"
    r"\b(?:i am|i['’]m|we are|we['’]re) (?:married|divorced|widowed|engaged|single|a family of \w+|"
    r"a couple|newlyweds)\b|\bi live (?:alone|with)\b|\bwe live (?:in|with)\b",
    re.IGNORECASE,
)
_EMPLOYER = re.compile(
    r"\b(?:i work (?:for|at)|i['’]?(?: a)?m employed (?:by|at)|my (?:employer|company|firm|boss|office)|"
    r"our (?:company|firm|employer|office)|the company (?:i work for|pays|books|wants))\b",
    re.IGNORECASE,
)
_POLICY = re.compile(
    r"\b(?:travel policy|company policy|expense (?:policy|limit|report|account)s?|expensed?|reimburs\w+|"
    r"per diem|corporate rate|travel desk|business trip policy|preferred airline|our policy|"
    r"company (?:pays|allows|requires|books|card|rate|only))\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"\?\s*$|^\s*(?:can|could|would|will|should|is|are|do|does|what|where|how)\b", re.I)


def sentences(words: str) -> list[str]:
    """The sentences that may be kept as they stand: no questions, none too long."""
    found = (" ".join(part.split()) for part in _SENTENCE.findall(words))
    return [part for part in found if 6 < len(part) <= _LONGEST and not _QUESTION.search(part)]


def profile_events(words: str, message: Message) -> list[Event]:
    """Name, role and household."""
    found = []
    for sentence in _for_good(words, message):
        for name, pattern in (("name", _NAME), ("role", _ROLE), ("household", _HOUSEHOLD)):
            if pattern.search(sentence) and not _EMPLOYER.search(sentence):
                found.append(_told(name, "profile", sentence, message, one=name != "household"))
                break
    return found


def company_events(words: str, message: Message) -> list[Event]:
    """Employer and travel policy."""
    found = []
    for sentence in _for_good(words, message):
        for name, pattern in (("travel policy", _POLICY), ("employer", _EMPLOYER)):
            if pattern.search(sentence):
                found.append(_told(name, "company", sentence, message, one=name == "employer"))
                break
    return found


def _for_good(words: str, message: Message) -> list[str]:
    """The sentences that name no end: a line of a document has none. The others can be a note."""
    return [part for part in sentences(words) if not bounds.bound(part, message.created.date()).ends]


def _told(trigger: str, namespace: str, sentence: str, message: Message, *, one: bool) -> Event:
    """`one`: there is one line of this kind, a new one takes its place."""
    return Event(
        trigger=trigger,
        namespace=namespace,
        what=sentence,
        line=f"{TRAVELLERS_WORDS}{sentence}",
        quote=sentence.rstrip(".!"),
        message=message.pk,
        slot=trigger if one else "",
    )


_NO = re.compile(
    r"^\s*(?:no\b|nope\b|not (?:quite|really|right)|wrong|that['’]?s (?:not|wrong)|stop\b)", re.I
)
_TASTE = re.compile(
    r"\b(?:prefer|rather|too (?:\w+)|don['’]?t (?:like|want|need|enjoy)|hate|love|like|avoid|never|always|"
    r"instead|without|no \w+)\b",
    re.IGNORECASE,
)


def rejected_summary(trip: Trip, words: str, message: Message) -> list[Event]:
    """The summary was turned down: the sentence that says why, if it tells a taste."""
    if not _NO.search(words):
        return []
    telling = [part for part in sentences(_NO.sub("", words, count=1)) if _TASTE.search(part)]
    if not telling:
        return []
    sentence = telling[0].lstrip(" ,;:-")
    return [
        Event(
            trigger="rejected at the summary",
            namespace="preferences",
            what=f"The summary of {journey(trip)} was turned down: {sentence}",
            line=f"Said of plans for {journey(trip)}: {sentence}",
            quote=sentence.rstrip(".!"),
            message=message.pk,
        )
    ]


def follow_ups(names: Mapping[str, str], words: str, message: Message) -> Iterable[Event]:
    """What the message names of things found earlier (name and city)."""
    said = f" {normalised(words)} "
    for name, city in names.items():
        plain = normalised(name)
        if len(plain) < 5 or not re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", said):
            continue
        where = f" in {city}" if city and normalised(city) in said else ""
        yield Event(
            trigger="follow-up on a finding",
            namespace="episodes",
            what=f"The traveller came back to {name} ({city}): {' '.join(words.split())[:300]}",
            line=f"Came back to {name}{where} on {message.created:%-d %B %Y}.",
            quote=_as_said(name, words),
            message=message.pk,
            slot=f"follow-up {message.trip_id} {plain}",
        )


def _as_said(name: str, words: str) -> str:
    found = re.search(re.escape(name), words, re.IGNORECASE)
    return found[0] if found else name
