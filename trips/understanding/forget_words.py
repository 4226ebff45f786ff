"""Plain words that have something forgotten, or not remembered: which they name, and where they end. Pure.

"Don't remember that I am vegan" tells no diet: what is named is to be let go, and is no fact of the trip.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from trips.understanding.reading import Reading

_BEGINS = r"(?:^|(?<=[.!?;,\n:–—])|(?<=\s-)|\b(?:and|but|so|also|then)\b)\s*"
_POLITE = (
    r"(?:(?:ok(?:ay)?|so|and|now|then|well|hey|hi|hello|wayfare|please|pls|kindly|actually|also|just|"
    r"but|oh|"
    r"sorry|no|yes|thanks|thank you|one more thing|by the way)[,:!.]?\s+){0,8}"
)
_ASKS = (
    r"(?:(?:could|can|would|will) (?:you|we|i)(?: (?:please|kindly|just|also|now|perhaps|maybe|have "
    r"you)){0,8}\s+|"
    r"(?:i|we)(?:(?:'d| would) (?:like|love|prefer|want)|(?: really)? (?:want|need|wish|"
    r"ask))(?: for)? you to"
    r"(?: please)?\s+|you (?:can|may|should|could|might|must)(?: (?:just|now|safely|also|please|"
    r"happily)){0,8}\s+|"
    r"let(?:'s| us| me) |(?:i|we)(?:'d| would) (?:like|love|prefer|rather)(?: it)?(?: if| that)? you "
    r"(?:just )?|feel free to |it(?:'s| is) (?:ok(?:ay)?|fine|time) to |go ahead and |"
    r"there(?:'s| is) (?:nothing wrong if you )|is it possible to |make sure (?:you|to) )?(?:please |"
    r"just )?"
)
_NOT = (
    r"(?:(?:do(?:n't|nt| not)|never|no longer|stop|quit|cease|avoid|refrain from)(?: (?:ever|please))?|"
    r"(?:there(?:'s| is) )?no (?:need|reason)(?: for you)? to|"
    r"you (?:needn't|need not|(?:don't|do not|never) (?:have|need) to|mustn't|must not|must never|"
    r"shouldn't|"
    r"should not|should never|may not)|"
    r"(?:i|we)(?: (?:don't|do not|never|no longer|wouldn't|would not)(?: really)? (?:want|wish|need|like|"
    r"ask(?:ed)?)"
    r"|'d not like|'d hate(?: for)?)(?: for)?(?: you| wayfare| this| it)? to(?: have to)?|"
    r"(?:i|we)(?:'d| would) (?:rather|prefer)(?: it)?(?: if| that)? you (?:didn't|did not|don't|do not|no "
    r"longer|"
    r"not))(?: (?:ever|please))?"
)
_KEEP = (
    r"(?:remember(?:ing)?|memori[sz](?:e|ing)|(?:keep|keeping|bear|bearing) in (?:mind|memory)|"
    r"(?:keep|keeping|have|hold) on file|(?:make|making|take|taking|keep|keeping) (?:a )?(?:notes?|"
    r"record)(?: of)?|"
    r"(?:store|storing|save|saving|note|noting|record|recording|learn|learning|retain|retaining|keep|"
    r"keeping|"
    r"write|writing)(?: down)?(?= (?:that (?:i|we|my|our|he|she|they)\b|the fact\b|about\b|any(?:thing)? "
    r"(?:of|about)\b|"
    r"what i\b)))"
)
_FORGET = r"(?:forg[eo]t|un-?remember|unlearn|let go of)"
_DELETE = (
    r"(?:forget|delete|erase|remove|drop|wipe|clear|strike|discard|get rid of|throw (?:away|out)|take out)"
)
_YOUR_MEMORY = (
    r"(?:from|out of|in|off) (?:memory|(?:your|the|my) (?:memory|memories|notes|records|files?|profile)|"
    r"what (?:you|is|was)(?: have)? (?:know|known|remember(?:ed)?|noted|stored|kept|learn(?:ed|t))(?: "
    r"(?:about|of) me)?)"
)
_SAID = (
    r"(?:that|the fact that|(?:what|anything|everything|whatever|all)(?: that)? (?:i|we)(?:'ve| have)? "
    r"(?:said|told you|"
    r"wrote|written|mentioned)(?: (?:before|earlier|once))?(?: about)?|(?:me|us) (?:telling|saying)(?: "
    r"you)?(?: that)?)"
)
_WHOSE = r"(?:the|my|your|our|any|all|every|this|that|those|these)(?: (?:of|the|your|my|old|whole)){0,8} "
_MADE = r"(?: (?:you (?:have|keep|made|took)|i (?:said|made)))?"
_OF = r" (?:about|of|that says|saying|regarding|concerning)(?: that| how)?"
_KNOWN = (
    r"(?:what(?:ever)?|everything|anything|all)(?: that)? you (?:have |ever )?(?:know|noted|"
    r"remember(?:ed)?|"
    r"stored?|kept|keep|learn(?:ed|t)|saved?) (?:about|of|on)(?! (?:me|us|myself|ourselves)\b)"
)
#: Notes are Wayfare's; a thing, a part or an entry may be the plan's.
_A_NOTE = rf"(?:{_WHOSE}(?:notes?|remarks?|sentences?|memory|memories){_MADE}(?:{_OF}| on| that)|{_KNOWN})"
#: "Everything about quokkas": all that was said or noted of it, in whatever words; not of days and of people.
_ABOUT_IT = (
    r"(?:everything|anything|whatever|all(?: things)?|each (?:and every )?(?:thing|word)|every(?: single)? "
    r"(?:thing|word|mention|detail|trace|bit|note|sentence)|any (?:mention|trace|word)s?)"
    r"(?: (?:there|that) (?:is|was))?(?: (?:said|told|noted|known|to know|written))?(?: that| which)?"
    r" (?:about|regarding|concerning|around|relat(?:ed|ing|es) to|connected (?:to|with)|mentioning|"
    r"mentions|"
    r"(?:has |had |have |having )?(?:anything )?to do with|(?<=mention )of|(?<=trace )of|(?<=word )of)"
    r"(?! (?:me|us|myself|ourselves)\b)"
)
_NOT_OF_DAYS = (
    r"(?!.*\b(?:(?:from|in|of|off|on) (?:the|my|our|this) (?:plan|itinerary|programme|program|"
    r"schedule|trip|days?)|"
    r"day \d+|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)"
)
_A_THING = (
    rf"(?:{_WHOSE}(?:things?|bits?|parts?|stuff|lines?|entry|entries|records?|points?|story|details?|info|"
    rf"information|wish|wishes|preferences?){_MADE}(?:{_OF}| with| where| that)|{_A_NOTE})"
)
_WHAT = r"\s+(?P<what>\S.*)"
_THING = r"(?P<own>(?:my|our|the|any|all|those|these))\s+(?P<what>\S.*)"


def _from(core: str) -> re.Pattern[str]:
    return re.compile(rf"{_BEGINS}{_POLITE}{_ASKS}{core}", re.IGNORECASE | re.DOTALL)


#: Plainly of memory, whatever they name: the trip's facts are not told by these words.
_PLAIN = tuple(
    _from(core)
    for core in (
        rf"{_NOT} {_KEEP}(?: {_SAID}|(?: about)?(?! (?:me|us|anything|everything|things?|stuff|it|"
        rf"this)\b(?! about (?!me|us))))"
        rf"{_WHAT}",
        rf"(?:{_DELETE}|take) (?:{_SAID} |that )?(?P<what>(?:(?!\b(?:everything|anything|all|"
        rf"it)\b)\S).{{2,80}}?) "
        rf"{_YOUR_MEMORY}(?P<end>)",
        rf"{_FORGET} {_SAID}(?: (?:about|that))?{_WHAT}",
        rf"{_FORGET}(?! (?:i|we) (?:asked|said|mentioned|told|wrote)(?: (?:it|that|this|anything|so))?\W*$)"
        rf"(?: (?:i|we) (?:said|told you|mentioned|wrote)(?: that| about)?)?(?= (?:i|we|he|she|"
        rf"they)\b){_WHAT}",
        rf"(?:{_DELETE}|scratch|scrap) (?:that|the fact that)(?= (?:i|we|my|our)\b){_WHAT}",
        rf"{_FORGET} (?:about )?(?P<what>(?:(?:where|what|whom?|how|when) (?:i|we) (?:\w+ly )?"
        r"(?:work|live|eat|drink|like|love|hate|dislike|earn|sleep|study|teach|come from|"
        r"grew up|was born|am|are|do for)|"
        r"(?:where|what|who|how old|when) (?:my|our) \w+)\b"
        r"(?![^.!?]*\b(?:plan|trip|day \d|going|staying)\b).*)",
        rf"{_DELETE} {_YOUR_MEMORY}(?: (?:that|the fact that))?{_WHAT}",
        rf"{_DELETE} what (?:i|we)(?:'ve| have)? (?:said|told you|mentioned)(?: (?:before|earlier|once))? "
        rf"about{_WHAT}",
        rf"{_DELETE} {_A_NOTE}{_WHAT}",
        rf"(?:{_FORGET}|{_DELETE}) {_ABOUT_IT}{_NOT_OF_DAYS}{_WHAT}",
        rf"{_FORGET} {_A_THING}{_WHAT}",
        rf"{_NOT} {_KEEP} {_A_THING}{_WHAT}",
    )
)
_ABOUT = _from(rf"{_FORGET} about{_WHAT}")
_OF_A_THING = _from(rf"(?:(?P<forget>{_FORGET})|{_DELETE}) {_THING}")
#: Without "the" or "my" it may be a name: "forget quokkas".
_OF_A_NAME = _from(
    r"(?:forget|un-?remember|unlearn|let go of)(?! (?:to|it|that|this|these|those|them|me|us|him|her|"
    r"you|about|not|"
    r"everything|anything|something|nothing|all|whatever|each|every|any|wh\w+|how|if|i|we|he|she|they|"
    r"the|an?|my|"
    r"our|your|one|two|for|in|on|at|of|there|it's|that's)\b)"
    rf"{_NOT_OF_DAYS}\s+(?P<what>\S.*)"
)
#: What belongs to a person and to no trip: "forget my allergy".
_PERSONAL = re.compile(
    r"\b(?:diets?|dietary|allerg\w*|intoleranc\w*|vegan\w*|vegetarian\w*|wife|husband|partner|fianc\w+|"
    r"spouse|girlfriend|"
    r"boyfriend|family|sister|brother|mother|father|mum|mom|dad|parents?|names?|jobs?|work|employers?|"
    r"company|boss|"
    r"profession|illness\w*|disabilit\w*|pregnan\w*|religion|health|fears?|phobias?|dislikes?|likes|"
    r"tastes?|"
    r"preferences?|habits?|hobb(?:y|ies)|birthdays?|age)\b",
    re.IGNORECASE,
)
#: Where what is to be forgotten ends and another wish begins.
_NEXT = re.compile(
    r"[.!?;]+(?=\s|$)|\n|\s[-–—]\s|,?\s+\bbut\b|"
    r"(?:,|\s\band\b|\s\bthen\b|\s\bso\b)\s*(?:(?:and|also|then|please|now|instead|just|rather)\s+){0,8}"
    r"(?=(?:make|add|change|set|book|plan|use|give|show|let(?:'s| us)|go(?! )|go (?:on|ahead|to)|put|move|"
    r"swap|find|tell|"
    r"remember|note|research|look|search|start|shorten|extend|raise|lower|we(?:'re| are) (?:\d|two|three|"
    r"four|five|six)|"
    r"it(?:'s| is) (?:\d|now)|the (?:budget|dates?)|from \w+ \d|\d+ \w+)\b)",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?:[\s,.!?;:]+|\b(?:please|pls|thanks|thank you|again|any ?more|any longer|for me|right now|at once|"
    r"now|then|ok(?:ay)?|"
    r"at all|completely|entirely|right|will you|would you|could you)\b){1,8}$",
    re.IGNORECASE,
)
_LONGEST_NAME = 4  # words
_NOTHING = re.compile(
    r"(?:it|this|that|them|these|those|all|everything|(?:about )?(?:me|us))?$", re.IGNORECASE
)

_ME = (
    r"(?:me|us|myself|ourselves|what i (?:say|tell you)|my trips?|(?:from |on )?this trip|here|this|"
    r"that|it)"
)
_THINGS = r"(?:(?:any|every|some)?things?|stuff|facts|notes|data|what i (?:say|tell you|write))"
_OFF = re.compile(
    rf"\W*{_POLITE}{_ASKS}(?:"
    rf"{_NOT} {_KEEP}(?: (?:{_THINGS}|any (?:of (?:it|this|that)|more|longer)))?(?: (?:about|of|on|"
    rf"from))?(?: {_ME})?|"
    rf"{_NOT} (?:learn|keep|store|sav|tak|mak|collect|record)(?:e|ing)?(?: (?:any|some))? {_THINGS}"
    rf"(?: (?:about|of|on|from) {_ME})?|"
    r"(?:switch|turn)(?: (?:the|your|my|all)){0,8} (?:memory|remembering|learning) off|"
    r"(?:switch off|turn off|disable|deactivate)(?: (?:the|your|my|all)){0,8} (?:memory|remembering|"
    r"learning))"
    r"(?:\s+(?:please|any ?more|any longer|at all|from now on|again|now|thanks|in (?:the )?future)){0,8}\W*$",
    re.IGNORECASE,
)
#: Of one who is to be forgotten whole.
_EVERYTHING = re.compile(
    r"\W*(?:it |this )?(?:everything|all|anything|all of (?:it|this)|the lot|me|us)(?: (?:that )?(?:you|i|"
    r"we)\b.*)?"
    r"(?: (?:about|of|on) (?:me|us))?\W*",
    re.IGNORECASE,
)
_FORGET_ME = re.compile(
    rf"\W*{_POLITE}{_ASKS}(?:{_FORGET} (?:me|us)|(?:{_FORGET}|{_DELETE}) (?:everything|anything|all|"
    rf"the lot)"
    rf"(?: there is)?(?= (?:about|of|on) (?:me|us)\b)|(?:{_FORGET}|{_DELETE})(?: (?:everything|all|"
    rf"anything|"
    rf"whatever|what))"
    r"(?: of it)?(?: that)? (?:you|is|was)(?: have)?(?: ever)? (?:know|known|remember(?:ed)?|noted|stored?|"
    r"kept|keep|"
    rf"learn(?:ed|t)|saved?)|{_DELETE}(?: (?:all|any|of|the|my|our)){{0,8}} (?:my|our|personal) (?:personal "
    rf")?(?:data|details|"
    r"information))(?: (?:about|of|on) (?:me|us))?(?: please)?\W*$",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:forget|delete|erase|clear|wipe|remove|empty)\b.*"
    r"\b(?:everything|all|anything|what(?:ever)?|memor(?:y|ies)|me|us)\b",
    re.IGNORECASE,
)
_KEPT = r"(?:things?|notes?|sentences?|lines?|memor(?:y|ies))"
_FORGOTTEN = (
    r"(?:what(?:ever)? (?:you|i|we)(?:'ve| have| had)?(?: you| just| had)? (?:forgot(?:ten)?|forget|had "
    r"you forget)|"
    rf"what(?:ever)? (?:was|is) forgotten|forgetting(?: (?:that|about|of)\b.*)?|forget|forgotten(?: "
    rf"{_KEPT})?|"
    rf"{_KEPT} (?:that )?(?:you|i) (?:just )?(?:forgot|had forgotten))"
)
_BACK = re.compile(
    rf"\W*{_POLITE}{_ASKS}(?:(?:(?:bring|get|give|take|put)(?: (?:me|us))?(?: back)?|restore|undo|recover|"
    rf"revert|"
    rf"reverse|remember again|i want|un-?forget)(?: (?:the|that|my|your|all|last|"
    rf"latest)){{0,8}} {_FORGOTTEN}(?: "
    rf"back)?|"
    r"un-?forget(?: (?:it|that|this))?)"
    r"(?:\s+(?:please|again|now|thanks|from (?:your|the) memory)){0,8}\W*$",
    re.IGNORECASE,
)
#: The same of what went just now: "bring that back", "no wait, remember it after all".
_IT = r"(?:it|that|this|them|those|these|all of (?:it|that|them))"
_SECOND_THOUGHT = (
    r"(?:(?:ok(?:ay)?|so|and|now|then|well|hey|please|pls|actually|but|oh|sorry|no|yes|nope|wait|no wait|"
    r"stop|"
    r"hang on|hold on|oops|whoops|ah|hm+|on second thoughts?|(?:my|our) (?:mistake|bad)|"
    r"(?:i|we)(?:'ve| have)?(?: just)? changed (?:my|our) minds?|that was (?:wrong|a mistake))"
    r"[\s,:;.!–—-]+){0,8}"
)
_BACK_AT_ONCE = re.compile(
    rf"\W*{_SECOND_THOUGHT}{_ASKS}(?:"
    rf"(?:bring|get|give|put|take|have|want|need)(?: (?:me|us))?(?: {_IT} back(?: in)?| back {_IT})|"
    rf"(?:i|we)(?:'d| would)? (?:like|want|need) (?:to have )?{_IT} back|"
    rf"(?:undo|restore|recover|revert|reverse|un-?forget)(?: {_IT})?|"
    rf"(?:remember|keep) {_IT}(?: again| after all| anyway)?|(?:don't|do not|never) forget {_IT}|"
    rf"(?:i|we) (?:didn't|did not) (?:mean|want)(?: {_IT}| you to)"
    rf"(?: (?:to )?(?:be forgotten|forget {_IT}))?)"
    r"(?: (?:please|again|now|thanks|then|after all|though)){0,8}\W*$",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"forg[eo]t|remember|memor|unlearn|let go|in mind|file|not(?:e|ing)|record|stor|sav|learn|retain|keep|"
    r"writ|delet|eras|"
    r"remov|drop|wipe|clear|strike|discard|rid of|throw|take out|scratch|scrap",
    re.IGNORECASE,
)


class Forgetting(NamedTuple):
    """`what` is to be forgotten; it is asked for by the characters from `start` to `end`. `plain`: of memory
    by its own words; else it may be a thing of the trip, too."""

    what: str
    start: int
    end: int
    plain: bool
    of_a_plan: bool = False  # "delete", "remove": words for a plan's days, too
    a_name: bool = False  # "forget Rome": a place or a thing by its name, which the trip may have, too

    def rest_of(self, text: str) -> str:
        """What else the message says."""
        left, right = text[: self.start], text[self.end :]
        right = re.sub(
            r"^[\s,.;!?]*(?:(?:and|but|then|so|also)\b[\s,]*){0,8}", "", right, flags=re.IGNORECASE
        )
        return " ".join(part.strip(" ,;") for part in (left, right) if re.search(r"\w", part))


def forgetting_in(text: str) -> Forgetting | None:
    """The first thing that plain words want forgotten, or not remembered."""
    if _HINT.search(text) is None:
        return None
    plain = text.replace("’", "'")
    for pattern in (*_PLAIN, _ABOUT):
        for match in pattern.finditer(plain):
            if (found := _cut(match, plain, pattern is not _ABOUT)) is not None:
                return found
    return None


def thing_in(text: str) -> Forgetting | None:
    """ "Forget the window seat": perhaps of what is remembered, perhaps of the trip."""
    plain = text.replace("’", "'")
    match = _OF_A_THING.search(plain)
    found = _cut(match, plain, False) if match else None
    if match and found:
        return found._replace(of_a_plan=match["forget"] is None)
    match = _OF_A_NAME.search(plain)
    found = _cut(match, plain, False) if match else None
    short = found and len(found.what.split()) <= _LONGEST_NAME
    return found._replace(a_name=True) if found and short else None


def personal(what: str) -> bool:
    return _PERSONAL.search(what) is not None


def without_forgetting(text: str) -> str:
    """The text without what it wants forgotten: nothing is learnt from those words."""
    while (found := forgetting_in(text)) is not None:
        text = f"{text[: found.start]}{' ' * (found.end - found.start)}{text[found.end :]}"
    return text


def leave_out_forgotten(reading: Reading) -> None:
    """What is to be forgotten, or not remembered, tells no fact."""
    while (found := forgetting_in(reading.open)) is not None and found.plain:
        reading.claim(found.start, found.end)


def split(argument: str) -> tuple[str, str]:
    """What comes after the command: what is to be forgotten, and what else is wished."""
    plain = argument.replace("’", "'")
    border = _NEXT.search(plain)
    if border is None:
        return _END.sub("", argument), ""
    rest = re.sub(
        r"^[\s,.;!?]*(?:(?:and|but|then|so|also)\b[\s,]*){0,8}", "", argument[border.end() :], flags=re.I
    )
    return _END.sub("", argument[: border.start()]), rest.strip()


def turns_memory_off(text: str) -> bool:
    return _OFF.match(text.replace("’", "'")) is not None


def wants_all_forgotten(text: str) -> bool:
    """Of words that are of memory already."""
    return _ALL.search(text) is not None or is_everything(text)


def is_everything(what: str) -> bool:
    """ "/forget everything": nothing in particular is named."""
    return _EVERYTHING.fullmatch(what) is not None


def wants_to_be_forgotten(text: str) -> bool:
    """ "Forget me": all of it is meant."""
    return _FORGET_ME.match(text.replace("’", "'")) is not None


def wants_it_back(text: str) -> bool:
    """ "Bring back what you forgot"."""
    return _BACK.match(text.replace("’", "'")) is not None


def wants_that_back(text: str) -> bool:
    """ "Bring that back": only right after something was forgotten it means that."""
    return wants_it_back(text) or _BACK_AT_ONCE.match(text.replace("’", "'")) is not None


def _cut(match: re.Match[str], text: str, plain: bool) -> Forgetting | None:
    start, last = match.start("what"), match.end("what")
    if "end" in match.re.groupindex:
        what, end = text[start:last], match.end()
    else:
        border = _NEXT.search(text, start, last)
        end = border.start() if border else last
        what = text[start:end]
    what = _END.sub("", what)
    if len(what) < 3 or _NOTHING.match(what):
        return None
    begin = match.start()
    while begin < start and text[begin] in " ,;.!?":
        begin += 1
    return Forgetting(what, begin, end, plain)
