"""Where to sleep: what kind of house, a named one, its stars, how many rooms, in which area."""

from __future__ import annotations

from collections.abc import Iterator

from trips.facts.limits import MAX_ENTRY, rooms_problem
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message, once

#: Before or behind a word for a house that is no wish: "our hotel", "for the hotel", "the hotel is booked".
_CERTAIN = frozenset("the our my your this that their his her for on per each of to another back".split())
_TAKEN = frozenset("booked is was already sorted paid costs cost has".split())
_WANTED = frozenset("need want book with in share have like and reserve take make to get us , it".split())
#: "No breakfast in the hotel" denies no hotel.
_NO_DENIAL = frozenset("no not the our my this that".split())
_PLAINLY = frozenset("only please instead would is".split())
_NO_ROOMS = frozenset("service temperature mate key rate".split())
_PLACES = {"hotel": "hotels", "camping": "camping", "boutique hotel": "boutique hotels"}
_SUCH = frozenset("chain large party posh noisy business international soulless fancy".split())
_QUALIFIED = frozenset("with without near that where next".split())
_ENDS_PHRASE = frozenset(", . ; ! and but".split())
_HOUSES = lexicon.words("ways", "houses")
_ENDS_NAME = frozenset(", ; ! ? which that with if because while [ . for at as it on from".split())
_IS_SOMEWHERE = frozenset("is be to should that somewhere".split())


def read_house(message: Message) -> list[Found]:
    readers = (_names, _stars, _rooms, _areas, _kinds)
    return list(once(one for read in readers for one in read(message)))


def _names(message: Message) -> Iterator[Found]:
    """ "At the Grand Palace Hotel", "the Hotel Mundial": capitals around a word for a house."""
    names = [token.capital and token.norm not in ("i", "for", "in", "at") for token in message.tokens.all]
    for at, token in enumerate(message.tokens.all):
        if not names[at] or token.norm not in _HOUSES:
            continue
        i = next((k + 1 for k in range(at - 1, -1, -1) if not names[k]), 0)
        j = next((k for k in range(at + 1, len(names)) if not names[k]), len(names))
        led = message.word(i - 1) in ("at", "in", "book", "booked", "choose", "the")
        if led and j - i > 1 and not token.text.isupper() and message.open(Span("", i, j, None)):
            yield Found("stay.name", message.tokens.quote(i, j)[:MAX_ENTRY], i, j)
            return


def _stars(message: Message) -> Iterator[Found]:
    for span in message.cover("stars"):
        if 1 <= span.value <= 5 and span.value * 2 % 1 == 0:
            first = span.i - (message.word(span.i - 1) in ("with", "has", "least", "about"))
            yield Found("stay.stars", span.value, first, span.j - (message.word(span.j - 1) == "hotel"))


def _rooms(message: Message) -> Iterator[Found]:
    for span in message.cover("rooms_said"):
        plain = message.word(span.i) in ("a", "an") and message.word(span.i - 1) not in _WANTED
        if plain or message.word(span.j) in _NO_ROOMS or message.clause(span.i).denies(span):
            continue
        if problem := rooms_problem(span.value):
            yield Found("", problem, span.i, span.j, "problem")
        else:
            yield Found("rooms", span.value, span.i, span.j)
            return


def _areas(message: Message) -> Iterator[Found]:
    """The first of "central" and "a riad in the medina"."""
    for span in message.cover("central"):
        if not message.clause(span.i).denies(span):
            yield Found("stay.area", "city centre", span.i, span.j)
    yield from [found for house in message.chart.cover("sleeps_at") if (found := _area(message, house))][:1]


