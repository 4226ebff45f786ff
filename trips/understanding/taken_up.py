"""What is done again, and so is refused no longer: "we fly again", "I've started drinking wine again",
"crowds don't bother us any more". Takes back what is known; where nothing is known it tells nothing."""

from __future__ import annotations

import re

from trips.understanding.reading import Reading, Span

_WE = (
    r"\b(?:i|we)(?:'ve|'re|'m|'ll|'d)?\s+"
    r"(?:(?:all|both|have|has|are|am|is|do|can|will|may|now|just|recently|started|begun|begin|start|resumed|"
    r"gone\s+back|went\s+back|back|to|also|even)\s+)*"
)
_AGAIN = (
    r"(?:again|now(?:adays)?|once\s+more|these\s+days|after\s+all|any\s*more|any\s+longer|from\s+now\s+on)"
)
_SINCE = r"(?:^|[,;.!?]\s*|\b(?:but|and|so)\s+)(?:(?:since|from)\s+[^.,;!?]{2,24}?\s+|now\s+|meanwhile\s+)"
_DO = r"(?:eat(?:s|ing)?|drink(?:s|ing)?|have|having|tolerate|digest)"
_TAKEN_UP = re.compile(
    rf"{_WE}(?P<do>{_DO}|fly(?:ing)?|flies|climb(?:ing)?|walk(?:ing)?)(?:\s+(?P<what>[^.,;!?\x00]{{2,40}}?))?\s+"
    rf"{_AGAIN}\b(?!\s+(?:please|and\s+again))|"
    rf"{_SINCE}{_WE}(?P<do2>{_DO})\s+(?P<what2>everything|anything|meat|fish|pork|beef|gluten|dairy)\b",
    re.IGNORECASE,
)
_EXCEPT = re.compile(r"\s*,?\s*(?:but|except|apart|other\s+than|unless)\b", re.IGNORECASE)
#: Who eats this keeps these diets no longer.
_EATEN: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), needs)
    for words, needs in (
        (
            r"everything|anything",
            (
                *("vegan", "vegetarian", "pescatarian", "halal", "kosher", "keto", "low_sodium"),
                *("no_pork", "no_beef", "no_seafood"),
            ),
        ),
        (r"meat|steaks?|chicken", ("vegan", "vegetarian", "pescatarian")),
        (r"fish|seafood", ("vegan", "vegetarian", "no_seafood")),
        (r"pork|bacon|ham", ("vegan", "vegetarian", "no_pork", "halal", "kosher")),
        (r"beef", ("vegan", "vegetarian", "no_beef")),
        (r"eggs?|honey", ("vegan",)),
        (r"dairy|milk|cheese", ("vegan", "dairy_free", "lactose_free")),
        (r"gluten|bread|wheat|pasta", ("gluten_free",)),
        (r"alcohol|wine|beer|cocktails", ("no_alcohol",)),
    )
)
#: Of these somebody keeps one at a time.
_STEPS = ("vegan", "vegetarian", "pescatarian")
_NOW = rf"(?:{'|'.join(_STEPS)})"
_TURNED = re.compile(
    rf"\bi(?:'m|\s+am)\s+(?:\w+ly\s+)?(?P<now>{_NOW})\s+(?:{_AGAIN}|instead)\b"
    r"|\bi(?:'m|\s+am|'ve|\s+have)?\s+(?:now\s+|recently\s+|just\s+)?(?:become|became|turned|gone|went|switched|"
    r"switching|returned|back|now)\s+(?:back\s+)?(?:to\s+)?(?:being\s+)?(?:an?\s+)?(?:\w+ly\s+)?"
    rf"(?P<now2>{_NOW})\b",
    re.IGNORECASE,
)
_WALKED = (
    (re.compile(r"climb", re.IGNORECASE), ("step_free",)),
    (re.compile(r"walk", re.IGNORECASE), ("limited_mobility", "short_walks")),
)
_FINE = re.compile(
    rf"(?<![\w'&-])(?P<what>[\w'&-]{{2,30}}(?:\s+[\w'&-]{{2,30}}){{0,3}}?)\s+(?:(?:is|are)\s+(?:fine|ok|okay|welcome|good|no\s+problem|"
    rf"all\s+right)(?:\s+(?:with|for|to)\s+(?:us|me))?\s+{_AGAIN}|(?:do(?:es)?n't|do(?:es)?\s+not|no\s+longer)\s+"
    rf"(?:bother|scare|annoy|disturb)s?\s+(?:us|me)(?:\s+{_AGAIN})?)\b"
    r"|\bno\s+longer\s+(?:avoid|mind|hate|dislike|skip|fear|refuse)\s+(?:the\s+)?(?P<what2>[^.,;!?\x00]{2,40})"
    r"|\b(?:do(?:es)?n't|do(?:es)?\s+not)\s+(?:avoid|mind|hate|dislike|fear)\s+(?:the\s+)?(?P<what3>[^.,;!?\x00]"
    r"{2,40}?)\s+any\s*(?:more|longer)\b"
    r"|\b(?:i|we)\s+(?:like|love|enjoy)\s+(?:the\s+)?(?P<what4>[^.,;!?\x00]{2,40}?)\s+again\b",
    re.IGNORECASE,
)


