"""Where to sleep: rooms, a named hotel, stars, the price of a night, the kind of house, the area."""

from __future__ import annotations

import re
from decimal import Decimal

from trips.facts.limits import rooms_problem
from trips.understanding.counting import COUNT, count
from trips.understanding.money_words import MONEY, SUM, Sum, sum_of
from trips.understanding.reading import Reading, Span

_HOUSE = (
    r"hotels?|hostels?|inn|resort|suites?|palace|lodge|villa|mansion|ryokan|riad|guest\s?house|motel|b&b|"
    r"residence|"
    r"retreat|apartments?|grand|hall|manor|plaza|hideaway|boutique|haven|house|castle|spa|loft|pension|"
    r"posada|parador"
)
_NAME = r"(?P<name>[^\s,.;!?][^,;!?\n]{1,80}?)"
_NAME_END = (
    r"(?=\s*(?:,|;|!|\?|\n|$|\.(?:\s|$)|\bwhich\b|\bthat\b|\bfor\s+(?:about|around|up\s+to|\d|[$€£])|"
    r"\bwith\b|\bif\b|\bbecause\b|"
    r"\bas\s+it\b|\bit\s+(?:is|has)\b|\bwhile\b|\bat\s+(?:about|around|most)\b|\s\())"
)
_STAY_AT = re.compile(
    rf"\b(?P<lead>(?:maybe\s+|perhaps\s+|possibly\s+|ideally\s+|preferably\s+)?(?:(?:we|i)(?:'d|\s+would|"
    rf"'ll|\s+will)?\s+)?"
    rf"(?:like\s+to\s+|love\s+to\s+|want\s+to\s+|prefer\s+to\s+|hop(?:e|ing)\s+to\s+|be\s+)?"
    rf"(?:stay(?:ing)?|book(?:ed)?|sleep(?:ing)?|lodg(?:e|ing))\s+(?:at|in)\s+(?:the\s+)?|(?:we|i)(?:'ve|"
    rf"\s+have)?\s+(?:already\s+)?"
    rf"booked\s+(?:the\s+)?)(?-i:(?=[A-Z\d])){_NAME}{_NAME_END}",
    re.IGNORECASE,
)
_SOMETHING_LIKE = re.compile(
    rf"\b(?:hop(?:e|ing)\s+for|looking\s+for|want|prefer|love|like)\s+(?:something|a\s+place|a\s+hotel|"
    rf"a\s+stay|somewhere)"
    rf"\s+(?:like|such\s+as|"
    rf"similar\s+to)\s+(?:the\s+)?(?-i:(?=[A-Z\d])){_NAME}{_NAME_END}(?:\s+with\s+a\s+special\s+"
    rf"experience)?",
    re.IGNORECASE,
)
_HOTEL_NAMED = re.compile(
    r"\b(?:at|in|book|booked|choose|the)\s+(?:the\s+)?(?P<name>(?-i:(?:[A-Z][\w'&-]*\s+){1,4}(?:Hotel|"
    r"Hostel|Inn|Resort|Suites|Palace|"
    r"Lodge|Ryokan|Riad|Guesthouse)|(?:Hotel|Hostel|Riad|Ryokan|Hilton|Marriott|Hyatt|Sheraton|Ritz|"
    r"Novotel|Ibis)"
    r"(?:\s+(?!For\b|In\b)[A-Z][\w'&-]*){1,4}))",
    re.IGNORECASE,
)
_RATED = re.compile(r"\s*,?\s*which\s+(?:is|has)\s+(?:well|highly|top|best)?[\s-]*rated\b(?:\s+and)?", re.I)
_STARS = re.compile(
    rf"(?:\b(?:has|have|with)\s+)?(?:\b(?P<most>at\s+least|min(?:imum)?|about|around)\s+)?(?:a\s+)?"
    rf"(?<![\d.])(?P<n>[1-7](?:[.,]\d)?|{COUNT})\s*(?:\+\s*)?[\s-]*(?:stars?\b|★|"
    rf"\*)(?:[\s-]+(?:rated\s+)?(?P<house>{_HOUSE}|"
    rf"accommodation|places?))?(?!\s+(?:trip|experience|trek))",
    re.IGNORECASE,
)
_NIGHTLY = re.compile(
    rf"(?P<before>\b(?:for\s+)?(?:about|around|approximately|roughly|up\s+to|at\s+most|"
    rf"max(?:imum)?(?:\s+of)?|under|below|"
    rf"no\s+more\s+than|not\s+more\s+than|less\s+than|within|hotel\s+(?:budget|price)(?:\s+(?:of|is))?|"
    rf"spend)\s+)?"
    rf"(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})"
    rf"\s*(?:per\s+(?:room\s+(?:and|per)\s+)?night\b|a\s+night\b|nightly\b|/\s*night\b|each\s+night|"
    rf"pro\s+nacht|por\s+noche|"
    rf"par\s+nuit)"
    rf"(?P<what>\s+(?:for|on)\s+(?:the\s+|our\s+|a\s+)?(?:hotels?|rooms?|stays?|accommodation|lodging))?",
    re.IGNORECASE,
)
#: "Hotels up to 180 dollars", "a room under €120": what one looks for by the night, said without the word.
_UP_TO = re.compile(
    rf"\b(?P<what>hotels?|rooms?|hostels?|guest\s?houses?|b\s?&\s?bs?|ryokans?|riads?|apartments?|airbnbs?)\s+"
    rf"(?:(?:that|which)\s+(?:is|are|costs?)\s+|costing\s+|for\s+|of\s+|at\s+)?"
    rf"(?:up\s+to|under|below|at\s+most|max(?:imum)?(?:\s+of)?|(?:no|not)\s+more\s+than|less\s+than|"
    rf"not\s+over|cheaper\s+than)\s+"
    rf"(?>(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})"
    rf"(?!\s*(?:in\s+total|total|altogether|overall|all\s+in|for\s+(?:the\s+(?:whole|entire)|all|everything|\d)|"
    rf"(?:a|per|each|/)\s*(?:week|stay|person|head)))",
    re.IGNORECASE,
)
#: In US dollars: above it a sum for hotels is rather the whole stay's.
_A_NIGHT_AT_MOST = 500
_ROOMS = re.compile(
    rf"(?P<n>{COUNT}|a|an|one)\s+(?:separate\s+|different\s+|adjoining\s+|connecting\s+|"
    rf"extra\s+)?(?P<type>(?:hotel|double|"
    rf"twin|single|triple|family|quad|guest|king|queen|standard|deluxe)\s+)?(?P<noun>rooms?(?:\(s\))?|"
    rf"zimmer|habitaci[oó]n(?:es)?|"
    rf"chambres?|camere)(?!\s*(?:service|temperature|mate|key|rate|only|for\s+improvement)|\w)",
    re.IGNORECASE,
)
_ROOMS_LABELLED = re.compile(r"\brooms?\s*[:=]\s*(?P<n>\d{1,3})\b", re.IGNORECASE)
_NEEDS_ROOM = re.compile(
    r"(?:need|needs|want|book|require|with|in|share|have|like|,|\d|and|für|reserve|take|make\s+it|to|get|"
    r"us)\s*$",
    re.I,
)
_KIND = re.compile(
    r"\b(?P<no>no\s+|not\s+(?:in\s+)?(?:an?\s+)?|avoid\s+|than\s+(?:in\s+)?(?:an?\s+)?|"
    r"instead\s+of\s+(?:an?\s+)?)?"
    r"(?:(?P<hostel>hostels?|dorms?)|(?P<apartment>air\s?bnbs?|apartments?|flats?|vacation\s+rentals?|"
    r"holiday\s+(?:flat|home)|"
    r"self[\s-]catering|ferienwohnung)|(?P<guesthouse>guest\s?houses?|b\s?&\s?bs?|bed\s+(?:and|"
    r"&)\s+breakfasts?|pensions?\b|homestays?)|"
    r"(?P<ryokan>ryokans?)|(?P<riad>riads?)|(?P<camping>camping|camp\s?sites?|glamping|tents?\b)|"
    r"(?P<resort>(?:beach\s+|spa\s+|all[\s-]inclusive\s+)?resorts?|all[\s-]inclusive)|(?P<villa>villas?)|"
    r"(?P<cabin>cabins?|chalets?|cottages?)|(?P<boutique>boutique\s+hotels?)|(?P<hotel>hotels?))\b",
    re.IGNORECASE,
)
#: What stands before a kind that nobody wants, and behind it.
_UNWANTED = re.compile(
    r"(?:(?:(?<!why\s)\bnot|\bnever|n't)(?:\s+(?:really|much|particularly|ever|at\s+all))*(?:\s+(?:like|love|"
    r"enjoy|want|fancy|need|book|do|prefer|care\s+for|fans?\s+of|keen\s+on|into))?"
    r"(?:\s+(?:to\s+)?(?:be|stay|sleep|live|living)(?:ing)?)?|"
    r"\b(?:hate|dislike|detest|loathe|avoid|skip)s?(?:\s+(?:stay|sleep|liv)ing)?|"
    r"\b(?:can't|cannot|couldn't)\s+(?:stand|bear)(?:\s+(?:stay|sleep)ing)?|"
    r"\b(?:anything|anywhere|everything)\s+but|\b(?:sick|tired|fed\s+up)\s+(?:of|with))"
    r"(?:\s+(?:in|at))?(?:\s+(?:an?|any|those|these|another))?\s+$",
    re.IGNORECASE,
)
_UNWANTED_BEHIND = re.compile(
    r"\s+(?:(?:is|are)\s+(?:(?:not|nothing|never)\s+(?:really\s+)?(?:for|my|our)|out\b)|"
    r"(?:is|are)n't\s+(?:really\s+)?(?:for|my|our)|(?:do|does)(?:\s+not|n't)\s+(?:work|appeal|suit))",
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    r"\s*(?:only|please|instead|(?:would|will|'d)\s+be|is\s+(?:better|fine|best))\b", re.IGNORECASE
)
_AREA = re.compile(
    r"\b(?:stay(?:ing)?|hotel|apartment|hostel|airbnb|riad|ryokan|room|accommodation|lodging|sleep(?:ing)?|"
    r"place\s+to\s+stay|"
    r"guest\s?house|somewhere\s+to\s+stay|base\s+(?:ourselves|myself))\s+(?:should\s+be\s+|is\s+|"
    r"to\s+be\s+|that\s+is\s+|somewhere\s+)?"
    r"(?:(?P<how>near|close\s+to|next\s+to|by|around|within\s+walking\s+distance\s+of|not\s+far\s+from|"
    r"in\s+or\s+near)\s+|in\s+)"
    r"(?P<area>(?:the\s+)?(?:[\w'-]+\s+){0,3}?(?:old\s+town|city\s+cent(?:er|re)|cent(?:er|re)|downtown|"
    r"quarter|district|"
    r"neighbou?rhood|medina|beach|station|airport|river|sea|waterfront|harbou?r|park|university|museum|"
    r"market)\b|"
    r"(?-i:[A-Z][\w'-]+(?:[\s-](?:(?:de|la|le|du|des|of|the)\s+)?[A-Z][\w'-]+){0,3}))",
    re.IGNORECASE,
)
_CENTRAL = re.compile(
    r"\b(?P<area>(?:very\s+)?central(?:ly\s+located)?|city[\s-]cent(?:er|re)|downtown)\s+(?:hotel|"
    r"apartment|stay|location|hostel|"
    r"accommodation|place)|\b(?:hotel|stay|apartment|accommodation)\s+(?P<area2>downtown|"
    r"central(?:ly\s+located)?)\b",
    re.IGNORECASE,
)


