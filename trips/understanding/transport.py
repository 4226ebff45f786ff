"""How to get about: a car at hand or to rent, there and back or one way."""

from __future__ import annotations

import re

from trips.understanding.counting import COUNT, count
from trips.understanding.money_words import MONEY, SUM, sum_of
from trips.understanding.reading import Reading, Span

_RENT = re.compile(
    r"\b(?:(?:to|'d\s+like\s+to|would\s+like\s+to|want\s+to|will|'ll|can|could|should)\s+)?(?:rent|hire|"
    r"arrange|book|get|need)"
    r"(?:ing)?\s+(?:an?|the|our)\s+(?:rental\s+|hire\s+)?(?P<kind>[A-Za-z][\w-]{1,20}(?:\s(?:car|van))?)"
    r"(?P<rest>\s+(?:that|which|with|for)\s[^.!?\n]{0,80}?)?"
    r"(?=\s+(?:that|which)\s+seats?|\s+for\s+(?:us|me|\d+)\b|\s+in\b|[,.?!]|$|\s+(?:with|and|to)\b|\s*\x00)",
    re.IGNORECASE,
)
_SEATS = re.compile(
    rf"\b(?P<should>(?:it\s+)?should\s+|must\s+|needs\s+to\s+|has\s+to\s+|(?:that|which)\s+(?:can\s+)?|"
    rf"can\s+|that\s+)?"
    rf"(?:seats?|fits?|with\s+(?={COUNT}\s+seats))\s*(?P<n>{COUNT})(?:\s+(?:people|persons?|passengers|"
    rf"seats|of\s+us))?",
    re.IGNORECASE,
)
_PER_DAY = re.compile(
    rf"(?:\bfor\s+)?(?:\babout\s+|\baround\s+|\bapproximately\s+|"
    rf"\broughly\s+)?(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})"
    rf"|{SUM})\s*(?:per\s+day|a\s+day|/\s*day|daily)\b",
    re.IGNORECASE,
)
_CAR_WORDS = (
    r"cars?|suvs?|sedans?|minivans?|vans?|wagons?|estate|convertibles?|compact|economy|luxury|ev|electric|"
    r"motorhomes?|campers?|"
    r"campervans?|camper\s+van|rvs?|pickups?|trucks?|limos?|limousines?|cabriolets?|roadsters?|coup[eé]|"
    r"hatchbacks?|4x4|jeeps?|"
    r"motorbikes?|motorcycles?|scooters?|classic|hybrid|vehicle|automatic|minibus|dunebuggy|hovercar|"
    r"spaceship|sports\s*car"
)
_RENTAL = re.compile(
    r"\b(?P<no>(?:do\s+not|don't|won't|no\s+need\s+to|not|without|no)\s+(?:want\s+to\s+|need\s+to\s+|"
    r"going\s+to\s+|need\s+)?"
    r"(?:an?\s+)?)?(?:(?:to\s+)?(?:rent(?:ing)?|hir(?:e|ing))\s+(?:an?\s+)?(?P<kind>(?:small|big|large|"
    r"electric|cheap|compact|\w+-seater)\s+)?"
    r"(?:car|vehicle|van|suv|motorhome|campervan)s?|rental\s+cars?|car\s+(?:rental|hire)|hire\s+car|"
    r"mietwagen|coche\s+de\s+alquiler|"
    r"voiture\s+de\s+location)\b",
    re.IGNORECASE,
)
_OWN_CAR = re.compile(
    r"\b(?:(?:i|we)(?:'ve|\s+have|'ll\s+have|\s+will\s+have|\s+own|\s+got|'ve\s+got|"
    r"\s+have\s+got)\s+(?:(?:got|my|our|a|an|the|own)\s+){0,3}car|"
    r"(?:with|in|take|taking|bring|bringing|use|using|drive|driving)\s+(?:my|our)\s+(?:own\s+)?car|(?:my|"
    r"our)\s+own\s+car|own\s+car|"
    r"(?:we'll|i'll|we\s+will|i\s+will|we're|i'm|we\s+are|i\s+am)\s+(?:be\s+)?driv(?:e|ing)(?:\s+(?:there|"
    r"down|up|ourselves|myself))?"
    r"|(?:going|travell?ing|coming|go|travel|come)\s+by\s+car|mit\s+dem\s+(?:eigenen\s+)?auto|en\s+(?:mi|"
    r"nuestro)\s+coche)\b",
    re.IGNORECASE,
)
_NO_OWN_CAR = re.compile(r"\b(?:i|we)\s+(?:don't|do\s+not)\s+(?:have|own)\s+(?:a\s+)?car\b", re.I)
_ROUND = re.compile(
    r"\b(?:round[\s-]?trips?|return\s+(?:trip|ticket|flight|journey)s?|there\s+and\s+back|both\s+ways|"
    r"roundtrip|rundreise|"
    r"ida\s+y\s+vuelta|aller[\s-]retour|hin\s+und\s+zurück)\b",
    re.IGNORECASE,
)
_ONE_WAY = re.compile(
    r"\b(?:one[\s-]?way|single\s+(?:ticket|flight|trip)|not\s+(?:coming|returning|going)\s+back|"
    r"no\s+return|oneway|"
    r"solo\s+ida|aller\s+simple|einfach(?:e\s+fahrt)?|without\s+(?:a\s+)?return)\b(?!\s+(?:street|of))",
    re.IGNORECASE,
)
_SEATER = re.compile(rf"\b(?P<n>{COUNT})[\s-]*(?:seats?|seater)\b", re.IGNORECASE)


