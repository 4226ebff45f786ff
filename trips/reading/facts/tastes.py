"""What people like, what they would rather not have, how full their days are, and other wishes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.doubts import guarded
from trips.reading.facts.message import Found, Message, message_of, once
from trips.reading.facts.phrases import BREAKS, GLUE, Phrase, is_content, rows

_SKIP, _NOTHING, _EMPTY = lexicon.lists("tastes", "skip nothing empty")
(_LIKES,) = lexicon.lists("needs", "likes")
_ANY_DAY = dt.date(2000, 1, 3)
_LISTED = GLUE | {"the"}
#: Words of one thing; behind a list of such.
_MOST_WORDS = 4
#: Before a thing that is only a part of what is denied: "water deeper than a bathtub: no".
_PARTS = frozenset("than of with from like".split())
_NARROW = frozenset("with without where which about longer higher deeper over".split())
_LOVERS = frozenset("fan lover nut buff freak geek addict enthusiast fanatic person guy girl".split())
_IS_A = (["am", "a"], ["am", "an"], ["is", "a"])
_SIGNS = frozenset((*",;:.!?[]()/-+=", ""))
_AFTER = GLUE | BREAKS | frozenset("but if please for when because".split())
#: Denials that say of which thing; "not" alone does not.
_WEAK = "denies.not"
_MARKS = ("love", "must", "sure", "wished", "fine")
_LIKING = frozenset("interested interest like want wish need see seeing visit visiting fans the".split())


def interest_of(words: str) -> str | None:
    """The interest that words as a whole name; None when they name none."""
    found = _whole(words, "interest")
    return words.lower() if found == "said" else str(found) if found else None


def is_avoidable(words: str) -> bool:
    return bool(_whole(words, "avoidable"))


def _whole(words: str, kind: str) -> object:
    message = message_of(words, _ANY_DAY)
    spans = (span for span in message.chart.of(kind) if span.i == 0 and span.j == len(message.tokens))
    return next((span.value for span in spans), None)


def read_disliked(message: Message) -> list[Found]:
    """Things that a clause denies are avoided; what was liked before is liked no longer."""
    found = [one for clause in message.clauses if is_told(clause) for one in _denied(message, clause)]
    return list(once(found))


def is_told(clause: Clause) -> bool:
    return not clause.asked and not clause.has("others.theirs", "others.away", "over", "supposed.if")


def _denied(message: Message, clause: Clause) -> Iterator[Found]:
    for kind in ("denies.not", "denies.refuses", "denies.dislikes", "denies.rather_not"):
        for at, end in clause.cues.get(kind, ()):
            listed = False
            end = max([end, *(j for i, j in clause.cues.get("no_longer", ()) if i == at)])
            for thing in things(message, end, clause.j):
                if any(a in GLUE and b in _LIKES for a, b in pairwise(message.norms(end, thing.i))):
                    break  # "hates boats, loves gardens"
                if _is_avoided(message, clause, thing, "denies.refuses" if listed else kind):
                    listed = True
                    yield from _avoided(message, thing, min(at, thing.i))
    for at, end in clause.cues.get("denies_after", ()):
        for thing in things(message, _subject(message, clause, at), at):
            if _is_avoided(message, clause, thing, "denies.dislikes"):
                yield from _avoided(message, thing, thing.i, end)


def _subject(message: Message, clause: Clause, at: int) -> int:
    """Where the list begins that a verb stands behind."""
    first = at
    while first > clause.head and (is_content(message, first - 1) or message.word(first - 1) in _LISTED):
        first -= 1
    part = message.word(first - 1 - (message.word(first - 1) in ("a", "an", "the"))) in _PARTS
    return at if part else next(k for k in range(first, at + 1) if message.word(k) not in _LISTED)


def _avoided(message: Message, thing: Span, i: int, j: int = 0) -> Iterator[Found]:
    if message.word(thing.j) in _NARROW:  # "no zoos with dolphins" bans no zoos
        last = message.clause(thing.i).j
        ends = (at for at in range(thing.j, last) if message.word(at) in BREAKS | {","})
        thing = replace(thing, j=next(ends, last))
    name = message.tokens.quote(thing.i, thing.j)
    tag = interest_of(name)
    if tag in message.facts.interests:
        yield Found("interests", tag, i, max(j, thing.j), "remove")
    yield Found("avoid", name if _is_name(message, thing) else name.lower(), i, max(j, thing.j), "add")


def _is_name(message: Message, thing: Span) -> bool:
    return any(token.capital for token in message.tokens.all[thing.i + (thing.i == 0) : thing.j])


def _is_avoided(message: Message, clause: Clause, thing: Span, kind: str) -> bool:
    words = set(message.norms(thing.i, thing.j))
    if not message.open(thing) or _NOTHING >= words or _EMPTY & {*words, message.word(thing.j)}:
        return False
    spans = message.chart.of("interest", "dish", "avoidable", "kitchen")
    if _of_others(message, thing) and (thing.i, thing.j) not in {(span.i, span.j) for span in spans}:
        return False
    named = _is_name(message, thing) and message.word(thing.i - 1) != "the"
    if named and message.town(message.tokens.quote(thing.i, thing.j)):
        return False
    known = any(span.i <= thing.i and span.j >= thing.j - 1 for span in spans)
    return known or kind != _WEAK or _plainly(message, clause, thing)


#: What others read of the same words.
_OTHERS = "money date month weekday edible burden access diet pace number season".split()
#: And in what is listed without a verb.
_BESIDE = "to_do kin int ride house feature vehicle level occasion sleeps_at avoidable flown".split()


def _of_others(message: Message, thing: Span) -> bool:
    spans = message.chart.of(*_OTHERS)
    inside = any(cue.i < thing.i < cue.j for cue in message.chart.of("grave"))  # "under no circumstances"
    return inside or any(span.i < thing.j and span.j > thing.i and span.value != "none" for span in spans)


def _plainly(message: Message, clause: Clause, thing: Span) -> bool:
    """ "No clowns", "not interested in seeing the Old House"; after "not" else only what is known."""
    first = thing.i - 1
    while first > clause.i and message.tokens[first].norm in _SKIP:
        first -= 1
    liked = _is_name(message, thing) and _LIKING & set(message.norms(first, thing.i))
    before = message.word(thing.i - 1)
    lone = before == "not" and _parted(message, thing.i - 2) and _parted(message, thing.j)
    return lone or bool(liked) or before in ("no", "any")


def _parted(message: Message, at: int) -> bool:
    """Whether a token, or an end of the message, parts entries and sentences."""
    return message.word(at) in GLUE or message.word(at)[:1] in _SIGNS or at in message.closed


def things(message: Message, i: int, j: int) -> Iterator[Span]:
    """What stands from i on as a list: "the zoo, karaoke bars or any clubs"."""
    while i < j:
        while i < j and message.tokens[i].norm in _SKIP:
            i += 1
        end = i
        while end < min(j, i + _MOST_WORDS) and is_content(message, end):
            end += 1
        if end == i:
            return
        yield Span("thing", i, end, None)
        if end >= j or message.tokens[end].norm not in GLUE:
            return
        i = end
        while i < j and message.tokens[i].norm in GLUE:
            i += 1


def read_tastes(message: Message) -> list[Found]:
    lists = [row for row in rows(message) if len(row) > 1]
    entries = (one for row in lists for one in row if not one.part)
    listed = [thing for one in entries for thing in things(message, one.i, one.j)]
    tastes = (*_kitchens(message, listed), *_interests(message, listed))
    wished = (span for span in message.cover("wish_for") if _meant(message, span))
    wishes = (Found("wishes", span.value, span.i, span.j, "add") for span in wished)
    return list(once((*_pace(message), *wishes, *tastes, *_phrases(message))))


def _meant(message: Message, span: Span) -> bool:
    """Whether a clause says it of who travels; "jazz if it is on" supposes no jazz."""
    clause = message.clause(span.i)
    if span.i in guarded(message) and not message.led(span, "loves"):
        return False
    others = clause.has("others.theirs", "others.away", "others.kin_says", "over")
    return not (clause.asked or others or clause.supposes(span) or clause.denies(span))


def _pace(message: Message) -> Iterator[Found]:
    """The one that stands beside the word, or else the first."""
    found = []
    for span in (one for one in message.cover("pace", "no_pace", "access") if one.kind == "pace"):
        inner = {"not", "no", "without", "nothing", "hate"} & set(message.norms(span.i, span.j))
        if inner or _meant(message, span):
            beside = "pace" in message.norms(span.i - 3, span.j + 1)
            end = span.j + (message.word(span.j) == "pace" or _is_noun(message, span.j))  # "slow lunches"
            value = span.value
            if message.word(span.i - 1) == "too":
                value = "moderate" if value == "relaxed" else "relaxed"
            found.append((not beside, span.i, Found("pace", value, span.i, end)))
    yield from (one for _, _, one in sorted(found, key=lambda one: one[:2])[:1])


def _is_noun(message: Message, at: int) -> bool:
    """Whether a word closes what stands before it, and nobody else reads it."""
    known = any(span.i <= at < span.j for span in message.chart.of("interest", "dish", "kitchen", *_OTHERS))
    ends = not is_content(message, at + 1)
    return is_content(message, at) and ends and not (known or message.tokens[at].capital)


def read_occasions(message: Message) -> Iterator[Found]:
    """What they celebrate; its day is a date to others: "Valentine's"."""
    for span in message.cover("occasion"):
        clause = message.clause(span.i)
        if not clause.has("others.theirs", "others.away", "over") and not clause.denies(span):
            yield Found("wishes", span.value, span.i, span.j, "add", shared=True)


def read_declined(message: Message) -> Iterator[Found]:
    """Topics that are answered with "none": "no must-dos"; "rest": what else was asked."""
    for span in message.cover("none_of"):
        before, after = message.word(span.i - 1), message.word(span.j)
        part = span.value == "interests" and after in ("in", "to", "for")
        alone = before in BREAKS | GLUE | {""}
        if before != "of" and not part and (alone or span.value != "rest"):
            yield Found("", span.value, span.i, span.j, "declined", shared=span.value == "rest")


def _kitchens(message: Message, listed: list[Span]) -> Iterator[Found]:
    """ "Thai and Indian food", "craving sushi"."""
    kitchens = message.cover("kitchen")
    for at, span in enumerate(kitchens):
        while at + 1 < len(kitchens) and message.listed(kitchens[at], kitchens[at + 1]):
            at += 1
        place = message.chart.at("eatery", kitchens[at].j)
        if place and _meant(message, span):
            yield Found("cuisines", message.words(span.i, span.j), span.i, place.j, "add")
    for span in message.cover("dish"):
        clause = message.clause(span.i)
        beside = any(message.listed(one, span) for one in message.chart.of("dish", "eatery", "interest"))
        beside = beside or any(one.i <= span.i and span.j == one.j for one in listed)
        alone = clause.j - clause.i <= 2 or "interests" in message.asked
        if (beside or alone or message.led(span, "eating")) and _meant(message, span):
            yield Found("cuisines", message.words(span.i, span.j), span.i, span.j, "add")


def _interests(message: Message, listed: list[Span]) -> Iterator[Found]:
    told: dict[str, str] = {}
    for span in message.cover("interest", "avoidable", "pace", "wish_for"):
        too = any(span.i - 1 <= cue.j <= span.i for cue in message.chart.of("too"))
        after, led = message.word(span.j), message.norms(span.i - 2, span.i)
        # "I'm a museum guard"; an opera lover likes it
        job = led in _IS_A and after.isalpha() and after not in _AFTER | _LOVERS
        fed = any(one.j == span.i and span.value == "food" for one in message.chart.of("diet"))
        if span.kind != "interest" or too or job or fed or led == ["like", "a"]:
            continue
        if _meant(message, span) and _surely(message, span, listed):
            words = message.words(span.i, span.j)
            again = told.setdefault(span.value, words).rstrip("s") != words.rstrip("s")
            as_said = span.value == "said" or (again and span.j - span.i < 3)
            yield Found("interests", words if as_said else span.value, span.i, span.j, "add")


def _surely(message: Message, span: Span, listed: list[Span]) -> bool:
    """A word of many meanings is a taste among others, where it is liked, or alone."""
    clause = message.clause(span.i)
    sure = not message.chart.at("doubtful", span.i) or span.j - span.i > 1 or clause.j - clause.i <= 2
    if sure or any(one.i == span.i and one.j == span.j for one in listed):
        return True
    others = [one for one in message.chart.of("interest") if clause.i <= one.i < clause.j and one.i != span.i]
    near = any(min(abs(one.i - span.j), abs(span.i - one.j)) <= 2 for one in others)
    return near or message.led(span, "loves", "eating")


def _phrases(message: Message) -> Iterator[Found]:
    """ "We love chess", "cafes, k-beauty", "tapas yes": what no tag stands for is kept as it was said."""
    kinds = (("interest", "dish", "to_do"), _BESIDE)
    known, others = ({at for one in message.chart.of(*of) for at in range(one.i, one.j)} for of in kinds)
    for whole, group in groupby(_named(message), key=lambda one: one[1] is not None and not one[0].part):
        row = list(group)
        listed = whole and any(thing and thing.j - 1 in known for _, thing in row)
        for one, thing in row:
            free = thing and (one.mark == "love" or others.isdisjoint(range(one.i, one.j)))
            if free and (listed or one.mark in _MARKS) and _is_phrase(message, thing):
                yield Found("interests", message.words(thing.i, thing.j), thing.i, thing.j, "add")


def _named(message: Message) -> Iterator[tuple[Phrase, Span | None]]:
    """Each entry of the lists, and what it names; None for a sentence, and between two lists."""
    alone = False
    for row in rows(message) if not message.planned else ():
        if not alone or len(row) > 1:  # "Ramen. Arcades." is a list too
            yield Phrase(0, 0), None
        for one in row:
            thing = next(things(message, one.i, one.j), None)
            yield one, thing if thing and message.word(thing.j) in _AFTER | {""} else None
        alone = len(row) == 1


def _is_phrase(message: Message, thing: Span) -> bool:
    """A few words that nobody else reads, and no town."""
    words = message.norms(thing.i, thing.j)
    spans = message.chart.of("interest", "dish", "kitchen", "wish_for", *_OTHERS)
    tagged = any(span.i < thing.j <= span.j for span in spans)
    said = bool(_NOTHING & set(words)) or len(words) - words.count("-") > 3
    town = message.town(message.tokens.quote(thing.i, thing.j).title())
    return not (tagged or said or town) and message.open(thing) and _meant(message, thing)
