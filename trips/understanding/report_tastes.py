"""What one clause liked and what it did not: verbs, adjectives, exceptions, and nothing at all. Pure."""

from __future__ import annotations

import re
from typing import Literal

from trips.understanding import report_words as words
from trips.understanding.report_figures import FIGURE, rating_in
from trips.understanding.report_health import MADE_ILL
from trips.understanding.report_things import (
    DAY_ITSELF,
    PERSON,
    PRONOUN,
    THE_DAY,
    cleaned,
    is_thing,
    without_judgement,
)

#: How the clause before judged: "the soup as well" is judged the same.
Same = Literal["", "liked", "disliked"]
_SAME = re.compile(
    r"^(?:and |so (?:was|were) )?(?P<thing>.+?)(?: was| were)? (?:too|as well|likewise)$"
    r"|^(?:and )?so (?:was|were) (?P<other>.+)$",
    re.I,
)
_LABEL = re.compile(
    r"^\s*(?:(?P<good>liked|loved|good|best|highlights?|pluses|pros)|(?P<bad>disliked|hated|bad|worst|"
    r"minuses|cons))"
    r"\s*:\s*(?P<thing>.+)$",
    re.I,
)
_EXCEPT = re.compile(
    r"[,\s]+(?:except(?: for| that)?|apart from|other than|aside from)\s+(?P<thing>.+)$", re.I
)
_COULD_HAVE = re.compile(
    r"\bcould(?P<not>n't| not)?(?: have|'ve) been (?:any )?(?P<than>better|worse|\w{3,}er)\b", re.I
)
_OF_THE_DAY = re.compile(
    r"\b(?:day|trip|morning|afternoon|evening|yesterday|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.I,
)
#: "Kiyomizu: 5/5".
_RATED = re.compile(
    rf"^(?P<thing>[^\W\d_][^:]{{1,60}}?)\s*[:–-]\s*{FIGURE}\s*(?:/|out of|stars?)[^,;]*$"
    rf"|^(?!.*\b(?:has|have|had|is|are|gives?|gave|rated?|we|i|it|score)\b)"
    rf"(?P<plain>[^\W\d_][\w'-]*(?: [\w'-]+){{0,3}}?)(?: gets| got| deserves)? {FIGURE}\s*(?:/|out of|"
    rf"stars?)[^,;]*$"
    rf"|^(?:(?:we |i )?(?:gave|give) )?{FIGURE}\s*(?:/\s*(?:5|10)|out of \w+|stars?)\s+(?:for|to)\s+"
    r"(?P<given>.+)$",
    re.I,
)
#: Said of a whole day that is over; of one thing it praises nothing.
_FINE = re.compile(
    r"(?:(?:just|all|perfectly|pretty|absolutely|quite)\s+)*(?:fine|ok(?:ay)?|alright|all right|in order)\b",
    re.I,
)
_SHUT = re.compile(r"(?:closed|shut|sold out|fully booked|cancell?ed)\b", re.I)
#: None of it: neither "did not like" nor "liked" is then said of a thing.
_NOTHING = re.compile(
    r"\b(?:nothing(?! (?:special|to write home|but|like)\b)|none of (?:it|that|this|them|these)|"
    r"not (?:a (?:single )?|one )(?:\w+ )?thing|no complaints?|"
    r"(?P<any>(?:didn't|did not|don't|do not|couldn't|could not|can't|never|haven't)\b.*\b"
    r"(?:anything|any of (?:it|that|them)|any complaints?)))\b",
    re.I,
)
_NO_COMPLAINT = re.compile(
    r"\b(?:complain\w*|complaints?|fault|criticis\w*|dislike\w*|hate\w*|bad|wrong|worse)\b", re.I
)
_NOT_LIKED = re.compile(r"\b(?:didn't|did not|don't|do not) (?:like|love|enjoy)\b", re.I)
#: "Everything but the bus was great".
_ALL_BUT = re.compile(
    r"^(?:everything|all|all of it) (?:but|except(?: for)?|apart from|other than) (?P<thing>.+?) "
    r"(?P<rest>(?:was|were|is|are) .+)$",
    re.I,
)
_OF_PERSONS = re.compile(rf"(?:{PERSON.pattern}|i|we|they|he|she|you)(?:\s|'|$)", re.I)
_AUXILIARY = re.compile(r"\s+(?:did|does|was|were|has|have|had|is|are|never)?(?:n't|\s*not)?$", re.I)
_PEOPLE_THERE = re.compile(
    r"(?:people|tourists|visitors|others|crowds?|lines?|queues?)(?: (?:at|in|on|around|"
    r"inside) (?P<where>.+))?$",
    re.I,
)


