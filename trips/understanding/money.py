"""What it may cost: "about $6,000", "under 3000", "5000 per person", "120 a day", "mid-range"."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import islice

from trips.facts.limits import amount_problem
from trips.understanding.money_words import MONEY, RANGE, SUM, Sum, currency_alone, sum_of
from trips.understanding.reading import Reading, Span
from trips.understanding.sums_meant import MOST_SUMS, is_no_budget, name_unread_sums, read_changed_budget

_UNITS = (
    r"(?!\s*(?:-\s*)?(?:days?|nights?|weeks?|months?|people|persons?|adults?|kids?|children|rooms?|"
    r"travell?ers?|pax|"
    r"hours?|hrs?|minutes?|mins?|km|kilomet\w+|miles?|stars?|years?|yrs?|cities|of\s+us|guests?|°|degrees|"
    r"am\b|pm\b|%|"
    r"percent|st\b|nd\b|rd\b|th\b|o'clock|steps|stops|places|museums|meals|friends|tickets?))"
)
_BEFORE = (
    r"(?:under|below|less\s+than|within|max(?:imum)?(?:\s+of)?|up\s+to|at\s+most|(?:no|not)\s+more\s+than|"
    r"not\s+(?:to\s+)?exceed(?:ing)?|(?:not\s+)?(?:to\s+)?exceed|not\s+(?:go\s+)?over|over|"
    r"no\s+higher\s+than|"
    r"stay(?:ing)?\s+(?:below|under)|cap(?:ped)?\s+(?:at|of)|limit(?:ed)?\s*(?:is|of|to|at)?|ceiling\s+of|"
    r"spend(?:ing)?(?:\s+(?:up\s+to|at\s+most|about|around|max))?|afford|cost(?:s|ing)?(?:\s+(?:of|within|"
    r"under|below))?|"
    r"total(?:\s+of)?|for\s+(?:about|around|under|less\s+than)|around|about|roughly|approximately|"
    r"approx\.?|circa|ca\.?|"
    r"~|we\s+have|i\s+have|bis\s+zu|höchstens|maximal|hasta|jusqu'à|moins\s+de|menos\s+de|unter|environ|"
    r"etwa|unos|"
    r"invest(?:ing)?|price\s+(?:of|under|below))"
)
_KEYWORD = r"(?:budget|presupuesto|budgets?|price\s+limit|money|funds|spending\s+(?:limit|money)|cash)"
_LINK = (
    r"(?:\s*(?:is|of|at|:|=|to|would\s+be|should\s+be|will\s+be|to\s+be|being|around|about|roughly|"
    r"approximately|ist|"
    r"est|es|de|von|under|below|max(?:imum)?|up\s+to|now|only|just|set|stays?|from|fits?|a|the|approx\.?|~|"
    r"circa|"
    r"between|maybe|somewhere|within|no\s+more\s+than|at\s+most|around\s+the|total|changed?|"
    r"limit(?:ed)?)\b\s*:?){0,5}\s*"
)
_BUDGET_IS = re.compile(
    rf"\b(?P<key>{_KEYWORD})(?!\s*(?:friendly|travel|hotel|airline))\b{_LINK}[\s:=~]*{SUM}{_UNITS}", re.I
)
_SUM_BUDGET = re.compile(
    rf"(?<![\w.,$€£/-]){SUM}\s*(?:(?:as\s+)?(?:my|our|the|a|total)?\s*){_KEYWORD}\b", re.I
)
_LIMITED = re.compile(
    rf"(?:\b|(?<=\s)|^)(?P<key>{_BEFORE})\s*(?:the\s+|a\s+|our\s+|about\s+|around\s+)?{SUM}{_UNITS}", re.I
)
_BARE_SCOPED = re.compile(
    rf"(?<![\w.,$€£/-]){SUM}(?=\s*(?:per\s+(?:person|head|day)|each\b|a\s+(?:day|head|person)\b|pp\b|p\.p\.|"
    rf"daily\b|total\b|in\s+(?:all|total)\b|altogether\b|all\s+in\b|/\s*(?:day|person|pp)))",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(
    r"(?<![\w.,$€£/-])(?P<neg>-)?(?P<f>\d+(?:[.,]\d)?\s?(?P<k>k|grand|thousand))\b(?!\s*(?:km|steps|people))",
    re.I,
)
_SCOPE_AFTER = re.compile(
    r"^\s*(?:,\s*|\(\s*)?(?P<words>(?:(?P<both>per\s+(?:person|head)\s+(?:per|a|/)\s*day|"
    r"per\s+day\s+(?:per|each)\s*person|"
    r"pp\s*/\s*day|per\s+person,?\s+per\s+day)|(?P<person>per\s+(?:person|head|adult|travell?er|capita|pax)|"
    r"/\s*(?:person|pp|head)|(?:for\s+)?each(?:\s+of\s+us)?\b|a\s+(?:head|person)\b|p\.?p\.?(?![a-z])|"
    r"pro\s+person|"
    r"por\s+persona|par\s+personne|a\s+persona|por\s+pessoa|apiece)|(?P<day>per\s+day|a\s+day\b|daily\b|"
    r"each\s+day|"
    r"/\s*day|every\s+day|am\s+tag|pro\s+tag|par\s+jour|al\s+d[ií]a|por\s+d[ií]a)|(?P<night>per\s+night|"
    r"a\s+night\b|"
    r"nightly|/\s*night|each\s+night|pro\s+nacht|por\s+noche|par\s+nuit)|(?P<total>in\s+(?:all|total)|"
    r"total(?:ly)?\b|"
    r"altogether|all[\s-]in(?:clusive)?\b|overall|for\s+(?:everything|everyone|all\s+of\s+us|"
    r"the\s+(?:whole\s+|entire\s+)?"
    r"(?:trip|family|group|lot|holiday|thing)|both\s+of\s+us|the\s+(?:two|three|four|five)\s+of\s+us|"
    r"(?:two|three|four|five|six|2|3|4|5|6)\b(?!\s*(?:days|nights|weeks)))|for\s+us\s+(?:all|both)|"
    r"together|insgesamt|en\s+total|al\s+total|au\s+total)))",
    re.IGNORECASE,
)
_SCOPE_BEFORE = re.compile(
    r"(?P<total>\b(?:total|overall|collective|combined|whole|entire|joint|shared|keep\s+it\s+all|in\s+all|"
    r"all\s+in)\b)"
    r"|(?P<day>\bdaily\b)|(?P<person>\b(?:per[\s-]person|individual|per\s+head)\b)",
    re.IGNORECASE,
)
_ABOUT_BEFORE = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|some|near(?:ly)?|"
    r"aiming\s+for(?:\s+a\s+budget\s+around)?|"
    r"etwa|ungefähr|environ|unos|more\s+or\s+less|somewhere|ballpark(?:\s+of)?)|~)\s*(?:the\s+|a\s+|\$|€)?$",
    re.IGNORECASE,
)
_ABOUT_AFTER = re.compile(
    r"^\s*(?:or\s+so|ish\b|-ish\b|give\s+or\s+take|more\s+or\s+less|roughly|approximately)", re.I
)
_SECOND = re.compile(rf"^\s*(?:-|to|and|or)\s*(?:US\$|\$|€|£)?{SUM}{_UNITS}", re.IGNORECASE)
_FOR_SOMETHING = re.compile(
    r"^\s*(?:\w+\s+)?(?:for|on)\s+(?:the\s+|our\s+|my\s+)?(?:flights?|hotels?|accommodation|lodging|food|"
    r"meals|dinner|"
    r"eating|stay|airfare|transport\w*|tickets?|activities|museums)\b",
    re.IGNORECASE,
)

_HIGH = (
    r"(?:ultra[\s-])?luxur(?:y|ious)|high[\s-]?end|upscale|upmarket|top[\s-]end|lavish|"
    r"no\s+expense\s+spared|deluxe|"
    r"money\s+(?:is|'s)\s+(?:no|not\s+an?)\s+(?:object|issue|problem|concern)|price\s+is\s+no\s+object|"
    r"splurge|"
    r"(?:generous|high|big|large|unlimited|premium|no[\s-]limit)\s+budget|(?:the\s+)?best\s+of\s+everything|"
    r"spare\s+no\s+expense|first[\s-]class|five[\s-]star\s+(?:trip|experience)|luxuri[oö]s|lujo|luxe|"
    r"money\s+doesn'?t\s+matter|budget\s+(?:is\s+)?(?:no|not\s+an?)\s+(?:object|issue|problem)|"
    r"no\s+budget\s+(?:limit|cap)|"
    r"unlimited\s+(?:budget|funds)|budget\s*(?:is|:|=)?\s*(?:high|unlimited)"
)
_MID = (
    r"(?:(?<=^)|(?<=[,;]\s))mid(?=\s*(?:[,;.!]|$|and\b))|"
    r"mid[\s-]?(?:range|level|priced?|tier)(?:\s+budget)?|middle[\s-]of[\s-]the[\s-]road|(?:mid|middle|"
    r"medium|moderate|average|"
    r"normal|reasonable|regular|decent|comfortable)[\s-](?:priced\s+)?(?:level\s+|range\s+|size\s+)?budget|"
    r"moderately\s+priced|(?:not|nothing)\s+too\s+(?:expensive|cheap|fancy|pricey)|reasonably\s+priced|"
    r"budget\s*(?:is|:|=|of|,)?\s*(?:is\s+)?(?:a\s+)?(?:medium|moderate|mid|middle|average|normal|"
    r"comfortable)\b"
    r"|neither\s+cheap\s+nor\s+(?:expensive|luxury)|mittelklasse|gama\s+media|milieu\s+de\s+gamme"
    r"|presupuesto\s+medio|budget\s+moyen|mittleres\s+budget"
)
_LOW = (
    r"(?:on\s+)?a\s+shoe-?string(?:\s+budget)?|shoe-?string|on\s+a\s+(?:tight\s+|small\s+|limited\s+|"
    r"low\s+|student\s+)?"
    r"budget(?!\s*(?:of|:|is|=))|(?:low|tight|small|limited|modest|student|backpacker'?s?|minimal|"
    r"shoestring|little)[\s-]"
    r"(?:\w+\s+)?(?:budget|cost|money)|low[\s-]?cost|budget[\s-](?:friendly|conscious|travel(?:l?er)?s?|"
    r"trip|holiday|option|"
    r"vacation|hotels?|hostels?)|cheap(?:ly|est\s+(?:possible|way))?(?!\s+flights)|inexpensive|affordabl[ey]|"
    r"economical(?:ly)?|backpack(?:ing|er|ers)?|"
    r"frugal(?:ly)?|as\s+cheap(?:ly)?\s+as\s+possible|thrifty|save\s+money|penny[\s-]pinching|"
    r"not\s+(?:too\s+)?much\s+money|"
    r"budget\s*(?:is|:|=)?\s*(?:very\s+|rather\s+|quite\s+)?(?:low|tight|small|limited)\b|"
    r"without\s+breaking\s+the\s+bank|günstig|barato|"
    r"pas\s+cher|broke"
)
#: Words that describe travellers more than purses: they count only when no sum is said.
_LEVELS = tuple(
    (level, re.compile(rf"(?<!not\s)\b(?:{pattern})(?!\w)", re.IGNORECASE))
    for level, pattern in (("mid", _MID), ("high", _HIGH), ("low", _LOW))
)
_JUST_BUDGET = re.compile(
    r"(?:^|[,;]\s*)budget(?=\s*(?:[,;.]|$))|\bbudget\s+(?:level|class|style|please)\b", re.IGNORECASE
)
_NOT_LEVEL = re.compile(
    r"\b(?:not|nothing|no|isn't|avoid|without)\s+(?:too\s+|anything\s+|very\s+|a\s+|any\s+)?$", re.I
)


#: What alone may be fine or plain in a trip of another level.
_ONE_THING = re.compile(
    r"\s+(?:\w+\s+)?(?:hotels?|resorts?|riads?|hostels?|rooms?|suites?|stays?|dinners?|lunch(?:es)?|meals?|restaurants?|breakfasts?|"
    r"spas?|nights?|evenings?|trains?|cars?|flights?|seats?|cruises?|shops?|shopping|accommodations?|places?\s+to\s+(?:stay|sleep|eat))\b",
    re.IGNORECASE,
)
_FAR = 200  # characters: a correction stands near what it corrects


def read_money(reading: Reading) -> None:
    """The sum, what it is for, and the level of spending, claimed and told."""
    read_changed_budget(reading)
    chosen = _sum(reading) if reading.said("budget.amount") is None else None
    if chosen:
        _tell_sum(reading, *chosen)
    elif reading.facts.budget.amount is not None and (named := currency_alone(reading.view)):
        currency, start, end = named
        reading.change("budget.currency", currency, start, end)
        reading.claim(start, end)
    name_unread_sums(reading)
    read_level(reading, has_sum=bool(reading.said("budget.amount")))


def _sum(reading: Reading) -> tuple[Sum, Span] | None:
    """The sum that is the budget, and the words that say so."""
    candidates: list[tuple[int, Sum, Span]] = []
    for weight, pattern in (
        (4, _BUDGET_IS),
        (4, _SUM_BUDGET),
        (2, _LIMITED),
        (1, _BARE_SCOPED),
        (1, _THOUSANDS),
    ):
        for match in islice(pattern.finditer(reading.open), MOST_SUMS):
            start = match.start("neg") if match.groupdict().get("neg") else match.start("f")
            if told := _read_at(reading, match, start):
                bare = told.currency is None and told.amount == told.amount.to_integral_value()
                if (
                    weight == 2
                    and bare
                    and 1900 <= told.amount <= 2100
                    and "k" not in match.groupdict().get("f", "")
                ):
                    if re.search(r"around|about|total|roughly|have|over", match["key"], re.I):
                        continue  # "about 2027"
                if weight in (1, 2) and bare and abs(told.amount) < (50 if weight == 2 else 10):
                    continue
                if (
                    weight == 1
                    and bare
                    and abs(told.amount) < 50
                    and not re.match(r"\s*(?:per|a|/|daily)", reading.view[match.end() :], re.I)
                ):
                    continue  # "we'll be 3 in total"
                candidates.append((weight, told, Span(match.start(), max(match.end(), told.span.end))))
    for match in islice(RANGE.finditer(reading.open), MOST_SUMS):
        if (told := sum_of(match)) and not reading.replaced(match.start()):
            candidates.append((4, told, Span(*match.span())))
    for match in islice(MONEY.finditer(reading.open), MOST_SUMS):
        if (told := sum_of(match)) and not reading.replaced(match.start()):
            candidates.append((3, told, Span(*match.span())))
    usable = [one for one in candidates if not _for_something_else(reading, one[1].span)]
    if not usable:
        return None
    best = max(weight for weight, _, _ in usable)
    top = [one for one in usable if one[0] >= min(best, 3)] if best >= 3 else usable
    chosen = top[0]
    for other in top[1:MOST_SUMS]:
        between = reading.view[chosen[1].span.end : other[1].span.start]
        if (
            other[1].span.start >= chosen[1].span.end
            and len(between) < _FAR
            and re.search(
                r"^\s*(?:to|->|→)\s*$|\b(?:actually|no|rather|make|sorry|i\s+mean|instead)\b", between, re.I
            )
        ):
            chosen = other
    return chosen[1], chosen[2]


def _read_at(reading: Reading, match: re.Match[str], start: int) -> Sum | None:
    """The sum at a position, with its currency when one stands there."""
    if reading.replaced(match.start()):
        return None
    for begin in (start, start - 1, start - 2):
        if begin >= 0 and (money := MONEY.match(reading.open, begin)) and money.end() >= match.end("f"):
            return sum_of(money)
    told = sum_of(match)
    return Sum(Span(start, match.end("f")), told.amount, told.currency) if told else None


def _for_something_else(reading: Reading, span: Span) -> bool:
    after = reading.view[span.end : span.end + 40]
    scope = _SCOPE_AFTER.match(after)
    if _FOR_SOMETHING.match(after) or (scope and scope["night"]):
        return True
    return is_no_budget(reading, span)


def _tell_sum(reading: Reading, told: Sum, words: Span) -> None:
    start, end, amount = words.start, max(words.end, told.span.end), told.amount
    before = reading.view[max(0, told.span.start - 30) : told.span.start]
    approximate = bool(_ABOUT_BEFORE.search(before)) or bool(
        re.search(
            r"\b(?:about|around|roughly|approx\w*|circa)\b|~", reading.view[start : told.span.start], re.I
        )
    )
    approximate = approximate or bool(RANGE.fullmatch(reading.open[start:end]))
    second = _SECOND.match(reading.open[end:])
    if second and (upper := sum_of(second)) and upper.amount > amount:
        begin = end + second.start("f")
        moneys = (MONEY.match(reading.open, place) for place in (begin - 1, begin))
        money = next((one for one in moneys if one and one.end() >= end + second.end("f")), None)
        told = Sum(told.span, upper.amount, told.currency or (sum_of(money).currency if money else None))
        raised = re.search(r"\bfrom\b|\bchange\b", reading.view[max(0, start - 20) : told.span.start], re.I)
        amount, approximate = upper.amount, not raised
        end = money.end() if money else end + second.end()
    if _ABOUT_AFTER.match(reading.view[end:]):
        approximate = True
    if problem := amount_problem(amount):
        reading.problem(problem, Span(start, end))
        reading.claim(start, end)
        return
    scope, end = _scope(reading, start, end)
    if scope == "both":
        people = reading.facts.party.size
        for path in ("party.adults", "party.children"):
            people = people if reading.said(path) is None else 0
        people = people or sum(
            int(change.value) for path in ("party.adults", "party.children") if (change := reading.said(path))
        )
        scope = "per_day"
        if people:
            amount *= people
    reading.change("budget.amount", amount, start, end)
    if told.currency:
        reading.change("budget.currency", told.currency, start, end)
    if scope:
        reading.change("budget.scope", scope, start, end)
    if approximate:
        reading.change("budget.approximate", True, start, end)
    elif reading.facts.budget.approximate:
        reading.change("budget.approximate", False, start, end)
    reading.claim(start, told.span.end if second is None else end)


def _scope(reading: Reading, start: int, end: int) -> tuple[str | None, int]:
    """What the sum is for, and where the words that say so end."""
    after = _SCOPE_AFTER.match(reading.view[end : end + 60])
    if after:
        scope = next(name for name in ("both", "person", "day", "night", "total") if after[name])
        names = {"person": "per_person", "day": "per_day", "total": "total", "both": "both"}
        if scope == "total" and re.search(r"\bfor\s+(?:two|three|four|five|six|\d)", after.group(), re.I):
            return "total", end  # "€1,500 for two" says who travels, too
        return names.get(scope), end + after.end()
    before = reading.view[max(0, start - 30) : end]
    if match := _SCOPE_BEFORE.search(before):
        return {"total": "total", "day": "per_day", "person": "per_person"}[match.lastgroup], end
    return None, end


def read_level(reading: Reading, has_sum: bool) -> None:
    """Low, mid or high. Beside a sum only words about the budget itself count."""
    found: list[tuple[str, Span]] = []
    for level, pattern in _LEVELS:
        for match in reading.find(pattern, claim=False):
            before = reading.view[max(0, match.start() - 20) : match.start()]
            if _NOT_LEVEL.search(before):
                continue
            if has_sum and "budget" not in match.group().lower():
                continue
            found.append((level, Span(*match.span())))
            if not re.search(r"travel|trip|backpack", match.group(), re.I):
                reading.claim(*match.span())
    if not found and not has_sum:
        named = re.fullmatch(r"\W*budget\W*", reading.view, re.I) and "budget" not in reading.asked
        for match in reading.find(_JUST_BUDGET) if not named else ():
            found.append(("low", Span(*match.span())))
    if len({level for level, _ in found}) > 1:
        # "a low budget but a luxury hotel": one thing is no level of the whole trip
        found = [one for one in found if not _ONE_THING.match(reading.view[one[1].end :])] or found
        found.sort(
            key=lambda one: not re.search(r"budget|trip", reading.view[one[1].start : one[1].end], re.I)
        )
    if found:
        level, span = found[-1] if len(found) > 1 and reading.replaced(found[0][1].start) else found[0]
        reading.change("budget.level", level, span.start, span.end)


def bare_amount(text: str) -> Decimal | None:
    """A figure alone: what an answer to "How much may it cost?" often is."""
    match = re.fullmatch(rf"\s*{SUM}\s*", text, re.IGNORECASE)
    told = sum_of(match) if match else None
    return told.amount if told else None
