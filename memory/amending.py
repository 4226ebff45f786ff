"""Said again because it was said wrongly: "scratch that, …", "no wait, …", "I mean cycling". Pure.

What is kept is the sentence without the words that lead in. One that is only a part ("I mean cycling", "make
that three kids") is put into the sentence it corrects; where that can't be told nothing is kept of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from memory.text import bare
from trips.reading.memory import durable, never_ends, same_matter, shared_things, takes_back
from trips.reading.words import COUNT


class Lead(IntEnum):
    """How much the words before a sentence say that what was said just before is wrong."""

    NONE = 0
    PERHAPS = 1  # "actually", "sorry"
    CORRECTS = 2  # "no wait", "I mean"
    DROPS = 3  # "scratch that": whatever it was


_FILLER = (
    r"(?:oh|ah|oops|whoops|hmm+|hm|um|uh|er|erm|well|ok(?:ay)?|so|but|and|no|nope|sorry|apologies|"
    r"please|yeah|hey)"
)
_ENDS = r"(?=\s*(?:[,;:.!–—…-]|please\s*[.!]*$|$))"
_DROPS = (
    rf"(?:never\s+mind\s+what\s+i\s+(?:just\s+)?said{_ENDS}|"
    r"(?:scratch|strike|scrap|forget|ignore|disregard|undo|cancel)\s+(?:that|it|"
    r"what\s+i\s+(?:just\s+)?said|"
    rf"my\s+last(?:\s+message)?|the\s+last\s+(?:one|bit))(?:\s+last\s+bit)?{_ENDS})"
)
_CORRECTS = (
    r"(?:no,?\s+wait(?:\s+a\s+(?:sec(?:ond)?|minute))?|wait,?\s+no|"
    r"(?:wait|hang\s+on|hold\s+on)(?=\s*[,;:.!–—…-])|correction|"
    r"i\s+(?:actually\s+|really\s+)?mean(?:t)?(?:\s+to\s+say)?|i\s+misspoke|i\s+mistyped|typo|"
    r"my\s+mistake|my\s+bad|"
    r"i\s+was\s+wrong|i\s+got\s+that\s+wrong|that(?:['’]s|\s+was|\s+is)\s+(?:wrong|a\s+mistake|"
    r"not\s+(?:right|true))|"
    r"i\s+should\s+have\s+said|that\s+should\s+(?:be|read|say)|make\s+(?:that|it)|"
    r"let\s+me\s+correct\s+(?:that|myself)|"
    r"(?:correct|fix|amend|change|update)\s+(?:that|this|it)(?=\s*(?:[,;:.!–-]|to\b|$))(?:\s+to)?|"
    r"to\s+correct\s+myself|or\s+rather|i['’]ll\s+rephrase|let\s+me\s+rephrase)"
)
_PERHAPS = (
    r"(?:actually|in\s+fact|sorry|apologies|oops|whoops|rather|well\s+actually|on\s+second\s+thoughts?|"
    r"come\s+to\s+think\s+of\s+it)"
)
_MARK = r"[\s,;:.!–—…-]*"
_LEAD = re.compile(
    rf"^\W*(?:{_FILLER}\b{_MARK})*(?:(?P<drops>{_DROPS})|(?P<corrects>{_CORRECTS})|"
    rf"(?P<perhaps>{_PERHAPS}))\b{_MARK}"
    rf"(?:(?:{_FILLER}|{_PERHAPS}|{_CORRECTS})\b(?!\s+(?:to|that|it)\b){_MARK})*",
    re.IGNORECASE,
)
#: In the middle of a sentence, behind a mark.
_INSIDE = re.compile(
    rf"(?:[,;:–—…]|\.\.+|\s-)\s*(?P<lead>(?:(?:oh|no|sorry|er|um|oops)\b[\s,]*)*(?:{_DROPS}|no,?\s+wait|"
    rf"wait,?\s+no|correction|"
    r"i\s+mean(?:t)?|make\s+that|or\s+rather|my\s+mistake))\b[\s,;:.!–—-]*(?=\w)",
    re.IGNORECASE,
)
_MORE = re.compile(r"\b(?:also|too|as\s+well|besides|both|another|in\s+addition|plus)\b", re.IGNORECASE)
_POLITE_END = re.compile(
    r"\b(?:please|thanks|thank\s+you|sorry|again|ok(?:ay)?|my\s+mistake|my\s+bad)\b", re.I
)
_IT_IS = re.compile(
    r"^\W*(?:it(?:['’]s|\s+is|\s+was)|that(?:['’]s|\s+is)|they(?:['’]re|\s+are)|the\s+(?:name|"
    r"number)\s+is)\s+",
    re.IGNORECASE,
)
_CLEFT = re.compile(
    r"^\W*(?:it(?:['’]s|\s+is)|they(?:['’]re|\s+are))\s+[^.!?]+?\s+(?:that\s+|who\s+)?(?:i|we|my|our|he|"
    r"she|they)\b",
    re.IGNORECASE,
)
_WHO = r"(?:i|we|you|he|she|they|it|my|our|(?:both|all)\s+of\s+us|there)"
_SENTENCE_OF_ITS_OWN = re.compile(
    rf"^\W*{_WHO}\b(?!\s*$)|^\W*[\w-]+\s+(?:is|are|was|has|can|does|loves?|hates?)\b", re.I
)
_FRAME = re.compile(
    r"^\W*(?P<frame>(?:i|we|(?:my|our)\s+\w+)(?:['’](?:m|re|ve|s)|\s+(?:am|are|is|have|"
    r"has))?(?:\s+(?:really|also|both|always|"
    r"usually|do|just|only|only\s+ever))*\s+(?:allergic\s+to|afraid\s+of|scared\s+of|intolerant\s+to|"
    r"vegetarian|vegan|pescatarian|"
    r"love|like|hate|dislike|prefer|enjoy|need|want|have|has|got|never|avoid|can['’]?t|cannot|don['’]?t|"
    r"speak|take|work|drink|eat|live|"
    r"use|travel|collect|stay|an?))\b",
    re.IGNORECASE,
)
_DIET = re.compile(
    r"\b(?:vegans?|vegetarians?|pescatarians?|flexitarians?|halal|kosher|omnivores?)\b", re.IGNORECASE
)
_NUMBER = re.compile(rf"\b(?:{COUNT}|\d+)\b", re.IGNORECASE)
_PLACE_TOLD = re.compile(
    r"\b(?:in|to|near|from|"
    r"at)\s+(?P<what>(?-i:[A-ZÀ-Þ])[\w'’-]+(?:\s+(?-i:[A-ZÀ-Þ])[\w'’-]+)*)",
    re.I,
)
_NAME_TOLD = re.compile(
    r"\b(?:is|['’]s|called|call\s+me|go\s+by)\s+(?P<what>(?-i:[A-ZÀ-Þ])[\w'’-]+)", re.IGNORECASE
)
_PRONOUN = re.compile(r"\b(?:them|it|those|that)\b", re.IGNORECASE)
_NOT = re.compile(
    r"^(?P<new>[^,;]+?)(?:,|\s[-–—]|\s+and)?\s+not\s+(?P<old>[^,;.!?]++)\W*+$|"
    r"^\W*not\s+(?P<old2>[^,;.!?]+?)(?:,|\s+but|\s[-–—])\s*(?:but\s+)?(?P<new2>[^,;.!?]++)\W*+$",
    re.IGNORECASE,
)
_LAST = re.compile(r"[\w'’&-]+\W*$")
LONGEST_PART = 6  # words of what is only a part of a sentence


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence as it is kept, and the words of the message it rests on."""

    text: str
    quote: str
    lead: Lead = Lead.NONE


