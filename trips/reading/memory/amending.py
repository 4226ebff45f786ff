"""Said again because it was said wrongly: "scratch that, …", "no wait, …", "I mean cycling".

What is kept is the sentence without the words that lead in. One that is only a part ("make that three kids")
is put into the sentence it corrects; where that can't be told nothing is kept of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.memory.oneself import oneself
from trips.reading.memory.sentences import Reader, durable
from trips.reading.memory.standing import as_sentence
from trips.reading.memory.statements import BESIDE, same_matter, shared_things, takes_back
from trips.reading.memory.validity import never_ends

LONGEST_PART = 6  # words of what is only a part of a sentence
_MORE = lexicon.words("memory", "more")
_OPENS = lexicon.words("memory", "opens")
_STATES = frozenset("is are was has can does love loves hate hates".split())
_STAND_FOR = frozenset("them it those that".split())


class Lead(IntEnum):
    """How much the words before a sentence say that what was said just before is wrong."""

    NONE = 0
    PERHAPS = 1  # "actually", "sorry"
    CORRECTS = 2  # "no wait", "I mean"
    DROPS = 3  # "scratch that": whatever it was


_LEADS = {"perhaps": Lead.PERHAPS, "corrects": Lead.CORRECTS, "corrects :": Lead.CORRECTS}


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence as it is kept, and the words of the message it rests on."""

    text: str
    quote: str
    lead: Lead = Lead.NONE


def corrects(found: Iterable[str]) -> bool:
    """Does a sentence of a message say that something was said wrongly?"""
    return any(len(list(_pieces(one))) > 1 or _Sentence(one).led()[0] for one in found)


def drops_all(words: str) -> bool:
    """Is it said of the message before that it does not hold, and nothing else? Not of what was proposed, or
    done."""
    said = _Sentence(words)
    lead, at = said.led()
    done = any(one.value == "drops done" for one in said.chart.of("amends"))
    return lead is Lead.DROPS and not done and not said.word_from(at)


def amended(found: Sequence[str], before: Sequence[str] = ()) -> list[Told]:
    """The sentences of a message as they are meant. `before`: those of the one before, newest last.

    What another sentence of the same message corrects is left out.
    """
    told: list[Told] = []
    heard = list(before)  # also what is dropped: "Scratch that, I mean nuts"
    waiting = Lead.NONE  # "Scratch that." stands alone, and the next sentence says what is right
    for sentence in (piece for one in found for piece in _pieces(one)):
        said = _Sentence(sentence)
        lead, at = said.led()
        rest = said.text_from(at)
        lead, waiting = max(lead, waiting), Lead.NONE
        if not said.word_from(at):
            if lead is Lead.DROPS and told:
                told.pop()
            waiting = lead
            continue
        if lead is Lead.NONE or rest.endswith("?"):
            told.append(Told(sentence, sentence))
            heard.append(sentence)
            continue
        right = _Sentence(rest)
        text = right.whole(heard, lead)
        if told and text and amends(told[-1].text, text, lead):
            told.pop()
        if text:
            quote = rest if text.casefold() == rest.casefold() else right.part()[0]
            told.append(Told(text, quote, lead))
            heard.append(text)
    return told


