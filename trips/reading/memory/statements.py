"""What somebody's sentences say of a thing, for or against, and of what there is only one of; and which of an
older text a later one takes back.

Two statements of one person are of the same when their things are the same, or their slots: a home, a name,
an age. The later one counts where it leans the other way, or tells the slot anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import snowballstemmer

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.needs import EATEN, STEPS
from trips.reading.memory.sentences import FACTS, About, Reader

BESIDE = lexicon.words("memory", "beside")
#: Of whom they are told makes no difference.
_ANYBODYS = frozenset(("pregnancy",))
_SAYS = frozenset("says said say tells told thinks".split())
#: Not of one day or wish, where somebody seems to move.
_MOVES = frozenset(("home", "living"))
#: An allergy or a fear that is denied is no more.
_ENDING = frozenset(("allergy", "fear", "health"))
#: "Food allergies: nuts" is one statement, "Mornings are hated: start late" two.
_LABEL = re.compile(r"(?:^|(?<=[.!?]\s))(?:\w+(?: \w+)?:\s)+")
_stemmer = snowballstemmer.stemmer("english")


@dataclass(frozen=True, slots=True)
class Statement:
    """`things`: stems, foods and diets it is about; `way`: 1 for them, -1 against; `slots`: what there is one
    of; `ends`: it says that an illness or a dislike is over; `denies`: it only says what does not hold.
    `text`: its words; `tails`: of each slot in it."""

    text: str
    about: About | None
    who: str
    things: frozenset[str]
    way: int
    slots: frozenset[str] = frozenset()
    ends: bool = False
    denies: bool = False
    moved_from: str = ""
    tails: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=2048)
def statements(text: str) -> tuple[Statement, ...]:
    """Of each part of a text that says something; none where it is asked, supposed or for one time."""
    return tuple(_Comparer(_LABEL.sub(lambda label: label[0].replace(":", ""), text)).statements())


def takes_back(new: str, old: str) -> bool:
    """Does the later text take back all that the earlier one says?"""
    return left_of(old, new) == []


def takes_all_back(text: str) -> bool:
    """ "Forget all of that"."""
    return bool(Reader(text).chart.of("all_of_it"))


def same_matter(old: str, new: str) -> bool:
    """Do they tell of the same kind of thing, of the same person?"""
    kinds = [{(one.about, one.who) for one in statements(text) if one.about} for text in (old, new)]
    return bool(kinds[0] & kinds[1])


def shared_things(old: str, new: str) -> frozenset[str]:
    """The things and slots of which both speak."""
    told = [frozenset().union(*(one.things | one.slots for one in statements(text))) for text in (old, new)]
    return told[0] & told[1]


def whose(text: str) -> str:
    """Of whom a text tells first: "" for who says it, a relation ("wife"), or a name."""
    reader = Reader(text)
    end = next((one.j for one in reader.clauses), 0)
    who = reader.who(0, end, "me", called=False)
    return "" if who in ("me", "") else who.casefold()


def left_of(old: str, new: str) -> list[str] | None:
    """The parts of the older text that stand beside the later one; None: all of it stands."""
    told, later = statements(old), statements(new)
    left, gone = [], False
    for one in told:
        taken = [other for other in later if _over(one, other)]
        slots = one.slots & frozenset(slot for other in taken for slot in other.slots)
        if not taken:
            left.append(one.text)
        elif 0 < len(slots) < len(one.slots):
            left.append(_without(one, slots))
        gone = gone or bool(taken)
    return left if gone else None


# --- Two statements -----------------------------------------------------------------------------


def _over(old: Statement, new: Statement) -> bool:
    if old.slots & new.slots & _ANYBODYS and not old.things & new.things:
        return True  # a birth
    if new.who != old.who:
        if _stem(new.who.lower()) not in old.things:
            return False
        new = replace(new, who=old.who, things=new.things | {_stem(new.who.lower())})  # "Jazz is fine now"
    if shared := old.slots & new.slots:
        if old.things and old.things == new.things and old.way == new.way and not new.ends:
            return False  # the same again
        return not new.moved_from or new.moved_from in old.text.lower() or shared != {"home"}
    if (old.about in FACTS) != (new.about in FACTS) and None not in (old.about, new.about):
        return False  # "I have a dog", "I'm afraid of dogs"
    return _turned(old, new) or _eaten(old, new)


def _turned(old: Statement, new: Statement) -> bool:
    if not new.things or (old.way == new.way and not (old.denies and new.denies)):
        return False
    return old.things == new.things or (new.ends and new.things < old.things and old.way < 0)


def _eaten(old: Statement, new: Statement) -> bool:
    """Who eats a food keeps no diet against it; of vegan and vegetarian one excludes the other."""
    if new.way < 0 or not old.things:
        return False
    steps = new.things & STEPS
    if old.things <= STEPS and steps and steps != old.things:
        return True
    return old.way > 0 and (_ends(new.things, old) or _ends(old.things, new))


def _ends(foods: frozenset[str], kept: Statement) -> bool:
    ended = {diet for food in foods for diet in EATEN.get(food, ())}
    return bool(kept.things) and (kept.things <= ended or ("everything" in foods and kept.about == "diet"))


def _without(one: Statement, slots: frozenset[str]) -> str:
    text = one.text
    for slot, words in one.tails:
        if slot in slots:
            text = text.replace(f" {words}", "", 1)
    return text


# --- One text -----------------------------------------------------------------------------------


class _Comparer(Reader):
    def statements(self) -> Iterator[Statement]:
        who, before = "me", 1
        last: Statement | None = None
        for clause in self.clauses:
            for part in self._weighed(clause):
                part = self._behind_saying(part)
                who = self.who(part.i, part.j, who if part.i > 0 and not self._names_nobody(part) else "me")
                found = self._statement(part, who, before) if who else None
                if last and not found and self.spans("closes", part.i, part.j):
                    found = replace(last, way=-last.way)  # "I was vegetarian, but no longer"
                if found:
                    before, last = found.way, found
                    yield found

    def _weighed(self, clause: Clause) -> Iterator[Clause]:
        """Its parts; what is liked less by itself: "trains | to planes"."""
        for part in self._parts(clause):
            start = part.i
            cuts = [one.j for one in self.spans("less", part.i, part.j)]
            for cut in sorted([*cuts, *self._nots_behind_a_thing(part)]):
                if start < cut - 1 and cut < part.j:
                    yield part.part(start, cut)
                    start = cut
            yield part.part(start, part.j)

    def _nots_behind_a_thing(self, part: Clause) -> list[int]:
        """ "Temples | not museums" and "vegetarian, | no nuts", but "they are not museums"."""
        inner = range(part.i + 1, part.j)
        words = self.tokens.norms(0, part.j)
        return [
            at
            for at in inner
            if (words[at] == "not" and words[at - 1] not in BESIDE) or words[at - 1 : at + 1] == [",", "no"]
        ]

    def _behind_saying(self, part: Clause) -> Clause:
        """ "The doctor says | I'm not coeliac"."""
        words = self.tokens.norms(part.i, part.j)
        says = next((at for at, word in enumerate(words) if word in _SAYS), part.j)
        own = (at for at, word in enumerate(words) if word in ("i", "we") and at > says)
        return part.part(part.i + next(own, 0), part.j)

    def _names_nobody(self, part: Clause) -> bool:
        return self.tokens[part.i - 1].norm in ".!?;" and not self.refers(part)

    def _statement(self, part: Clause, who: str, before: int) -> Statement | None:
        i, j = part.i, part.j
        words = set(self.tokens.norms(i, j))
        if part.asked or self.supposed(part, words) or self.spans("only_now", i, j):
            return None
        things = self._things(i, j, who)
        tails = self._tails(i, j)
        passing = bool(self.spans("passing", i, j) or part.has("supposed"))
        slots = {span.value for span in self.spans("slot", i, j)} | {slot for slot, _ in tails}
        slots -= _MOVES if passing or self.spans("no_home", i, j) else set()
        slots -= {"age"} if who == "me" else set()
        slots &= {"age"} if self.spans("bounded", i, j) else slots
        if not things and not slots:
            return None
        way, turned = self._way(part, before)
        over = way > 0 if self.about(i, j) in _ENDING else self.spans("diet", i, j)
        return Statement(
            text=self.tokens.quote(i, j).strip(" ,;.!"),
            about=self.about(i, j),
            who=who,
            things=things,
            way=way,
            slots=frozenset(slots),
            ends=bool(self.spans("ends", i, j)),
            denies=turned and bool(over),
            moved_from=next((self.tokens[one.j].norm for one in self.spans("moved_from", i, j)), ""),
            tails=tuple(tails),
        )

    def _tails(self, i: int, j: int) -> list[tuple[str, str]]:
        """ "In Bristol" and "with my wife" of a home."""
        if not self.spans("lives", i, j):
            return []
        found = []
        for tail in _longest(self.spans("tail", i, j)):
            end = tail.j
            while end < j and self.tokens[end].capital:  # "in New York"
                end += 1
            named = self.tokens[tail.j - 1].capital and not self.spans("weekday", tail.j - 1, tail.j)
            if named or tail.value != "home":
                found.append((tail.value, self.tokens.quote(tail.i, end)))
        return found

    def _way(self, part: Clause, before: int) -> tuple[int, bool]:
        """Each denial, dislike and end turns it; "…, not nuts" turns what was said before. Is it turned?"""
        food = {at for span in self.spans("diet", part.i, part.j) for at in range(span.i, span.j)}
        cues = [one for one in self.chart.cover("turns", "plain") if part.i <= one.i < part.j]
        cues = [one for one in cues if one.kind == "turns" and not self._is_tag(one, part)]
        turns = sum(not set(range(one.i, one.j)) <= food for one in cues)
        contrasts = self.tokens[part.head].norm == "not" and part.head > 0 and not self._subject(part)
        if any(one.j == part.i for one in self.chart.of("less")):
            return -before * (-1) ** turns, True
        return (before if contrasts else 1) * (-1) ** turns, turns > 0

    def _is_tag(self, cue: Span, part: Clause) -> bool:
        """ "I can't drink, never"."""
        rest = self.tokens.norms(cue.j, part.j)
        return part.i < cue.i and self.tokens[cue.i - 1].norm == "," and not any(map(str.isalnum, rest))

    def _subject(self, part: Clause) -> bool:
        return bool({"i", "we", "he", "she", "they", "person"} & set(self.tokens.norms(part.i, part.j)))

    def _things(self, i: int, j: int, who: str) -> frozenset[str]:
        named = [one for one in self.chart.cover("edible", "diet", "thing") if i <= one.i and one.j <= j]
        inside = {at for one in named for at in range(one.i, one.j)}
        cues = self.chart.cover("turns", "plain", "ends", "kin")
        inside |= {at for one in cues for at in range(one.i, one.j)}
        tokens = (self.tokens[at] for at in range(i, j) if at not in inside)
        stems = {
            _stem(token.norm)
            for token in tokens
            if len(token.norm) > 1 and not {*token.forms} & BESIDE and token.norm != who.lower()
        }
        return frozenset({str(one.value) for one in named} | (stems - {""}))


def _longest(spans: list[Span]) -> list[Span]:
    return [
        one
        for one in spans
        if not any(other.i <= one.i and one.j <= other.j and other != one for other in spans)
    ]


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    return _stemmer.stemWord(word) if word.isalpha() else ""
