"""Who: "2 people", "with my wife and two kids", "family of four", "me and my mum", "just me"."""

from __future__ import annotations

import re

from trips.facts.limits import MAX_TRAVELLERS, age_problem, travellers_problem
from trips.understanding.ages import Aged, read_ages
from trips.understanding.alone import read_alone
from trips.understanding.children import read_children
from trips.understanding.company import COUPLE, read_company, read_one_parent
from trips.understanding.counting import COUNT, count
from trips.understanding.party import People
from trips.understanding.people_words import ADJECTIVE, ADULT, KID, PEOPLE, RELATION, UNITS
from trips.understanding.reading import Reading, Span
from trips.understanding.shares import only_some

_ADULTS = re.compile(
    rf"(?P<n>{COUNT}|an)\s+{ADJECTIVE}{{0,2}}{ADULT}\b(?!\s+(?:kid|child|son|daughter))", re.I
)
_MINUS = re.compile(r"(?:\bminus\s|(?<![\w-])-)\s*$", re.I)
_TOTALS = (
    re.compile(
        rf"(?P<n>{COUNT})\s*(?:\(\w+\)\s*)?{ADJECTIVE}{{0,2}}(?P<noun>{PEOPLE})(?![\w'])"
        r"(?!\s+(?:per|a|each)\s+(?:room|car|table))",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<n>{COUNT}|both|all\s+{COUNT})\s+of\s+(?P<noun>us|them|me)\b", re.IGNORECASE),
    re.compile(
        rf"\b(?P<noun>party|group|family|team|crew|bunch|couple|famil(?:ia|le|ie)|grup(?:o|pe))\s+(?:of|de|von|mit)\s+"
        rf"(?P<n>{COUNT})\b(?!\s*(?:{UNITS})\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<noun>we\s+are|we're|we'll\s+be|we\s+will\s+be|there\s+are|there\s+will\s+be|it's|"
        rf"there'll\s+be|"
        rf"us|make\s+(?:it|that)|wir\s+sind|somos|nous\s+sommes|siamo)\s+(?:now\s+|only\s+|just\s+|"
        rf"a\s+total\s+of\s+"
        rf"|all\s+|zu\s+|en\s+)?(?P<n>{COUNT})"
        rf"(?=\s*(?:[,.;:!?)+]|$|now\b|in\s+total|altogether|in\s+all|travell?ing|going|instead|and\b|with\b|"
        rf"from\b|"
        r"please\b|then\b))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<noun>for|für|para|pour|per)\s+(?:the\s+|just\s+|only\s+)?(?P<n>{COUNT})"
        rf"(?=\s*(?:[,.;!?)]|$|in\b|from\b|with\b|please\b|and\b|to\b|on\b|including\b|at\b|over\b|"
        rf"around\b|total\b))",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<n>{COUNT})\s+(?P<noun>girls|boys)\b", re.IGNORECASE),  # grown up: see children
    re.compile(rf"\b(?P<n>{COUNT})\s+in\s+(?P<noun>total|all)\b(?!\s+(?:rooms|nights|days))", re.IGNORECASE),
    re.compile(
        r"\b(?P<noun>us|the)\s+(?P<n>two|three|four)\b(?=\s*(?:[,.;!?)]|$|and\b|of\b))", re.IGNORECASE
    ),
)
#: "Travelers: 2", "Adults: 2, children: 1".
_LABELLED = re.compile(
    rf"\b(?:number\s+of\s+)?(?P<noun>{PEOPLE}|{ADULT}|{KID}|travell?ing)\s*[:=]\s*(?P<n>{COUNT})"
    rf"(?!\s*(?:{PEOPLE}|{ADULT}|{KID}|[a-z]*/|[:-]))",
    re.IGNORECASE,
)
#: More than anybody counts with words of their own: "5 million people", "a thousand guests".
_CROWD = re.compile(
    rf"\b(?P<n>(?:(?<![\d.,])\d[\d.,]{{0,15}}|{COUNT}|an?|several|half\s+an?)\s*(?:hundred|thousand|million|billion|trillion)s?"
    r"|(?<![\d.,])\d{5,12}|\d{1,3}(?:,\d{3})+)\s+(?:of\s+)?"
    rf"{ADJECTIVE}{{0,2}}(?:{PEOPLE}|{ADULT}|{KID}|friends|us)\b",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"\b(?:(?P<n>{COUNT})\s+(?:more|additional|extra|further|other)|(?P<one>another|an?\s+(?:extra|"
    rf"additional)))\s+"
    rf"(?P<noun>{PEOPLE}|{ADULT}|{KID})\b",
    re.IGNORECASE,
)
_JOINS = re.compile(
    rf"\bmy\s+{ADJECTIVE}{{0,2}}(?:{RELATION})\s+(?:is|will|'ll)\s+(?:also\s+)?(?:be\s+)?(?:join\w*|"
    rf"com\w+\s+(?:too|along|"
    r"with)|tag\w*\s+along)"
    rf"|\bmy\s+{ADJECTIVE}{{0,2}}(?:{RELATION})\s+joins\b"
    r"|\bwe(?:'ll|\s+will|\s+are|'re)(?:\s+be)?\s+(?:now\s+)?one\s+more(?=\s*(?:[.,;!?]|$|now\b))"
    rf"|^\s*(?:(?:and|also|plus|oh|please|yes|ok(?:ay)?|actually|add|include|bring|sorry),?\s+)+(?:(?:for|with)\s+)?my\s+"
    rf"{ADJECTIVE}{{0,2}}(?:{RELATION})(?:,?\s+(?:too|as\s+well|also|along|please|now))*\s*[.!]*\s*$"
    rf"|^\s*(?:(?:for|with)\s+)?my\s+(?:{RELATION})\s+(?:comes\s+)?(?:too|as\s+well|also|along)\s*[.!]*\s*$",
    re.IGNORECASE,
)
#: "My wife isn't coming": not to one thing of the plan.
_STAYS_HOME = re.compile(
    rf"\bmy\s+{ADJECTIVE}{{0,2}}(?:(?P<kid>{KID})|{RELATION})(?:\s+[A-Z][\w-]+)?\s+(?:"
    r"(?:(?:is|will)(?:n't|\s+not)|won't|can't|cannot|can\s+not|does(?:n't|\s+not))\s+(?:be\s+)?(?:able\s+to\s+)?"
    r"(?:com(?:e|ing)|join(?:ing)?|travel(?:l?ing)?|mak(?:e|ing)\s+it|going)"
    r"(?:\s+(?:along|too|with\s+(?:us|me)|us|me|after\s+all|any\s?more|this\s+time|either|now|"
    r"on\s+(?:this|the)\s+(?:trip|journey)))*|"
    r"(?:is\s+staying|stays|will\s+stay|has\s+to\s+stay)\s+(?:at\s+)?home\s+(?:after\s+all|now|instead))"
    r"(?=\s*(?:[.,;!]|$|so\b|and\b|because\b|as\b))",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(r"\bof\s+(?:us|them|whom|which)\b", re.IGNORECASE)
#: "Two of us": as many as travel, or some of them.
_OF_THEM = frozenset({"us", "them", "me"})
_INCLUDING = re.compile(r"\b(?:including|incl\.?|of\s+whom|of\s+which|among\s+(?:them|us)|counting)\b", re.I)
#: Words that count everybody, children too.
_EVERYBODY = re.compile(
    r"\b(?:travell?ers?|of\s+us|us|party|group|family|we\s+are|we're|we'll|in\s+total|total|all)\b", re.I
)
#: Words that count everybody who travels, so that who is named beside them is among these.
_OURS = re.compile(r"(?:we\b|us|party|group|family|team|crew|bunch|wir|somos|nous|siamo)", re.I)
#: "From 2 people to 3".
_TO_NUMBER = re.compile(rf"\s+to\s+({COUNT})(?=\s*(?:[.,;!?]|$|people|persons))", re.IGNORECASE)


def read_people(
    reading: Reading, seats: tuple[int, Span] | None = None, aged: list[Aged] | None = None
) -> None:
    """Finds and tells the party. `seats`: the seats of a car that is asked for "us", the number of
    travellers when nothing else says it."""
    found = People()
    _far_too_many(reading)
    _more(reading)
    _read_labels(reading, found)
    aged = read_ages(reading) if aged is None else aged
    for problem in dict.fromkeys(child.problem for child in aged if child.problem):
        reading.problem(problem)
    read_children(reading, aged, found)
    for match in reading.find(_ADULTS):
        if not reading.replaced(match.start()) and (number := _number(reading, match)) is not None:
            found.adults, found.adults_span = (found.adults or 0) + number, Span(*match.span())
    read_company(reading, found)
    read_one_parent(reading, found)
    _read_totals(reading, found)
    read_alone(reading, found)
    _fewer(reading, found)
    if seats and found.total is None and found.adults is None:
        found.total, found.total_span, found.total_noun = seats[0], seats[1], "of us"
    _tell(reading, found)


def _number(reading: Reading, match: re.Match[str]) -> int | None:
    if _MINUS.search(reading.view[max(0, match.start() - 8) : match.start()]):
        reading.problem("A trip needs at least one traveller.", Span(*match.span()))
        return None
    words = match["n"].lower().strip()
    return {"a": 1, "an": 1, "both": 2}.get(words, count(re.sub(r"^all\s+", "", words)))


def _read_labels(reading: Reading, found: People) -> None:
    for match in reading.find(_LABELLED):
        number, span = _number(reading, match), Span(*match.span())
        if number is None:
            continue
        if re.fullmatch(KID, match["noun"], re.I):
            found.add_children(number, span)
        elif re.fullmatch(ADULT, match["noun"], re.I):
            found.adults, found.adults_span = number, span
        else:
            found.total, found.total_noun, found.total_span = number, match["noun"].lower(), span


def _read_totals(reading: Reading, found: People) -> None:
    for match in reading.find(COUPLE):
        if reading.replaced(match.start()) or found.adults is not None:
            continue
        many = count((match["n"] or "").strip()) if match["n"] else 1
        found.adults, found.adults_span = 2 * (many or 1), Span(*match.span())
    for pattern in _TOTALS:
        for match in reading.find(pattern, claim=False):
            number = _number(reading, match)
            if onwards := _TO_NUMBER.match(reading.open, match.end()):
                number = count(onwards[1])
            noun = match["noun"].lower()
            if number is None or reading.replaced(match.start()):
                continue
            if noun in _OF_THEM and only_some(reading, match, number, found.total):
                reading.claim(*match.span())
                continue
            if noun == "for" and (number > 30 or number == 0):
                continue
            if (
                noun.startswith("make")
                and not reading.facts.party.size
                and "party.adults" not in reading.asked
            ):
                continue
            of_us = noun in _OF_THEM or found.total_noun in _OF_THEM
            first = found.total is None or (of_us and number > found.total)
            if first or _is_correction(reading, found.total_span, match.start()):
                found.total, found.total_noun, found.total_span = number, noun, Span(*match.span())
            elif noun == "travellers" or noun == "travelers":
                found.total, found.total_noun, found.total_span = number, noun, Span(*match.span())
            reading.claim(*match.span())


def _is_correction(reading: Reading, earlier: Span | None, position: int) -> bool:
    between = reading.view[earlier.end : position] if earlier else ""
    return bool(re.search(r"\b(?:no|actually|sorry|i\s+mean|rather|make|wait|now|instead)\b", between, re.I))


def _far_too_many(reading: Reading) -> None:
    for match in reading.find(_CROWD):
        words = " ".join(match["n"].split())
        reading.problem(
            f"{words[:1].upper()}{words[1:]} travellers are too many: I plan for up to {MAX_TRAVELLERS}."
        )


def _more(reading: Reading) -> None:
    """ "One more person", "my sister is joining us": on top of what is known."""
    known = reading.facts.party
    for match in [*_MORE.finditer(reading.open), *_JOINS.finditer(reading.open)]:
        groups = match.groupdict()
        number = count(groups["n"]) if groups.get("n") else 1
        if number is None:
            continue
        noun = groups.get("noun") or ""
        child = bool(re.fullmatch(KID, noun, re.I))
        before = known.children if child else known.adults
        if before is None and not child:
            continue
        total = (before or 0) + number
        if problem := travellers_problem(known.size + number):
            reading.problem(problem)
        else:
            reading.change("party.children" if child else "party.adults", total, *match.span())
        reading.claim(*match.span())


def _fewer(reading: Reading, found: People) -> None:
    """ "My wife isn't coming after all": one less than is known, where no number is said."""
    known = reading.facts.party
    if found.total is not None or found.adults is not None or found.children is not None:
        return
    for match in reading.find(_STAYS_HOME):
        child = match["kid"]
        one = child is None or not re.search(r"(?:s|children)$", child, re.I)
        before = known.adults if child is None else known.children
        if one and before and (before > 1 or child):
            path = "party.adults" if child is None else "party.children"
            reading.change(path, before - 1, *match.span())


def _tell(reading: Reading, found: People) -> None:
    if found.total is not None and found.adults is None:
        _split_total(reading, found)
    elif found.total is not None and found.by_name and _OURS.match(found.total_noun):
        found.adults = max(found.adults or 0, found.total - (found.children or 0))
    adults, children = found.adults, found.children
    if adults is None and children is None:
        if found.ages and found.ages_span:
            _tell_ages(reading, found)
        return
    everybody = (adults or 0) + (children or 0)
    if adults == 0 or (adults is not None and everybody == 0):
        reading.problem("A trip needs at least one traveller.", found.adults_span)
        return
    problem = travellers_problem(everybody) if everybody else None
    if problem:
        reading.problem(problem, found.adults_span or found.children_span)
        return
    if adults is not None and found.adults_span:
        reading.change("party.adults", adults, found.adults_span.start, found.adults_span.end)
    if children is not None and found.children_span:
        reading.change("party.children", children, found.children_span.start, found.children_span.end)
    _tell_ages(reading, found)


def _tell_ages(reading: Reading, found: People) -> None:
    problem = next((p for age in found.ages if (p := age_problem(age))), None)
    if problem:
        reading.problem(problem)
    elif found.ages and found.ages_span:
        ages = ",".join(map(str, found.ages))
        reading.change("party.ages", ages, found.ages_span.start, found.ages_span.end)


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _split_total(reading: Reading, found: People) -> None:
    """How many of a total are adults: "4 people including 2 kids", "family of four"."""
    total, span = found.total or 0, found.total_span
    children = found.children
    if children and span and found.children_span:
        first, second = sorted((span, found.children_span), key=lambda one: one.start)
        between = reading.view[first.end : second.start]
        inside = bool(_INCLUDING.search(between) or _INCLUDING.search(reading.view[: first.start]))
        inside = inside or bool(_OF_WHOM.search(reading.view, *_ends(found.children_span)))
        counts_all = bool(_EVERYBODY.search(found.total_noun)) or re.search(r"\bwith\b|\(|:", between, re.I)
        added = re.search(r"\b(?:and|plus)\b|\+|&", between, re.I) and not inside
        if total > children and (inside or (counts_all and not added)):
            total -= children
    elif found.total_noun.startswith("fam") and total >= 3 and children is None:
        found.children, found.children_span, total = total - 2, span, 2
    elif children is None and not found.ages:
        known = reading.facts.party.children or 0
        if known and total > known:
            total -= known
    found.adults, found.adults_span = total, span
