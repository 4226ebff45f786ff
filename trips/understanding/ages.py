"""Ages: "kids aged 4 and 7", "a 5-year-old", "children (6, 9 and 12)", "18-month-old"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from trips.facts.limits import MAX_CHILD_AGE, age_problem
from trips.understanding.counting import COUNT, count
from trips.understanding.people_words import KID, RELATION
from trips.understanding.reading import Reading, Span

_MULTIPLE = {"twins": 2, "triplets": 3}
_AGE = r"\d{1,3}(?!\d|[.,]\d|:)"
_LIST = rf"{_AGE}(?:\s*(?:,\s*and|,|and|&|\+|/|y|et|und)\s*{_AGE}){{0,12}}"
_KIDS_AGED = re.compile(
    rf"(?:\b(?P<n>{COUNT}|an?|my|our)\s+)?(?:(?:small|young|little)\s+)?\b(?P<noun>{KID})\s*"
    rf"(?:(?:,\s*)?(?P<mark>\(?\s*(?:(?:who\s+|they\s+)?are\s+|is\s+|both\s+|of\s+)?(?:aged?|ages|age\s+of|"
    rf"years)\s*:?|\()|\s*,?\s+(?:(?:who\s+)?(?:are|is)|who's)\s"
    r"|(?P<comma>,\s)|\s)\s*"
    rf"(?P<ages>{_LIST})\s*(?:(?:years?|yrs?|y/?o|ans|años|anni|jahre)\b(?:[\s-]*old)?)?\)?"
    rf"(?P<after>(?<=\))|(?=\s*(?:[).,;!?]|$|and\b|in\b|for\b|from\b|love|come|coming|going\b|visiting\b|flying\b|"
    rf"are\b|will\b|join|travel|who\b|with\b)))?",
    re.IGNORECASE,
)
#: "dos niños de 6 y 9 años", "zwei Kinder von 6 und 9 Jahren".
_ELSEWHERE = re.compile(
    rf"(?:\b(?P<n>{COUNT})\s+)?\b(?P<noun>{KID})\s+(?:de|von|di|im\s+alter\s+von)\s+(?P<ages>{_LIST})\s*"
    r"(?:años|ans|anni|jahren?|anos)\b",
    re.IGNORECASE,
)
#: "Children of 4 and 9", "a son of 6 years".
_OF_AGES = re.compile(
    rf"(?:\b(?P<n>{COUNT})\s+)?\b(?P<noun>{KID})\s+of\s+(?P<ages>{_AGE}(?:\s*(?:,\s*and|,|and|&|\+)\s*{_AGE}){{1,12}}|"
    rf"{_AGE}(?=\s*(?:years?|yrs?)\b))(?:\s*(?:years?|yrs?)\b(?:[\s-]*old)?)?(?!\s*(?:days|nights|months))",
    re.IGNORECASE,
)
_GIVEN_NAME = r"(?-i:[A-Z][\w'-]+)"
_HOW_OLD = (
    r"(?:\s*\(\s*(?:aged?\s+)?\d{1,2}(?:\s*(?:years?(?:\s+old)?|y/?o|yrs))?\s*\)|\s*,?\s+(?:who\s+is\s+|who's\s+|is\s+|aged?\s+)"
    r"\d{1,2}(?![\d.,:/]\d)(?:\s*years?(?:[\s-]*old)?)?|,\s*\d{1,2}(?=\s*(?:,|and\b|&|[.;!)]|$)))"
)
_AND = r"\s*(?:,\s*and\b|,|\band\b|&|\+)\s*"
#: "Our kids Emma (7) and Max (4)", "my daughter Ida, 9", "the kids, Emma and Max, are 7 and 4".
_NAMED = re.compile(
    rf"(?:\b(?P<n>{COUNT}|an?|my|our|the)\s+)?(?:(?:small|young|little|older)\s+)?\b{KID}\s*"
    rf"(?:,\s*|:\s*|-\s*|\(|(?:named|called)\s+)?(?:"
    rf"(?P<each>{_GIVEN_NAME}{_HOW_OLD}(?:{_AND}{_GIVEN_NAME}{_HOW_OLD}){{0,7}})"
    rf"|{_GIVEN_NAME}(?:{_AND}{_GIVEN_NAME}){{1,7}}\s*(?:\(|,?\s*(?:who\s+are|are|aged?|ages)\s+)\s*"
    rf"(?P<ages>{_AGE}(?:{_AND}{_AGE}){{1,7}})(?:\s*years?(?:[\s-]*old)?)?\)?)",
    re.IGNORECASE,
)
#: "Me and Clara who is 6", "Ben, aged 9, and my wife": a child by its age alone.
_SOMEONE_AGED = re.compile(
    rf"(?P<each>{_GIVEN_NAME}(?:\s*,)?\s+(?:who\s+is|who's|who\s+will\s+be|who\s+turns|aged?)\s+(?:only\s+|just\s+)?"
    r"(?P<age>\d{1,2})(?![\d.,:/]\d|\s*(?:months?|weeks?|hours?|minutes?|km|m|feet|%))(?:\s*years?(?:[\s-]*old)?)?)",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"\b(?!(?:I|Me|And|With)\b)[A-Z][\w'-]+\s*(?:,|\band\b|&|\+)\s*(?:and\s+)?$")
_YEARS_OLD = re.compile(
    rf"(?:\b(?P<n>{COUNT}|an?|my|our)\s+)?"
    rf"(?P<ages>(?:\d{{1,3}}\s*+(?:-\s*+)?(?:,|and|&)\s*+){{0,12}}\d{{1,3}})[\s-]*+(?P<unit>years?|yrs?|months?|"
    rf"y/?o\b)[\s-]*(?:old)?"
    rf"(?P<plural>s)?\b(?:\s+(?P<noun>{KID}|{RELATION}))?",
    re.IGNORECASE,
)
#: "A baby of 8 months", "our son (18 months)", "aged 10 months".
_MONTHS_OF_AGE = re.compile(
    rf"(?:(?:\b(?P<n>{COUNT}|an?|my|our)\s+)?(?:(?:small|young|little)\s+)?\b(?P<noun>{KID})\s*(?:,\s*|\(\s*)?"
    rf"(?:(?:who|which)\s+)?(?:is\s+|are\s+|of\s+|at\s+)?(?:aged?\s+|just\s+|only\s+|about\s+)?|\baged?\s+)"
    rf"(?P<ages>{COUNT}(?:\s*(?:,|and|&)\s*{COUNT}){{0,5}})[\s-]*months?(?:[\s-]*old)?\b\)?",
    re.IGNORECASE,
)
_AGES_ALONE = re.compile(
    rf"\b(?:ages?|aged)\s*(?:are\s+|of\s+)?:?\s*(?P<ages>{_LIST})(?!\s*(?:days|nights))", re.IGNORECASE
)


@dataclass
class Aged:
    """Children whose ages were told; `count` None when their number is told elsewhere."""

    span: Span
    ages: list[int] = field(default_factory=list)
    count: int | None = None
    problem: str | None = None


def read_ages(reading: Reading) -> list[Aged]:
    """Every mention of children's ages, claimed. Ages over 17 become a problem."""
    found: list[Aged] = []
    for match in reading.find(_NAMED, claim=False):
        told = (match["n"] or "").lower()
        ages = [int(age) for age in re.findall(r"\d+", match["ages"] or match["each"])]
        number = {"a": 1, "an": 1, "my": None, "our": None, "the": None, "": None}.get(told, count(told))
        if number is None or number >= len(ages):
            found.append(_aged(Span(*match.span()), ages, number or len(ages)))
            reading.claim(*match.span())
    for match in reading.find(_SOMEONE_AGED, claim=False):
        listed = _NAME_BEFORE.search(reading.view, max(0, match.start() - 40), match.start())
        if int(match["age"]) <= MAX_CHILD_AGE and not listed:  # how many the other names are is not told
            found.append(_aged(Span(*match.span()), [int(match["age"])], 1))
            reading.claim(*match.span())
    for match in (*reading.find(_ELSEWHERE), *reading.find(_OF_AGES)):
        ages = [int(age) for age in re.findall(r"\d+", match["ages"])]
        number = count(match["n"]) if match["n"] else None
        found.append(_aged(Span(*match.span()), ages, number or len(ages)))
    for match in reading.find(_MONTHS_OF_AGE, claim=False):
        if match["noun"] and not re.search(r"\(|,|of|is|are|aged?|old", match.group(), re.I):
            continue  # "with kids 2 months ago"
        ages = [
            number // 12
            for word in re.split(r",|\band\b|&", match["ages"])
            if (number := count(word.strip())) is not None
        ]
        told = (match["n"] or "").lower()
        number = {"a": 1, "an": 1, "my": None, "our": None, "": None}.get(told, count(told))
        noun = (match["noun"] or "").lower()
        many = number or _MULTIPLE.get(noun) or (len(ages) if noun else None)
        if ages and max(ages) <= MAX_CHILD_AGE:
            ages = ages * (many or 1) if len(ages) == 1 else ages
            found.append(_aged(Span(*match.span()), ages, many))
            reading.claim(*match.span())
    for match in reading.find(_KIDS_AGED, claim=False):
        ages = [int(age) for age in re.findall(r"\d+", match["ages"])]
        if not match["mark"] and (match["after"] is None or max(ages) > MAX_CHILD_AGE):
            continue
        told = (match["n"] or "").lower()
        number = {"a": 1, "an": 1, "my": None, "our": None, "": None}.get(told, count(told))
        if (many := _MULTIPLE.get(match["noun"].lower())) and len(ages) == 1:
            ages, number = ages * many, many
        if "(" in (match["mark"] or "") and not match.group().endswith(")"):
            continue  # "the boys (5 of us)"
        if match["comma"] and (number != len(ages) if told else len(ages) < 2):
            continue  # "two kids, 5 and 8" are ages, "two kids, 5 days" are none
        if number is not None and number < len(ages):
            continue
        found.append(_aged(Span(*match.span()), ages, number if number is not None else len(ages)))
        reading.claim(*match.span())
    for match in reading.find(_YEARS_OLD, claim=False):
        unit = match["unit"].lower()
        if not re.search(r"old|y/?o", match.group(), re.I):
            continue
        ages = [int(age) for age in re.findall(r"\d+", match["ages"])]
        if unit.startswith("month"):
            ages = [age // 12 for age in ages]
        child = match["noun"] and re.fullmatch(KID, match["noun"], re.I)
        if max(ages) > MAX_CHILD_AGE and not child:
            continue  # "my 70-year-old mother"
        told = (match["n"] or "").lower()
        many = count(told) if told and told not in {"a", "an", "my", "our"} else None
        many = _MULTIPLE.get((match["noun"] or "").lower(), many)
        if many and len(ages) == 1:
            ages = ages * min(many, 20)
        found.append(_aged(Span(*match.span()), ages, len(ages)))
        reading.claim(*match.span())
    for match in reading.find(_AGES_ALONE, claim=False):
        ages = [int(age) for age in re.findall(r"\d+", match["ages"])]
        if max(ages) <= MAX_CHILD_AGE or re.search(KID, reading.view, re.I):
            found.append(_aged(Span(*match.span()), ages, None))
            reading.claim(*match.span())
    return found


def _aged(span: Span, ages: list[int], number: int | None) -> Aged:
    problem = next((problem for age in ages if (problem := age_problem(age))), None)
    return Aged(span, [] if problem else ages, number, problem)