def has_pronoun(text: str) -> bool:
    return bool(re.search(r"\b(?:it|that|this|they|them|there|those|these)\b", text, re.I))


def tastes(
    text: str, about: str, spans: list[tuple[int, int]], same: Same = ""
) -> tuple[list[str], list[str]]:
    """What is liked and what not. `about`: what was talked of before; `spans`: where strength or health is
    told, which judges nothing. "Everything was great except the rain": the exception counts the other way."""
    text = _ALL_BUT.sub(r"everything \g<rest> except \g<thing>", text)
    found = _EXCEPT.search(text)
    good, bad = _tastes(text[: found.start()] if found else text, about, spans, same)
    if found is None or not (good or bad):
        return good, bad
    others = [name for name in names_of(found["thing"]) if name not in (*good, *bad)]
    return (good, [*bad, *others]) if good else ([*good, *others], bad)


def _tastes(text: str, about: str, spans: list[tuple[int, int]], same: Same) -> tuple[list[str], list[str]]:
    found = _NOTHING.search(text)
    if found and "," in text[: found.start()]:  # "we loved everything, nothing to change"
        text, found = text[: text.rindex(",", 0, found.start())], None
    if found:
        return _of_nothing(text, about, found["any"] is not None)
    if found := _LABEL.match(text):
        things = names_of(found["thing"])
        return (things, []) if found["good"] else ([], things)
    if (found := _RATED.match(text)) and (rating := rating_in(text)):
        things = names_of(found["thing"] or found["plain"] or found["given"])
        return (things, []) if rating >= 4 else ([], things) if rating <= 2 else ([], [])
    if same and (found := _SAME.match(text)) and not words.JUDGED.search(text):
        things = names_of(found["thing"] or found["other"])
        return (things, []) if same == "liked" else ([], things)
    if (found := MADE_ILL.search(text)) and not words.NEGATED.search(text[: found.start()]):
        return [], [f"{name} (made ill)" for name in names_of(found["thing"] or found["from"])]
    found = words.COPULA.match(text)
    if found and (best := words.SUPERLATIVE.search(found["before"])) and len(found["before"].split()) <= 8:
        things = _things(found["after"], about)
        return (things, []) if best["good"] else ([], things)
    if (found := words.DISLIKED.search(text)) and not words.NEGATED.search(text[: found.start()]):
        return [], _things(found["thing"], about)
    for pattern, pleased in ((words.LET_DOWN, False), (words.PLEASED, True)):
        if (found := pattern.match(text)) and not _OF_PERSONS.match(found["thing"]):
            denied = bool(words.NEGATED.search(found["thing"]))
            things = _things(_AUXILIARY.sub("", found["thing"]), about)
            return (things, []) if pleased != denied else ([], things)
    if found := words.LIKED.search(text):
        things = _things(found["thing"], about)
        return ([], things) if _denied(text[: found.start()]) else (things, [])
    if found := words.LIKED_NOW.search(text):
        things = _things(found["thing"], about)
        hated = found["verb"].lower() not in ("love", "adore", "enjoy", "like")
        denied = bool(words.NEGATED.search(text[: found.start("verb")]))
        return ([], things) if hated != denied else (things, [])
    return _by_adjective(text, about, spans)


def _of_nothing(text: str, about: str, denied: bool) -> tuple[list[str], list[str]]:
    """ "Nothing was bad" and "did not like nothing" speak against nothing; "nothing was good" and "did not
    like anything" (`denied`) do."""
    not_liked = bool(_NOT_LIKED.search(text))
    if _NO_COMPLAINT.search(text) or (not denied and (not_liked or words.DISLIKED.search(text))):
        return [], []
    found = words.JUDGED.search(text)
    good = not_liked if denied else bool(found and found["good"]) or words.LIKED.search(text)
    of = re.search(r"\b(?:about|at|in|with) (?P<thing>.+)$", text, re.I)
    names = names_of(of["thing"]) if of else []
    return ([], names or [about or THE_DAY]) if good else ([], [])


