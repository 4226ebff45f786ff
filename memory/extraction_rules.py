"""What a remembered sentence may be: judged by code, whatever a model was told. Pure."""

from __future__ import annotations

import re
import unicodedata

from memory.stemming import stem
from trips.reading.memory.kinds import of_a_day, of_memory
from trips.reading.words import ADULT, KID, PEOPLE, RELATION, RELATION_PLURAL

SHORTEST = 10  # characters of a message or a note that are worth reading
NOTES_A_JOB = 3

#: Of a sentence made of nothing but these, names and numbers, only the numbers tell something.
_COUNTING = frozenset(
    """found saved has have the of in and with for day days item items option options place places activities
    finding findings restaurant restaurants food foods meal meals note notes cities city result results
    total were was researched planned written two three four five six seven eight nine ten eleven twelve
    dozen dozens many several""".split()
)
_THERE_ARE = re.compile(r"\bthere (?:are|is)\b", re.IGNORECASE)
_HAS_COUNT = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens? of|a dozen|many|several) "
    r"(?:days?|items?|options?|places?|activities|findings?|restaurants?|results?)\b"
)
_CHOSE = r"(?:chose|chosen|selected|picked|preferred|won|wins|went (?:with|for)|opted for|settled on)"
_AN_OPTION = r"(?:option (?:\d|[A-C]|one|two|three)|(?:first|second|third) option)"
_WINNER = re.compile(
    rf"\b{_AN_OPTION}\b.*\b{_CHOSE}\b|\b{_CHOSE}\b.*\b{_AN_OPTION}\b|"
    r"\boption (?:\d|[A-C]|one|two|three)\b.*\b(?:won|wins|chosen|selected|picked|preferred|better|best)\b|"
    r"\b(?:chose|chosen|selected|picked|prefers?|preferred)\b.*\boption (?:\d|[A-C]|one|two|three)\b|"
    r"\bthe (?:winning|chosen|selected) option\b",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:this|the|our) (?:conversation|chat|discussion|message|session|turn)\b|"
    r"\b(?:we|they|i|the traveller) (?:(?:talked|spoke|chatted) (?:about|of)|discussed)\b|"
    r"\bthe (?:assistant|user|model)\b|"
    r"\b(?:system prompt|existing notes?|my instructions|these instructions|language model)\b|"
    r"\bthe traveller (?:asked|wrote|said (?:hello|yes|no|thanks))\b",
    re.IGNORECASE,
)
_AGENTS = re.compile(
    r"\b(?:orchestrator|planner|scheduler|prioriti[sz]er|research agent|specialists?|agents?)\b.*"
    r"\b(?:better|worse|more|less|faster|than|unlike|did well|outperform\w*|beats?|outdid|outdoes?)\b",
    re.IGNORECASE,
)
_GENERIC = re.compile(
    r"^(?:always |it(?: is|['’]s) (?:always |usually |generally |often )?"
    r"(?:best|wise|recommended|advisable|a good idea) to |remember to |"
    r"be sure to |make sure (?:to |you )|don't forget to |travellers should |"
    r"you should |consider |try to |pack )",
    re.IGNORECASE,
)
#: To do this is advice to anybody, unless it names something or says when.
_TO_ANYBODY = re.compile(r"^(?:book|buy|reserve|arrive|bring|wear|carry|check) ", re.IGNORECASE)
_REASONS = (
    (_WINNER, "which option won"),
    (_TALK, "talk about the conversation"),
    (_AGENTS, "a comparison of agents"),
    (_GENERIC, "generic advice"),
)


def refusal(text: str) -> str:
    """Why this sentence is not kept; empty when it may be."""
    if len(text.strip()) < SHORTEST:
        return "too short"
    if of_a_day(text):
        return "a date that depends on the day it is read"
    if of_memory(text):
        return "talk about memory"
    for pattern, reason in _REASONS:
        if pattern.search(text):
            return reason
    if _TO_ANYBODY.search(text) and not re.search(r"\d|\b[A-ZÀ-Þ]", text[1:]):
        return "generic advice"
    if _HAS_COUNT.search(text) and _only_counts(text):
        return "a bare count"
    return ""


def _only_counts(text: str) -> bool:
    """Word by word: one pattern for all of them tries every way to cut a sentence into words."""
    words = re.findall(r"\w+", _THERE_ARE.sub("found", text))
    return all(
        word.casefold() in _COUNTING or word.isdigit() or (len(word) > 1 and "A" <= word[0] <= "Z")
        for word in words
    )


# --- Whom does it tell of? -------------------------------------------------------------------------

