"""Words about things: take out, put in, put elsewhere, something else instead, leave it where it is."""

from __future__ import annotations

import re

from trips.planning.editing.edits import (
    AddPlace,
    Edit,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    ReplaceMeal,
    SwapDays,
)
from trips.planning.editing.phrases import Phrase, Reader, hour_said
from trips.planning.editing.reading_meals import read_meals
from trips.planning.editing.thing_words import MEAL_WORDS, STAY_WORDS, Thing, is_kind
from trips.planning.validator.matching import significant
from trips.planning.wishes import names_of
from trips.schemas import Meal, Place, Stay, Visit

_POLITE = (
    r"(?:please\s+|can\s+you\s+|could\s+you\s+|can\s+we\s+|could\s+we\s+|let'?s\s+|i'?d\s+like\s+to\s+|"
    r"we'?d\s+like\s+to\s+|i\s+want\s+to\s+|we\s+want\s+to\s+|just\s+)*"
)
_REMOVE = re.compile(
    r"\b(?:remove|drop|skip|delete|cancel|cut|leave\s+out|take\s+out|get\s+rid\s+of|scrap|omit|"
    r"(?:do\s+not|don't|not)\s+(?:want|need|care\s+for)(?:\s+to)?(?!\s+miss\b)(?:\s+(?:see|visit|go\s+to|do|have))?|"
    r"not\s+(?:see|visit|go\s+to|do|have)|no\s+(?:need|time)\s+for|without|rather\s+not\s+(?:see|visit|"
    r"go\s+to|do))\s+(.+)$",
    re.I,
)
#: "No zoo, please"; meals and kinds of food are other wishes.
_NO = re.compile(r"^\s*no\s+(?!more\b|need\b|time\b|longer\b)([^,.!?]+?)(?:\s+please)?\W*$", re.I)
_TAKE_OUT = re.compile(r"\btake\s+(.+?)\s+(?:out|off)\b", re.I)
_ADD = re.compile(
    r"\b(?:add|include|put\s+in|fit\s+in|squeeze\s+in|work\s+in|slot\s+in|insert)\s+(.+)$", re.I
)
_GO = re.compile(
    r"\b(?:visit|see|go\s+to|stop\s+(?:by|at)|want|try|do|check\s+out|have\s+time\s+for|how\s+about|"
    r"what\s+about)\s+(.+)$",
    re.I,
)
_REPLACE = re.compile(
    r"\b(?:swap|replace|exchange|switch|change|trade|substitute)\s+(?:out\s+)?(.+?)\s+(?:for|with|by|to|"
    r"into|against)\s+(.+)$",
    re.I,
)
_INSTEAD_OF = re.compile(r"^(.+?)\s*\b(?:instead\s+of|rather\s+than|in\s+place\s+of)\s+(.+)$", re.I)
_INSTEAD_FIRST = re.compile(
    r"^instead\s+of\s+(.+?)(?:,\s*|\s+(?=(?:we|i|let'?s|can|could|please|better|rather)\b))(.+)$", re.I
)
_BOTH = re.compile(r"\b(?:swap|switch|exchange|trade)\s+(.+?)\s+(?:and|with|for)\s+(.+)$", re.I)
_ANOTHER = re.compile(
    r"\b(?:another|a\s+different|some\s+other|a\s+new|an\s+alternative\s+(?:to|for))\s+(.+)$|"
    r"\b(?:swap|replace|exchange|change|switch)\s+(.+)$|\bsomething\s+else\s+than\s+(.+)$",
    re.I,
)
_MOVE = re.compile(
    r"\b(?:move|shift|put|bring|push|reschedule|postpone|transfer|pull|do|visit|see|go\s+to|have|"
    r"schedule)\s+(.+)$",
    re.I,
)
_STRONG_MOVE = re.compile(r"\b(?:move|shift|bring|push|reschedule|postpone|transfer|pull)\b", re.I)
_LOCK = re.compile(
    r"\b(?:(un)?lock|pin|fix|keep|hold|leave|(?:do\s+not|don't|never)\s+(?:move|touch|change))\s+(.+?)"
    r"(?:\s+(?:where|as)\s+(?:it|they)\s+(?:is|are)|\s+in\s+place|\s+fixed|\s+locked)?[.!]*$",
    re.I,
)
_KIND_WORDS = {
    "outdoor": "outdoors",
    "outdoors": "outdoors",
    "outside": "outdoors",
    "open air": "outdoors",
    "fresh air": "outdoors",
    "indoor": "indoors",
    "indoors": "indoors",
    "inside": "indoors",
    "cheaper": "free",
    "free": "free",
}
_SOMETHING = re.compile(
    r"\b(?:something|somewhere|anything|a\s+place|an?\s+activity)\b(?:\s+(?:else|different|more|"
    r"that\s+is|that's|to\s+do|with|in|like|a)\b)*\s*(.*)$",
    re.I,
)
_PEOPLE = re.compile(
    r"\b(?:person|people|travell?ers?|adults?|child(?:ren)?|kids?|friends?|wife|husband|mother|father|"
    r"mum|mom|dad|"
    r"grand\w+|bab(?:y|ies)|nights?|days?|rooms?|cities|city|countr\w+|budget|note)\b",
    re.I,
)
_TAIL = re.compile(
    r"\s+(?:from|off|out\s+of)\s+(?:the\s+)?(?:plan|trip|itinerary|list|programme|schedule)\b.*$|"
    r"\s+(?:please|instead|too|as\s+well|again|altogether|"
    r"completely|thanks?|thank\s+you)\b.*$|[\s,.!?]+$|\s+(?:in|during)\s+the\s+(?:morning|afternoon|"
    r"evening)\b.*$",
    re.I,
)