def _things(said: str, about: str) -> list[str]:
    """The names in an object; a pronoun means what was talked of, or the day."""
    names = names_of(said)
    return names or [about or THE_DAY]


def names_of(said: str) -> list[str]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|plus)\s+", said)
    return [name for part in parts if (name := cleaned(part)) and is_thing(name)]


def _by_adjective(text: str, about: str, spans: list[tuple[int, int]]) -> tuple[list[str], list[str]]:
    if found := _COULD_HAVE.search(text):
        subject = _subject(text[: found.start()], about, False, "")
        if found["than"].lower() == "worse":
            return [], []
        return (subject, []) if found["not"] else ([], subject)
    found = words.COPULA.match(text)
    if found:
        before = found["before"].strip()
        if shut := _SHUT.match(found["after"]):
            return [], [_with(name, shut.group()) for name in _subject(before, about, False, "")]
        offset = found.start("after")
        told = _judged(found["after"], offset, spans, bool(found["not"]) or _denied(text[:offset]))
        if told is None:
            over = re.search(r"\b(?:was|were|went)\b", text[found.end("before") : offset], re.I)
            fine = over and DAY_ITSELF.fullmatch(before) and _FINE.match(found["after"]) and not found["not"]
            return ([THE_DAY], []) if fine else ([], [])
        good, word = told
        present = re.search(r"\b(?:is|are)\b|'s\b|'re\b", text[found.end("before") : offset], re.I)
        subject = _subject(before, about, present is not None, found["after"])
        if not subject:
            return [], []
        return (subject, []) if good else ([], [_with(name, word) for name in subject])
    return _in_front(text, about, spans)


def _in_front(text: str, about: str, spans: list[tuple[int, int]]) -> tuple[list[str], list[str]]:
    """ "Great guide", "had an amazing lunch", "best ramen ever": the word stands before the thing."""
    had = words.HAD.search(text)
    part, offset = (had["thing"], had.start("thing")) if had else (text, 0)
    told = _judged(part, offset, spans, _denied(text[:offset]))
    if told is None:
        return [], []
    good, word = told
    name = without_judgement(part, word)
    if name != THE_DAY and not is_thing(name):
        name = ""
    if (found := _PEOPLE_THERE.match(name)) and not good:
        where = cleaned(found["where"] or "")
        return [], [f"{where} (crowded)" if where else "the crowds"]
    if not name:
        if had is None and not (about or _OF_THE_DAY.search(part)):
            return [], []
        name = THE_DAY if _OF_THE_DAY.search(part) else about or THE_DAY
    return ([name], []) if good else ([], [_with(name, word)])


def _denied(text: str) -> bool:
    return bool(words.NEGATED.search(text) or re.search(r"(?:n't|\bnot) (?:think|believe|say)\b", text, re.I))


def _judged(part: str, offset: int, spans: list[tuple[int, int]], denied: bool) -> tuple[bool, str] | None:
    """Good or bad, and the word that says so ("" for one that was turned round)."""
    for found in words.JUDGED.finditer(part):
        start, end = found.start() + offset, found.end() + offset
        if any(a < end and start < b for a, b in spans):
            continue
        word = found.group().lower()
        turned = words.NEGATED.search(part[: found.start()]) or (denied and not part[: found.start()].strip())
        turned = bool(turned) or (denied and len(part[: found.start()].split()) <= 3)
        if word.startswith("not ") or word.startswith("nothing") or word.startswith("could"):
            turned = False
        good = bool(found["good"]) != turned
        return good, "" if turned or found["good"] else word
    return None


def _subject(before: str, about: str, present: bool, after: str) -> list[str]:
    """What is judged; nothing where it is a person, or a present "that's great" of nothing named."""
    said = cleaned(before)
    if DAY_ITSELF.fullmatch(before.strip()) or DAY_ITSELF.fullmatch(said):
        return [] if present and not about else [THE_DAY]
    if PERSON.fullmatch(before.strip()) or PERSON.fullmatch(said):
        return []
    if not said or PRONOUN.fullmatch(said):
        if present and not about:
            return []
        # "It was a great guide": the name stands behind
        behind = without_judgement(after, "")
        return (
            [behind] if behind and behind.split()[0] not in ("in", "at") and not about else [about or THE_DAY]
        )
    return names_of(before)


def _with(name: str, word: str) -> str:
    return name if not word or word in words.PLAIN else f"{name} ({word})"
