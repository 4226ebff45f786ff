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
from memory.amending import Told, amended, corrects
from memory.clauses import with_their_bounds
from memory.companions import companions, told_of
from memory.contradicting import contradicted, said_before
from memory.employers import Left, leaves
from memory.events import Event, journey
from memory.extraction_rules import of_a_day, of_memory
from memory.models import DocumentLine
from memory.parting import of_who_travels, parted
from memory.quotes import own_words
from memory.text import TRAVELLERS_WORDS, normalised
from trips.facts.limits import spoken_date
from trips.models import Message, Trip
from trips.reading.memory import HABITS, NEEDS, PROFILE, durable, of_another, supposed
from trips.understanding.calendar_words import MONTH, WEEKDAY

_SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+|$)")
MOST_SENTENCES = 24  # of one message
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
    r"(?:retired|self-employed|freelance\w*|student|teacher|nurse|doctor|engineer|lawyer|consultant|"
    r"journalist|"
    r"professor|chef|pilot|artist|photographer|architect|scientist|researcher|manager|developer|pensioner|"
    r"musician|accountant|designer|writer)|"
    r"i(?:['’]ve| have)? (?:just |recently |finally )?retired\b|"
    r"i (?:teach|study)\b(?!\s+(?:the|this|that|your|my|our|on|it|every|hard|until|tomorrow)\b))"
    r"(?!\s+of\s+(?:this|that|the|nothing)\b)",
    re.IGNORECASE,
)
_KIN = (
    r"(?:wife|husband|partner|fianc[eé]e?|girlfriend|boyfriend|spouse|son|daughter|kids?|child|children|"
    r"baby|"
    r"toddler|twins|mother|father|mum|mom|dad|parents|grandmother|grandfather|grandparents|sister|"
    r"brother|dog|cat)"
)
_HOUSEHOLD = re.compile(
    rf"\b(?:my|our) {_KIN}(?:'s|’s)? name\b|"
    rf"\b(?:i|we)(?: now| also)? have (?:now )?(?:an?|one|two|three|four|five|\d) (?:\w+ ){{0,2}}{_KIN}s?\b"
    rf"(?!['’]| (?:tickets?|"
    rf"seats?|beds?|menus?|fares?)\b)|"
    r"\b(?:i am|i['’]m|we are|we['’]re) (?:married|divorced|widowed|engaged|single|a family of \w+|"
    r"a couple|newlyweds)\b|\bi live (?:alone|with)\b|\bwe live (?:in|with)\b",
    re.IGNORECASE,
)
#: Whom they work for. There is one: a new one takes its place.
_EMPLOYED = re.compile(
    r"\b(?:i work (?:for|at)(?! (?:night|home|weekends?|christmas|a living|the moment|it)\b)|"
    r"i['’]?(?: a)?m (?:now )?(?:employed (?:by|at)|working (?:for|at) (?-i:[A-ZÀ-Þ]))|"
    r"(?:my|our) (?:\w+ )?(?:employer|company|firm)(?:['’]s name)?(?: is(?: called)?|['’]s|,|"
    r":) (?-i:[A-ZÀ-Þ])|"
    r"the company i work for|"
    r"i(?:['’](?:ve|m)| have| am)? (?:just |now |recently )?(?:started?|starting|got|have|found|took|taken)"
    r"(?: working)? (?:an?|my|the) (?:new )?(?:job|position|role|post) (?:at|with|for) (?-i:[A-ZÀ-Þ])|"
    r"i(?:['’]ve| have)? (?:just |now |recently )?started (?:working )?(?:at|for|with) (?-i:[A-ZÀ-Þ])|"
    r"i(?:['’]m| am) (?:now )?with (?-i:[A-ZÀ-Þ])[\w&]+ (?:now|these days|nowadays)\b)",
    re.IGNORECASE,
)
#: What the people they work for want, allow and pay; not of one day or week.
_EMPLOYER = re.compile(
    r"\b(?:(?:my|our) (?:\w+ )?(?:employer|company|firm|boss|office)(?:['’]s)?|the company) "
    r"(?:(?:only|always|never|usually|generally) )*"
    r"(?:pays?|books?|covers?|requires?|allows?|wants?|insists?|uses?|reimburses|prefers?|approves?|lets?|"
    r"sends?|flies|has|is (?:in|based|strict|small|large|big|generous|called)|do(?:es)?n['’]?t|does not|"
    r"won['’]?t|"
    r"only|(?:travel|expense) \w+)\b"
    rf"(?![^.!?]{{0,160}}\b(?:{WEEKDAY}|day \d|that (?:day|week)|(?:this|next) (?:week|month|time|trip)|"
    rf"today|"
    rf"tomorrow)\b)",
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
    r"\b(?:travel policy|company policy|expense (?:policy|limit|report|account)s?|"
    r"(?:i|we|to|can|must|may|be|gets?|is|are) (?:not )?expensed?(?= |$|[.,!])(?! (?:is|of)\b)|"
    r"(?:company|employer|firm|office|work|boss|they|i get|we get|i['’]m|"
    r"we['’]re) (?:\w+ ){0,3}?reimburs\w+|"
    r"reimburse[ds]? (?:by|up to|only)|"
    r"per diem|corporate rate|travel desk|business trip policy|preferred airline|our policy(?! (?:number|"
    r"no)\b)|"
    r"company (?:pays|allows|requires|books|card|rate|only))\b",
    re.IGNORECASE,
)
#: The document of each trigger that a sentence may be.
DOCUMENT_OF = {
    "name": "profile",
    "role": "profile",
    "household": "profile",
    "employer": "company",
    "travel policy": "company",
    "need": "preferences",
}
#: What is said otherwise of a document, when it is no name, role or the like itself.
_TRIGGER_OF = {"preferences": "need", "profile": "household", "company": "employer"}
#: What is usual, and what is otherwise this time.
_BUT_NOW = re.compile(
    r"^(?P<lasts>[^,;.!?]+?)\s*[,;]?\s*\b(?:but|though|although)\b"
    r"(?P<now>(?=.*\b(?:i|we|my|our|is|are|let['’]?s)\b).+)$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\?\s*$|^\s*(?:can|could|would|will|should|is|are|do|does|what|where|how)\b(?!['’]t)", re.IGNORECASE
)