def read_stays(reading: Reading) -> None:
    """Tells `stay.*` and `rooms`; what is understood is claimed."""
    _names(reading)
    _stars(reading)
    _prices(reading)
    _rooms(reading)
    _areas(reading)
    _kinds(reading)


def _names(reading: Reading) -> None:
    for pattern in (_STAY_AT, _SOMETHING_LIKE, _HOTEL_NAMED):
        for match in reading.find(pattern, claim=False):
            name = match["name"].strip().rstrip(".")
            house = re.search(rf"\b(?:{_HOUSE})\b", name, re.I)
            if len(name.split()) > 8 or (not house and not _is_hotel(reading, match, name)):
                continue
            if reading.said("stay.name"):
                continue
            reading.change("stay.name", name, match.start("name"), match.start("name") + len(match["name"]))
            end = match.end()
            if rated := _RATED.match(reading.open, end):
                end = rated.end()
            reading.claim(match.start(), end)


def _is_hotel(reading: Reading, match: re.Match[str], name: str) -> bool:
    """A name without a word for a house: a hotel when what follows speaks of stars or a night, and a
    place to go otherwise ("stay in Boston")."""
    after = reading.view[match.end() : match.end() + 90]
    spoken = re.match(
        r"[^.!?]*?(?:\bwell\s+rated|[\d.]+[\s-]star|per\s+night|a\s+night|special\s+experience)", after, re.I
    )
    return bool(spoken) or "special experience" in match.group().lower()


