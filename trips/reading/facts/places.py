"""Where from and where to: which part each name of a place plays in the trip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

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
_COMMON = lexicon.words("places", "common")
#: Between a word that leads to a place and its name.
_FILLS = frozenset("the beautiful sunny lovely both either any maybe perhaps rainy old".split())
_AND = frozenset(
    ", and & + / then > - or plus as well followed by via to also finally onto in at ; the visit".split()
)
_NIGHTS = frozenset(
    "night nights nts day days n d week weeks first remaining last one two three four five six".split()
)
#: Where somebody lives counts before where they come from, and that before where they leave.
_AWAY = {"lives": 4, "home": 3, "origin": 2, "roots": 1}
_INSTEAD = frozenset("instead actually rather sorry correction better".split())
_ADDS = frozenset("also add too plus another addition additionally include along besides".split())
_ENDS = frozenset(", . ! ? ; : ] )".split())
_OF_PEOPLE = frozenset("can has needs wants eats hates loves likes says will does got gets uses".split())
_DASHES = [["-"], [">"], ["-", ">"], ["→"]]
#: Between two ends of a way.
_ON = [*_DASHES, ["to"], ["to", "the"]]
#: Between names of which one is to be chosen.
_CHOICE = frozenset(", or and & / ? vs versus maybe perhaps to in the even either".split())
_MAYBE = frozenset("maybe perhaps".split())
_CHOOSES = frozenset("decide deciding choose choosing torn undecided pick picking decision".split())
#: On such a way both ends are of the trip.
_BY_LAND = frozenset(
    "walk walking hike hiking cycle cycling campervan camper motorhome across camino sail".split()
)
_BESIDE = frozenset(", ; . - but not and from in".split())
_SOMEWHERE = frozenset("somewhere anywhere someplace place city town country".split())
_FLIGHTS = frozenset("flight plane train ferry bus".split())
_GOING = frozenset("to visit visiting".split())


@dataclass
class Mention:
    """`led`: kind of the words that lead to it. `nights`: number, and what says so."""

    name: Name
    role: Role
    led: str = ""
    nights: Any = None

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
    meant = [
        one
        for one in mentions
        if (one.role == "destination" or (one.role == "weak" and _weak_counts(message, one, strong)))
        and not any(one.name.i < gone.name.i and _same(one.name, gone.name) for gone in found.gone)
    ]
    found.destinations = _without_areas(message, _unique(message, _decided(message, mentions, meant, found)))
    found.instead = _is_instead(message)
    for one in found.gone:
        paths = ("seen_before",) if _done_it(message, one.name) else ()
        if one.name.known and not any(_means(one.name, place) for place in _known(message, found)):
            paths += ("avoid",)
        name = one.name
        found.told += [Found(path, name.said, name.i, name.j, "add") for path in paths]
    return found


def _known(message: Message, found: Places) -> Iterator[PlaceName | None]:
    """Places of the trip: those that are known and those that are named."""
    yield from (*message.facts.destinations, message.facts.origin)
    yield from (one.name.place for one in found.destinations)


def _is_instead(message: Message) -> bool:
    """Whether they take the place of what is known: "Lisbon instead", "change it to Lisbon"."""
    norms = set(message.norms(0, len(message.tokens)))
    return bool(norms & _INSTEAD or message.chart.of("changes")) and not norms & _ADDS


# --- the part each plays --------------------------------------------------------------------------


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


def _role(message: Message, name: Name, before: Mention | None, lead: Span | None, found: Places) -> Role:
    clause, led = message.clause(name.i), str(lead.value) if lead else ""
    after = message.norms(name.j, name.j + 2)
    if led == "person" and not (name.known and name.prominence >= 9 and "," in message.norms(lead.i, lead.j)):
        return "none"
    if led == "theirs":
        return "none"
    chosen = after[:1] and after[0] in ("then", "instead")
    if led == "seen" or (_among_seen(message, name) and not chosen):
        return _seen(message, name, found)
    if _over(message, name, lead):
        return "none"
    if (led == "gone" and not clause.has("keeps.double")) or _denied_after(message, name):
        if not (name.known or _is_fact(message, name)):
            _leave_out(message, name, found)
            return "none"
        return "gone"
    if led == "weak" and name.known and name.place.kind == "region":
        if _SOMEWHERE & set(message.norms(max(0, lead.i - 5), lead.i)):
            found.told.append(Found("wishes", f"in {name.said}", lead.i, name.j, "add"))
            return "none"
    if led == "back":
        return "none" if message.facts.destinations or before else "weak"
    if led == "origin" and (left := _leaves(message, name, lead, before)):
        return left
    if led == "origin" and after[:1] == ["to"] and _BY_LAND & set(message.norms(clause.i, name.i)):
        return "destination" if name.known else "none"  # "walk from Sarria to Santiago"
    if led in _AWAY:
        return "origin" if name.known or (name.capital and _ends(after)) else "none"
    if listed := _listed(message, name, before):
        return listed
    if led == "goes":
        return "destination" if name.known or (name.capital and _is_meant(message, name, lead)) else "none"
    if led == "goal":
        return ("weak" if clause.has("supposed.if") else "destination") if name.known else "none"
    if not name.known:
        return "none"
    return "weak" if led in ("weak", "now") or clause.has("supposed.if") else _bare(message, name)


def _leaves(message: Message, name: Name, lead: Span, before: Mention | None) -> Role | None:
    """ "Flying into Hanoi and leaving from Saigon on the 21st" ends there; "our cruise leaves Southampton"
    without us."""
    verb = message.tokens[lead.i].text.lower()
    if verb in ("leaves", "departs"):
        return None if _FLIGHTS & set(message.norms(lead.i - 3, lead.i)) else "none"
    arrives = before and before.role == "destination" and message.chart.of("arrives")
    dated = "from" not in message.norms(lead.i, lead.j) or message.word(name.j) == "on"
    ends = arrives and dated and verb.startswith(("leav", "depart")) and arrives[0].i < before.name.i
    return "destination" if ends and name.known else None


def _among_seen(message: Message, name: Name) -> bool:
    """Whether a name stands in a list of what was seen: "I've seen senso-ji and shibuya"."""
    clause = message.clause(name.i)
    cues = [one for one in message.chart.cover("lead") if one.value == "seen" and clause.i <= one.i < name.i]
    return any(one.i == name.i for cue in cues for one in things(message, cue.j, name.j))


def _row(message: Message, before: Mention, name: Name) -> bool:
    """Whether nothing but a comma or "and" parts two names."""
    gap = set(message.norms(before.name.j, name.i))
    return bool(gap) and gap <= {",", "and", "&", "+", "the", "or", "/"}


def _seen(message: Message, name: Name, found: Places) -> Role:
    if "never" in message.norms(name.i - 4, name.i):
        return "weak" if name.known else "none"
    found.told.append(Found("seen_before", name.said, name.i, name.j, "add"))
    if message.word(name.i - 1) == "the":
        _leave_out(message, name, found)
    return "seen"


def _leave_out(message: Message, name: Name, found: Places) -> None:
    """A sight that is named to be left out."""
    if message.atlas.is_sight(name.said, cities_of(message)):
        found.told.append(Found("avoid", name.said, name.i, name.j, "add"))


def _seen_things(message: Message, mentions: list[Mention]) -> Iterator[Found]:
    """ "We've all seen the colosseum & vatican": what no name of a place was found in."""
    cities, named = cities_of(message), {at for one in mentions for at in range(one.name.i, one.name.j)}
    for cue in message.chart.cover("lead"):
        clause = message.clause(cue.i)
        never = "never" in message.norms(cue.i - 2, cue.j)
        if cue.value != "seen" or never or clause.asked or clause.has("others", "supposed"):
            continue
        for thing in things(message, cue.j, clause.j):
            said = message.tokens.quote(thing.i, thing.j)
            known = message.atlas.is_sight(said, cities) or message.atlas.is_within(said, cities)
            sight = known or message.norms(thing.i - 1, thing.i) == ["the"]
            if sight and thing.i not in named and message.open(thing):
                yield Found("seen_before", said, thing.i, thing.j, "add")


def _over(message: Message, name: Name, lead: Span | None) -> bool:
    """ "Last year we were in Rome": told of another journey."""
    clause = message.clause(name.i)
    over = any(at < name.i for at, _ in clause.cues.get("over", ()))
    return over and not clause.has("orders", "supposed.if") and not (lead and lead.value in ("lives", "goes"))


def _denied_after(message: Message, name: Name) -> bool:
    """ "Jerusalem no"."""
    return message.norms(name.j, name.j + 1) == ["no"] and _ends(message.norms(name.j + 1, name.j + 2))


def _done_it(message: Message, name: Name) -> bool:
    """ "Not Rome again", "not Rome, done it"."""
    after = message.norms(name.j, name.j + 6)
    return after[:1] == ["again"] or bool({"done", "been", "seen"} & set(after[:5]))


def _ends(after: list[str]) -> bool:
    return (
        not after
        or after[0] in _ENDS | {"to", "for", "on", "in", "and", "with", "at", "-", "please", "by"}
        or (after[0].isdigit())
    )


def _is_meant(message: Message, name: Name, lead: Span) -> bool:
    """An unknown name where only a destination can stand: "fly to Mars"."""
    return message.norms(lead.j - 1, lead.j)[0] in _GOING and _ends(message.norms(name.j, name.j + 1))


def _is_fact(message: Message, name: Name) -> bool:
    return any(key(place.name) == key(name.said) for place in message.facts.destinations)


def _listed(message: Message, name: Name, before: Mention | None) -> Role | None:
    """As the name before it in a list: "Rome (4 nights), Florence (3) and then Venice"."""
    if before is None or before.role in ("none", "seen"):
        return None
    between = [message.tokens[at].norm for at in range(before.name.j, name.i) if at not in message.closed]
    starts = before.role == "origin"
    if (
        starts
        and between == [","]
        and message.atlas.contains(before.name.place, before.name.said, name.place)
    ):
        before.role = "none"  # "from Brazil, São Paulo"
        return "origin"
    if between in _ON and (starts or (not name.known and between == ["to"])) and (name.known or name.capital):
        return "destination"
    if starts:
        return "origin" if between[:1] == ["or"] and name.known else None
    if not name.known and (
        before.role != "destination" or not name.capital or not _row(message, before, name)
    ):
        return None
    words = {word for word in between if word not in ("[", "]", ":", "for") and not _counts(word)}
    if not words <= _AND or (not words and (not _numbers_between(message, before, name) or "for" in between)):
        return None
    if before.role == "gone" and not words <= {"and", "or"}:
        return "destination" if name.known else None
    return before.role


def _counts(word: str) -> bool:
    return word.isdigit() or word in _NIGHTS


def _numbers_between(message: Message, before: Mention, name: Name) -> bool:
    """Nothing parts "Cordoba Granada", nights part "Rome 3 nights Florence"."""
    return before.name.j == name.i or any(_counts(word) for word in message.norms(before.name.j, name.i))


def _bare(message: Message, name: Name) -> Role:
    """A name that no word leads to: "Boston, next week", or the answer to a question."""
    if name.prominence < BARE:
        return "none"
    after = message.norms(name.j, name.j + 1)
    if name.said.lower() in _COMMON and after in (["!"], ["?"]):
        return "none"  # "Nice!" is no wish to go there
    if after and after[0] in _OF_PEOPLE | {"airport"}:
        return "none"  # "Sam can't hear"
    remark = message.norms(name.i - 1, name.i) == ["["]  # "out on the 7th (Osaka)"
    if remark or (after == ["'s"] and name.j + 1 < len(message.tokens)):
        return "weak"
    asked = set(message.asked)
    if (
        "origin" in asked
        and "destinations" not in asked
        and (not message.facts.origin or asked == {"origin"})
    ):
        lead = [word for word in message.norms(message.clause(name.i).i, name.i) if word.isalpha()]
        if not lead or lead in (["we"], ["it", "is"], ["from"]):
            return "origin"
    return "destination"


def _routes(message: Message, mentions: list[Mention]) -> None:
    """ "NYC to LA": whoever writes two names so starts in the first; three in a row are all to be seen."""
    for at, (one, other) in enumerate(pairwise(mentions)):
        gap = [message.tokens[k].norm for k in range(one.name.j, other.name.i) if k not in message.closed]
        bare = one.role == "destination" and one.led in ("", "goal", "goes") and not _led_in(message, one)
        if gap in _DASHES and (_dashed(message, mentions, at - 1) or _dashed(message, mentions, at + 1)):
            other.role = "destination" if other.name.known else other.role
        elif bare and gap in _ON and (other.name.known or other.role == "destination"):
            one.role, one.led, other.role = "origin", "route", "destination"


def _led_in(message: Message, one: Mention) -> bool:
    lead = _lead(message, one.name)
    return bool(lead) and bool({"to", "visit", "in"} & set(message.norms(lead.i, lead.j)))


def _dashed(message: Message, mentions: Sequence[Mention], at: int) -> bool:
    pair = mentions[at : at + 2] if at >= 0 else ()
    return len(pair) == 2 and message.norms(pair[0].name.j, pair[1].name.i) in _DASHES


# --- what holds in the end ------------------------------------------------------------------------


def _settle(message: Message, mentions: list[Mention]) -> None:
    """ "Istanbul and Cappadocia? No, just Istanbul", "Prague, no wait, Budapest then": what was named before
    is taken back."""
    going = ("destination", "weak")
    for at, one in enumerate(mentions):
        earlier = [other for other in mentions[:at] if other.role in going]
        if one.role in going and earlier and _chosen(message, one):
            for other in earlier:
                other.role = "none"
            one.role = "destination"


def _chosen(message: Message, one: Mention) -> bool:
    clause = message.clause(one.name.i)
    before = next((cue for cue in message.chart.of("settles") if cue.j == one.name.i), None)
    after = message.norms(one.name.j, one.name.j + 2)
    if after and after[0] in ("instead", "actually", "then") and (len(after) == 1 or after[1] in _ENDS):
        return True
    turned = {"no", "nope", "nah", "wait", "but", "?", "actually", "rather", "ok", "okay"}
    led = message.norms(max(0, clause.i - 2), one.name.i)
    if before is None:
        return False
    first = message.norms(before.i, before.i + 1)[0]
    return first not in ("only", "just") or bool(turned & set(led))


def _origin(message: Message, mentions: list[Mention]) -> Mention | None:
    """Where they live or come from before where they leave; what is corrected is the last said."""
    started = _start(message, mentions)
    found = [one for one in mentions if one.role == "origin"]
    if not found:
        here = next((one for one in mentions if one.led == "now" and one.role == "weak"), None)
        goes = any(one.role == "destination" for one in mentions) or message.facts.destinations
        if started is None and here and goes:
            started = here
        if started:
            started.role = "origin"
        return started
    if _or_between(message, found):
        return None
    best = max(found, key=lambda one: (_AWAY.get(one.led, 0), -one.name.i))
    for one in found:
        said = set(message.norms(best.name.j, one.name.i)) if one.name.i > best.name.i else set()
        if said & _INSTEAD:
            best = one
    for at, one in enumerate(mentions[:-1]):
        onwards = message.norms(one.name.j, mentions[at + 1].name.i)[:1] in (["to"], ["-"])
        other = one.role == "origin" and not _same(one.name, best.name)
        less = _AWAY.get(one.led, 0) < _AWAY.get(best.led, 0) and one.led != "roots"
        if other and less and onwards:
            one.role = "destination"
    return best


def _or_between(message: Message, found: Sequence[Mention]) -> bool:
    return any(
        "or" in message.norms(one.name.j, other.name.i) and other.name.i - one.name.j < 4
        for one, other in pairwise(found)
    )


def _start(message: Message, mentions: Sequence[Mention]) -> Mention | None:
    """ "Not London, we start in Lyon", or the answer to where they start; else it is the first stop."""
    places = message.facts.destinations
    told = next((one for one in mentions if one.led == "start" and one.name.known), None)
    told = told or _in_place_of(message, mentions)
    if told is None or any(one is not told and one.role == "destination" for one in mentions):
        return None
    if any(one.role == "gone" and _means(one.name, message.facts.origin) for one in mentions):
        return told
    known = any(_means(told.name, place) for place in places)
    open_still = message.facts.origin or "origin" in message.asked
    return told if open_still and places and not known else None


def _in_place_of(message: Message, mentions: Sequence[Mention]) -> Mention | None:
    """ "Not London, Lyon": the name beside a start that no longer holds."""
    for pair in pairwise(mentions):
        gone, other = sorted(pair, key=lambda one: one.role != "gone")
        near = set(message.norms(pair[0].name.j, pair[1].name.i)) <= _BESIDE
        ours = gone.role == "gone" and _means(gone.name, message.facts.origin)
        if ours and near and not any(_means(gone.name, place) for place in message.facts.destinations):
            return other if other.role in ("destination", "weak") else None
    return None


def _means(name: Name, place: PlaceName | None) -> bool:
    if place is None:
        return False
    if place.city_id and name.place and name.place.city_id:
        return place.city_id == name.place.city_id
    return key(place.name) == key(name.said)


def _weak_counts(message: Message, mention: Mention, strong: list[Mention]) -> bool:
    """ "in X" is a destination unless the message, or what is known, names destinations elsewhere."""
    if not strong:
        return not message.facts.destinations or _is_fact(message, mention.name)
    if mention.led == "now":
        return False
    end, area = message.clause(mention.name.i).end, message.atlas.contains
    return any(
        message.clause(one.name.i).end == end
        or (not mention.led and area(one.name.place, one.name.said, mention.name.place))
        for one in strong
    )


def _decided(message: Message, mentions: list[Mention], meant: list[Mention], found: Places) -> list[Mention]:
    """Those that go. Names parted by "or" or "?" are to be asked about, unless one is taken up again."""
    runs: list[list[Mention]] = []
    for one in meant:
        before = runs[-1][-1] if runs else None
        again = before and any(_same(one.name, other.name) for other in runs[-1])
        if before and not again and set(message.norms(before.name.j, one.name.i)) <= _CHOICE:
            runs[-1].append(one)
        else:
            runs.append([one])
    left: list[Mention] = []
    for run in runs:
        others = [one for one in meant if one not in run]
        gaps = [word for one, other in pairwise(run) for word in message.norms(one.name.j, other.name.i)]
        again = [one for one in run if any(_same(one.name, other.name) for other in others)]
        maybe = message.word(run[0].name.i - 1) in _MAYBE and _MAYBE & set(gaps)
        left_open = {"or", "?", "vs", "versus"} & set(gaps) or maybe or _goes_on(message, mentions, run)
        if not left_open and not (len(run) > 1 and _between(message, run[0])):
            continue
        if again:
            left += [one for one in run if one not in again]
            continue
        left += run
        found.undecided.append(run)
    return [one for one in meant if one not in left]


def _goes_on(message: Message, mentions: list[Mention], run: list[Mention]) -> bool:
    """ "Tokyo, Kyoto or further north?", "Gozo or Malta" of which one is no place we know."""
    i, j = run[0].name.i, run[-1].name.j
    before = any(0 < i - one.name.j < 5 and one.role == "none" for one in mentions)
    behind = message.word(j) == "or" and message.word(j + 1) not in ("so", "thereabouts", "around", "nearby")
    return behind or (message.word(i - 1) == "or" and before)


def _between(message: Message, one: Mention) -> bool:
    """ "Deciding between Madeira and Tenerife"."""
    before = message.norms(max(0, one.name.i - 3), one.name.i)
    led = message.norms(message.clause(one.name.i).i, one.name.i)
    return "between" in before and bool(_CHOOSES & set(led))


def _unique(message: Message, mentions: Sequence[Mention]) -> list[Mention]:
    """Each once; of "Sicily … Palermo" the town."""
    kept: list[Mention] = []
    for mention in mentions:
        same = next((one for one in kept if _same(mention.name, one.name)), None)
        if same and message.atlas.is_area(same.name.said) and not message.atlas.is_area(mention.name.said):
            kept.remove(same)
            same = None
        if same is None:
            kept.append(mention)
    return kept


def _same(one: Name, other: Name) -> bool:
    if one.place and other.place and one.place.city_id:
        return one.place.city_id == other.place.city_id
    return key(one.said) == key(other.said)


def _without_areas(message: Message, mentions: list[Mention]) -> list[Mention]:
    """ "Ten days in Japan: Tokyo and Kyoto" goes to two cities, not to a country and two cities."""

    def holds(area: Name) -> bool:
        return any(message.atlas.contains(area.place, area.said, one.name.place) for one in mentions)

    return [one for one in mentions if not holds(one.name)]