_OFTEN = r"(?:always|never|only|usually|strictly|exclusively|both|all|prefer\w*|insists?)"
_WISHES = (
    r"(?:prefers?|loves?|hates?|dislikes?|insists?|enjoys?|wants?|likes|adores?|refuses?|"
    r"would\s+(?:like|love|hate))"
)
_DO = (
    r"(?:book|stay|eat|drink|travel|fly|pay|walk|choose|use|order|tip|spend|sleep|need|require|expect|avoid|"
    r"trust|agree|allow)"
)
_DOES = rf"(?:flies|{_DO}s)"
_STATE = (
    r"(?:allergic|intolerant|vegetarians?|vegans?|diabetic|pregnant|afraid|scared|keen|fond|pensioners?|rich)"
)
_WHO = (
    rf"(?:{KID}|{ADULT}|{PEOPLE}|{RELATION}|{RELATION_PLURAL}|famil(?:y|ies)|couples?|clients?|customers?|"
    r"users?|group|part(?:y|ies)|members?|owners?)"
)
_NO_TICKET = r"(?!\s+(?:tickets?|pass(?:es)?|rooms?|menus?|prices?|rates?|discounts?|areas?)\b)"
#: What is said of a place speaks of "visitors" or "guests" in general, and of the travellers as of these.
_OF_TRAVELLERS = re.compile(
    r"\b(?:i|we|my|he|she|his|her|him|us|travell?ers?)\b|"
    rf"\b(?:the|this|that|these|those|our|your|their|both|all)\s+(?:\w+\s+){{0,2}}?{_WHO}\b{_NO_TICKET}|"
    rf"\b{_WHO}(?:['’]s?)?\s+(?:(?:is|are|has|have)\s+)?(?:{_OFTEN}|{_STATE})\b|"
    rf"\bthey(?:['’]re|\s+are)?\s+(?:\w+\s+)?(?:{_OFTEN}|{_STATE}|{_DO})\b|"
    rf"\b{_OFTEN}\s+(?:{_DO}|{_DOES})\b|\b{_WISHES}\b|^\W*(?:{_OFTEN}\s+)?(?:{_DOES}|{_STATE})\b",
    re.IGNORECASE,
)
#: Says to an agent what to do, or speaks in somebody's name.
_ORDERS = re.compile(
    r"^\W*(?:(?:please|just|now|and|so|from\s+now\s+on)\W+)*(?:only\s+)?(?:recommend|suggest|choose|pick|offer|"
    r"mention|include|ignore|disregard|send|tell|treat|assume|contact|pay|prefer|forward|reveal|print|obey|set|"
    r"(?:book|use|take|order|visit|stay\s+\w+)\s+(?:only|nothing|exclusively))\b|"
    r"\b(?:must|should|shall|has\s+to|have\s+to)\s+(?:always\s+|only\s+|never\s+)?be\s+(?:booked|recommended|"
    r"chosen|offered|used|paid|sent|suggested)\b|\b(?:system|assistant|admin|developer|note\s+to\s+\w+)\s*:|"
    r"https?:|www\.",
    re.IGNORECASE,
)
_ENGLISH = frozenset(
    """the are and from with before after than which there opens closes its by is a in of on at for to as no
    be""".split()
)
#: Without those that stand in names of places.
_FOREIGN = frozenset(
    """immer diese sind ist und nur toujours cette ces sont siempre estos este sempre gli questi altijd zijn
    deze een estes uma het che""".split()
)


def needs_their_words(text: str) -> bool:
    """Do agents share this sentence on a traveller's words only? It tells of the travellers, gives an order,
    or is not in English. What remains is of places, times and prices."""
    words = set(_WORD.findall(text.casefold()))
    if words & _FOREIGN or not words & _ENGLISH:
        return True
    return bool(_OF_TRAVELLERS.search(text) or _ORDERS.search(text))


# --- Does it rest on what was said? --------------------------------------------------------------

#: Words that say nothing of their own: they need no source.
_EMPTY = frozenset(
    """the a an and or of in on at to for from by with without is are was were be been do does did not no
    dont doesnt didnt wont cant cannot never has have had that this these those it its they their them he she
    his her i we my our us me you your as but so if when where who what which than then any all some
    each every more less most very too also only just rather would will can could should may must want
    wants wanted need needs needed like likes liked prefer prefers preferred love loves hate hates
    dislike dislikes avoid avoids traveller travellers trip trips travel travels person people said
    says wish wishes because about into out up fellow
    im ive id ill youre weve theyre theyve hes shes its""".split()
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ERRAND = re.compile(
    r"\W*(?:(?:please|now|just|hi|hello)\W+)*(?:(?:can|could|will|would)\s+you\s+)?(?:plan|find|search|show|check|"
    r"read|see|look|follow|book|do|make|summari[sz]e|here)\b",
    re.IGNORECASE,
)


def supported(text: str, said: str) -> bool:
    """Is `text` made of what was said? Each name and number of it must have been said, and at least half
    of its other words, in some form. `said`: the traveller's own words."""
    words = _words(said)
    content = [word for word in _WORD.findall(text) if _plain(word) not in _EMPTY]
    if not content:
        return False
    first = _WORD.findall(text)[:1]
    names = [word for word in content if word[0].isdigit() or (word[0].isupper() and [word] != first)]
    if not all(_among(_plain(name), words) for name in names):
        return False
    told = sum(_among(_plain(word), words) for word in content)
    return told >= 1 and told * 2 >= len(content)


def tells_all(text: str, other: str) -> bool:
    """Does `text` have every telling word of `other`, in some form?"""
    words = _words(text)
    wanted = _words(other)
    return bool(wanted) and all(_among(word, words) for word in wanted)


def speaks_of(said: str, text: str) -> bool:
    """Is a telling word of `text` said, in some form, and not only asked for now? A name tells nothing."""
    words = _words(said)
    first, *others = _WORD.findall(text) or [""]
    plain = [_plain(word) for word in (first, *others) if word == first or not word[0].isupper()]
    return not _ERRAND.match(said) and any(_among(word, words) for word in plain if word not in _EMPTY)


def _words(text: str) -> frozenset[str]:
    return frozenset(_plain(word) for word in _WORD.findall(text)) - _EMPTY


def _among(word: str, words: frozenset[str]) -> bool:
    return word in words or any(_alike(word, other) for other in words)


def _alike(word: str, other: str) -> bool:
    """Two forms of one word: they begin alike, and only their endings differ."""
    if stem(word) == stem(other):
        return True
    if word[:1].isdigit() or other[:1].isdigit():
        return False
    shared = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= 4 and shared >= max(len(word), len(other)) - 4


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold().replace("’", "").replace("'", ""))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