def _plain(reader: Reader, said: str) -> str:
    """A name without days, hours and courtesy."""
    text = reader.without_days(said)
    text = re.sub(r"\bat\s+\d{1,2}(?:[:.]\d{2})?\s*(?:am|pm)?\b.*$", "", text, flags=re.I)
    for city in reader.cities():
        text = re.sub(rf"\s+in\s+{re.escape(city.name)}$", "", text.strip(" ,.!?"), flags=re.I)
    before = ""
    while before != text:
        before, text = text, _TAIL.sub("", text).strip()
    return re.sub(r"\s+(?:on|to|onto|from|for|in|into|at|of)$", "", text, flags=re.I).strip()


def read_removing(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _REMOVE.search(phrase.text) or _TAKE_OUT.search(phrase.text)
    plainly = bool(match)
    if not match and not MEAL_WORDS.search(phrase.text):
        match = _NO.search(phrase.text)
    day = reader.day(phrase)
    if not match or day == 0:
        return []
    kind = _bare(_plain(reader, match[1]))
    if is_kind(kind) and kind.lower().endswith("s"):  # "no museums" is a wish for the trip, not an edit
        things = reader.things.of_kind(kind, day) if plainly else []
        return [RemoveItem(uid=one.item.uid) for one in things]
    if not plainly and re.search(r"\b(?:no|or)\b", match[1], re.I):
        return []
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match[1])
    things = [reader.things.find(_plain(reader, part), day) for part in parts]
    if not all(things):  # "Faneuil Hall and Quincy Market" is one
        things = [reader.things.find(_plain(reader, match[1]), day)]
    found = [one.item for one in things if one and isinstance(one.item, Visit | Meal)]
    return [RemoveItem(uid=uid) for uid in dict.fromkeys(item.uid for item in found)]


