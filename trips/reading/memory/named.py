"""Of which of the fellow travellers, by their names, a sentence tells.

Names are ordinary words, too: Will, May, Rose, "An Nguyen". A name counts as it is written, where it cannot
be the word; and what is said by "I" or "we" is told of nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trips.reading import lexicon
from trips.reading.memory.sentences import Reader
from trips.reading.memory.validity import Part, Parts
from trips.reading.tokens import tokens_of

SHORTEST = 3  # letters of a first name that is known by itself
_KIDS = lexicon.words("memory", "kids")
_VERBS = lexicon.words("memory", "verbs")
_SAYING = frozenset("think know believe guess mean said mentioned told forgot should".split())
_LINKS = frozenset("and , [ is are called named 's name".split())
_IS = frozenset("is are was".split())
_SELF = frozenset(("i", "we"))
_OWN = frozenset(("my", "our"))
_DATES = frozenset("april august june may march summer autumn wednesday".split())


@dataclass(frozen=True, slots=True)
class Name:
    """A name as tokens i to j of a sentence; `index`: whose."""

    i: int
    j: int
    index: int


def told_of(sentence: str, names: Sequence[str], part: str = "") -> tuple[list[int], bool]:
    """Of whom (indexes of `names`) a sentence tells what it tells; where that is nobody, whether it tells
    it of a child; with `part`, what these of its words tell. Nobody where somebody speaks of themselves."""
    told = _Named(sentence, names)
    concerned = told.holding(part)
    needs = [one for one in concerned if told.spans("binding", *one)] or concerned
    if any(told.of_the_speaker(one) for one in told.with_subjects(needs)):
        return [], False
    for parts in (concerned, told.all):
        if named := sorted({one.index for part in parts for one in told.names(part)}):
            return named, False
        if any(_KIDS & set(told.tokens.norms(*one)) for one in parts):
            return [], True
    return [], False


def named_in(words: str, names: Sequence[str]) -> tuple[list[int], bool]:
    """As `told_of`, of words that are nothing but a name, or what somebody is: "the younger daughter"."""
    said = [token.norm for token in tokens_of(words).all]
    named = [
        index
        for index, name in enumerate(names)
        for form in _forms(name)[-1:]
        if any(said[at : at + len(form)] == form for at in range(len(said)))
    ]
    return named, not named and bool(_KIDS & set(said))


def as_kin(sentence: str, names: Sequence[str]) -> str:
    """The sentence with "my partner" for each of these names."""
    told = _Named(sentence, names)
    for one in sorted((one for part in told.all for one in told.names(part)), key=lambda one: -one.i):
        first, last = told.tokens[one.i].start, told.tokens[one.j - 1].end
        sentence = f"{sentence[:first]}my partner{sentence[last:]}"
    return sentence


class _Named(Parts):
    def __init__(self, sentence: str, names: Sequence[str]) -> None:
        super().__init__(sentence)
        self._reader = Reader(sentence)
        self._names = [(index, form) for index, name in enumerate(names) for form in _forms(name)]
        self._small = {index for index, name in enumerate(names) if name[:1].islower()}

    def names(self, part: Part) -> Iterator[Name]:
        """Each word once, the whole name first."""
        i, j = part
        at = i
        while at < j:
            found = [
                Name(at, at + len(form), index)
                for index, form in self._names
                if self.tokens.norms(at, min(at + len(form), j)) == form
            ]
            one = next((one for one in found if self._means(one, part)), None)
            if one:
                yield one
            at = one.j if one else at + 1

    def of_the_speaker(self, part: Part) -> bool:
        i, j = part
        names = list(self.names(part))
        if any(
            self.tokens.norms(one.j, one.j + 1) in (["and"], [","])
            and {"i", "me", "myself"} & set(self.tokens.norms(one.j + 1, min(one.j + 2, j)))
            for one in names
        ):
            return True
        speaker = next(
            (at for at in range(i, j) if self.tokens[at].norm in _SELF and not self._only_says(at)), j
        )
        return speaker < j and not any(one.i < speaker for one in names)

    def with_subjects(self, needs: Sequence[Part]) -> list[Part]:
        """And the parts before that say whose needs they are: "I cook for Mia and never eat meat"."""
        found = list(needs)
        for part in needs:
            at = self.all.index(part)
            while at and not self.has_subject(self.all[at]):
                at -= 1
                found.append(self.all[at])
        return found

    def _only_says(self, at: int) -> bool:
        """ "I think Mia is allergic": who says it, not of whom."""
        words = self.tokens.norms(at + 1, at + 4)
        return bool(_SAYING & set(words[:2])) or (
            words[:1] == ["have"] and words[1:2] in (["a"], ["an"], ["one"])
        )

    def _means(self, name: Name, part: Part) -> bool:
        i = part[0]
        first = self.tokens[name.i]
        if not first.capital and name.index not in self._small:
            return False
        kin = [one for one in self.chart.of("kin") if i <= one.i and one.j <= name.i and self._ours(one.i)]
        if kin:
            return set(self.tokens.norms(kin[-1].j, name.i)) <= _LINKS | self._capitals(kin[-1].j, name.i)
        if name.j - name.i > 1:
            return True
        if len(first.norm) < SHORTEST:
            return False
        if name.i == 0 or first.norm in lexicon.EVERYDAY | _DATES:
            return self._does_something(name, part)
        following = self.tokens[name.j] if name.j < len(self.tokens) else None
        return following is None or not (following.capital and following.norm.isalpha())

    def _ours(self, at: int) -> bool:
        return bool(_OWN & set(self.tokens.norms(at - 2, at + 1)))

    def _capitals(self, i: int, j: int) -> set[str]:
        return {token.norm for token in self.tokens.all[i:j] if token.capital}

    def _does_something(self, name: Name, part: Part) -> bool:
        """What is said of a person right behind the name, or behind the names."""
        at = name.j
        while at < part[1] and (self.tokens[at].norm in {"and", ","} | _OWN or self.tokens[at].capital):
            at += 1
        verb = self.tokens[at].norm if at < part[1] else ""
        if verb == "changed":
            return bool({"his", "her", "their"} & set(self.tokens.norms(at + 1, at + 2)))
        told = self._reader.about(name.j, part[1]) or self.spans("binding", name.j, part[1])
        return verb in _VERBS and (verb not in _IS or bool(told))


def _forms(name: str) -> list[list[str]]:
    """The whole name and the first one."""
    whole = [token.norm for token in tokens_of(name).all]
    return [whole, whole[:1]] if len(whole) > 1 else [whole] if whole else []