def _stars(reading: Reading) -> None:
    for match in reading.find(_STARS, claim=False):
        number = match["n"].replace(",", ".")
        stars = Decimal(number) if re.fullmatch(r"[\d.]+", number) else Decimal(count(number) or 0)
        if 1 <= stars <= 5 and stars * 2 == int(stars * 2):
            reading.change("stay.stars", stars, *match.span())
            end = match.start("house") if match["house"] else match.end()
            reading.claim(match.start(), end)


def _prices(reading: Reading) -> None:
    for match in reading.find(_NIGHTLY, claim=False):
        _price(reading, match, Span(*match.span()))
    for match in reading.find(_UP_TO, claim=False):
        told = _sum_in(match)
        if told and not reading.said("stay.max_price") and _could_be_a_night(reading, told):
            _price(reading, match, Span(match.end("what"), match.end()))


def _sum_in(match: re.Match[str]) -> Sum | None:
    inner = MONEY.search(match["money"]) if match["money"] else match
    return sum_of(inner) if inner else None


def _could_be_a_night(reading: Reading, told: Sum) -> bool:
    currency = told.currency or reading.facts.budget.currency or "USD"
    rate = reading.gazetteer.rate(currency, "USD", reading.today)
    return rate is not None and told.amount * rate.rate <= _A_NIGHT_AT_MOST


