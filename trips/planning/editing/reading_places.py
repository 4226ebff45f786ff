"""Words about things: take out, put in, put elsewhere, something else instead, leave it where it is."""

from __future__ import annotations

import re
from collections import Counter

from trips.catalogue.names import words
from trips.planning.editing.clauses import ONLY_AN_HOUR
from trips.planning.editing.edits import (
    Edit,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    ReplaceMeal,
    SwapDays,
    SwapMeals,
)
from trips.planning.editing.phrases import Phrase, Reader
from trips.planning.editing.reading_meals import read_meals
from trips.planning.editing.thing_words import MEAL_WORDS, MEALS, STAY_WORDS, Thing, is_kind
from trips.schemas import Item, Meal, Place, Stay, Visit

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
_FEWER = re.compile(
    r"\b(?:fewer|less|not\s+(?:so|that|as|quite\s+so|too|this)\s+many|(?:far\s+|way\s+)?too\s+many|"
    r"(?:cut|reduce|limit)\s+(?:down\s+)?(?:on\s+)?(?:the\s+)?(?:number\s+of)?)\s+(?:of\s+)?(?:the\s+|these\s+|those\s+|"
    r"all\s+)*(?P<kind>[a-z]+s)\b",
    re.I,
)
#: "No zoo, please"; meals and kinds of food are other wishes.
_NO = re.compile(r"^\s*no\s+(?!more\b|need\b|time\b|longer\b)([^,.!?]+?)(?:\s+please)?\W*$", re.I)
_TAKE_OUT = re.compile(r"\b(?:take|leave|cut|cross)\s+(.+?)\s+(?:out|off)\b", re.I)
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
    r"\b(?:swap|replace|exchange|change|switch)\s+(.+)$|"
    r"\b(?:(?:something|somewhere|anything)\s+(?:else|other|different)\s+(?:than|from|to)|anything\s+(?:but|except))\s+(.+)$",
    re.I,
)
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
SOMETHING = re.compile(
    r"\b(?:something|somewhere|anything|a\s+place|an?\s+activity)\b(?:\s+(?:else|different|more|"
    r"that\s+is|that's|to\s+do|with|in|like|a)\b)*\s*(.*)$",
    re.I,
)
_TAIL = re.compile(
    r"\s+(?:(?:on|at|for|in|of|during)\s+)?(?:the\s+)?(?:nights?|mornings?|afternoons?|evenings?)\W*$|"
    r"\s+(?:from|off|out\s+of)\s+(?:the\s+|our\s+)?(?:plan|trip|itinerary|list|programme|schedule)\b.*$|"
    r"\s+(?:please|instead|too|as\s+well|again|altogether|"
    r"completely|thanks?|thank\s+you)\b.*$|[\s,.!?]+$|\s+(?:in|during)\s+the\s+(?:morning|afternoon|"
    r"evening)\b.*$",
    re.I,
)


def plain_name(reader: Reader, said: str) -> str:
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
    if not match:
        match = _NO.search(phrase.text)
    days = reader.named_days(phrase)
    if not match or any(one.number == 0 for one in days):
        return []
    name = plain_name(reader, match[1])
    if meals := MEAL_WORDS.fullmatch(_bare(name)):
        return _meals_out(reader, meals[0].lower(), [one.number for one in days], plainly=plainly)
    if not plainly and MEAL_WORDS.search(phrase.text):
        return []
    day = days[0].number if days else None
    kind = _bare(name)
    if is_kind(kind) and kind.lower().endswith("s"):  # "no museums" is a wish for the trip, not an edit
        things = reader.things.of_kind(kind, day) if plainly else []
        return [RemoveItem(uid=one.item.uid) for one in things]
    if not plainly and re.search(r"\b(?:no|or)\b", match[1], re.I):
        return []
    things = things_said(reader, match[1], day)
    found = [one.item for one in things if isinstance(one.item, Visit | Meal)]
    return [RemoveItem(uid=uid) for uid in dict.fromkeys(item.uid for item in found)]


def things_said(reader: Reader, said: str, day: int | None) -> list[Thing]:
    """One thing or several; [] where one of them is not in the plan."""
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", said)
    things = [reader.things.find(plain_name(reader, part), day) for part in parts]
    if not all(things):  # "Faneuil Hall and Quincy Market" is one
        things = [reader.things.find(plain_name(reader, said), day)]
    return [one for one in things if one]


def _meals_out(reader: Reader, said: str, days: list[int], *, plainly: bool) -> list[Edit]:
    """ "No dinner on Wednesday", "skip breakfast": of a day, of the next one, or all by the plural."""
    meal = MEALS[next(name for name in MEALS if said.startswith(name))]
    if not days and said not in MEALS:
        days = reader.days_with(meal)
    if not days and plainly:
        days = reader.days_with(meal)[:1]
    things = [reader.things.meal(meal, day) for day in dict.fromkeys(days)]
    return [RemoveItem(uid=one.item.uid) for one in things if one and (not days or one.number in days)]