def _area(message: Message, house: Span) -> Found | None:
    """Of a house: "a riad in the medina", "a hotel within walking distance of the meeting"."""
    at, clause = house.j, message.clause(house.i)
    while at < min(clause.j, house.j + 3) and message.word(at) in _IS_SOMEWHERE:
        at += 1
    near = message.chart.at("near", at)
    if clause.asked or not (near or message.word(at) == "in"):
        return None
    i = near.j if near else at + 1
    i += message.word(i) == "the"
    district = message.chart.at("district", i)
    capitals = (k for k in range(i, i + 4) if k >= len(message.tokens) or not message.tokens[k].capital)
    j = district.j if district else next(capitals, i + 4)
    if near and j == i and message.word(near.i) not in ("by", "around"):
        last = min(clause.j, i + 4)
        j = next((k for k in range(i, last) if message.tokens[k].norm in _ENDS_NAME | {"and"}), last)
    words = message.tokens.quote(i, j)
    if j == i or (not district and message.town(words)):
        return None
    return Found("stay.area", f"near {words}" if near else words, i, j)


def _kinds(message: Message) -> Iterator[Found]:
    kinds: list[Found] = []
    for span in (one for one in message.cover("house", "no_house") if one.kind == "house"):
        clause, after = message.clause(span.i), message.word(span.j)
        asks = clause.asked and len(message.tokens) < 12 and not clause.has("keeps")
        home = {"live", "lives", "living"} & set(message.norms(span.i - 3, span.i))
        if home or asks or _is_name(message, span) or clause.has("over", "others.theirs", "others.kin_says"):
            continue
        before = [one for one in message.chart.of("house") if clause.i <= one.i < span.i - 1]
        listed = before and "," in message.norms(before[-1].j, span.i)
        rather = (
            listed and after in _PLAINLY
        )  # "no riads, hotels only": what is wanted in place of what is not
        if (clause.denies(span) or message.word(span.i - 1) == "than") and not rather:
            if not any(one.value == span.value for one in kinds):  # "a small camper, not a big RV"
                yield from _unwanted(message, clause, span)
        elif span.value != "hotel" or _wished(message, span):
            kinds.append(Found("stay.kind", span.value, span.i, span.j))
    yield from sorted(kinds, key=lambda one: one.value == "hotel")[:1]


def _is_name(message: Message, span: Span) -> bool:
    """ "Villa Borghese" is no villa, "Anne frank house" no house."""
    before = message.word(span.i - 1)
    if message.norms(span.i, span.j) == ["house"] and before[:1].isalpha():
        known = any(one.i < span.i <= one.j for one in message.chart.of("feature", "room_kind"))
        return before not in _WANTED | _HOUSES and not known
    ends = (message.tokens[span.i], *message.tokens.all[span.j : span.j + 1])
    return len(ends) > 1 and all(one.capital and not one.text.isupper() for one in ends)


def _unwanted(message: Message, clause: Clause, span: Span) -> Iterator[Found]:
    """ "No hostels", "not a hotel with a bar"; who needs none has a bed elsewhere."""
    i = message.denied_from(span)
    if {"need", "book", "necessary"} & set(message.norms(i, span.i)):
        return
    if message.word(span.j) in _QUALIFIED:
        j = next((at for at in range(span.j, clause.j) if message.tokens[at].norm in _ENDS_PHRASE), clause.j)
        yield Found("avoid", message.tokens.quote(span.i, j)[:MAX_ENTRY], i, j, "add")
        return
    beside = any(one.j == span.i - 1 for one in message.chart.of("house"))  # "chalet not hotel"
    if span.value != "hotel" or message.word(span.i - 1) not in _NO_DENIAL or beside:
        ends = [end for _, end in clause.cues.get("denies_after", ())]
        first = span.i - (message.word(span.i - 1) in _SUCH)
        named = message.words(first, span.j) if first < span.i else _PLACES.get(span.value, f"{span.value}s")
        yield Found("avoid", named, i, max([span.j, *ends]), "add")


def _wished(message: Message, span: Span) -> bool:
    """Everybody sleeps somewhere: a hotel that is theirs already, or only counted in rooms, is no wish."""
    if message.word(span.j) in _TAKEN | {"room", "rooms"}:
        return False
    several = message.tokens[span.j - 1].norm == "hotels"
    return message.word(span.j) in _PLAINLY or not (several or message.word(span.i - 1) in _CERTAIN)
