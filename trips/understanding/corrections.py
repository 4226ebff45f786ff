"""Taking back: "remove the Freedom Trail", "change Kyoto to Osaka"; less and more: "cheaper", "slower"."""

from __future__ import annotations

import re

from trips.catalogue.names import key
from trips.reading.facts.needs import is_need
from trips.reading.facts.tastes import interest_of
from trips.understanding.reading import Reading

_LISTS = ("must_do", "avoid", "interests", "cuisines", "dietary", "access", "wishes")
_REMOVE = re.compile(
    r"\b(?:(?:can|could)\s+(?:you|we)\s+|please\s+|let's\s+|i\s+(?:want|'d\s+like)\s+to\s+)?(?:remove|drop|"
    r"delete|take\s+(?:out|off)|leave\s+out|cancel|scrap|cross\s+(?:out|off)|"
    r"strike|forget(?:\s+about)?|get\s+rid\s+of|no\s+longer\s+(?:want|need|interested\s+in|"
    r"like)(?:\s+to\s+(?:see|visit|do))?|(?:i|we)\s+don't\s+(?:need|want)(?:\s+to\s+(?:see|visit|do))?|"
    r"not\s+(?:interested\s+in|into)|without|skip|ditch|instead\s+of|rather\s+than|clear|undo)\s+(?:the\s+|"
    r"my\s+|our\s+|any\s+|that\s+)?(?P<what>[^.!?;\n\x00]{2,80})",
    re.IGNORECASE,
)
#: Taking back what was said; "skip" and "without" say what to leave out of the plan.
_TAKES_BACK = re.compile(
    r"(?:(?:can|could)\s+(?:you|we)\s+|please\s+|let's\s+|i\s+(?:want|'d\s+like)\s+to\s+)?"
    r"(?:remove|drop|delete|take\s+o|leave\s+out|cancel|scrap|cross|strike|forget|get\s+rid|clear|undo)\b",
    re.IGNORECASE,
)
_SWAP = re.compile(
    r"\b(?:change|swap|replace|exchange|switch|"
    r"substitute)\s+(?:out\s+)?(?:the\s+)?(?P<old>[^.!?;,\n\x00]{2,50}?)\s+(?:to|for|with|by|"
    r"into)\s+(?:the\s+)?(?P<new>[^.!?;,\n\x00]{2,50})",
    re.IGNORECASE,
)
#: Whole facts that people clear by name.
_WHOLE: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), paths)
    for pattern, paths in (
        (r"(?:budget|price\s+limit|spending\s+limit)(?:\s+limit|\s+cap)?", ("budget.amount", "budget.level")),
        (r"(?:(?:fixed|exact|travel)\s+)?dates?", ("dates.start", "dates.end")),
        (r"(?:origin|starting\s+(?:point|place|city)|departure\s+city)", ("origin",)),
        (r"pace", ("pace",)),
        (r"(?:all\s+)?(?:interests|likes)", ("interests",)),
        (r"(?:all\s+)?(?:must[\s-]?(?:dos?|sees?|haves?))", ("must_do",)),
        (
            r"(?:all\s+)?(?:dietary\s+(?:needs|restrictions|requirements)|diets?|allerg(?:y|ies))",
            ("dietary",),
        ),
        (r"(?:rental\s+)?car(?:\s+rental)?", ("car.wanted",)),
        (r"hotel(?:\s+wish)?", ("stay.name",)),
        (r"(?:number\s+of\s+)?rooms?", ("rooms",)),
        (r"(?:kids|children)", ("party.children",)),
    )
)
_STOP = re.compile(
    r"\s+(?:and|but|please|from|because|since|as|so|now|then|after|instead|anymore|any\s+more|,)\b.*$|"
    r"\s*,.*$",
    re.I,
)
_ONLY_END = r"(?=\s*(?:[.,;!?\n]|$|please\b|then\b|now\b|instead\b|this\s+time\b|for\s+(?:us|now)\b))"
_CHEAPER = re.compile(
    r"\b(?:cheaper|less\s+expensive|lower\s+budget|more\s+affordable|"
    r"(?<!not )(?<!n't )(?<!nothing )(?:too|very|so|rather)\s+(?:expensive|pricey|dear|costly|much\s+money)|"
    r"over\s+(?:our|my|the)\s+budget|"
    r"(?:can't|cannot)\s+afford|costs?\s+too\s+much)\b",
    re.I,
)
_DEARER = re.compile(
    r"\b(?:more\s+(?:luxurious|upscale|expensive|comfortable|stylish)|fancier|higher\s+budget|too\s+(?:basic|simple|cheap)|"
    r"(?:nicer|better|finer)\s+(?:hotels?|rooms?|stays?|riads?|places?\s+to\s+(?:stay|sleep)|hostels?|inns?|"
    r"accommodations?|apartments?))\b",
    re.I,
)
_SLOWER = re.compile(
    r"\b(?:slower|more\s+relaxed|less\s+(?:packed|busy|rushed|stress\w*)|calmer|easier\s+pace)\b", re.I
)
_FASTER = re.compile(r"\b(?:faster\s+pace|more\s+packed|busier|fuller\s+days|more\s+activities)\b", re.I)
_STEPS = {"budget.level": ("low", "mid", "high"), "pace": ("relaxed", "moderate", "packed")}


