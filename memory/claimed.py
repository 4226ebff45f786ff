"""What a remembered sentence says about facts of a trip, read as a message is read. Pure.

A denial ("I am not vegetarian any more") says something only to who knows what it denies: it is read with the
facts that earlier sentences claim.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from memory.text import bare
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.schemas import Change, FactOp, TripFacts
from trips.understanding import understand
from trips.understanding.people_words import KID, RELATION, RELATION_PLURAL

#: What may be taken over from one trip to the next. Never where, when, who or how much.
CARRIED = ("dietary", "access", "pace", "interests", "cuisines", "avoid", "transport_bans")
#: Of these ways to eat one excludes the others.
_ONE_OF = frozenset({"vegan", "vegetarian", "pescatarian"})
_ANIMALS = r"(?:meat|beef|steaks?|pork|ham|bacon|chicken|poultry|lamb|sausages?)"
_FISH = r"(?:fish|seafood|sushi|shellfish)"
#: What somebody eats who does not keep this any more.
_EATEN = {
    "vegetarian": rf"(?:{_ANIMALS}|{_FISH})",
    "pescatarian": _ANIMALS,
    "vegan": rf"(?:{_ANIMALS}|{_FISH}|eggs?|cheese|milk|dairy|butter)",
    "no_pork": r"(?:pork|ham|bacon)",
    "halal": r"(?:pork|ham|bacon)",
    "kosher": r"(?:pork|ham|bacon|shellfish)",
    "gluten_free": r"(?:gluten|wheat|bread|pasta)",
    "lactose_free": r"(?:lactose|milk|dairy|cheese)",
}
_OUTGROWN = re.compile(r"\b(?:outgrown|outgrew|grown out of|got(?:ten)? over|used to)\b", re.IGNORECASE)
_NO_LONGER_AFTER = re.compile(r"\b(?:still|but not|except)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no|never|nor|without)\b|n['’]t\b", re.IGNORECASE)

#: To read takes its time; nothing else takes anything back.
_MAY_TAKE_BACK = re.compile(
    r"\b(?:not?|non|never|nor|longer|any ?more|again|now|stop\w*|quit|gave|gone|over|used|outgr\w+|eats?|"
    r"drinks?|have|enjoy|want|vegan\w*|vegetarian\w*|pesc\w+|pace|relaxed|packed|slow\w*|fast\w*|busy|"
    r"mistake|wrong|"
    r"mind|fine|everything|anything|remove|forget)\b|n['’]t\b",
    re.IGNORECASE,
)

#: Since when or until when something holds: notes are kept with absolute dates, a diet has none.
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATED = re.compile(
    rf"[(,]?\s*\b(?:since|as of|from|until|till|on|in)\s+(?:about\s+)?(?:\d{{1,2}}\.?\s+)?"
    rf"(?:{_MONTH}\s+(?:\d{{1,2}},?\s+)?\d{{4}}|\d{{4}}(?:-\d\d){{0,2}})\b\)?",
    re.IGNORECASE,
)
_KIN = re.compile(rf"\b(?:my|our)\s+(?:[\w-]+\s+)??({KID}|{RELATION}|{RELATION_PLURAL})\b", re.IGNORECASE)
_SELF = re.compile(r"(?<![\w.])(?:i|we|the travellers?|they)(?![\w.])", re.IGNORECASE)
#: Of whom it tells though it begins with the thing: "Flying no longer bothers me".
_TO_SELF = re.compile(
    r"\b(?:with|for|by|to|scares?|bothers?|frightens?|terrif(?:y|ies)|worr(?:y|ies)|upsets?|makes?|"
    r"gives?)\s+(?:me|us)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^\W*([A-ZÀ-Þ][\w-]+)(?:['’]s|\s+(?:(?:is|was|has|does|ca|wo)n['’]?t|is|was|has|eats?|can|does|no|never|always|likes?|needs?|uses?|"
    r"will|wants?))\b"
)

Said = tuple[str, FactOp, Any]


@lru_cache(maxsize=2048)  # a sentence takes 6 ms to read, and is read again in every turn
def read(text: str, today: dt.date) -> tuple[Said, ...]:
    """Path, op and value of what one sentence would set or add. Places do not matter here."""
    if _OUTGROWN.search(text):
        return ()
    found = understand(_DATED.sub(" ", text), today=today, gazetteer=default_gazetteer())
    changes = [change for change in found.changes if change.path in CARRIED and change.op in ("set", "add")]
    if any(change.path == "dietary" for change in changes):  # "eats vegan food": food is no interest here
        changes = [change for change in changes if change.path not in ("interests", "cuisines")]
    return tuple((change.path, change.op, change.value) for change in changes)


def taken_back(text: str, before: tuple[Said, ...], today: dt.date) -> frozenset[tuple[str, Any]]:
    """Which of these claims does a later sentence take back? Path and value of each."""
    if not before or not _MAY_TAKE_BACK.search(text):
        return frozenset()
    return _taken_back(text, before, today)


@lru_cache(maxsize=2048)
def _taken_back(text: str, before: tuple[Said, ...], today: dt.date) -> frozenset[tuple[str, Any]]:
    facts = _facts(before, today)
    held = {(path, value) for path, _op, value in before}
    found = understand(_DATED.sub(" ", bare(text)), today=today, gazetteer=default_gazetteer(), facts=facts)
    gone = {(change.path, change.value) for change in found.changes if change.op == "remove"}
    new = [change for change in found.changes if change.op != "remove"]
    for change in new:
        if change.path == "pace":
            gone |= {("pace", value) for path, value in held if path == "pace" and value != change.value}
        if change.path == "dietary" and change.value in _ONE_OF:
            gone |= {("dietary", value) for value in _ONE_OF if value != change.value}
    gone |= {(path, value) for path, value in held if path == "dietary" and _eats(bare(text), str(value))}
    return frozenset(held & gone)


def who(text: str) -> str:
    """Of whom a sentence tells: "" for who says it, a relation, or a name. By its first subject."""
    sentence = bare(text)
    kin, own = _KIN.search(sentence), _SELF.search(sentence)
    if kin and not (own and own.start() < kin.start()):
        return kin[1].casefold()
    if own is None and not _TO_SELF.search(sentence) and (named := _NAMED.match(sentence)):
        if named[1].endswith("ing"):
            return ""
        return named[1].casefold()
    return ""


# --- Within --------------------------------------------------------------------------------------


def _facts(claims: Iterable[Said], today: dt.date) -> TripFacts:
    rows = [Change(path=path, op=op, value=value) for path, op, value in claims]
    return apply_changes(TripFacts(), rows, today=today, gazetteer=default_gazetteer()).facts


def _eats(text: str, diet: str) -> bool:
    """ "I eat meat again", "I have outgrown my nut allergy"; not "I still eat no meat"."""
    thing = _EATEN.get(diet, "")
    if diet.startswith("allergy:"):
        name = diet.split(":", 1)[1].strip()
        thing = rf"(?:{re.escape(name.rstrip('s'))}(?:s|es)?)"
    if not thing or _NO_LONGER_AFTER.search(text):
        return False
    named = thing if diet not in _ONE_OF else rf"(?:{thing}|{diet}s?)"
    if (lost := _OUTGROWN.search(text)) and re.search(rf"\b{named}\b", text[lost.end() :], re.IGNORECASE):
        return True
    eats = re.compile(
        rf"\b(?:i|we|he|she|they|{RELATION}|{KID})(?:['’](?:m|ve))?\s+(?:[\w']+\s+){{0,3}}?"
        rf"(?:eat|eats|eating|have|drink|drinks|want|love|"
        rf"enjoy)\s+(?P<between>(?:[\w']+,?\s+){{0,4}}?)(?:{thing}|everything|anything)\b(?P<after>.*)$",
        re.IGNORECASE,
    )
    match = eats.search(text)
    if match is None or _NOT.search(match[0]) or re.search(r"\b(?:but|except)\b", match["after"]):
        return False
    return True
