"""The names of things in reports: "the little ramen shop today" → "little ramen shop". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trips.understanding.money_words import MONEY
from trips.understanding.report_health import ILL
from trips.understanding.report_words import JUDGED

THE_DAY = "the day"
THE_TRIP = "the trip"
LONGEST = 80
_PEOPLE = (
    r"i|we|he|she|you|everyone|everybody|nobody|all of us|both of us|us|me|"
    r"(?:(?:my|our|the) )?(?:\w+ )?(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|kids?|"
    r"children|child|boys?|"
    r"girls?|mum|mom|mother|dad|father|parents|grandma|grandpa|grandmother|grandfather|sister|brother|baby|"
    r"toddler|teens?|teenagers?|friends?|family|group|feet|foot|legs?|knees?|back|body)"
)
PERSON = re.compile(rf"(?:{_PEOPLE})(?: and (?:{_PEOPLE}))?(?: all| both)?", re.I)
DAY_ITSELF = re.compile(
    r"(?:everything|all|all of it|the whole thing|(?:the |my |our )?(?:whole |entire )?(?:day|trip|"
    r"journey|holidays?|vacation|"
    r"morning|afternoon|"
    r"evening|night)|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|day \w+|here)(?: all)?",
    re.I,
)
PRONOUN = re.compile(
    rf"(?:it|that|this|they|these|those|there|them|which|what|one)(?: all)?|{DAY_ITSELF.pattern}", re.I
)
_LEADING = re.compile(
    r"^(?:(?:and|but|so|then|also|well|(?:today|tonight|yesterday|last night)'s|honestly|overall|"
    r"finally|luckily|sadly|unfortunately|plus|anyway|"
    r"today|"
    r"yesterday|tonight|really|absolutely|all|both|"
    r"(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:on )?day \w+|last night|this (?:morning|"
    r"afternoon|"
    r"evening)|in the (?:morning|afternoon|evening)|i (?:think|thought|felt|found)(?: that)?|"
    r"we (?:thought|found|felt)(?: that)?|that|the|a|an|our|my|your|his|her|their|some|this|these|those|"
    r"to|of|at|time (?:at|in|on|for)|"
    r"in|on|with|for|from|about|going to|visiting|seeing|eating|having|such|quite|very|so|what|more|any|"
    r"again|back)\b[\s,:]*+){1,12}",
    re.I,
)
_TRAILING = re.compile(
    r"(?:(?<![\s,])[\s,]++(?:today|yesterday|tonight|again|too|as well|though|tho|a lot|so much|very much|"
    r"the most|most|best|least|afterwards?|immensely|ever|so far|last night|"
    r"this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)|"
    r"on (?:mon|tues|wednes|thurs|fri|satur|sun)day|on day \w+|however|overall|really|itself|"
    r"of (?:our|my) (?:lives|life)|of the (?:day|trip|week)|though|anymore|any more|at all|yet|we had|i had|"
    r"at the moment|here|for (?:lunch|dinner|breakfast|one day|us|me|a day)|by the end|in the end|in a row|"
    r"one after (?:the )?other)){1,12}$",
    re.I,
)
_CUT = re.compile(
    r"\s+(?:that|which|where|who|because|since|when|as (?:it|we|they)|was|were|is|are|had|after|until|"
    r"despite|"
    r"for the kids|of our lives|of my life|by the end|for one day|in one day|if)\b.*$",
    re.I | re.DOTALL,
)
#: Left over where a sentence names nothing: pronouns, persons, hours, the weather, halves of sentences.
_NO_THING = re.compile(
    rf"(?:nothing|anything|something|everything|single|none|no ?one|nobody|neither|either|someone|somebody|"
    rf"anyone|"
    rf"anybody|ever|never|say|one|day|one day|it all|all|time|times|bit|lot|lots|stuff|"
    rf"things?(?: (?:to|about|that|we|i|at|in)\b.*)?|"
    rf"(?:i|we|you|he|she|they|it|there|who|what|which)(?:'\w+)?(?:\s.*|)|"
    rf"(?:{_PEOPLE})(?: and (?:{_PEOPLE}))?|"
    r"(?:at )?(?:(?:early|late|mid)[- ]?)?(?:noon|midday|midnight|lunch ?time|morning|afternoon|evening|"
    r"night)s?|"
    r"(?:\w+'s |\w+ )?(?:feet|foot|legs?|knees?|back|hips?|ankles?|shoulders?|neck|arms?|hands?)|"
    r"\d{1,2}(?::\d\d)? ?(?:am|pm|o'clock)?|\d+ degrees|outside|sunny|warm|sunny and warm|"
    r"(?:is|are|was|were|be|been|has|have|had|do|did|can|could|not|to|and|or|but|so)(?:\s.*|))",
    re.I,
)
_REPEATED = re.compile(r"\b(\w+)(?:[ ,]+\1\b){2,}", re.I)
_ADVERBS = re.compile(
    r"\b(?:really|very|so|such|quite|pretty|rather|absolutely|totally|truly|incredibly|extremely|super|just|"
    r"simply|the|a|an|our|my|not|no|most|ever|by far|bit|some|also|too|one|of|much|way|far|little|all)\b",
    re.I,
)
_MENTIONED = re.compile(
    r"\b(?:visited|saw|skipped|missed|left out|paid [^,;]{1,30}? for|went to|went up|went on|did|took|tried|"
    r"ate at|had lunch at|had dinner at|"
    r"lunch at|dinner at|"
    r"breakfast at|been to|at|in|from|around|through|to) (?:the |our |a |"
    r"an )?(?P<name>[\w'’&-]+(?:[ ][\w'’&-]+){0,5})",
    re.I,
)
#: "Too humid to walk".
_TOO = re.compile(r"\btoo \w+ $", re.I)
_TIME = re.compile(
    r"\b(?:morning|afternoon|evening|night|day|end|noon|lunchtime|pm|am|o'clock|hours?|times?|way|moment|"
    r"life|\d+\w*)\b",
    re.I,
)


def cleaned(said: str) -> str:
    """A name without what leads to it and what follows it; "" for a pronoun or for nothing."""
    name = _REPEATED.sub(r"\1", " ".join(said.split())).strip(" ,;:.!\"'“”()")
    name = MONEY.sub("", _CUT.sub("", name)).strip(" ,;:.!")
    name = _TRAILING.sub("", name).strip(" ,;:.!\"'")
    name = _LEADING.sub("", name + " ").strip(" ,;:.!\"'")
    name = _TRAILING.sub("", name).strip(" ,;:.!\"'")
    if re.search(r"\b(?:less so|not so much|not really)$", name, re.I):
        return ""
    if not re.search(r"[^\W\d_]{2}", name) or PRONOUN.fullmatch(name):
        return ""
    return " ".join(name.split()[:9])[:LONGEST].strip()


def is_thing(name: str) -> bool:
    """Can these words name something that was liked or not?"""
    return bool(name) and not _NO_THING.fullmatch(name) and not ILL.search(name)


def base_of(name: str) -> str:
    """A thing's name without case, article and the reason behind it."""
    base = " ".join(re.findall(r"\w+", name.split(" (")[0].casefold()))
    return base.removeprefix("the ") or name.casefold()


