"""People as words name them: numbers, company, children and their ages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from trips.facts.limits import MAX_CHILD_AGE
from trips.reading import lexicon, numbers
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.facts.message import Message

_PLURAL = frozenset(
    "kids children boys girls sons daughters teenagers babies toddlers grandchildren grandkids".split()
)
_OURS = frozenset("my our the his her both with".split())
_AGE_OF = {"baby": (0,), "infant": (0,), "newborn": (0,), "toddler": (2,)}


@dataclass(frozen=True, slots=True)
class Who:
    """`total`: everybody by number, of a `family`; `kin`: company of whoever speaks (`me`); `several`: children
    without a number; `no`: there are none."""

    adults: int = 0
    children: int = 0
    ages: tuple[int, ...] = ()
    total: int | None = None
    family: bool = False
    me: bool = False
    kin: bool = False
    several: bool = False
    more: bool = False
    no: bool = False


def _kids(words: str, minor: int, count: int | None = None, ages: tuple[int, ...] = ()) -> Who | None:
    """Children by number or by their ages."""
    said = words.split()
    several = count is None and minor == 1 and bool(_PLURAL & set(said))
    number = (count or 1) * minor
    if said[-1] in ("girls", "boys", "lads") and count and count > 1 and not ages and said[0] not in _OURS:
        return Who(total=count, several=True)
    if ages and count is not None and len(ages) not in (1, number):
        return None
    if ages and (several or len(ages) > number):
        return Who(children=len(ages), ages=ages)
    if len(ages) == 1 and number > 1:
        ages = ages * number if minor > 1 else ()
    if any(age > MAX_CHILD_AGE for age in ages):
        young = tuple(age for age in ages if age <= MAX_CHILD_AGE)
        return Who(adults=len(ages) - len(young), children=len(young), ages=young, kin=True)
    guess = next((_AGE_OF[word] for word in said if word in _AGE_OF and number == 1), ())
    return Who(children=0 if several else number, ages=ages or guess, several=several)


def _heads(words: str, number: int) -> Who:
    more = bool({"more", "extra", "additional", "another", "other"} & set(words.split()))
    return Who(total=number, more=more)


_OF = "(<number:count> | a | an | another | my | our | the | his | her | one)"
_KID = f"({_OF}? (<number:count>)? (small | young | younger | little | lil | teenage | teen | older | school | age | aged | other | lovely | beautiful | eldest | oldest | youngest | adult | grown)* <minor> | <number:count> (ch | chd))"
_GROWN = "(small | big | twin | young | older | old | best | good | close | dear | elderly | other | girl | uni | school | little | adventurous | hungry | happy | experienced | adult | senior | fellow)*"
_YEARS = "(year | yr | yo | y)"
#: Ages stand in a list behind whose they are.
AGES = [
    Rule("age", "<number>", lambda words, number: number if number < 100 and words != "both" else None),
    Rule("age", f"<number> {_YEARS} old?", lambda number: number if number < 100 else None),
    Rule("age", "<number> (month | mo | mth | mnth) old?", lambda number: number // 12 if number < 36 else None),
]  # fmt: skip
LISTS = [
    Rule("ages", "<age:a>", lambda a: (a,)),
    Rule("ages", r"\d", lambda words: tuple(map(int, words.split(","))) if re.fullmatch(r"1?\d(,1?\d)+", words) else None),
    Rule("ages", "<age:a> <age:b> and <age:c>", lambda a, b, c: (a, b, c), 0.9),
    Rule("ages", "<ages:x> (, and | , | and | plus | / | then | -)? <ages:y>", lambda x, y: (*x, *y) if len(x) + len(y) < 13 else None),
]  # fmt: skip
MENTIONS = [
    Rule("who", "<minor> : <number>", lambda number: Who(children=number)),
    Rule("who", _KID, lambda words, minor=1, count=None: _kids(words, minor, count)),
    Rule("who", f"{_KID} ,? [ (he | she | they | both | aged | age | all)? (is | are | 's)? <ages> (] | ,)", lambda words, ages, minor=1, count=None: _kids(words, minor, count, ages)),
    Rule("who", f"{_KID} (, | who | they | he | she | 're | 's | is | are | aged | age | of | turning | just | both | :)* <ages> {_YEARS}? old?", lambda words, ages, minor=1, count=None: _kids(words, minor, count, ages)),
    Rule("who", f"<number:count>? {_OF}? <number> ((year | yr) old | yo old? | y old? | (year | yr) (<minor>)) (<minor>)?", lambda words, number, count=None, minor=1: _kids(words, minor, count or 1, (number,) * (count or 1)) if number < 18 else None),
    Rule("who", f"{_OF}? <number> (month | mo | mth) old (<minor>)?", lambda words, number, minor=1: _kids(words, minor, 1, (number // 12,))),
    Rule("who", "<number:a> -? (and | or | ,) <number:b> -? (year | yr) old <minor>?", lambda a, b: Who(children=2, ages=(a, b)) if max(a, b) < 18 else None),
    Rule("who", "<number> of us are <grown>", lambda number: Who(adults=number)),
    Rule("who", "<number> <heads>? to <number:now> <heads>?", lambda words, now: Who(total=now) if "people" in words or "of us" in words else None),
    Rule("who", "(<number> | <decimal> | a) (hundred | thousand | million | billion) <heads>", Who(total=1_000), 5.0),
    Rule("who", "<decimal> <heads>", lambda decimal: Who(total=int(decimal)) if decimal > 30 and decimal == int(decimal) else None),
    Rule("who", "zero <heads>", Who(total=0)),
    Rule("who", "<number> (of (whom | which | them) (are | is)? | of us (are | is) | are) <minor>", lambda number: Who(children=number)),
    Rule("who", "(me | i | myself) (and | plus) 1", Who(total=2), 2.0),
    Rule("who", "(me | myself) (and | plus) <number>", lambda number: Who(total=number + 1) if number < 31 else None, 0.3),
    Rule("named", f"(({_KID}) )? . [ <age> ]", lambda age: Who(children=1, ages=(age,)) if age < 18 else None),
    Rule("named", f"(({_KID}) )? . ,? (who is | aged | who 's | is | 's) just? <age>", lambda age: Who(children=1, ages=(age,)) if age < 18 else None),
    Rule("who", f"{_KID} ,? . , <age:a> ,? and . , <age:b>", lambda a, b: Who(children=2, ages=(a, b))),
    Rule("named", "<minor> . and . are <ages>", lambda ages: Who(children=len(ages), ages=ages) if len(ages) == 2 else None),
    Rule("other", "<date> | <day_number> (to | until | till | -) <date> | <number> (day | night | week | hour | hr | room | minute | star | euro | dollar | pound | km | city | place | bedroom)", True, 20.0),
    Rule("other", "[ (both | all | also | <number> of them) a? .? ]", True, 8.0),
    Rule("other", f"(<number> | a | our | my | the) {_GROWN} (dog | cat | puppy | pet | labrador) | (let | leave | left) .? alone | (evening | time | day | hour | night | afternoon) alone", True, 12.0),
    Rule("other", "<amount> (a | per | each) <pair>", True, 6.0),
    Rule("other", "(she | he | i | we | they | you) (is | am | are | was | were) a? (child | children | kid) | (as | like) a (child | kid)", True, 4.0),
    Rule("other", "<companion> 's <theirs> | <minor> 's <theirs> | (my | our | her | his) (<companion> | <minor>) 's? <theirs>", True, 6.0),
    Rule("other", "(seat | seats | fit | fits | seating) <number> <heads>?", True, 3.0),
    Rule("other", "couples (trip | getaway | retreat | massage) | couple of | per <pair>", True, 4.0),
    Rule("who", "(no | zero | 0 | without) (kid | child | children)", Who(no=True), 2.0),
    Rule("who", f"{_OF}? (<number:count>)? {_GROWN} <companion>", lambda words, companion, count=None: Who(adults=count) if count and companion > 1 else Who(adults=companion * (count or 1), kin=True)),
    Rule("who", "<companion> here | me [ (the | a | single | solo | proud)* <companion> ]", Who(me=True)),
    Rule("who", f"{_OF}? {_GROWN} <companion> (who is | who 's | [) just? <age> ]?", lambda age: Who(children=1, ages=(age,)) if age < 18 else None),
    Rule("who", "i | me | myself | self", Who(me=True)),
    Rule("who", "(the | us | these | those)? two of us | us both | both of us | both of them | just us | (she | he) and i | (him | her | mum | mom | dad) and me | just? us two", Who(total=2)),
    Rule("who", f"<number> {_GROWN} <grown>", lambda number: Who(adults=number), 20.0),
    Rule("who", f"(<number> | a | another) (more | extra | additional | other)? {_GROWN} <heads>", lambda words, number=1: _heads(words, number)),
    Rule("who", f"<number> of us (girl | boy | guy | lads | lady) | <number> of us {_GROWN} <companion> | <number> girls | <group> <number> <heads>? | just? us <number>", lambda number: Who(total=number)),
    Rule("who", "(us | we) <number>", lambda number: Who(total=number), 0.7),
    Rule("who", "<number> in (total | all)", lambda number: Who(total=number) if number < 31 else None),
    Rule("who", "family of <number>", lambda number: Who(total=number, family=True)),
    Rule("who", "(we | there | it) (are | is | 's | would be | will be) (now | just | only | all)* <number> (of us | <grown> | <companion>)? (in (total | all))? (now)?", lambda number: Who(total=number)),
    Rule("who", "(we are)? (<number>)? <pair>", lambda number=1: Who(total=2 * number)),
    Rule("who", "<alone>", Who(total=1)),
    Rule("who", "for <number>", lambda number: Who(total=number) if number < 31 else None, 0.6),
    Rule("who", "<heads> : <number>", lambda number: Who(total=number)),
    Rule("who", "<grown> : <number>", lambda number: Who(adults=number)),
]  # fmt: skip
GRAMMAR = Grammar(*numbers.base(), lexicon.rules("people"), AGES, LISTS, MENTIONS)
_NO_NAMES = lexicon.EVERYDAY | lexicon.words("people", "verb") | lexicon.words("people", "glue")


def named_beside(message: Message, spans: list[Span]) -> Iterator[Span]:
    """ "Me and Jake", "Dave and I", "me, Pete, and our two lads": a name that is joined to whoever speaks."""
    starts, ends = {span.i for span in spans}, {span.j for span in spans}
    for me in (span for span in spans if span.value.me):
        after, before = me.j + 1, me.i - 2
        listed = message.word(me.j) == "," and message.word(after + 1) in (",", "and")
        joined = message.word(me.j) == "and"  # "me and Ben", though a town is called so
        if (joined or listed) and after not in starts and _is_name(message, after, town=joined):
            yield Span("who", after, after + 1, Who(adults=1, kin=True))
        if message.word(me.i - 1) == "and" and before not in ends and _is_name(message, before):
            yield Span("who", before, before + 1, Who(adults=1, kin=True))


def _is_name(message: Message, at: int, *, town: bool = False) -> bool:
    """A word that nobody knows, in capitals where anything is; `town`: it may be that of a town too."""
    if not 0 <= at < len(message.tokens) or message.word(at) in _NO_NAMES:
        return False
    token = message.tokens[at]
    aged = message.word(at + 1) == "aged" or (
        message.word(at + 1) == "[" and message.word(at + 2).isdecimal()
    )
    read = any(one.i <= at < one.j for one in message.chart.of("interest", "dish", "kin", "number"))
    if read or aged or not token.text.isalpha():
        return False
    return (token.capital or message.tokens.text.islower()) and (town or not message.town(token.text))
