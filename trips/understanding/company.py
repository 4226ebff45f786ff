"""Company: "my wife and I", "with two friends", "me and my mum", "a couple"."""

from __future__ import annotations

import re

from trips.understanding.counting import COUNT, count
from trips.understanding.party import People, joined
from trips.understanding.people_words import ADJECTIVE, PARTNER, RELATION, RELATION_PLURAL
from trips.understanding.reading import CLAIMED, Reading, Span
from trips.understanding.statements import corrects, starts_statement

COUPLE = re.compile(
    r"\b(?P<n>two\s+|three\s+|four\s+|2\s+|3\s+|4\s+)couples\b|\b(?:as|we\s+are|we're|for|being|young|"
    r"married|retired|"
    r"older|elderly)\s+(?:a\s+)?(?:\w+\s+){0,2}couple\b(?!\s+of\b|s)|\ba\s+couple\b(?!\s+(?:of|more|extra)\b)"
    r"|(?<=[,.;:]\s)couple(?=\s*(?:[,.;]|$|with\b|from\b|travell?ing\b|going\b|in\s+(?:their|our)\b))|^couple(?=\s*(?:[,.;]|$|with\b|in\s+(?:their|our)\b|"
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
    rf"(?:with|w/|mit|con|avec|com)\s+|\bbring(?:ing)?\s+|\btak(?:e|ing)\s+|(?=\bmy\s))"
    rf"(?P<chain>(?:(?:my|our|a|an|meine[rnm]?|unsere[rnm]?|mi|mon|ma|mia|mio|minha|meu|"
    rf"{COUNT})\s+){ADJECTIVE}{{0,2}}(?:{RELATION_PLURAL}|{RELATION})\b(?!'s?\b)"
    rf"(?:\s*(?:,\s*and|,|and|&|\+)\s*{_ONE_RELATION})*)(?P<me>\s*(?:,|and|&)\s*(?:i|me|myself)\b)?",
    re.IGNORECASE,
)
_FRIENDS = re.compile(
    rf"(?P<me>\b(?:me|myself|i)\s*(?:,|and|&|\+|plus|with|w/)\s*|\b(?:with|w/)\s*(?:my\s+)?)?"
    rf"(?P<n>{COUNT}|a|an)\s+{ADJECTIVE}{{0,2}}(?P<noun>friends?|mates?|buddies|buddy|pals?|colleagues?|"
    rf"coworkers?|"
    rf"co-workers?|others|siblings|sisters?|brothers?|cousins?)\b(?P<and>\s+and\s+(?:i|me|myself)\b)?",
    re.IGNORECASE,
)
_JOINED = r"\s*(?:,\s*(?:and|plus)|,|and|&|\+|plus)\s*"
#: "2 adults plus grandma"; the adults are claimed already.
_BESIDE_NUMBER = re.compile(
    rf"(?:\x00|\b(?:(?P<n>{COUNT})|(?P<both>both))\s+of\s+us)\s*,?\s*(?:plus|and|with|&|\+|as\s+well\s+as)\s+"
    rf"(?P<chain>{_ONE_RELATION}(?:{_JOINED}{_ONE_RELATION})*)",
    re.IGNORECASE,
)
#: A family told member by member, from the start of a statement on.
_FAMILY_LIST = re.compile(
    rf"(?:^|[.;:,(\n]\s*|\b(?:we\s+are|we're|it's|for|us:)\s+)"
    rf"(?P<chain>(?P<mine>(?:my|our)\s+)?(?:the\s+|a\s+)?{ADJECTIVE}{{0,2}}(?:{RELATION_PLURAL}|{RELATION})\b(?!'s?\b)"
    rf"(?:{_JOINED}(?:{_ONE_RELATION}|\x00+|(?:i|me|myself)\b))*)",
    re.IGNORECASE,
)
#: Who says these two names the whole couple, the speaker among them.
_PAIRS = (
    ("husband|hubby|mann|mari", "wife|frau|femme"),
    ("m[uoa]m(?:my|a|ma)?|mother", "dad(?:dy)?|father|papa"),
    ("boyfriend|bf|novio", "girlfriend|gf|novia"),
    ("grand(?:ma|mother)|gran(?:ny)?|nan(?:a|ny)?", "grand(?:pa|father|dad)"),
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
    _more_beside(reading, found)
    _lists(reading, found)
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
        if _counted_before(reading, match.start(), match.end(), 1 + others):
            continue
        found.by_name = found.by_name or found.adults is None
        found.adults = (found.adults or 1) + others
        found.adults_span = joined(found.adults_span, Span(*match.span()))
        reading.claim(*match.span())


def _counted_before(reading: Reading, start: int, end: int, adults: int) -> bool:
    """Whether company is among the adults that are known: "I'd like a dinner with my wife"."""
    known = reading.facts.party.adults
    if known is None or "party.adults" in reading.asked or corrects(reading.view[:start]):
        return False
    return adults <= known or starts_statement(reading.view[end : end + 60])


def _more_beside(reading: Reading, found: People) -> None:
    """ "2 adults plus grandma", "the two of us and my parents": on top of a number."""
    for match in reading.find(_BESIDE_NUMBER, claim=False):
        many = count(match["n"]) if match["n"] else 2 if match["both"] else None
        if match["n"] is None and not match["both"]:
            if (
                found.adults is None
                or found.adults_span is None
                or found.adults_span.end != match.start() + 1
            ):
                continue
            many = found.adults
        if many is None or starts_statement(reading.view[match.end() : match.end() + 60]):
            continue
        found.adults = many + _chained(match["chain"])
        found.adults_span = joined(found.adults_span, Span(match.start(), match.end()))
        reading.claim(match.start(), match.end())


def _lists(reading: Reading, found: People) -> None:
    """Families told by their members: "husband, wife, two teens", "my husband and our baby"."""
    if found.adults is not None or found.total is not None:
        return
    for match in reading.find(_FAMILY_LIST, claim=False):
        words = match["chain"].lower()
        many = _chained(words)
        company = many > 1 or CLAIMED in words or re.search(r"\b(?:i|me|myself)\b", words)
        asked = "party.adults" in reading.asked
        if starts_statement(reading.view[match.end() : match.end() + 60]) or not (company or asked):
            continue
        couple = any(all(re.search(rf"\b(?:{one})\b", words) for one in pair) for pair in _PAIRS)
        adults = many + (0 if couple and not match["mine"] else 1)
        if _counted_before(reading, match.start("chain"), match.end(), adults):
            continue
        found.adults, found.adults_span = adults, Span(match.start("chain"), match.end())
        found.by_name = True
        reading.claim(match.start("chain"), match.end())
        return


def _chained(words: str) -> int:
    parts = re.split(r",\s*(?:and|plus)\b|,|\b(?:and|plus|with)\b|&|\+", words, flags=re.I)
    return sum(
        _relations(part) for part in parts if re.search(rf"\b(?:{RELATION_PLURAL}|{RELATION})\b", part, re.I)
    )


def read_one_parent(reading: Reading, found: People) -> None:
    match = _I_AND_KIDS.search(reading.open)
    if match and found.children and found.children_span and found.adults is None and found.total is None:
        beside = Span(match.start(), match.end())
        if beside.near(found.children_span, 1):
            found.adults, found.adults_span = 1, joined(found.children_span, beside)
            found.by_name = True


def _relations(words: str) -> int:
    words = words.strip().lower()
    if not words or CLAIMED in words:
        return 0  # children, read before
    if number := re.match(rf"({COUNT})\s", words, re.I):
        return count(number[1]) or 1
    return 2 if re.search(rf"\b(?:{RELATION_PLURAL})\b", words) else 1