def sentences(words: str) -> list[str]:
    """The sentences that may be kept as they stand: no questions, none too long."""
    return [part for part in _said(words) if len(part) <= _LONGEST]


def tells_of_oneself(sentence: str) -> bool:
    """Name, role, household, employer or a travel policy: what a document should know of."""
    return any(one.search(sentence) for one in (_NAME, _ROLE, _HOUSEHOLD, _EMPLOYED, _EMPLOYER, _POLICY))


def told_for(sentence: str) -> str:
    """Document and trigger of what a sentence tells for good ("profile name"); "" where that is nothing."""
    if supposed(sentence):
        return ""
    if _is_of_work(sentence):
        return _placed("travel policy" if _POLICY.search(sentence) else "employer")
    for name, tells in (("name", _of_name), ("role", _of_role), ("household", _of_household)):
        if tells(sentence):
            return _placed(name)
    return _placed("need") if durable(sentence, *NEEDS, *HABITS) else ""


def tells(message: Message) -> bool:
    """Does a sentence of it tell anything for good?"""
    return any(told_for(one.text) for one in _for_good(own_words(message.text), message))


def profile_events(words: str, message: Message) -> list[Event]:
    """Name, role, household, what else tells who they are. What a member of this trip needs is their note."""
    found = []
    for one in _for_good(words, message):
        document, _, name = told_for(one.text).partition(" ")
        of_member = durable(one.text, *NEEDS, *HABITS) and told_of(one.text, companions(message.trip))
        if document == "profile" and not of_member:
            found.append(_told(name, document, one, message, one=name != "household"))
    return found


def need_events(words: str, message: Message) -> list[Event]:
    """Diet, allergies, access, fears, tastes and habits: what holds on every trip. Not what another of these
    events tells already, nor of a member of this trip, whose note it is."""
    found = []
    for one in _for_good(words, message):
        document, _, name = told_for(one.text).partition(" ")
        if document == "preferences" and not told_of(one.text, companions(message.trip)):
            found.append(_told(name, document, one, message, one=False))
    return found