def read_locking(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _LOCK.search(phrase.text)
    if not match or phrase.has(
        r"\bkeep\s+(?:the\s+)?(?:budget|cost|price|end|afternoon|morning|evening)|\bleave\s+(?:at|for|out)\b"
    ):
        return []
    weak = re.search(r"\b(?:keep|hold|leave|fix)\b", match[0], re.I)
    if weak and not re.search(
        r"\b(?:where|as)\s+(?:it|they)\b|\bin\s+place\b|\bfixed\b|\blocked\b|^\s*(?:please\s+)?keep\b",
        phrase.text,
        re.I,
    ):
        return []
    thing = reader.things.find(_plain(reader, match[2]), reader.day(phrase))
    if thing is None:
        return []
    return [Lock(uid=thing.item.uid, locked=not match[1])]


def read_replacing(reader: Reader, phrase: Phrase) -> list[Edit]:
    day = reader.day(phrase)
    if day == 0:
        return []
    pairs: list[tuple[str, str]] = []
    if match := _INSTEAD_FIRST.search(phrase.text):
        pairs.append((match[1], match[2]))
    elif match := _INSTEAD_OF.search(phrase.text):
        pairs.append((match[2], match[1]))
    elif match := _REPLACE.search(phrase.text):
        pairs.append((match[1], match[2]))
    if both := _exchanged(reader, phrase):
        return both
    for old, new in pairs:
        thing = reader.things.find(_plain(reader, old), day)
        if thing:
            return _instead(reader, phrase, thing, new)
    match = _ANOTHER.search(phrase.text)
    if not match or pairs:
        return []
    old = _plain(reader, next(group for group in match.groups() if group))
    if STAY_WORDS.search(old) and not re.search(r"\bnights?\b", old, re.I):
        cities = reader.cities_named(phrase.text)
        thing = reader.things.stay(day, cities[0][1] if cities else "")
    elif match[1]:
        return []  # another museum: an addition or a replacement, nobody knows
    else:
        thing = reader.things.find(old, day)
    return _instead(reader, phrase, thing, "") if thing else []


def _exchanged(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "Swap Nijo Castle and Ginkaku-ji": both are in the plan, so they change places."""
    match = _BOTH.search(phrase.text)
    if not match:
        return []
    one, other = (reader.things.find(_plain(reader, said)) for said in (match[1], match[2]))
    if not one or not other or one.item.uid == other.item.uid or is_kind(_bare(_plain(reader, match[2]))):
        return []
    if phrase.has(r"\bdays?\b"):
        return [SwapDays(first=one.number, second=other.number)] if one.number != other.number else []
    if not isinstance(one.item, Visit) or not isinstance(other.item, Visit):
        return []
    if one.number != other.number:
        return [
            MoveItem(uid=one.item.uid, day=other.number),
            MoveItem(uid=other.item.uid, day=one.number),
        ]
    first, second = sorted((one, other), key=lambda thing: thing.item.start)
    return [MoveItem(uid=second.item.uid, day=one.number, before_uid=first.item.uid)]


def _bare(plain: str) -> str:
    return re.sub(r"^(?:an?|the|some)\s+", "", plain, flags=re.I)


def _instead(reader: Reader, phrase: Phrase, thing: Thing, new: str) -> list[Edit]:
    wanted = re.sub(
        rf"^{_POLITE}(?:(?:we|i)\s+(?:would|'d)?\s*|we'd\s+|i'd\s+)?(?:rather\s+|prefer\s+|"
        rf"like\s+)?(?:have|do|see|visit|go\s+to|add|take)?\s*",
        "",
        new.strip(),
        flags=re.I,
    )
    plain = _plain(reader, wanted)
    if isinstance(thing.item, Meal):
        place = reader.things.listed(plain, thing.number) if plain else None
        if place and place.kind == "food":
            return [ReplaceMeal(day=thing.number, meal=thing.item.meal, place_id=place.id)]
        day = reader.plan.days[thing.number - 1].date.isoformat()
        said = read_meals(reader, Phrase(f"another {thing.item.meal} {plain} on {day}"))
        return said or [ReplaceMeal(day=thing.number, meal=thing.item.meal)]
    if isinstance(thing.item, Stay):
        place = reader.things.listed(plain, thing.number) if plain else None
        place_id = place.id if place and place.kind == "stay" else ""
        less = "cheaper" if re.search(r"\bcheap|less\s+expensive", phrase.text, re.I) else ""
        return [ReplaceItem(uid=thing.item.uid, place_id=place_id, like="" if place_id else less)]
    bare = _bare(plain)
    kind = _kind(plain)
    if kind is not None:
        return [ReplaceItem(uid=thing.item.uid, like=kind)]
    place = None if is_kind(bare) else _not_planned(reader, plain, thing.number)
    if place:
        return [ReplaceItem(uid=thing.item.uid, place_id=place.id)]
    other = reader.things.find(plain) if plain and not is_kind(bare) else None
    if other and other.item.uid != thing.item.uid:
        return []
    return [ReplaceItem(uid=thing.item.uid, like=bare)]


def _kind(plain: str) -> str | None:
    """ "something outdoors" → outdoors, "something else" → "", None = no such words."""
    match = _SOMETHING.search(plain)
    rest = match[1].strip() if match else plain
    for word, kind in _KIND_WORDS.items():
        if re.search(rf"\b{word}\b", rest, re.I):
            return kind
    if match:
        return re.sub(r"^(?:an?|the|with|about|of)\s+", "", rest, flags=re.I)
    return "" if not plain else None


def _not_planned(reader: Reader, plain: str, day: int | None) -> Place | None:
    place = reader.things.listed(plain, day)
    if place is None or any(one.item.place_id == place.id for one in reader.things.things):
        return None
    return place


def read_moving(reader: Reader, phrase: Phrase) -> list[Edit]:
    match = _MOVE.search(phrase.text)
    if not match:
        return []
    strong = bool(_STRONG_MOVE.search(match[0]))
    if not strong and MEAL_WORDS.search(match[1]):
        return []  # "have a halal dinner on Friday" is about the dinner
    before = re.search(r"^(.*?)\s+(?:before|ahead\s+of)\s+(.+)$", match[1], re.I)
    days = reader.named_days(phrase)
    target = days[-1].number if days else None
    if target == 0:
        return []
    source = days[0].number if len(days) > 1 else None
    if before and not re.match(r"\s*(?:noon|lunch|dinner|\d)", before[2], re.I) or before and strong:
        thing = reader.things.find(_plain(reader, before[1]), source)
        other = reader.things.find(_plain(reader, before[2]), target or (thing.number if thing else None))
        if thing and other and thing.item.uid != other.item.uid:
            return [MoveItem(uid=thing.item.uid, day=target or other.number, before_uid=other.item.uid)]
        return []
    if not target:
        return []
    thing = reader.things.find(_plain(reader, match[1]), source)
    if thing is None or not isinstance(thing.item, Visit | Meal):
        return []
    hour = hour_said(reader.without_days(phrase.text))
    if thing.number == target and not hour:
        return []
    return [MoveItem(uid=thing.item.uid, day=target, start=hour)]


def _whole_name(reader: Reader, name: str) -> bool:
    place = reader.things.listed(name)
    return bool(place) and any(significant(one) == significant(name) for one in names_of(place))


def read_adding(reader: Reader, phrase: Phrase) -> list[Edit]:
    match, asked = _ADD.search(phrase.text), True
    if not match:
        match, asked = _GO.search(phrase.text), False
    if not match:
        return []
    day = reader.day(phrase)
    name = _plain(reader, match[1])
    if day == 0 or not name or len(name) > 100:
        return []
    if not asked and day is None and len(significant(name)) < 2 and not _whole_name(reader, name):
        return []  # "must try sushi" names no place
    place = reader.things.listed(name, day)
    if place:
        planned = any(one.item.place_id == place.id for one in reader.things.things)
        if planned and not asked:
            return []
        return [AddPlace(day=day or 0, place_id=place.id)]
    if not asked or not day or _PEOPLE.search(name) or _SOMETHING.search(name):
        return []
    return [AddPlace(day=day, name=re.sub(r"^(?:an?|the)\s+", "", name, flags=re.I))]
