"""Where from and where to: origin, destinations, nights in each, and what is dropped or exchanged."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from trips.catalogue.gazetteer import City
from trips.catalogue.names import key
from trips.schemas import PlaceName
from trips.understanding.attractions import is_sight
from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.departures import native_role, start_of
from trips.understanding.names import BARE_PROMINENCE, Name, names_in
from trips.understanding.reading import Reading, Span

Role = Literal["origin", "destination", "weak", "gone", "area", "none"]

_ORIGIN = re.compile(
    r"\b(?:from\s*:?|out\s+of|leav(?:e|ing)(?:\s+from)?|depart(?:ing|ure)?(?:\s+(?:from|city|"
    r"airport))?(?:\s+is)?:?|based\s+(?:in|out\s+of)|(?:i|we)\s+live\s+in|"
    r"living\s+in|located\s+in|home\s+(?:airport|city|town|base)?\s*(?:is|:)?(?:\s+in)?|"
    r"starting\s+point\s*(?:is|:)|"
    r"i'm\s+from|origin\s*:?|ab|aus|desde|depuis|von|part(?:ons|ir|ant|ez|e)\s+de|partiendo\s+de|"
    r"salir\s+de|salgo\s+de|salimos\s+de|saliendo\s+de|au\s+départ\s+de)\s+(?:the\s+|beautiful\s+|"
    r"sunny\s+)?$",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:to\s*:?|visit(?:ing)?|explor(?:e|ing)|discover(?:ing)?|tour(?:ing)?\s+(?:of\s+)?|via|towards?|"
    r"into|through|destinations?\s*(?:is|are|:)?|do(?:ing)?|"
    r"then|(?:start|end|begin|finish)(?:s|ing)?\s+(?:off\s+)?(?:in|at)|stay(?:ing)?\s+in|stop(?:s|ping|"
    r"over)?\s+(?:in|at|over\s+in)|spend(?:ing)?\s+(?:\x00+\s+)?in|"
    r"see(?:ing)?|around|add(?:ing)?|include|including|nach|à|para|hasta|bis|visitar|visiter|besuchen|"
    r"(?:trip|holiday|vacation|weekend|break|getaway|"
    r"honeymoon|stay|tour|journey|city\s+trip|travel|time|travell?ing|adventure|itinerary|plan|visit|"
    r"escape)\s+(?:in|to|for|around|through|of)|nights?\s+in|days?\s+in|weeks?\s+in|"
    r"\x00\s+(?:in|at|to)|it's|make\s+it|book|let's\s+do|how\s+about|what\s+about|choose|prefer|"
    r"fly\s+(?:to|into)|love|for|mean|meant)\s+(?:the\s+|beautiful\s+|sunny\s+|both\s+|either\s+)?$",
    re.IGNORECASE,
)
_WEAK = re.compile(r"\b(?:in|at|near|around|en|im|au|aux|al|of|over|across)\s+(?:the\s+)?$", re.IGNORECASE)
_GONE = re.compile(
    r"\b(?:remove|removing|drop(?:ping)?|skip(?:ping)?|cancel(?:l?ing)?|delete|leave\s+out|take\s+out|"
    r"take\s+off|without|forget(?:\s+about)?|scrap|cut(?:\s+out)?|"
    r"no\s+more|exclude|scratch|ditch|not|instead\s+of|rather\s+than|no\s+longer(?:\s+(?:to|in|visiting|"
    r"going\s+to))?|not\s+(?:to|in|going\s+to|visiting|interested\s+in|from)|but\s+not|"
    r"don't\s+(?:want\s+(?:to\s+(?:go\s+to|visit|see)\s+)?|go\s+to|visit|need)|tired\s+of|swap(?:ping)?|"
    r"replace|exchange|switch)\s+(?:the\s+|out\s+)?$",
    re.IGNORECASE,
)
_LIST_GAP = re.compile(
    r"(?:\s\([^()\n]{1,40}\))?\s*(?:,\s*(?:and|then|or|&)?(?:\s+(?:then|also|finally|onto|on\s+to|to))?|"
    r"and(?:\s+(?:then|also|finally|to|on\s+to))?|&|\+|/|then(?:\s+to)?|->|-->|→|>|"
    r"\s-\s|plus|followed\s+by|as\s+well\s+as|via|to|y|et|und|e|;|or|;[-*\d.\s]*)\s*(?:in\s+|the\s+|"
    r"visit\s+)?",
    re.IGNORECASE,
)
_NIGHTS_GAP = re.compile(
    r"\s*(?:\(|:|for|-|,)?\s*(?:for\s+)?\x00+\s*\)?\s*(?:,\s*(?:and|then|&)?|and(?:\s+then)?|&|then|/|\+|;|"
    r"->|→|plus|;[-*\d.\s]*|\s)\s*(?:to\s+|in\s+|the\s+|visit\s+)?",
    re.I,
)
_IN_AND_IN = re.compile(
    r"\s*(?:,\s*(?:and|then|&)?|and(?:\s+then)?|&|then|/|\+|;|plus|;[-*\d.\s]*)?\s*(?:then\s+)?(?:\x00+|"
    r"\d{1,2})\s*(?:in|at)\s*",
    re.I,
)
_PERSON = re.compile(
    r"\b(?:son|daughter|wife|husband|friend|sister|brother|mother|mum|mom|father|dad|named|called|"
    r"name\s+is|partner|girlfriend|boyfriend|cousin|aunt|"
    r"uncle|mr|mrs|ms|dr|i'm|i\s+am|this\s+is|hi|hello|hey|dear)\.?,?\s+$",
    re.IGNORECASE,
)
_LIVES_THERE = re.compile(
    r"\b(?:lives?|living|friends?|family|parents|sister|brother|cousin|daughter|son|been|grew\s+up|born|"
    r"work(?:s|ed|ing)?|was|were)\s+(?:\w+\s+){0,2}in\s+(?:the\s+)?$",
    re.IGNORECASE,
)
#: "I've been to Paris before" is no wish to go there.
_BEEN_THERE = re.compile(
    r"\b(?:'ve|have|has)\s+(?:(?:already|both|all|once|recently)\s+)?(?:been\s+to|visited|seen|done)\s+(?:the\s+)?$"
    r"|\balready\s+(?:been\s+to|visited|saw|seen|did|done|went\s+to|know|booked)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_WE_LIVE = re.compile(r"\b(?:i|we)(?:'m|'re|\s+am|\s+are)?\s+(?:live|living|based|located)\s+in\s+$", re.I)
_NOW_IN = re.compile(r"\b(?:i'm|i\s+am|we're|we\s+are)\s+(?:currently\s+)?in\s+$", re.IGNORECASE)
_SOMEWHERE = re.compile(
    r"\b(?:somewhere|anywhere|some\s+place|someplace|a\s+(?:city|place|beach|town|"
    r"country))\s+(?:[\w-]+\s+){0,3}?(?:in|within)\s+(?:the\s+)?$",
    re.I,
)
_INSTEAD = re.compile(
    r"\b(?:instead|actually|rather|sorry|i\s+mean|i\s+meant|change(?:\s+(?:the|my|our))?\s+(?:destination|"
    r"city)|changed?\s+(?:my|our)\s+minds?|switch|let's\s+make\s+it|make\s+it|"
    r"correction|on\s+second\s+thoughts?|new\s+destination|change\s+it|better)\b",
    re.IGNORECASE,
)
_ADDING = re.compile(
    r"\b(?:also|add|as\s+well|too|plus|another|and\s+then|in\s+addition|additionally|include|along\s+with|"
    r"on\s+top|besides)\b",
    re.I,
)
_NO_ONLY = re.compile(
    r"(?:\b(?:no|nope|nah|actually|rather|but|wait)\b[\s,:]*(?:(?:wait|then|let's|make\s+it|we|i|want|to|do|take|go)[\s,]+)*|"
    r"\?\s*)(?:just|only)\s+(?:to\s+|in\s+|do\s+)?",
    re.IGNORECASE,
)
_THERE_AND_BACK = re.compile(
    r"\b(?:back|return(?:ing)?|home|fly\s+out|fly\s+home|flight\s+(?:home|back))\s+(?:to|from|"
    r"into)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_ROUTE = re.compile(r"\s*(?:->|→|-->|>|-)\s*")
_ONWARDS = re.compile(r"\s*(?:to|->|→|-->|-|nach|a|à|bis|hasta)\s*(?:the\s+)?", re.IGNORECASE)


@dataclass
class Mention:
    """A place in the message with the part it plays."""

    name: Name
    role: Role
    nights: tuple[int, Span] | None = None

    @property
    def span(self) -> Span:
        return self.name.span


@dataclass
class PlacesFound:
    origin: Mention | None = None
    destinations: list[Mention] = field(default_factory=list)
    gone: list[Mention] = field(default_factory=list)
    instead: bool = False


def read_places(reading: Reading) -> PlacesFound:
    """The places of the message and their parts; those that play one are claimed."""
    names = names_in(reading, _home(reading))
    mentions = _roles(reading, names)
    found = PlacesFound()
    origin = next((one for one in mentions if one.role == "origin"), None)
    if origin is None and _strong_elsewhere(mentions):
        # "I'm in Berlin, I want to go to Rome"
        origin = next((one for one in mentions if one.role == "weak" and _now_in(reading, one)), None)
        if origin:
            origin.role = "origin"
    corrected = [
        one
        for one in mentions
        if one.role == "origin" and origin and _INSTEAD.search(reading.view[origin.span.end : one.span.start])
    ]
    found.origin = corrected[-1] if corrected else origin
    if found.origin is None and (start := start_of(reading, mentions)):
        start.role, found.origin = "origin", start
    strong = [one for one in mentions if one.role == "destination"]
    for mention in mentions:
        if mention.role == "gone":
            found.gone.append(mention)
        elif mention.role == "destination" or (
            mention.role == "weak" and _weak_counts(reading, mention, strong)
        ):
            found.destinations.append(mention)
    found.destinations = _only_those(reading, mentions, found.destinations)
    found.destinations = _without_containers(
        reading, _unique(_without_alternatives(reading, found.destinations))
    )
    for mention in [*found.destinations, *found.gone, *([found.origin] if found.origin else [])]:
        reading.claim(mention.span.start, mention.span.end)
    found.instead = bool(_INSTEAD.search(reading.view)) and not _ADDING.search(reading.view)
    return found


def _only_those(reading: Reading, mentions: list[Mention], told: list[Mention]) -> list[Mention]:
    """ "Istanbul and Cappadocia? No, just Istanbul": what was named before is taken back."""
    for match in _NO_ONLY.finditer(reading.view):
        chosen = next((one for one in mentions if one.span.start == match.end()), None)
        if chosen is not None and chosen.role != "gone":
            return [
                one for one in mentions if one is chosen or (one in told and one.span.start > match.end())
            ]
    return told


def _strong_elsewhere(mentions: list[Mention]) -> bool:
    return any(one.role == "destination" for one in mentions)


def _now_in(reading: Reading, mention: Mention) -> bool:
    return bool(_NOW_IN.search(reading.view[: mention.span.start]))


def _home(reading: Reading) -> City | None:
    return _city(reading, reading.facts.origin)


def _city(reading: Reading, place: PlaceName | None) -> City | None:
    return reading.gazetteer.city(place.city_id) if place and place.city_id else None


def _roles(reading: Reading, names: list[Name]) -> list[Mention]:
    mentions: list[Mention] = []
    for index, name in enumerate(names):
        previous = mentions[-1] if mentions and mentions[-1].name is names[index - 1] else None
        role = _role(reading, name, previous)
        mentions.append(Mention(name, role))
    for mention in mentions:
        sight = not mention.name.known and mention.role == "none" and " " in mention.name.said
        if sight and is_sight(reading, mention.name.said, mention.span):
            reading.change("must_do", mention.name.said, mention.span.start, mention.span.end, op="add")
            reading.claim(mention.span.start, mention.span.end)
    for index, (one, other) in enumerate(zip(mentions, mentions[1:], strict=False)):
        # "NYC to LA": whoever writes two names so starts in the first
        gap = reading.open[one.span.end : other.span.start]
        if (
            _ROUTE.fullmatch(gap)
            and (index > 0 or index + 2 < len(mentions))
            and _in_a_route(reading, mentions, index)
        ):
            other.role = "destination" if other.name.known else other.role
        elif one.role == "destination" and _is_bare(reading, one.span.start) and _ONWARDS.fullmatch(gap):
            one.role = "origin"
            if other.name.known:
                other.role = "destination"
    return mentions


def _in_a_route(reading: Reading, mentions: list[Mention], index: int) -> bool:
    """ "Tokyo - Kyoto - Osaka": three names and more in a row are all to be seen."""
    gaps = [
        reading.open[mentions[place].span.end : mentions[place + 1].span.start]
        for place in (index - 1, index + 1)
        if 0 <= place < len(mentions) - 1
    ]
    return any(_ROUTE.fullmatch(gap) for gap in gaps)


def _is_bare(reading: Reading, start: int) -> bool:
    lead = reading.open[max(0, start - 16) : start].rpartition(";")[2]
    return not lead.strip() or bool(re.search(r"[.!?,:;]\s*$", lead))


def _role(reading: Reading, name: Name, previous: Mention | None) -> Role:
    start = name.span.start
    before = reading.open[max(0, start - 60) : start]
    viewed = reading.view[max(0, start - 60) : start]
    person = _PERSON.search(viewed)
    greeted = person and (person.group().lower().startswith(("hi", "he")) or "," in person.group())
    if person and not (greeted and name.known and name.prominence >= 9):
        return "origin" if re.search(r"\bi'm\s+from\s+$", viewed, re.I) else "none"
    if _THERE_AND_BACK.search(before):
        return "none" if reading.facts.destinations or previous else "weak"
    if _WE_LIVE.search(viewed):
        return "origin"
    if _LIVES_THERE.search(viewed) or _BEEN_THERE.search(viewed):
        return "none"
    if _SOMEWHERE.search(viewed) and name.place and name.place.kind == "region":
        reading.change("wishes", f"in {name.said}", start - 3, name.span.end, op="add")
        return "none"
    if name.place and name.place.kind == "city" and re.search(r"\bthe\s+$", viewed):
        return "none"  # "the Alhambra" is none of the towns called so
    if _GONE.search(viewed) or reading.replaced(start):
        return "gone" if name.known or _is_fact(reading, name) else "none"
    if role := native_role(reading, name):
        return role
    if previous and previous.role != "none":
        gap = reading.open[previous.span.end : start]
        if re.fullmatch(r"\s*\(", gap) and reading.open[name.span.end : name.span.end + 1] == ")":
            return "none"  # "Köln (Cologne)"
        if previous.role != "origin" and (
            _LIST_GAP.fullmatch(gap) or _NIGHTS_GAP.fullmatch(gap) or _IN_AND_IN.fullmatch(gap)
        ):
            listed = previous.role
            if listed == "gone" and not re.fullmatch(r"\s*(?:and|or|&)\s*", gap):
                listed = "destination"
            return listed if _acceptable(name, listed) else "none"
        if previous.role == "origin" and _ONWARDS.fullmatch(gap):
            return "destination"
    if _ORIGIN.search(before):
        if (
            re.search(r"\b(?:home|in)\s+$", before, re.I)
            or name.known
            or not re.search(r"\bleav\w+\s+$", before, re.I)
        ):
            return "origin" if name.known or _looks_like_place(reading, name) else "none"
    if _STRONG.search(before):
        if name.known:
            return "destination"
        return "destination" if _unknown_but_meant(reading, name, before) else "none"
    if not name.known:
        return "none"
    if _WEAK.search(before):
        return "weak"
    return _bare(reading, name, before)


def _bare(reading: Reading, name: Name, before: str) -> Role:
    """A name without a preposition: "Boston, next week", "Tokyo 5 nights", or the answer to a question."""
    after = reading.open[name.span.end : name.span.end + 8]
    if name.prominence < BARE_PROMINENCE:
        return "none"
    if name.said.lower() in COMMON_WORDS and not re.match(r"\s+(?:in|for|from|over|next|\x00)", after):
        return "none"  # "Nice!" is no wish to go there
    asked = set(reading.asked)
    open_still = not reading.facts.origin or asked == {"origin"}
    if "origin" in asked and "destinations" not in asked and open_still:
        lead = before.rpartition(";")[2].strip(" .,!-\x00")
        if not lead or lead.lower() in {"from", "we", "it's"}:
            return "origin"
    return "destination"


def _acceptable(name: Name, role: Role) -> bool:
    """Whether a name in a list goes with the others: unknown ones only with a capital letter."""
    pronoun = re.match(r"(?:I|We|He|She|They|It|You|That|There)(?:'|$)", name.said)
    return name.known or (role == "destination" and name.capital and not pronoun)


def _looks_like_place(reading: Reading, name: Name) -> bool:
    after = reading.open[name.span.end : name.span.end + 12]
    return bool(re.match(r"\s*(?:to\b|for\b|on\b|in\b|,|\.|!|\?|;|$|and\b|\x00|with\b|at\b)", after, re.I))


def _unknown_but_meant(reading: Reading, name: Name, before: str) -> bool:
    """A name the gazetteer lacks, where only a destination can stand: "fly to Rhône"."""
    if not name.capital or not _looks_like_place(reading, name):
        return False
    going = re.search(
        r"\b(?:trip|ticket|flight|flights|fly|flying|travel|travell?ing|go|going|journey|get|head|heading|"
        r"holiday|vacation|tour|relocate|drive|\x00)\s+to\s+(?:the\s+)?$"
        r"|\x00\s*to\s+$|\bvisit\s+$",
        before,
        re.IGNORECASE,
    )
    return bool(going)


def _is_fact(reading: Reading, name: Name) -> bool:
    return any(key(place.name) == key(name.said) for place in reading.facts.destinations)


def _weak_counts(reading: Reading, mention: Mention, strong: list[Mention]) -> bool:
    """ "in X" is a destination unless the message, or what is known, names destinations elsewhere."""
    if not strong:
        known = reading.facts.destinations
        return not known or any(key(place.name) == key(mention.name.said) for place in known)
    sentence = reading.sentence_of(mention.span.start)
    return any(sentence.start <= one.span.start < sentence.end for one in strong)


def _without_alternatives(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """ "Paris or Rome" is a question to ask, not two destinations."""
    undecided: set[int] = set()
    for index in range(len(mentions) - 1):
        one, other = mentions[index], mentions[index + 1]
        if re.fullmatch(
            r"\s*,?\s*or\s+(?:maybe\s+|to\s+|in\s+)?", reading.open[one.span.end : other.span.start], re.I
        ):
            undecided |= {index, index + 1}
            reading.problem(f"{one.name.said} or {other.name.said}: which of the two?")
            reading.undecided += [one.name.said, other.name.said]
    return [mention for index, mention in enumerate(mentions) if index not in undecided]


def _unique(mentions: list[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for mention in mentions:
        if not any(_same(mention.name, other.name) for other in kept):
            kept.append(mention)
    return kept


def _same(one: Name, other: Name) -> bool:
    if one.place and other.place and one.place.city_id:
        return one.place.city_id == other.place.city_id
    return key(one.said) == key(other.said)


def _without_containers(reading: Reading, mentions: list[Mention]) -> list[Mention]:
    """ "Ten days in Japan: Tokyo and Kyoto" goes to two cities, not to a country and two cities."""
    cities = [city for one in mentions if (city := _city(reading, one.name.place))]
    return [one for one in mentions if not any(_contains(reading, one.name, city) for city in cities)]


def _contains(reading: Reading, name: Name, city: City) -> bool:
    if name.place is None or name.place.kind == "city":
        return False
    if name.place.kind == "country":
        return name.place.country == city.country
    region = reading.gazetteer.find_region(name.said)
    if region is None or city.country not in region.countries:
        return False
    if region.cities:
        return city.id in region.cities
    return not region.admin1 or city.admin1_code in region.admin1