def led(sentence: str) -> tuple[Lead, str]:
    """How the sentence begins, and what is left of it without that."""
    match = _LEAD.match(sentence)
    if match is None or re.match(r"\W*i\s+mean\s+(?:it|to\b(?!\s+say))", sentence, re.IGNORECASE):
        return Lead.NONE, sentence
    lead = Lead.DROPS if match["drops"] else Lead.CORRECTS if match["corrects"] else Lead.PERHAPS
    return lead, sentence[match.end() :].strip()


def corrects(found: Iterable[str]) -> bool:
    """Does a sentence of a message say that something was said wrongly?"""
    return any(_LEAD.match(one) or _INSIDE.search(one) for one in found)


def drops_all(words: str) -> bool:
    """Is it said of the message before that it does not hold, and nothing else?"""
    lead, rest = led(words)
    if lead is Lead.CORRECTS and rest:  # "no wait, forget that"
        lead, rest = led(rest)
    if re.search(r"\b(?:cancel|undo|it)\b", words, re.IGNORECASE):
        return False  # what was proposed, or done
    return lead is Lead.DROPS and not re.search(r"\w", _POLITE_END.sub("", rest))


def amended(found: Sequence[str], before: Sequence[str] = ()) -> list[Told]:
    """The sentences of a message as they are meant. `before`: those of the one before, newest last.

    What another sentence of the same message corrects is left out.
    """
    told: list[Told] = []
    heard = list(before)  # also what is dropped: "Scratch that, I mean nuts"
    waiting = Lead.NONE  # "Scratch that." stands alone, and the next sentence says what is right
    for sentence in (piece for one in found for piece in _pieces(one)):
        lead, rest = led(sentence)
        lead, waiting = max(lead, waiting), Lead.NONE
        if not re.search(r"\w", rest):
            if lead is Lead.DROPS and told:
                told.pop()
            waiting = lead
            continue
        if lead is Lead.NONE or rest.endswith("?"):
            told.append(Told(sentence, sentence))
            heard.append(sentence)
            continue
        text = _whole(rest, heard, lead)
        if told and text and amends(told[-1].text, text, lead):
            told.pop()
        if text:
            quote = rest if text.casefold() == rest.casefold() else _fragment(rest)
            told.append(Told(text, quote, lead))
            heard.append(text)
    return told