def each_once(names: Iterable[str]) -> list[str]:
    """Each thing once, in the order they were named first; the spelling that says why stands for the others:
    "tempura" and "tempura (too greasy)" are one."""
    kept: dict[str, str] = {}
    for name in names:
        base = base_of(name)
        if base not in kept or (" (" in name and " (" not in kept[base]):
            kept[base] = name
    return list(kept.values())


def without_judgement(said: str, word: str) -> str:
    """ "an amazing lunch at the market" → "lunch at the market"; "" where nothing else is left."""
    found = JUDGED.search(said)
    if found is None:
        return cleaned(said)
    rest = said[found.end() :].strip(" ,;:.!")
    if found.group().lower().startswith("too ") and re.match(r"(?:for \w+ )?to \w", rest, re.I):
        rest = ""  # "too hot to walk" names no walk
    if DAY_ITSELF.fullmatch(_TRAILING.sub("", rest)):
        return THE_DAY
    behind = cleaned(rest)
    if behind and not re.match(r"(?:for|but|because|time|thing|things|stuff|day|way)\b", behind, re.I):
        return behind
    before = cleaned(_ADVERBS.sub(" ", said[: found.start()]))
    return "" if PERSON.fullmatch(before) else before


def names_in(text: str) -> list[str]:
    """What a clause mentions without judging it: "we went to Nijo Castle"."""
    mentioned = [match for match in _MENTIONED.finditer(text) if not _TOO.search(text[: match.start()])]
    found = (cleaned(match["name"]) for match in mentioned)
    return [name for name in found if name and not _TIME.search(name)]
