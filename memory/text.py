"""A remembered sentence as text: on one line, without anything that could pass for structure of a brief."""

from __future__ import annotations

import hashlib
import re
import unicodedata

LONGEST = 500  # characters of a remembered sentence
#: Before a sentence that is remembered as it was said; whoever reads it is an agent, so it says whose words.
TRAVELLERS_WORDS = "In the traveller's words: "
FELLOWS_WORDS = "In a fellow traveller's words: "

_LATIN_MARKS = re.compile("[\u0300-\u036f]")
_APOSTROPHES = str.maketrans({mark: "'" for mark in "’‘`´ʼ′"} | {mark: '"' for mark in "“”„«»″"})
_END_MARKS = " .!?;:,…。！？、"
#: Written by Wayfare around memory, and so never part of it.
_MARKERS = re.compile(
    r"\[\s*(?:pinned|shared|proposed|auto-refreshed|accumulated|self-managed)\s*\]", re.IGNORECASE
)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][\w-]*\s*/?>")
_RULE = re.compile(r"-{3,}(?:\s*[A-Z][A-Z ]{2,60}-{3,})?|={3,}|`{3,}|~{3,}")
_HEADING = re.compile(r"#{2,}|(?:(?<=\n)|^)[ \t]*#+\s")
_BULLET = re.compile(r"^\s*(?:[-*+•>]\s+)+")
_JOINERS = "\u200c\u200d"
_SPEAKER = re.compile(r"^\s*\[[\w-]{1,20}\]\s*(?:-\s+|:\s*)")
#: Text that still changes after so many passes was nested to take long: it loses every mark of structure.
_PASSES = 12
_STRUCTURE = re.compile(r"[\[\]<>#`~=*+•-]+")


class Refused(Exception):
    """It can't be done; `str()` is the sentence for whoever asked."""


def normalised(text: str) -> str:
    """What two ways of writing one sentence have in common: case, accents of Latin letters, kinds of spaces
    and apostrophes, and marks at the end do not count."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).translate(_APOSTROPHES))
    folded = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", folded.casefold()))
    return " ".join(folded.split()).strip(_END_MARKS)


def digest(text: str) -> str:
    """sha256 of the normalised text, 64 hexadecimal digits."""
    return hashlib.sha256(normalised(text).encode()).hexdigest()


def same_words(quote: str, other: str, *, same_message: bool) -> bool:
    """Do two quotes hold the same words? Of one message one of them may be a part of the other; of two
    messages they are the same."""
    one, two = normalised(quote), normalised(other)
    if not (one and two):
        return False
    return one == two or (same_message and (_among(one, two) or _among(two, one)))


def bare(text: str) -> str:
    """The sentence itself, without the announcement that it is somebody's own words."""
    return text.removeprefix(TRAVELLERS_WORDS).removeprefix(FELLOWS_WORDS)


def digests_of_the_sentence(text: str) -> set[str]:
    """Of every form in which a sentence can be kept: bare, and announced as somebody's words."""
    sentence = bare(text)
    return {digest(f"{announced}{sentence}") for announced in ("", TRAVELLERS_WORDS, FELLOWS_WORDS)}


def digests_of_the_same(text: str) -> set[str]:
    """Of the forms that say it of the same person: what a fellow traveller said is that one's alone."""
    if text.startswith(FELLOWS_WORDS):
        return {digest(text)}
    return {digest(f"{announced}{bare(text)}") for announced in ("", TRAVELLERS_WORDS)}


def one_line(text: str) -> str:
    """The sentence itself on one line, at most 500 characters: no headings, markers, delimiters, tags,
    bullets, control or invisible characters. Applied twice it is the same. Empty when nothing is left."""
    before = None
    line = text[: LONGEST * 20]
    passes = 0
    while line != before:  # what is taken out may bring together what was apart
        before, passes = line, passes + 1
        if passes > _PASSES:
            line = _STRUCTURE.sub(" ", line)
        line = "".join(map(_visible, line))
        for pattern in (_COMMENT, _RULE, _HEADING, _MARKERS, _TAG, _BULLET, _SPEAKER):
            line = pattern.sub(" ", line)
        line = line.strip()
    line = " ".join(line.split())
    if not line.strip(f" {_JOINERS}"):
        return ""
    if len(line) <= LONGEST:
        return line
    cut = line[: LONGEST - 1]
    return one_line((cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:-") + "…")


def _among(part: str, whole: str) -> bool:
    """Whole words of it: "ham" is no part of "hammam"."""
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None


def _visible(letter: str) -> str:
    if letter == "\n":
        return letter
    kind = unicodedata.category(letter)
    if kind in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    # Joiners shape letters of some scripts and emoji; every other format character only hides or turns text.
    return "" if kind in ("Cf", "Cs", "Co", "Cn") and letter not in _JOINERS else letter