def company_events(words: str, message: Message) -> list[Event]:
    """Employer and travel policy."""
    found = []
    for one in _for_good(words, message):
        if _NO_EMPLOYER.search(one.text) or leaves(one.text, message.trip) is Left.GONE:
            found.append(replace(_told("employer", "company", one, message, one=True), gone=True))
            continue
        if leaves(one.text, message.trip) is Left.FOR_ANOTHER:
            found.append(_told("employer", "company", one, message, one=True))
            continue
        document, _, name = told_for(one.text).partition(" ")
        if document == "company":
            found.append(_told(name, document, one, message, one=_EMPLOYED.search(one.text) is not None))
    return found


def otherwise_events(words: str, message: Message, told: Iterable[Event]) -> list[Event]:
    """What takes back something that stands, and is no need or the like itself: "We fly again". `told`: what
    the message tells already."""
    found = []
    known = {event.what for event in told}
    for one in _for_good(words, message):
        if one.text in known or told_of(one.text, companions(message.trip)):
            continue
        old = contradicted(message.trip, one.text)
        if old is not None:
            namespace = old.document.namespace if isinstance(old, DocumentLine) else "preferences"
            found.append(_told(_TRIGGER_OF[namespace], namespace, one, message, one=False))
    return found


def _placed(trigger: str) -> str:
    return f"{DOCUMENT_OF[trigger]} {trigger}"


def _said(words: str) -> list[str]:
    found = dict.fromkeys(with_their_bounds(_SENTENCE.findall(words)))
    return [part for part in found if len(part) > 6 and not _QUESTION.search(part)][:MOST_SENTENCES]


def _of_name(sentence: str) -> bool:
    return _NAME.search(sentence) is not None


def _of_role(sentence: str) -> bool:
    return _ROLE.search(sentence) is not None


def _of_household(sentence: str) -> bool:
    return _HOUSEHOLD.search(sentence) is not None or durable(sentence, *PROFILE) or of_another(sentence)


def _is_of_work(sentence: str) -> bool:
    return any(one.search(sentence) for one in (_EMPLOYED, _EMPLOYER, _NO_EMPLOYER, _POLICY))


def _for_good(words: str, message: Message) -> list[Told]:
    """The sentences, as they are meant, that name no end: a line of a document has none. The others can be a
    note."""
    told = of_who_travels([part for part in _said(words) if not of_memory(part)])
    before: list[str] = []
    if corrects(told):
        before = [part for one in said_before(message) for part in sentences(own_words(one.text))]
    whole = [kept for one in amended(told, before) if (kept := _without_end(one, message)) is not None]
    return [part for one in whole for part in parted(one, told_for) if len(part.text) <= _LONGEST]


def _without_end(told: Told, message: Message) -> Told | None:
    """What of a sentence has no end: of "I usually fly, but this once I'd take the train" the habit."""
    day = message.created.date()
    match = _BUT_NOW.match(told.text)
    if match is not None and told.text.casefold() == told.quote.casefold() and told_for(match["lasts"]):
        if bounds.bound(match["now"], day).ends and not bounds.bound(match["lasts"], day).ends:
            return replace(told, text=f"{match['lasts']}.", quote=match["lasts"])
    return None if bounds.bound(told.text, day).ends else told


def _told(trigger: str, namespace: str, told: Told, message: Message, *, one: bool) -> Event:
    """`one`: there is one line of this kind, a new one takes its place."""
    said = ""
    if of_a_day(told.text):
        said = f" (said on {spoken_date(message.created.date())})"
    return Event(
        trigger=trigger,
        namespace=namespace,
        what=told.text,
        line=f"{TRAVELLERS_WORDS}{told.text}{said}",
        quote=told.quote.rstrip(".!"),
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
            line=f"Spoke again of {name}{where} on {clock.today():%-d %B %Y}.",
            quote=_as_said(name, words),
            message=message.pk,
            slot=f"follow-up {message.trip_id} {plain}",
        )


def _as_said(name: str, words: str) -> str:
    found = re.search(re.escape(name), words, re.IGNORECASE)
    return found[0] if found else name