def amends(old: str, new: str, lead: Lead) -> bool:
    """Is the later sentence, led in so, said in the place of the earlier one?"""
    said = _Sentence(new)
    if lead is Lead.NONE or _MORE & set(said.tokens.norms(0, len(said.tokens))):
        return False
    if lead is Lead.DROPS or takes_back(new, old):
        return True
    shared = bool(shared_things(old, new))
    if lead is Lead.PERHAPS:
        return shared and same_matter(old, new) and bool(said.chart.at("it_is", 0) or not never_ends(old))
    return shared or same_matter(old, new) or _Sentence(old).opening() == said.opening()


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence that corrects itself in the middle, cut there: "I'm vegetarian – no wait, vegan"."""
    said, start = _Sentence(sentence), 0
    for at in range(2, len(said.tokens)):
        sign = not said.tokens[at - 1].norm.isalnum()
        if sign and at - start > 2 and (led := said.led(at))[0] >= Lead.CORRECTS and said.word_from(led[1]):
            yield said.tokens.quote(start, at - 1).strip(" ,;:-–—.")
            start = at
    yield said.text_from(start)


class _Sentence(Reader):
    def led(self, at: int = 0) -> tuple[Lead, int]:
        """How much it says so, and where the words begin that are left of it."""
        lead = Lead.NONE
        while at < len(self.tokens):
            found = self._lead_at(at)
            filler = self.chart.at("led_in", at)
            if found:
                lead, at = max(lead, _LEADS.get(found.value, Lead.DROPS)), found.j
            elif filler and self._passes(filler):
                at = filler.j
            elif not self.tokens[at].norm.isalnum():
                at += 1
            else:
                break
        return lead, at

    def _passes(self, filler: Span) -> bool:
        """ "No, sorry", but "no nuts"."""
        behind = self.tokens[filler.j].norm if filler.j < len(self.tokens) else "."
        denies = self.tokens[filler.i].norm in ("no", "nope") and behind.isalnum()
        return not denies or bool(self.chart.at("led_in", filler.j) or self._lead_at(filler.j))

    def _lead_at(self, at: int) -> Span | None:
        """Not "I mean it", "wait for me", "forget that I'm vegan"."""
        fits = [one for one in self.chart.of("amends") if one.i == at and self._is_lead(one)]
        return max(fits, key=lambda one: one.j, default=None)

    def _is_lead(self, one: Span) -> bool:
        behind = self.tokens[one.j].norm if one.j < len(self.tokens) else "."
        if str(one.value) in ("perhaps", "corrects"):
            return behind not in ("it", "to") or self.tokens[one.j - 1].norm not in ("mean", "meant")
        return not behind.isalnum() or behind == "please"

    def word_from(self, at: int) -> bool:
        """Is anything said there but thanks and please?"""
        polite = {k for one in self.chart.of("led_in") for k in range(one.i, one.j)}
        return any(self.tokens[k].norm.isalnum() and k not in polite for k in range(at, len(self.tokens)))

    def text_from(self, at: int) -> str:
        return self.text[self.tokens[at].start :].strip() if at < len(self.tokens) else ""

    def part(self) -> tuple[str, str]:
        """Of "it's Kristin, not Kirsten" both names; the second is "" where nothing is denied."""
        led = self.chart.at("it_is", 0)
        start, end = led.j if led else 0, len(self.tokens)
        words = self.tokens.norms(0, end)
        stop = next((at for at in range(start, end) if words[at] in (",", "-", ";", ".", "!")), end)
        if "not" not in words[start:]:
            return self._quote(start, stop), ""
        no = words.index("not", start)
        if no == start:  # "not Kirsten, but Kristin"
            right = stop + 1 + (words[stop + 1 : stop + 2] == ["but"])
            return self._quote(right, end), self._quote(no + 1, stop)
        return self._quote(start, min(no, stop)), self._quote(no + 1, end)

    def _quote(self, i: int, j: int) -> str:
        return self.tokens.quote(i, j).strip(" ,.!;:-–—")

    def whole(self, earlier: Sequence[str], lead: Lead) -> str:
        """The sentence that is meant; "" where it can't be told."""
        as_said = self.text[:1].upper() + self.text[1:]
        words, it_is = self.tokens.norms(0, len(self.tokens)), self.chart.at("it_is", 0)
        own = {"i", "we", "my", "our"} & set(words[it_is.j :]) if it_is else words[0] in _OPENS and words[1:]
        if own or (not it_is and words[1:2] and words[1] in _STATES):
            back = next((at for at, word in enumerate(words) if word in _STAND_FOR), None)
            if lead is Lead.PERHAPS or back is None or len(self.text.split()) > LONGEST_PART:
                return as_said
            things = (_Sentence(one).thing() for one in reversed(earlier))
            thing = next(filter(None, things), self.tokens[back].text)
            return f"{self._before(back)}{thing}{self._behind(back + 1)}"
        part, wrong = self.part()
        if not part or len(part.split()) > LONGEST_PART:
            return "" if lead is Lead.PERHAPS or it_is else as_said
        found = (_Sentence(one.strip()).with_part(part, wrong, lead) for one in reversed(earlier))
        return next(filter(None, found), "")

    def opening(self) -> list[str]:
        """ "I prefer"."""
        return self.tokens.norms(0, next(iter(self._content()), 0))

    def thing(self) -> str:
        """ "Museums" of "I love museums." """
        content = self._content()
        return self._quote(content[0], len(self.tokens)) if content else ""

    def _content(self) -> list[int]:
        cues = {at for one in self.chart.cover("turns", "plain", "kin") for at in range(one.i, one.j)}
        return [
            at
            for at, token in enumerate(self.tokens.all)
            if at not in cues and token.norm.isalnum() and not {*token.forms} & BESIDE
        ]

    def with_part(self, part: str, wrong: str, lead: Lead) -> str:
        """This sentence with the part in the place of what it corrects; "" where there is no such."""
        if wrong:
            at = self.text.casefold().find(wrong.casefold())
            return f"{self.text[:at]}{part}{self.text[at + len(wrong) :]}" if at >= 0 else ""
        new = _Sentence(part)
        for kind in ("number", "diet"):
            told, old = new.chart.cover(kind), self.chart.cover(kind)
            if told and len(old) == 1:
                here, there = self.tokens.norms(old[0].j, old[0].j + 1), new.tokens.norms(told[0].j, 99)
                if here and there and here[0].isalnum() and here[0] != there[0]:
                    return ""
                said = new.tokens.quote(told[0].i, told[0].j)
                return f"{self._before(old[0].i)}{said}{self._behind(old[0].j) or new._behind(told[0].j)}"
        content = self._content()
        run = [at for at in content if {*range(at, content[-1])} <= {*content}]
        return self._with_things(run, part, lead)

    def _before(self, at: int) -> str:
        return self.text[: self.tokens[at].start]

    def _behind(self, at: int) -> str:
        return self.text[self.tokens[at - 1].end :]

    def _with_things(self, run: list[int], part: str, lead: Lead) -> str:
        """As many last words give way as are new; of "window seats" the first, of a name all."""
        new, names = part.split(), [at for at in run if self.tokens[at].capital and at > 0]
        if part[:1].isupper():
            old, lead = names, Lead.CORRECTS
        else:
            old = run if len(run) <= max(2, len(new) + 1) else []
            if (
                len(old) == 2
                and len(new) == 1
                and self.tokens[old[1]].norm.endswith("s")
                and part[-1:] != "s"
            ):
                old = old[:1]
            else:
                old = old[-len(new) :]
        if not old or lead is Lead.PERHAPS or not (durable(self.text) or oneself(self.text)):
            return ""
        text = f"{self._before(old[0])}{part}{self._behind(old[-1] + 1)}"
        return text if part[:1].isupper() else as_sentence(text)