def read_cars(reading: Reading) -> tuple[int, Span] | None:
    """Tells `car.*`. Returns the seats asked for "us": how many travel, when nothing else says it."""
    party: tuple[int, Span] | None = None
    for match in reading.find(_RENT, claim=False):
        kind = match["kind"].strip()
        if re.search(
            r"(?:\bnot|n't|\bno\s+need|\bwithout)(?:\s+\w+){0,4}\s+$",
            reading.view[: match.start("kind")][-40:],
            re.I,
        ):
            continue
        nearby = reading.open[match.start() : match.end() + 160]
        seats = _SEATS.search(nearby)
        price = _PER_DAY.search(nearby)
        is_car = re.fullmatch(rf"(?:{_CAR_WORDS})(?:\s(?:car|van))?", kind, re.I)
        rents = re.search(r"\b(?:rent|hire|rental)", match.group(), re.I)
        if not (is_car and rents) and not (seats and (price or rents)) and not (is_car and (seats or price)):
            continue
        reading.change("car.wanted", True, *match.span())
        if kind.lower() not in {"car", "vehicle", "cars"}:
            reading.change("car.kind", kind, match.start("kind"), match.end("kind"))
        offset = match.start()
        end = match.end("kind")
        if price:
            told = sum_of(MONEY.search(price["money"])) if price["money"] else sum_of(price)
            if told and told.amount > 0:
                reading.change("car.price_per_day", told.amount, offset + price.start(), offset + price.end())
                if told.currency and reading.facts.budget.currency is None:
                    reading.change(
                        "budget.currency", told.currency, offset + price.start(), offset + price.end()
                    )
            reading.claim(offset + price.start(), offset + price.end())
        if seats and (number := count(seats["n"])):
            reading.change("car.seats", number, offset + seats.start(), offset + seats.end())
            reading.claim(offset + seats.start(), offset + seats.end())
            if "should" in (seats["should"] or "").lower() and re.search(r"\bfor\s+us\b", nearby, re.I):
                party = (number, Span(offset + seats.start(), offset + seats.end()))
        reading.claim(offset, end)
    for match in reading.find(_RENTAL, claim=False):
        reading.change("car.wanted", not match["no"], *match.span())
        reading.claim(*match.span())
    if reading.said("car.wanted") and not reading.said("car.seats"):
        for match in reading.find(_SEATER):
            if number := count(match["n"]):
                reading.change("car.seats", number, *match.span())
    for match in reading.find(_NO_OWN_CAR):
        reading.change("car.at_hand", False, *match.span())
    for match in reading.find(_OWN_CAR, claim=False):
        if not re.search(r"\b(?:no|don't|not|won't)\s+(?:\w+\s+)?$", reading.view[: match.start()], re.I):
            reading.change("car.at_hand", True, *match.span())
            reading.claim(*match.span())
    return party


def read_transport(reading: Reading) -> None:
    """Tells `trip_type`."""
    for trip_type, pattern in (("round", _ROUND), ("one_way", _ONE_WAY)):
        for match in reading.find(pattern):
            if not reading.replaced(match.start()):
                reading.change("trip_type", trip_type, *match.span())