def amends(old: str, new: str, lead: Lead) -> bool:
    """Is the later sentence, led in so, said in the place of the earlier one?"""
    if lead is Lead.NONE or _MORE.search(new):
        return False
    if lead is Lead.DROPS:
        return True
    old, new = bare(old), bare(new)
    if takes_back(new, old):
        return True
    shared = shared_things(old, new)
    if lead is Lead.PERHAPS:
        return bool(shared) and same_matter(old, new) and (_IT_IS.match(new) or not never_ends(old))
    return bool(shared) or same_matter(old, new) or (_frame(old) or new) == _frame(new)


# --- Within --------------------------------------------------------------------------------------


def _pieces(sentence: str) -> Iterable[str]:
    """A sentence that corrects itself in the middle, cut there: "I'm vegetarian – no wait, vegan"."""
    start = 0
    for match in _INSIDE.finditer(sentence):
        if len((piece := sentence[start : match.start()].strip()).split()) > 1:
            yield piece
            start = match.start("lead")
    yield sentence[start:].strip()


def _frame(sentence: str) -> str | None:
    match = _FRAME.match(sentence)
    if match is None:
        return None
    return re.sub(r"\W+|\b(?:really|also|both|do|just)\b", " ", match["frame"].casefold()).strip()


def _fragment(rest: str) -> str:
    match = _NOT.match(_IT_IS.sub("", rest))
    part = (match["new"] or match["new2"]) if match else _IT_IS.sub("", rest)
    return part.split(",")[0].strip(" .!;:-–—")


def _whole(rest: str, earlier: Sequence[str], lead: Lead) -> str:
    """The sentence that is meant; "" where it can't be told."""
    own = _SENTENCE_OF_ITS_OWN.match(rest) and (not _IT_IS.match(rest) or _CLEFT.match(rest))
    if own:
        if lead is not Lead.PERHAPS and (back := _PRONOUN.search(rest)) and len(rest.split()) <= LONGEST_PART:
            return _named(rest, back, earlier)
        return rest[:1].upper() + rest[1:]
    part = _fragment(rest)
    if not part or len(part.split()) > LONGEST_PART:
        return "" if lead is Lead.PERHAPS or _IT_IS.match(rest) else rest[:1].upper() + rest[1:]
    for sentence in reversed(earlier):
        if found := _put_in(part, rest, bare(sentence), lead):
            return found
    return ""


def _named(rest: str, back: re.Match[str], earlier: Sequence[str]) -> str:
    """ "I hate them" of museums."""
    for sentence in reversed(earlier):
        match = re.search(rf"{_FRAME.pattern[4:]}\s+(?P<what>[^,.;!?]+)", bare(sentence), re.IGNORECASE)
        if match:
            return f"{rest[: back.start()]}{match['what'].strip()}{rest[back.end() :]}"
    return rest


def _put_in(part: str, rest: str, sentence: str, lead: Lead) -> str:
    """The earlier sentence with this part in the place of what it corrects; "" where there is no such."""
    match = _NOT.match(_IT_IS.sub("", rest).strip())
    if match and (wrong := (match["old"] or match["old2"]).strip()):
        at = re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", sentence, re.IGNORECASE)
        return f"{sentence[: at.start()]}{part}{sentence[at.end() :]}" if at else ""
    for pattern in (_NUMBER, _DIET):
        new, old = pattern.search(part), list(pattern.finditer(sentence))
        if new and len(old) == 1:
            tail, own_tail = sentence[old[0].end() :], part[new.end() :]
            counted, told = (re.findall(r"\w+", one)[:1] for one in (tail, own_tail))
            if counted and told and counted != told:
                return ""
            return f"{sentence[: old[0].start()]}{new[0]}{tail if counted else own_tail}"
    if part[:1].isupper():
        for pattern in (_PLACE_TOLD, _NAME_TOLD):
            if old_one := pattern.search(sentence):
                return f"{sentence[: old_one.start('what')]}{part}{sentence[old_one.end('what') :]}"
        return ""
    frame = None if lead is Lead.PERHAPS else _FRAME.match(sentence)
    if frame and durable(sentence):
        thing = sentence[frame.end() :].strip(" .!")
        if thing and "," not in thing and len(thing.split()) <= max(2, len(part.split()) + 1):
            return _joined(frame["frame"], thing, part)
    return ""


def _joined(frame: str, thing: str, part: str) -> str:
    """The last words of the thing give way, as many as there are new ones; of "window seats" the first."""
    old, new = thing.split(), part.split()
    if len(new) == 1 and old[-1].endswith("s") and not part.endswith("s"):
        whole = [*new, *old[-1:]]
    else:
        whole = [*old[: -len(new)], *new]
    return " ".join([frame.strip(), *whole]) + "."