def read_taken_up(reading: Reading) -> None:
    """Takes back needs, bans and what was avoided."""
    for match in reading.find(_TAKEN_UP, claim=False):
        if not _EXCEPT.match(reading.view, match.end()):
            _done(reading, match)
    _turned(reading)
    for match in reading.find(_FINE, claim=False):
        said = next(filter(None, (match[name] for name in ("what", "what2", "what3", "what4"))))
        for entry in reading.facts.avoid:
            if _same(said, entry):
                _take_back(reading, "avoid", entry, Span(*match.span()))
        for pattern, needs in _EATEN:
            for need in needs if pattern.search(said) else ():
                if need in reading.facts.dietary and need.startswith("no_"):
                    _take_back(reading, "dietary", need, Span(*match.span()))


def _turned(reading: Reading) -> None:
    """ "I'm vegetarian now": of who travels alone, instead of vegan. Among several the stricter one may be
    somebody else's, and stays until it is taken back by name."""
    match = next(iter(reading.find(_TURNED, claim=False)), None)
    if match is None or reading.facts.party.size != 1:
        return
    now = (match["now"] or match["now2"]).lower()
    for diet in _STEPS:
        if diet != now and diet in reading.facts.dietary:
            reading.change("dietary", diet, *match.span(), op="remove")


def _done(reading: Reading, match: re.Match[str]) -> None:
    done, what = (match["do"] or match["do2"]).lower(), match["what"] or match["what2"] or ""
    span = Span(*match.span())
    if done.startswith(("fly", "flies")) and "flight" in reading.facts.transport_bans:
        _take_back(reading, "transport_bans", "flight", span)
    for pattern, needs in _WALKED:
        for need in needs if pattern.match(done) else ():
            if need in reading.facts.access:
                _take_back(reading, "access", need, span)
    if not re.fullmatch(_DO, done, re.IGNORECASE):
        return
    if done.startswith("drink") and not what:
        what = "alcohol"
    for pattern, needs in _EATEN if what else ():
        for need in needs if pattern.search(what) else ():
            if need in reading.facts.dietary:
                _take_back(reading, "dietary", need, span)
    for entry in reading.facts.avoid if what else ():
        if _same(what, entry) or (entry == "alcohol" and _EATEN[-1][0].search(what)):
            _take_back(reading, "avoid", entry, span)


def _take_back(reading: Reading, path: str, entry: str, span: Span) -> None:
    reading.change(path, entry, span.start, span.end, op="remove")
    reading.claim(span.start, span.end)


def _same(said: str, known: str) -> bool:
    """Whether they name one thing; "big crowds" are crowds, too."""
    one, other = (
        {word.rstrip("s") for word in re.findall(r"\w+", text.lower()) if word != "the"}
        for text in (said, known)
    )
    return bool(one and other) and (one <= other or other <= one)
