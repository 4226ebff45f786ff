"""Plain words that send research out, or have what it found sorted by what matters. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

POLITE = (
    r"^\s*(?:(?:ok(?:ay)?|so|and|now|then|well|hey|hi|wayfare)[,:]?\s+){0,8}"
    r"(?:please\s+|(?:could|can|would|will) you (?:please )?|let(?:'|’)?s |i(?:'|’)?d like (?:you )?to |"
    r"i want (?:you )?to )?"
)


def asking(words: str) -> re.Pattern[str]:
    return re.compile(POLITE + words, re.IGNORECASE)


_THINGS_FOUND = (
    r"(?:things?|places?|sights?|sites|attractions?|restaurants?|caf[eé]s?|bars?|eateries|museums?|galleries|"
    r"activities|stuff|events|concerts|shows|exhibitions|"
    r"food|spots?|parks?|gardens?|markets?|shops?|temples?|churches|castles|tips|ideas|recommendations|"
    r"information|info|"
    r"facts|practical (?:facts|information|info|tips))"
)
_TO_DO = r"(?: (?:to|and|or|for) (?:see|do|eat|visit|explore|drink|go|children|kids|families)){0,8}"
_IN_CITY = r"(?:\s+(?:in|on|about|for|of|around)\s+(?P<what>[\w '’,.-]{2,60}?))"
_MORE = r"(?:some |a few |any |even ){0,8}(?:more|other|further|additional|new|fresh|different)"
_RESEARCH = asking(
    r"(?:(?:do |start |go on with |continue(?: with)? |carry on with )?(?:the |some |a bit of |a little "
    r"){0,8}(?:more |further )?"
    r"research(?:ing)?|look into|look up|find out (?:more )?about|dig into|explore|investigate|read up "
    r"on)\b[,:]?\s*"
    r"(?:on |about |for |of |in |into )?(?P<what>.{0,80}?)(?:\s+(?:again|more|further|once more|please|for "
    r"(?:me|us))){0,8}\s*[.!?]*$"
)
_LOOK_FOR_MORE = asking(
    rf"(?:(?:look|search|check|hunt|have a look)(?: around| further| again)?(?: for)?|find|get|dig up|gather|"
    rf"collect|bring|show)"
    rf"(?: me| us)? {_MORE}(?: good| nice| great| cheap| vegan| vegetarian){{0,8}} "
    rf"{_THINGS_FOUND}{_TO_DO}{_IN_CITY}?\s*[.!?]*$"
)
_LOOK_FOR = asking(
    rf"(?:(?:look|search|hunt) for|gather|collect|dig up|find(?: out)?)(?: me| us)?(?: some| a few| good| "
    rf"nice| great| interesting){{0,8}}"
    rf" {_THINGS_FOUND}{_TO_DO}{_IN_CITY}(?: (?:please|now|for (?:me|us))){{0,8}}\s*[.!?]*$"
)
_THINGS = asking(
    r"(?:(?:find out |tell (?:me|us) |show (?:me|us) )?what (?:else )?(?:there is|is there|can (?:we|i)|"
    r"should (?:we|i)|"
    r"could (?:we|i))|what(?:’|')?s there|(?:is|are) there (?:anything|something) else|"
    r"find (?:me |us )?(?:things|places|food|restaurants)) ?(?:to )?(?:see|do|eat|visit)?"
    r"(?: and (?:see|do|eat|visit)){0,8}(?: to (?:see|do|eat|visit)(?: (?:and|or) (?:see|do|eat|"
    r"visit)){0,8})?\s*in\s+"
    r"(?P<what>[\w '’-]{2,60}?)\s*[.!?]*$"
)
#: Asks for others than those that were found.
_BESIDES = re.compile(r"\b(?:more|else|other|further|additional|new|again|different)\b", re.IGNORECASE)
_RESEARCHES = (_RESEARCH, _LOOK_FOR_MORE, _LOOK_FOR, _THINGS)
_FINDINGS = (
    r"(?:(?:(?:all |everything |the things |the places )?(?:that )?(?:what )?(?:you|we|research|the team|was|"
    r"has been|have been|"
    r"were)(?:'ve| have)?(?: been)?(?: already)? (?:found|researched|collected|turned up))|"
    r"(?:(?:the |my |our |all |these |those |of ){0,8}(?:findings|finds|results|places|things|sights|list|"
    r"research|everything|them|"
    r"it|these|those|what there is)))"
)
_IN_ORDER = (
    r"(?:by|in|into|according to)(?: an?| the| some)?(?: order of)? (?:importance|priority|priorities|order|"
    r"musts?|tiers?|"
    r"what matters(?: most)?|relevance|must, should.{0,30})"
)
_AGAIN = r"(?: (?:again|anew|afresh|once more|please|for (?:me|us))){0,8}"
_OF_CITY = rf"{_AGAIN}(?: (?:in|for|of|by importance in) (?P<what>[\w '’-]{{2,60}}?))?{_AGAIN}\s*[.!?]*$"
_MOST = r"(?:(?:the )?most important|most worth(?:while| it)|(?:the )?(?:musts?|must[- ]sees?)|essential)"
_PRIORITIZE = asking(
    rf"(?:(?:re-?)?prioriti[sz]e|(?:rank|sort|order|rate)(?: out)?)(?: {_FINDINGS})?(?: "
    rf"{_IN_ORDER})?{_OF_CITY}"
)
_PUT_IN_ORDER = asking(rf"(?:put|bring|get) {_FINDINGS} {_IN_ORDER}{_OF_CITY}")
_PRIORITIES = asking(
    r"(?:what|which(?: (?:ones|places|things|sights|findings))?) (?:should|must|shall|can|do|would) (?:you|"
    r"we|i) "
    rf"prioriti[sz]e(?: first)?{_OF_CITY}"
)
_MUST = asking(
    r"(?:what (?:must|should) (?:we|i) (?:not miss|definitely see|see first|skip)\b|"
    rf"(?:what(?:’|')?s|what is|what are|what would be|which (?:ones |places |things |sights |findings |of "
    rf"(?:them |these |those |"
    rf"the (?:places |findings )))?(?:is|are)) {_MOST}(?: to see)?{_OF_CITY}|"
    r"(?:what|which (?:ones|places|things|sights|findings|of (?:them|these|those))) (?:matters?|counts?) "
    r"(?:the )?most"
    r"(?: (?:to|for) (?:us|me))?\s*[?.!]*$|"
    r"(?:what(?:’|')?s|what are|show (?:me |us )?) ?(?:the|our) priorities\s*[?.!]*$|"
    r"(?:what|which(?: (?:ones|places|sights|findings|of (?:them|these|those)))?) (?:can|could|should) (?:we|"
    r"i) "
    r"(?:skip|leave out)\s*[?.!]*$)"
)
_SORTING = (_PRIORITIZE, _PUT_IN_ORDER, _PRIORITIES)


class Sought(NamedTuple):
    """`where`: what is named as the place, "" for nothing; `more`: others than were found; `told`: it says
    "research", so any city of the world may be meant."""

    where: str
    more: bool = False
    told: bool = False


def research_sought(text: str) -> Sought | None:
    """Where something is to be looked for; None when the words ask for no research."""
    match = next((found for pattern in _RESEARCHES if (found := pattern.match(text))), None)
    if match is None:
        return None
    where = re.sub(r"^(?:the )?(?:city of )?", "", (match["what"] or "").strip(" ,."), flags=re.IGNORECASE)
    return Sought(where, match.re is _LOOK_FOR_MORE, bool(re.match(r"(?i:research)\s", text)))


def asks_what_there_is(text: str) -> bool:
    """ "What is there to see in Kyoto?": what is known already answers it; "what else is there" does not."""
    text = " ".join(text.split())
    return bool(_THINGS.match(text)) and not _BESIDES.search(text)


def sorting_sought(text: str, *, planned: bool) -> str | None:
    """The place whose findings are to be sorted, "" for all; None when the words ask for nothing like it."""
    match = next((found for pattern in _SORTING if (found := pattern.match(text))), None)
    if match is None and planned:
        match = _MUST.match(text)
    return None if match is None else (match["what"] or "").strip()
