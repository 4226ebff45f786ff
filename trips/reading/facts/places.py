"""Where from and where to: which part each name of a place plays in the trip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from trips.catalogue.names import key
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.atlas import BARE
from trips.reading.facts.message import Found, Message
from trips.reading.facts.musts import cities_of
from trips.reading.facts.names import Name, names_in
from trips.reading.facts.tastes import things
from trips.schemas import PlaceName

Role = Literal["origin", "destination", "weak", "gone", "seen", "none"]
#: Between a word that leads to a place and its name.
_FILLS = frozenset("the beautiful sunny lovely both either any maybe perhaps rainy old".split())
_AND = frozenset(", and & + / then > - or plus as well followed by via to also in at ; the visit".split())
_NIGHTS = frozenset("night nights nts day days n d week weeks first one two three four five six".split())
#: Where somebody lives counts before where they come from, and that before where they leave.
_AWAY = {"lives": 4, "home": 3, "origin": 2, "roots": 1}
_INSTEAD = frozenset("instead actually rather sorry correction better".split())
_ADDS = frozenset("also add too plus another addition additionally include along besides".split())
_ENDS = frozenset(", . ! ? ; : ] )".split())
_AFTER = frozenset("to for on in and with at please by".split())
_OF_PEOPLE = frozenset(
    "can has needs wants eats hates loves likes says will does got gets uses airport".split()
)
_DASHES = [["-"], [">"], ["-", ">"], ["→"]]
#: Between two ends of a way.
_ON = [*_DASHES, ["to"], ["to", "the"]]
#: Between names of which one is to be chosen.
_CHOICE = frozenset(", or and & / ? vs versus maybe perhaps to in the even either".split())
_MAYBE = frozenset("maybe perhaps".split())
#: On such a way both ends are of the trip.
_BY_LAND = frozenset("walk walking hike hiking cycle cycling campervan camper motorhome sail".split())


@dataclass
class Mention:
    """`led`: kind of the words that lead to it."""

    name: Name
    role: Role
    led: str = ""

    @property
    def span(self) -> Name:
        """Where it stands: `start` and `end`, in characters."""
        return self.name


@dataclass
class Places:
    origin: Mention | None = None
    destinations: list[Mention] = field(default_factory=list)
    gone: list[Mention] = field(default_factory=list)
    instead: bool = False  # they take the place of those that are known
    undecided: list[list[Mention]] = field(default_factory=list)
    told: list[Found] = field(default_factory=list)  # wishes, places seen before


def read_places(message: Message) -> Places:
    found = Places()
    mentions = _mentions(message, found)
    _settle(message, mentions)
    found.origin = _origin(message, mentions)
    strong = [one for one in mentions if one.role == "destination"]
    found.gone = [one for one in mentions if one.role == "gone"]
    meant = [one for one in mentions if one.role == "destination" or _counts(message, one, strong)]
    meant = [one for one in meant if not any(_same(one.name, gone.name) for gone in found.gone)]
    kept: list[Mention] = []  # each once
    for one in _decided(message, mentions, meant, found):
        kept += [] if any(_same(one.name, other.name) for other in kept) else [one]
    # "Ten days in Japan: Tokyo and Kyoto" goes to two cities, not to a country and two cities
    places, holds = [one.name.place for one in kept], message.atlas.contains
    areas = [any(holds(one.name.place, one.name.said, place) for place in places) for one in kept]
    found.destinations = [one for one, area in zip(kept, areas, strict=True) if not area]
    # "Lisbon instead", "change it to Lisbon"
    found.instead = bool(message.said & _INSTEAD or message.chart.of("changes")) and not message.said & _ADDS
    known = [*message.facts.destinations, message.facts.origin, *places]
    for name in (one.name for one in found.gone):
        done = {"again", "done", "been", "seen"} & set(message.norms(name.j, name.j + 5))
        paths = ["seen_before"] * bool(done) + ["avoid"] * (not any(_means(name, place) for place in known))
        found.told += [Found(path, name.said, name.i, name.j, "add") for path in paths]
    return found


def _mentions(message: Message, found: Places) -> list[Mention]:
    mentions: list[Mention] = []
    for name in names_in(message, message.closed):
        before = mentions[-1] if mentions else None
        lead = _lead(message, name)
        role = _role(message, name, before, lead, found)
        mentions.append(Mention(name, role, str(lead.value) if lead else ""))
    found.told += _seen_things(message, mentions)
    _routes(message, mentions)
    for one, other in pairwise(mentions):
        open_still = one.role == "none" and not one.led and one.name.known
        if open_still and other.role == "destination" and not other.led and _row(message, one, other.name):
            one.role = "destination"
    return mentions


def _lead(message: Message, name: Name) -> Span | None:
    """The longest words that lead to a name, or those behind it that say its part."""
    at = name.i
    while at and message.tokens[at - 1].norm in _FILLS:
        at -= 1
    ending = [one for one in message.chart.of("lead") if one.j in (at, name.i)]
    lead = min(ending, key=lambda one: (one.i, one.value != "person"), default=None)
    return lead if lead and lead.value == "seen" else message.chart.at("behind", name.j) or lead


def _leave_out(message: Message, name: Name, found: Places) -> None:
    """A sight that is named to be left out."""
    if message.atlas.is_sight(name.said, cities_of(message)):
        found.told.append(Found("avoid", name.said, name.i, name.j, "add"))


def _role(message: Message, name: Name, before: Mention | None, lead: Span | None, found: Places) -> Role:
    clause, led = message.clause(name.i), str(lead.value) if lead else ""
    after = message.word(name.j)
    far = name.known and name.prominence >= 9
    if led == "theirs" or (led == "person" and not (far and "," in message.norms(lead.i, lead.j))):
        return "none"
    row = (
        before and before.role == "seen" and _row(message, before, name) and after not in ("then", "instead")
    )
    if (led == "seen" or row) and "never" not in message.norms(name.i - 4, name.i):
        found.told.append(Found("seen_before", name.said, name.i, name.j, "add"))
        if message.word(name.i - 1) == "the":
            _leave_out(message, name, found)
        return "seen"
    if _over(message, name, lead):
        return "none"
    no = after == "no" and not message.word(name.j + 1)[:1].isalnum()  # "Jerusalem no"
    if no or (led == "gone" and not clause.has("keeps.double")):
        if not name.known:
            _leave_out(message, name, found)
        return "gone" if name.known else "none"
    if led == "back":
        return "none" if message.facts.destinations or before else "weak"
    if led == "origin" and after == "to" and _BY_LAND & set(message.norms(clause.i, name.i)):
        return "destination" if name.known else "none"  # "walk from Sarria to Santiago"
    if led == "origin" and name.known and before and before.role == "destination":
        # "flying into Hanoi and leaving from Saigon" ends there
        if message.chart.of("arrives") and message.word(lead.i).startswith(("leav", "depart")):
            return "destination"
    trip, asked = message.facts, "origin" in message.asked
    if led == "start" and name.known and trip.destinations and (trip.origin or asked):
        return "weak" if any(_means(name, place) for place in trip.destinations) else "origin"
    if led in _AWAY:
        return "origin" if name.known else "none"
    if listed := _listed(message, name, before):
        return listed
    if led == "goes" and not name.known:  # "fly to Mars"
        alone = name.capital and message.word(lead.j - 1) in ("to", "visit", "visiting")
        return "destination" if alone and (not after[:1].isalpha() or after in _AFTER) else "none"
    if not name.known:
        return "none"
    if led in ("goes", "goal"):
        return "weak" if led == "goal" and clause.has("supposed.if") else "destination"
    return "weak" if led in ("weak", "now") or clause.has("supposed.if") else _bare(message, name)


def _row(message: Message, before: Mention, name: Name) -> bool:
    """Whether nothing but a comma or "and" parts two names."""
    gap = set(message.norms(before.name.j, name.i))
    return bool(gap) and gap <= {",", "and", "the", "or", "/"}


def _seen_things(message: Message, mentions: list[Mention]) -> Iterator[Found]:
    """ "We've all seen the colosseum & vatican": what no name of a place was found in."""
    cities, named = cities_of(message), {at for one in mentions for at in range(one.name.i, one.name.j)}
    for cue in (one for one in message.chart.cover("lead") if one.value == "seen"):
        clause = message.clause(cue.i)
        if clause.asked or clause.has("others", "supposed") or "never" in message.norms(cue.i - 2, cue.j):
            continue
        for thing in things(message, cue.j, clause.j):
            said = message.tokens.quote(thing.i, thing.j)
            known = message.atlas.is_sight(said, cities) or message.atlas.is_within(said, cities)
            if (known or message.word(thing.i - 1) == "the") and thing.i not in named and message.open(thing):
                yield Found("seen_before", said, thing.i, thing.j, "add")


def _over(message: Message, name: Name, lead: Span | None) -> bool:
    """ "Last year we were in Rome": told of another journey."""
    clause = message.clause(name.i)
    over = any(at < name.i for at, _ in clause.cues.get("over", ()))
    return over and not clause.has("orders", "supposed.if") and not (lead and lead.value in ("lives", "goes"))


def _listed(message: Message, name: Name, before: Mention | None) -> Role | None:
    """As the name before it in a list: "Rome (4 nights), Florence (3) and then Venice"."""
    if before is None or before.role in ("none", "seen"):
        return None
    between = [message.tokens[at].norm for at in range(before.name.j, name.i) if at not in message.closed]
    starts = before.role == "origin"
    if between in _ON and (starts or (not name.known and between == ["to"])) and (name.known or name.capital):
        return "destination"
    if starts:
        return "origin" if between[:1] == ["or"] and name.known else None
    if not name.known and not (before.role == "destination" and name.capital and _row(message, before, name)):
        return None
    # nothing parts "Cordoba Granada", nights part "Rome 3 nights Florence"
    counts = [word for word in between if word.isdigit() or word in _NIGHTS]
    words = set(between) - {"[", "]", ":", "for"} - set(counts)
    if before.role == "gone" and not words <= {"and", "or"}:
        return "destination" if name.known else None
    apart = not words and between and not (counts and "for" not in between)
    return before.role if words <= _AND and not apart else None


def _bare(message: Message, name: Name) -> Role:
    """A name that no word leads to: "Boston, next week", or the answer to a question."""
    after = message.word(name.j)
    remark = name.said.lower() in lexicon.EVERYDAY and after in ("!", "?")  # "Nice!" is no wish to go there
    if name.prominence < BARE or after in _OF_PEOPLE or remark:
        return "none"  # "Sam can't hear"
    if message.word(name.i - 1) == "[" or after == "'s":
        return "weak"  # "out on the 7th (Osaka)"
    asked = set(message.asked)
    if "origin" in asked and "destinations" not in asked and not message.facts.origin:
        lead = [word for word in message.norms(message.clause(name.i).i, name.i) if word.isalpha()]
        if not lead or lead in (["we"], ["it", "is"], ["from"]):
            return "origin"
    return "destination"


def _routes(message: Message, mentions: list[Mention]) -> None:
    """ "NYC to LA": whoever writes two names so starts in the first; three in a row are all to be seen."""
    gaps = [
        [message.tokens[at].norm for at in range(one.name.j, other.name.i) if at not in message.closed]
        for one, other in pairwise(mentions)
    ]
    for at, (one, other, gap) in enumerate(zip(mentions, mentions[1:], gaps, strict=False)):
        lead, beside = _lead(message, one.name), [*gaps[max(0, at - 1) : at], *gaps[at + 1 : at + 2]]
        led_in = lead and {"to", "visit", "in"} & set(message.norms(lead.i, lead.j))
        bare = one.role == "destination" and one.led in ("", "goal", "goes") and not led_in
        if gap in _DASHES and any(near in _DASHES for near in beside):
            other.role = "destination" if other.name.known else other.role
        elif bare and gap in _ON and (other.name.known or other.role == "destination"):
            one.role, one.led, other.role = "origin", "route", "destination"


def _settle(message: Message, mentions: list[Mention]) -> None:
    """ "Istanbul and Cappadocia? No, just Istanbul", "Prague, no wait, Budapest then": what was named before
    is taken back."""
    going = ("destination", "weak")
    for at, one in enumerate(mentions):
        after = message.norms(one.name.j, one.name.j + 2)
        chosen = {"instead", "actually", "then"} & set(after[:1]) and _ENDS.issuperset(after[1:])
        chosen = chosen or any(cue.j == one.name.i for cue in message.chart.of("settles"))
        earlier = [other for other in mentions[:at] if other.role in going]
        if chosen and earlier and one.role in going:
            for other in earlier:
                other.role = "none"
            one.role = "destination"


def _origin(message: Message, mentions: list[Mention]) -> Mention | None:
    """Where they live or come from before where they leave; of two that are left open none."""
    for gone, one in pairwise(mentions):  # "not London, Lyon"
        left = gone.role == "gone" and _means(gone.name, message.facts.origin)
        if left and one.role in ("destination", "weak"):
            one.role = "origin"
    found = [one for one in mentions if one.role == "origin"]
    gaps = [message.norms(one.name.j, other.name.i) for one, other in pairwise(found)]
    if not found:
        here = next((one for one in mentions if one.led == "now" and one.role == "weak"), None)
        if here and (message.facts.destinations or any(one.role == "destination" for one in mentions)):
            here.role = "origin"
            return here
        return None
    if any("or" in gap and len(gap) < 4 for gap in gaps):
        return None
    return max(found, key=lambda one: (_AWAY.get(one.led, 0), -one.name.i))


def _means(name: Name, place: PlaceName | None) -> bool:
    if place is None:
        return False
    if place.city_id and name.place and name.place.city_id:
        return place.city_id == name.place.city_id
    return key(place.name) == key(name.said)


def _counts(message: Message, weak: Mention, strong: list[Mention]) -> bool:
    """ "in X" is a destination unless the message, or what is known, names destinations elsewhere."""
    known, end = message.facts.destinations, message.clause(weak.name.i).end
    if weak.role != "weak":
        return False
    if not strong:
        return not known or any(key(place.name) == key(weak.name.said) for place in known)
    return weak.led != "now" and any(message.clause(one.name.i).end == end for one in strong)


def _decided(message: Message, mentions: list[Mention], meant: list[Mention], found: Places) -> list[Mention]:
    """Those that go. Names parted by "or" or "?" are to be asked about."""
    runs: list[list[Mention]] = []
    for one in meant:
        before = runs[-1][-1] if runs else None
        again = before and any(_same(one.name, other.name) for other in runs[-1])
        if before and not again and set(message.norms(before.name.j, one.name.i)) <= _CHOICE:
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        gaps = {word for one, other in pairwise(run) for word in message.norms(one.name.j, other.name.i)}
        maybe = message.word(run[0].name.i - 1) in _MAYBE and _MAYBE & gaps
        if {"or", "?", "vs", "versus"} & gaps or maybe or _goes_on(message, mentions, run):
            found.undecided.append(run)
    return [one for one in meant if not any(one in run for run in found.undecided)]


def _goes_on(message: Message, mentions: list[Mention], run: list[Mention]) -> bool:
    """ "Tokyo, Kyoto or further north?", "Gozo or Malta" of which one is no place we know."""
    i, j = run[0].name.i, run[-1].name.j
    before = any(0 < i - one.name.j < 5 and one.role == "none" for one in mentions)
    behind = message.word(j) == "or" and message.word(j + 1) not in ("so", "thereabouts", "around", "nearby")
    return behind or (message.word(i - 1) == "or" and before)


def _same(one: Name, other: Name) -> bool:
    if one.place and other.place and one.place.city_id:
        return one.place.city_id == other.place.city_id
    return key(one.said) == key(other.said)