def read_corrections(reading: Reading) -> None:
    """Takes back entries of lists and whole facts that are known; cities are read with the places."""
    for match in reading.find(_SWAP, claim=False):
        _swap(reading, match)
    _only(reading)
    for match in reading.find(_REMOVE, claim=False):
        words = _STOP.sub("", match["what"]).strip(" '\"")
        start = match.start("what")
        if _remove(reading, words, match.start(), start + len(match["what"].rstrip())):
            reading.claim(match.start(), start + match["what"].find(words) + len(words))
        elif _TAKES_BACK.match(match.group()) and _is_a_need(words):
            reading.problem(f"“{words}” is not among what I have noted, so there is nothing to take back.")
            reading.claim(match.start(), start + match["what"].find(words) + len(words))


def _is_a_need(words: str) -> bool:
    """Whether the words name an interest, a diet or an allergy and nothing else."""
    return bool(interest_of(words) or is_need(words))


def _only(reading: Reading) -> None:
    """ "Just Rome please", "Rome only": of several known destinations the others go."""
    known = {key(place.name): place.name for place in reading.facts.destinations}
    if len(known) < 2:
        return
    names = "|".join(re.escape(name) for name in sorted(known.values(), key=len, reverse=True))
    listed = rf"(?P<{{}}>(?:{names})(?:\s*(?:and|&)\s*(?:{names}))*)"
    pattern = re.compile(
        rf"\b(?:only|just)\s+{listed.format('a')}{_ONLY_END}|\b{listed.format('b')}\s+only{_ONLY_END}", re.I
    )
    for match in reading.find(pattern, claim=False):
        kept = {key(name) for name in re.findall(names, match["a"] or match["b"], re.I)}
        for name in (name for wanted, name in known.items() if wanted not in kept):
            reading.change("destinations", name, *match.span(), op="remove")
        reading.claim(*match.span())


def _remove(reading: Reading, words: str, start: int, end: int) -> bool:
    """Whether what the words name was known and is taken back."""
    facts = reading.facts
    quoted = min(end, start + 120)
    wanted = key(words)
    if len(wanted) < 2:
        return False
    for place in facts.destinations:
        swapped = re.match(r"instead|rather", reading.view[start:end], re.I)  # read with the places
        if key(place.name) == wanted and len(facts.destinations) > 1 and not swapped:
            reading.change("destinations", place.name, start, quoted, op="remove")
            return True
    for path in _LISTS:
        for entry in getattr(facts, path):
            if _means(wanted, key(entry)) or (path == "dietary" and same_need(words, entry)):
                reading.change(path, entry, start, quoted, op="remove")
                return True
    for appointment in facts.appointments:
        if _means(wanted, key(appointment.what)):
            reading.change("appointments", appointment.what, start, quoted, op="remove")
            return True
    if facts.stay.name and _means(wanted, key(facts.stay.name)):
        reading.change("stay.name", None, start, quoted, op="remove")
        return True
    for pattern, paths in _WHOLE:
        if pattern.fullmatch(words):
            known = [path for path in paths if _value(facts, path) not in (None, [], ())]
            for path in known:
                reading.change(path, None, start, quoted, op="remove")
            return bool(known)
    return False


_NEED_WORDS = frozenset(
    "allergy allergies allergic intolerance intolerant diet dietary to the a an my our free and".split()
)


def same_need(said: str, known: str) -> bool:
    """Whether "the peanut allergy" is the one noted as "allergy: peanuts"."""

    def core(words: str) -> set[str]:
        return {
            word.rstrip("s") for word in re.findall(r"[^\W\d_]+", words.lower()) if word not in _NEED_WORDS
        }

    return bool(core(said)) and core(said) == core(known)


def _means(said: str, known: str) -> bool:
    return said == known or (
        len(said) >= 4 and (said in known or known in said) and min(len(said), len(known)) >= 4
    )


def _value(facts, path: str):
    root, _, name = path.partition(".")
    return getattr(getattr(facts, root), name) if name else getattr(facts, root)


def _swap(reading: Reading, match: re.Match[str]) -> None:
    """ "Replace the Louvre with the Orsay"; cities and sums are left to their own readers."""
    old, new = key(match["old"]), _STOP.sub("", match["new"]).strip()
    end = match.start("new") + len(new)
    span = (match.start(), end)
    for entry in reading.facts.must_do:
        if _means(old, key(entry)):
            reading.change("must_do", entry, *span, op="remove")
            reading.change("must_do", new, match.start("new"), end, op="add")
            reading.claim(*span)
            return
    for place in reading.facts.destinations:
        if key(place.name) == old or old in (key(f"visit {place.name}"),):
            reading.change("destinations", new, *span, subject=place.name)
            reading.claim(*span)
            return
    origin = reading.facts.origin
    if origin and (
        key(origin.name) == old
        or re.fullmatch(r"origin|starting\s+(?:point|city)|departure\s+city", match["old"], re.I)
    ):
        reading.change("origin", new, *span)
        reading.claim(*span)


def read_relative(reading: Reading) -> None:
    """Cheaper, slower: against what is known; without it they say nothing."""
    _step(reading, "budget.level", reading.facts.budget.level, _CHEAPER, -1)
    _step(reading, "budget.level", reading.facts.budget.level, _DEARER, 1)
    _step(reading, "pace", reading.facts.pace, _SLOWER, -1)
    _step(reading, "pace", reading.facts.pace, _FASTER, 1)


def _step(reading: Reading, path: str, known: str | None, pattern: re.Pattern[str], by: int) -> None:
    """Against what this message has just taken, else what is known."""
    taken = reading.said(path)
    known = str(taken.value) if taken else known
    for match in reading.find(pattern, claim=False):
        if known is None:
            continue
        steps = _STEPS[path]
        reading.change(path, steps[max(0, min(len(steps) - 1, steps.index(known) + by))], *match.span())
        reading.claim(*match.span())