def _price(reading: Reading, match: re.Match[str], span: Span) -> None:
    told = _sum_in(match)
    if told is not None:
        if told.amount < 0:
            reading.problem("A price a night can't be negative.")
        elif told.amount > 0:
            reading.change("stay.max_price", told.amount, span.start, span.end)
            if told.currency and reading.facts.budget.currency is None:
                reading.change("budget.currency", told.currency, span.start, span.end)
        reading.claim(span.start, span.end)


def _rooms(reading: Reading) -> None:
    for match in reading.find(_ROOMS_LABELLED):
        _tell_rooms(reading, int(match["n"]), match)
    for match in reading.find(_ROOMS, claim=False):
        number = {"a": 1, "an": 1, "one": 1}.get(match["n"].lower(), count(match["n"]))
        before = reading.open[max(0, match.start() - 20) : match.start()]
        if number is None or reading.replaced(match.start()):
            continue
        if match["n"].lower() in {"a", "an"} and not match["type"] and not _NEEDS_ROOM.search(before):
            continue
        _tell_rooms(reading, number, match)
        reading.claim(*match.span())


def _tell_rooms(reading: Reading, number: int, match: re.Match[str]) -> None:
    if problem := rooms_problem(number):
        reading.problem(problem)
    else:
        reading.change("rooms", number, *match.span())


def _areas(reading: Reading) -> None:
    for match in reading.find(_AREA, claim=False):
        area = match["area"].strip()
        proper = area[:1].isupper()
        if proper and any(found.exact for found in reading.gazetteer.find_cities(area, limit=3)):
            continue  # "hotel in Boston" is where the trip goes
        how = (match["how"] or "").lower()
        near = how.startswith(("near", "close", "next", "by", "around", "within", "not", "in or"))
        text = re.sub(r"^the\s+", "", area, flags=re.I)
        reading.change("stay.area", f"near {text}" if near else text, match.start("area"), match.end("area"))
        reading.claim(match.start("area"), match.end("area"))
    for match in reading.find(_CENTRAL, claim=False):
        name = "area" if match["area"] else "area2"
        reading.change("stay.area", "city centre", match.start(name), match.end(name))
        reading.claim(match.start(name), match.end(name))


def _kinds(reading: Reading) -> None:
    for match in reading.find(_KIND, claim=False):
        kind = next(name for name, words in match.groupdict().items() if words and name != "no")
        if unwanted := _unwanted(reading, match):
            value = f"{kind} hotels" if kind == "boutique" else kind if kind == "camping" else f"{kind}s"
            reading.change("avoid", value, unwanted.start, unwanted.end, op="add")
            reading.claim(unwanted.start, unwanted.end)
        elif kind != "hotel" or _wished(reading, match):
            if reading.said("stay.kind") is None or kind != "hotel":
                reading.change("stay.kind", "boutique hotel" if kind == "boutique" else kind, *match.span())
            reading.claim(*match.span())


def _unwanted(reading: Reading, match: re.Match[str]) -> Span | None:
    """The words that say nobody wants to sleep in such a house."""
    if match["no"]:
        return None if match["hotel"] else Span(*match.span())
    if before := _UNWANTED.search(reading.open, max(0, match.start() - 60), match.start()):
        if re.search(r"\b(?:need|book)\b", before.group(), re.I):
            return None  # they have a bed elsewhere
        return Span(before.start(), match.end())
    behind = _UNWANTED_BEHIND.match(reading.open, match.end())
    return Span(match.start(), behind.end()) if behind else None


def _wished(reading: Reading, match: re.Match[str]) -> bool:
    """A hotel: "2 hotel rooms", "the hotel": everybody sleeps somewhere; only a plain wish counts."""
    before = reading.open[max(0, match.start() - 24) : match.start()]
    if re.search(r"(?:\bnot|n't)\s+(?:need|book)\s+(?:an?\s*)?$", before, re.I):
        return False
    plain = re.search(r"\b(?:an?|nice|good|in|star|prefer|want|rather)\s*$|\x00\s*$", before, re.I)
    return not match["no"] and bool(plain or _PLAINLY.match(reading.open, match.end()))