def read_fewer(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "Not so many temples": half of them go, from the days that hold most; one always stays."""
    match = _FEWER.search(phrase.text)
    kind = match["kind"] if match else ""
    days = reader.named_days(phrase)
    if not match or not is_kind(kind) or any(one.number == 0 for one in days):
        return []
    day = days[0].number if days else None
    found = [
        one for one in reader.things.of_kind(kind, day) if not (one.item.locked or reader.begun(one.item))
    ]
    gone: list[Thing] = []
    while len(found) - len(gone) > max(1, len(found) // 2):
        left = [one for one in found if one not in gone]
        full = Counter(one.number for one in left)
        gone.append(max(left, key=lambda one: (full[one.number], reader.visits_on(one.number), one.number)))
    return [RemoveItem(uid=one.item.uid) for one in found if one in gone]


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
    thing = reader.things.find(plain_name(reader, match[2]), reader.day(phrase))
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
        if ONLY_AN_HOUR.fullmatch(f"at {plain_name(reader, match[2])}"):
            return []  # "lunch at 1 instead of 12" keeps its place
        pairs.append((match[2], match[1]))
    elif match := _REPLACE.search(phrase.text):
        pairs.append((match[1], match[2]))
    if cities_exchanged(reader, phrase):
        return []
    if both := _exchanged(reader, phrase):
        return both
    for old, new in pairs:
        if (
            MEAL_WORDS.search(new)
            and not MEAL_WORDS.search(old)
            and (table := read_meals(reader, Phrase(new)))
        ):
            return table  # "a ramen dinner on Friday instead of tempura": it says itself which meal
        thing = reader.things.find(plain_name(reader, old), day)
        if thing:
            return _instead(reader, phrase, thing, new)
    match = _ANOTHER.search(phrase.text)
    if not match or pairs:
        return []
    old = plain_name(reader, next(group for group in match.groups() if group))
    if STAY_WORDS.search(old) and not re.search(r"\bnights?\b", old, re.I):
        cities = reader.cities_named(phrase.text)
        thing = reader.things.stay(day, cities[0][1] if cities else "")
        if match[3] and thing and not _is_such_a_stay(thing.item, old):
            return []  # "anything but a hostel" is a wish, where they stay in a hotel
    elif match[1]:
        return []  # another museum: an addition or a replacement, nobody knows
    else:
        thing = reader.things.find(old, day)
    return _instead(reader, phrase, thing, "") if thing else []


def _is_such_a_stay(stay: Item, said: str) -> bool:
    """Whether a stay is of the kind that words name: any may be called a hotel, few are riads."""
    kind = STAY_WORDS.search(said)
    particular = kind and kind[1].lower() in ("hostel", "riad", "ryokan", "apartment", "guesthouse")
    return not particular or (isinstance(stay, Stay) and stay.stay_type == kind[1].lower())


def cities_exchanged(reader: Reader, phrase: Phrase) -> list[str]:
    """ "Swap Florence and Venice": their names, where nothing else is said to change places."""
    match = _BOTH.search(phrase.text)
    if not match:
        return []
    said = [_bare(plain_name(reader, one)) for one in (match[1], match[2])]
    known = {
        " ".join(words(name)): city.name for city in reader.cities() for name in (city.name, city.ascii_name)
    }
    found = [known[name] for one in said if (name := " ".join(words(one))) in known]
    return found if len(found) == 2 and found[0] != found[1] else []


def _exchanged(reader: Reader, phrase: Phrase) -> list[Edit]:
    """ "Swap Nijo Castle and Ginkaku-ji": both are in the plan, so they change places."""
    match = _BOTH.search(phrase.text)
    if not match:
        return []
    day = reader.day(phrase)
    one, other = (reader.things.find(plain_name(reader, said), day) for said in (match[1], match[2]))
    if not one or not other or one.item.uid == other.item.uid or is_kind(_bare(plain_name(reader, match[2]))):
        return []
    if phrase.has(r"\bdays\s+(?:in|of|at|with|around)\b"):
        return [SwapDays(first=one.number, second=other.number)] if one.number != other.number else []
    if isinstance(one.item, Meal) and isinstance(other.item, Meal) and one.number == other.number:
        return [SwapMeals(day=one.number, first=one.item.meal, second=other.item.meal)]
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
    plain = plain_name(reader, wanted)
    if isinstance(thing.item, Meal):
        place = reader.things.listed(plain, thing.number) if plain else None
        if place and place.kind == "food":
            return [ReplaceMeal(day=thing.number, meal=thing.item.meal, place_id=place.id)]
        day = reader.plan.days[thing.number - 1].date.isoformat()
        said = read_meals(reader, Phrase(f"another {thing.item.meal} {plain} on {day}"))
        wanted = "" if _kind(plain) is not None else _bare(plain)  # what is in none of our data is told so
        told = [one for one in said if not (isinstance(one, ReplaceMeal) and not (one.diet or one.cuisine))]
        return told or [ReplaceMeal(day=thing.number, meal=thing.item.meal, cuisine=wanted[:120])]
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
    match = SOMETHING.search(plain)
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
