"""Children: how many come along, and their ages. "Two kids aged 4 and 7", "our baby", "the twins"; a
child that is only spoken of ("my son is allergic to nuts") is one of those already counted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trips.schemas import Party
from trips.understanding.ages import Aged
from trips.understanding.counting import COUNT, count
from trips.understanding.party import People, joined
from trips.understanding.people_words import ADJECTIVE, KID
from trips.understanding.reading import Reading, Span
from trips.understanding.statements import after_name, corrects, starts_statement

_KIDS = re.compile(
    rf"\b(?:(?P<n>{COUNT}|an?|my|our|the|his|her|their|no|zero|without(?:\s+(?:any|the))?)\s+"
    r"(?:of\s+(?:us|them|whom|which)\s+)?(?:(?:are|is|being)\s+)?(?:an?\s+)?)?"
    rf"{ADJECTIVE}{{0,2}}(?P<noun>{KID})\b"
    r"(?!['-]?s?['\s-]*(?:friendly|museum|menu|club|section|seat|birthday|wedding|hospital|beds?\b|rooms?\b|"
    r"trips?\b|cots?\b|stroller|food|shower))",
    re.IGNORECASE,
)
_KIDS_STAY = re.compile(
    rf"\b(?:(?:the|our|my)\s+)?{KID}\s+(?:are|is|won't|will|can't|aren't|isn't)(?:\s+not)?\s+"
    r"(?:be\s+)?(?:coming|joining|come|join|travell?ing|staying\s+(?:at\s+)?home)\b",
    re.IGNORECASE,
)
#: What a child that comes along is said to like or need.
_OWN_TASTE = re.compile(
    r"\s*,?\s*(?:who\s+)?(?:(?:really|also|just|absolutely)\s+)?(?:lov|lik|enjoy|hat|want|need|us(?:es|ing)\b|"
    r"(?:is|are)\s+(?:very\s+|quite\s+|a\s+|an\s+|severely\s+|only\s+)?(?:\d|allergic|vegan|vegetarian|"
    r"coeliac|celiac|afraid|scared|keen|into\b|in\s+a\s+wheelchair|autistic|\w+\s+(?:years|months)\s+old)|"
    r"has\s+(?:a\s+|an\s+)?(?:\w+\s+)?(?:allerg|asthma|diabet)|can(?:'t|not|\s+not)|doesn't|don't|gets\b)",
    re.IGNORECASE,
)
_ALONGSIDE = re.compile(
    r"(?:\b(?:with|and|plus|me|bring(?:ing)?|tak(?:e|ing)|myself|i|of\s+(?:us|them|which|whom))|[,&+:(\x00])\s*"
    r"(?:\w+\s+)?$",
    re.IGNORECASE,
)
#: "A museum for a six-year-old" tells of no traveller that is not known.
_SUITED = re.compile(
    r"\b(?:suit\w*|good|fun|great|right|ok(?:ay)?|fit|nice|interesting|boring|things|activities|something|"
    r"anything|stuff|easy|safe)\s+(?:\w+\s+){0,3}?(?:for|with)\s*$",
    re.IGNORECASE,
)
_YOUNG = (
    (re.compile(r"bab(?:y|ies)|infants?|newborns?", re.IGNORECASE), 0),
    (re.compile(r"toddlers?", re.IGNORECASE), 2),
)
_MULTIPLE = {"twins": 2, "triplets": 3}
_APPOSED = re.compile(r"\s*(?:,|:|\(|-|=|;)\s*(?:one\s+|namely\s+)?")
_LISTED = re.compile(r"\s*(?:,\s*and|,|and|&|\+|plus)\s*", re.IGNORECASE)


@dataclass
class Mention:
    """Some words about children. `known`: they speak of children as if we knew them ("my son")."""

    span: Span
    number: int | None
    noun: str = ""
    ages: list[int] = field(default_factory=list)
    known: bool = False
    along: bool = True  # said to come along, not only spoken of


#: A night out of adults, whatever they call themselves.
_GROWN_UP_PARTY = re.compile(r"\b(?:bachelor(?:ette)?|hen|stag)\b", re.I)


def read_children(reading: Reading, aged: list[Aged], found: People) -> None:
    """Adds the children of the message to `found`, claimed."""
    for match in reading.find(_KIDS_STAY, claim=False):
        if re.search(r"\b(?:not|won't|can't|aren't|isn't|home)\b", match.group(), re.I):
            found.children, found.children_span = 0, Span(*match.span())
            reading.claim(*match.span())
    mentions = [_of_aged(reading, one) for one in aged]
    for match in reading.find(_KIDS, claim=False):
        word = (match["n"] or "").lower()
        if word and word.split()[0] in {"no", "zero", "without"}:
            found.children, found.children_span = 0, Span(*match.span())
            mentions = []
            reading.claim(*match.span())
        elif not reading.replaced(match.start()) and (mention := _mention(reading, match, word)):
            mentions.append(mention)
            reading.claim(*match.span())
    mentions = [one for one in mentions if one]
    mentions.sort(key=lambda one: one.span.start)
    _count(reading, mentions, found)


def _of_aged(reading: Reading, aged: Aged) -> Mention | None:
    span = aged.span
    before = reading.view[max(0, span.start - 40) : span.start]
    if aged.problem or (_SUITED.search(before) and aged.count == 1):
        return None
    words = reading.view[span.start : span.end]
    mine = re.match(r"(?:my|our|the|his|her|their)\b", words, re.I)
    own = re.search(r"\b(?:my|our|the|his|her|their)\s+(?:\w+\s+)?$", before, re.I)
    subject = re.search(r"\s(?:is|are)\s", words, re.I) or _speaks_of(reading, span.end)
    known = bool(mine or own) and (bool(subject) or not _ALONGSIDE.search(before))
    known = known and len(aged.ages) < 2  # "the kids are 5 and 8" tells of all of them
    noun = re.search(rf"{KID}", words, re.I)
    return Mention(
        span, aged.count, noun.group().lower() if noun else "", list(aged.ages), known, not subject
    )


def _mention(reading: Reading, match: re.Match[str], word: str) -> Mention | None:
    noun = match["noun"].lower()
    span = Span(*match.span())
    multiple = _MULTIPLE.get(noun)
    plural = noun.endswith(("s", "ren", "ies"))
    before = reading.view[max(0, span.start - 40) : span.start]
    if _SUITED.search(before):
        return None
    ages = next(([age] for pattern, age in _YOUNG if pattern.fullmatch(noun)), [])
    subject = _speaks_of(reading, span.end)
    if not word:
        # "baby, 2 adults" is a child; "baby food", "kids" alone say nothing
        return Mention(span, multiple, noun) if multiple and not subject else None
    if word in {"my", "our", "the", "his", "her", "their"}:
        if multiple:
            return Mention(span, multiple, noun, known=True, along=not subject)
        if plural or (word not in {"my", "our"}):
            return None  # "our kids" says nothing of how many
        beside = bool(_ALONGSIDE.search(before))
        after = re.match(r"\s*(?:and\s+(?:i|me)\b|,|\+|\x00)", reading.view[span.end : span.end + 20], re.I)
        if subject:
            return Mention(span, 1, noun, ages, known=True, along=False) if _tastes(reading, span) else None
        return Mention(span, 1, noun, ages, known=True) if beside or after or _alone(reading, span) else None
    if word in {"a", "an"}:
        if plural and not multiple:
            return None  # "a girls trip"
        number = multiple or 1
    elif noun in {"girls", "boys"} and _GROWN_UP_PARTY.search(reading.view):
        return None  # read as a number of people
    else:
        number = _number(reading, match)
        if multiple and number == 2:
            number = multiple
        if number is None:
            return None
    return Mention(span, number, noun, ages * number)


def _number(reading: Reading, match: re.Match[str]) -> int | None:
    if re.search(
        r"(?:\bminus\s|(?<![\w-])-)\s*$", reading.view[max(0, match.start() - 8) : match.start()], re.I
    ):
        reading.problem("A trip needs at least one traveller.", Span(*match.span()))
        return None
    return count(match["n"].lower())


def _speaks_of(reading: Reading, end: int) -> bool:
    return starts_statement(reading.view[end : end + 60])


def _tastes(reading: Reading, span: Span) -> bool:
    return bool(_OWN_TASTE.match(after_name(reading.view[span.end : span.end + 60])))


def _alone(reading: Reading, span: Span) -> bool:
    """The child is all that is said, or is said to come along."""
    after = reading.view[span.end :]
    statement = reading.statement_around(span)
    whole = reading.view[statement.start : statement.end].strip(" .!").lower()
    asked = "party.adults" in reading.asked or "party.children" in reading.asked
    coming = re.match(r"\s+(?:is|will|'s)\s+(?:also\s+)?(?:be\s+)?(?:com|join|travel|going)", after, re.I)
    return bool(coming) or (asked and whole == reading.view[span.start : span.end].lower())


def _count(reading: Reading, mentions: list[Mention], found: People) -> None:
    told = _without_appositions(reading, [one for one in mentions if one.number is not None])
    ages_only = [one for one in mentions if one.number is None]
    party = reading.facts.party
    new = [one for one in told if not one.known]
    along = [one for one in told if one.known and one.along]
    spoken = [one for one in told if one.known and not one.along]
    if new:
        counted = new + [one for one in along if _beside_another(reading, one, new)]
        spoken += [one for one in along if one not in counted]
    elif along and not (party.children and not corrects(reading.view[: along[0].span.start])):
        counted = _once_each(along)
    elif spoken and not along and not party.children and party.adults is None and found.children is None:
        counted, spoken = _once_each(spoken), []
    else:
        counted, spoken = [], [*along, *spoken]
    if new and party.children and _all_known(new, party):
        counted = []
    for one in counted:
        found.add_children(one.number or 0, one.span)
        found.ages += one.ages
    for one in ages_only:
        found.ages += one.ages
    if found.ages:
        for one in counted + ages_only:
            found.ages_span = joined(found.ages_span, one.span)
    _add_ages(spoken, found, party)


def _all_known(new: list[Mention], party: Party) -> bool:
    """Single children of ages that are known already: "a museum with a 6-year-old"."""
    ages = [age for one in new for age in one.ages]
    return bool(ages) and len(ages) < (party.children or 0) and all(age in party.ages for age in ages)


def _beside_another(reading: Reading, one: Mention, others: list[Mention]) -> bool:
    """ "A baby and my son": in one list with children that are counted, or first to be named."""
    return any(
        _LISTED.fullmatch(
            reading.view[min(one.span.end, other.span.end) : max(one.span.start, other.span.start)]
        )
        for other in others
    ) or one.span.start < min(other.span.start for other in others)


def _without_appositions(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """ "Two kids, a boy and a girl" are two: what follows a number and adds up to it says who they are."""
    kept: list[Mention] = []
    index = 0
    while index < len(mentions):
        one = mentions[index]
        kept.append(one)
        following = mentions[index + 1 :]
        position, total, taken = one.span.end, 0, 0
        for number, other in enumerate(following):
            gap = reading.view[position : other.span.start]
            fits = _APPOSED.fullmatch(gap) if number == 0 else _LISTED.fullmatch(gap)
            if not fits or total >= (one.number or 0):
                break
            total, taken, position = total + (other.number or 0), number + 1, other.span.end
        if taken and total == one.number and (one.number or 0) > 1 and not one.ages:
            one.ages = [age for other in following[:taken] for age in other.ages]
            index += taken
        index += 1
    return kept


def _once_each(mentions: list[Mention]) -> list[Mention]:
    """The same child named twice ("with my son … my son is allergic") is one."""
    kept: list[Mention] = []
    for one in mentions:
        same = next((other for other in kept if other.noun and other.noun == one.noun), None)
        if same is None:
            kept.append(one)
        elif not same.ages:
            same.ages = one.ages
    return kept


def _add_ages(spoken: list[Mention], found: People, party: Party) -> None:
    """Ages of children that are only spoken of, so far as there are children without one."""
    number = found.children if found.children is not None else party.children or 0
    known = list(found.ages) if found.children is not None or found.ages else list(party.ages)
    for one in spoken:
        for age in one.ages:
            if len(known) < number and not (age in known and one.noun in {"baby", "toddler"}):
                known.append(age)
                found.ages = known
                found.ages_span = joined(found.ages_span, one.span)
