"""Company: "my wife and I", "with two friends", "me and my mum", "a couple"."""

from __future__ import annotations

import re

from trips.understanding.counting import COUNT, count
from trips.understanding.party import People, joined
from trips.understanding.people_words import ADJECTIVE, PARTNER, RELATION, RELATION_PLURAL
from trips.understanding.reading import CLAIMED, Reading, Span

COUPLE = re.compile(
    r"\b(?P<n>two\s+|three\s+|four\s+|2\s+|3\s+|4\s+)couples\b|\b(?:as|we\s+are|we're|for|being|young|"
    r"married|retired|"
    r"older|elderly)\s+(?:a\s+)?(?:\w+\s+){0,2}couple\b(?!\s+of\b|s)|\ba\s+couple\b(?!\s+(?:of|more|extra)\b)"
    r"|(?<=[,.]\s)couple(?=\s*(?:[,.;]|$|with\b))|^couple(?=\s*(?:[,.;]|$|with\b|in\s+(?:their|our)\b|"
    r"from\b))"
    r"|(?:\bfor\s+)?(?:\b(?:our|my)\s+)?\bhoneymoon(?:ers)?\b(?!\s+suite)|\bnewly\s?weds\b",
    re.IGNORECASE,
)
#: A verb behind it starts another sentence: "with my parents, my mother uses a wheelchair".
_ONE_RELATION = (
    r"(?:(?:my|our|the)\s+\x00+"
    rf"|(?:(?:my|our|a|the|his|her)\s+)?{ADJECTIVE}{{0,2}}(?:{RELATION_PLURAL}|{RELATION})\b(?!'s?\b)"
    r"(?!\s+(?:uses?|is|has|can't|cannot|can|loves?|likes?|will|wants?|needs?|doesn't|does|would|hates?|"
    r"prefers?)\b))"
)
_COMPANY = re.compile(
    rf"(?P<lead>\b(?:me|myself|i)\s*(?:,|and|&|\+|plus|with)\s*|\b(?:together\s+|along\s+|travell?ing\s+|"
    rf"go(?:ing)?\s+)?"
    rf"(?:with|mit|con|avec|com)\s+|\bbring(?:ing)?\s+|\btak(?:e|ing)\s+|(?=\bmy\s))"
    rf"(?P<chain>(?:(?:my|our|a|an|meine[rnm]?|unsere[rnm]?|mi|mon|ma|mia|mio|minha|meu|"
    rf"{COUNT})\s+){ADJECTIVE}{{0,2}}(?:{RELATION_PLURAL}|{RELATION})\b(?!'s?\b)"
    rf"(?:\s*(?:,\s*and|,|and|&|\+)\s*{_ONE_RELATION})*)(?P<me>\s*(?:,|and|&)\s*(?:i|me|myself)\b)?",
    re.IGNORECASE,
)
_FRIENDS = re.compile(
    rf"(?P<me>\b(?:me|myself|i)\s*(?:,|and|&|\+|plus|with)\s*|\bwith\s+(?:my\s+)?)?"
    rf"(?P<n>{COUNT}|a|an)\s+{ADJECTIVE}{{0,2}}(?P<noun>friends?|mates?|buddies|buddy|pals?|colleagues?|"
    rf"coworkers?|"
    rf"co-workers?|others|siblings|sisters?|brothers?|cousins?)\b(?P<and>\s+and\s+(?:i|me|myself)\b)?",
    re.IGNORECASE,
)
#: "My daughter and I", "me and the kids": one adult.
_I_AND_KIDS = re.compile(
    r"\x00\s*(?:,|and|&)\s*(?:i|me|myself)\b|\b(?:me|myself|i)\s*(?:,|and|&|\+|plus)\s*(?:my\s+|the\s+|"
    r"our\s+)?\x00",
    re.IGNORECASE,
)


def read_company(reading: Reading, found: People) -> None:
    for match in reading.find(_FRIENDS, claim=False):
        number = {"a": 1, "an": 1}.get(match["n"].lower(), count(match["n"]))
        singular = re.fullmatch(
            r"(?:friend|mate|buddy|pal|colleague|coworker|sister|brother|cousin)", match["noun"], re.I
        )
        if number is None or reading.replaced(match.start()):
            continue
        if match["me"] or match["and"]:
            found.adults = (found.adults or 1) + number
        elif singular or match["noun"].lower() in {"others", "siblings"}:
            continue
        else:
            found.total, found.total_noun, found.total_span = number, "people", Span(*match.span())
            reading.claim(*match.span())
            continue
        found.adults_span = joined(found.adults_span, Span(*match.span()))
        reading.claim(*match.span())
    for match in reading.find(_COMPANY, claim=False):
        if not match["lead"].strip() and not match["me"]:
            continue
        others = sum(
            _relations(part) for part in re.split(r",\s*and\b|,|\band\b|&|\+", match["chain"], flags=re.I)
        )
        partner = re.search(PARTNER, match["chain"], re.I)
        we = re.search(r"\bwe\b|\bwe'", reading.view[: match.start()], re.I)
        with_them = match["lead"].lower().split()[-1:] in (
            ["with"],
            ["bringing"],
            ["bring"],
            ["taking"],
            ["take"],
        )
        if we and with_them and not partner:
            continue  # "we … with my parents": nobody said how many "we" are
        found.adults = (found.adults or 1) + others
        found.adults_span = joined(found.adults_span, Span(*match.span()))
        reading.claim(*match.span())


def read_one_parent(reading: Reading, found: People) -> None:
    match = _I_AND_KIDS.search(reading.open)
    if match and found.children and found.children_span and found.adults is None and found.total is None:
        beside = Span(match.start(), match.end())
        if beside.near(found.children_span, 1):
            found.adults, found.adults_span = 1, joined(found.children_span, beside)


def _relations(words: str) -> int:
    words = words.strip().lower()
    if not words or CLAIMED in words:
        return 0  # children, read before
    if number := re.match(rf"({COUNT})\s", words, re.I):
        return count(number[1]) or 1
    return 2 if re.search(rf"\b(?:{RELATION_PLURAL})\b", words) else 1
