"""What a traveller's own words tell about themselves: name, role, household, employer. Pure but for ids.

Patterns, not understanding: they choose the sentences that a document should know of. Without a model the
sentence itself becomes the line; a model may say it shorter, by the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from config import clock
from memory import bounds
from memory.clauses import with_their_bounds
from memory.companions import companions, told_of
from memory.contradicting import contradicted
from memory.events import Event, journey
from memory.extraction_rules import of_memory
from memory.models import DocumentLine
from memory.needs import tells_need
from memory.text import TRAVELLERS_WORDS, normalised
from trips.models import Message, Trip
from trips.understanding.calendar_words import MONTH, WEEKDAY

_SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+|$)")
_LONGEST = 240  # characters of a sentence that is remembered as it stands

_WORD = r"(?![\w'’-])"  # the end of a whole word
#: Said after "call me" of when and how to call. Names that are months or short weekdays too (April, Sun) are
#: none only beside other words of a date.
_WHEN = rf"""
    (?:(?:mon|tues|wednes|thurs|fri|satur|sun|week|holi|birth|some|every|to)days?
    |tues?|wed|thurs?|fri|tomorrow|tonight|noon|midday|midnight|dusk|(?:mid)?(?:mornings?|afternoons?|evenings?|nights?|weeks?)
    |weekends?|months?|(?:mid)?(?:summer|winter)time|spring(?:time)?|lunchtime|(?:bed|dinner)time
    |easter|christmas|x-?mas|thanksgiving|hallowe['’]?en|pentecost
    |now|later|soon|early|earlier|late|asap|again|back|first|next|last|once|twice|maybe|perhaps|please|instead
    |any(?:\s?time|way|where|how)?|some\s?times?|always|never|not|daily|weekly|mid|day|days|direct(?:ly)?
    |when(?:ever)?|if|unless|whether|while|whilst|because|since|until|till?|though|although|so|then|there|here
    |what(?:ever)?|where(?:ver)?|how(?:ever)?|who(?:ever)?|which|that|this|these|those|each|every|either|or|and
    |but|than|as){_WORD}
    |(?:at|on|in|by|to|for|from|with|without|after|before|during|between|around|about|within|over|under|through
    |via|per|near|up|off|out|a|the|my|your|our|his|her|their|its|only|just|both|all|no|one){_WORD}(?=\s+\w)
    |(?-i:AN)\s+\w
    |{MONTH}(?=,?\s*(?:the\s+)?\d|\s+(?:or|and|to|until|till)\s+{MONTH})
    |{WEEKDAY}(?=,?\s*(?:the\s+)?(?:\d|morning|noon|afternoon|evening|night|at|before|after|or\s+{WEEKDAY}))"""
_NAME = re.compile(
    r"(?<!n't\ )(?<!n’t\ )(?<!not\ )(?<!never\ )"
    r"\b(?:my\ name\ is|my\ name['’]s|i\ am\ called|i['’]m\ called|call\ me|people\ call\ me)\s+"
    rf"(?!{_WHEN})(?-i:[A-ZÀ-Þ])[\w'’-]+",
    re.IGNORECASE | re.VERBOSE,
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
#: "I no longer work for Acme", "I quit my job": said of an employer that was told before.
_NO_EMPLOYER = re.compile(
    r"\bi (?:no longer|do(?: not|n['’]t)|have stopped|stopped|used to) work(?:ing)? "
    r"(?:(?:for|there|any ?more)\b|at (?-i:[A-ZÀ-Þ]))|"
    r"\bi(?: have|['’]ve)? (?:(?:left|quit) my (?:job|employer|company|firm)|resigned from)\b|"
    r"\bi(?: a|['’])m (?:no longer|not) (?:employed|working) (?:by|at|for|there|any ?more)\b|"
    r"\b(?:is|are) (?:no longer|not) my employer\b",
    re.IGNORECASE,
)
_POLICY = re.compile(
    r"\b(?:travel policy|company policy|expense (?:policy|limit|report|account)s?|expensed?|reimburs\w+|"
    r"per diem|corporate rate|travel desk|business trip policy|preferred airline|our policy|"
    r"company (?:pays|allows|requires|books|card|rate|only))\b",
    re.IGNORECASE,
)
#: What is said otherwise of a document, when it is no name, role or the like itself.
_TRIGGER_OF = {"preferences": "need", "profile": "household", "company": "employer"}
_QUESTION = re.compile(r"\?\s*$|^\s*(?:can|could|would|will|should|is|are|do|does|what|where|how)\b", re.I)


def sentences(words: str) -> list[str]:
    """The sentences that may be kept as they stand: no questions, none too long."""
    found = with_their_bounds(_SENTENCE.findall(words))
    return [part for part in found if 6 < len(part) <= _LONGEST and not _QUESTION.search(part)]


def tells_of_oneself(sentence: str) -> bool:
    """Name, role, household, employer or a travel policy: what a document should know of."""
    return any(one.search(sentence) for one in (_NAME, _ROLE, _HOUSEHOLD, _EMPLOYER, _POLICY))


def profile_events(words: str, message: Message) -> list[Event]:
    """Name, role and household."""
    found = []
    for sentence in _for_good(words, message):
        for name, pattern in (("name", _NAME), ("role", _ROLE), ("household", _HOUSEHOLD)):
            if pattern.search(sentence) and not _EMPLOYER.search(sentence):
                found.append(_told(name, "profile", sentence, message, one=name != "household"))
                break
    return found


def need_events(words: str, message: Message) -> list[Event]:
    """Diet, allergies, access, fears: what holds on every trip. Not what another of these events tells
    already, nor of a member of this trip, whose note it is."""
    found = []
    for sentence in _for_good(words, message):
        taken = any(pattern.search(sentence) for pattern in (_NAME, _ROLE, _HOUSEHOLD, _EMPLOYER, _POLICY))
        if taken or not tells_need(sentence) or told_of(sentence, companions(message.trip)):
            continue
        found.append(_told("need", "preferences", sentence, message, one=False))
    return found


def company_events(words: str, message: Message) -> list[Event]:
    """Employer and travel policy."""
    found = []
    for sentence in _for_good(words, message):
        if _NO_EMPLOYER.search(sentence):
            found.append(replace(_told("employer", "company", sentence, message, one=True), gone=True))
            continue
        for name, pattern in (("travel policy", _POLICY), ("employer", _EMPLOYER)):
            if pattern.search(sentence):
                found.append(_told(name, "company", sentence, message, one=name == "employer"))
                break
    return found


def otherwise_events(words: str, message: Message, told: Iterable[Event]) -> list[Event]:
    """What takes back something that stands, and is no need or the like itself: "We fly again". `told`: what
    the message tells already."""
    found = []
    known = {event.what for event in told}
    for sentence in _for_good(words, message):
        if sentence in known or told_of(sentence, companions(message.trip)):
            continue
        old = contradicted(message.trip, sentence, message.created.date())
        if old is not None:
            namespace = old.document.namespace if isinstance(old, DocumentLine) else "preferences"
            found.append(_told(_TRIGGER_OF[namespace], namespace, sentence, message, one=False))
    return found


def _for_good(words: str, message: Message) -> list[str]:
    """The sentences that name no end: a line of a document has none. The others can be a note."""
    told = [part for part in sentences(words) if not of_memory(part)]
    return [part for part in told if not bounds.bound(part, message.created.date()).ends]


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
            line=f"Came back to {name}{where} on {clock.today():%-d %B %Y}.",
            quote=_as_said(name, words),
            message=message.pk,
            slot=f"follow-up {message.trip_id} {plain}",
        )


def _as_said(name: str, words: str) -> str:
    found = re.search(re.escape(name), words, re.IGNORECASE)
    return found[0] if found else name
