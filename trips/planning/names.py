"""Names as people write them, folded to one key: "Xi'an", "Xian" and "XIAN" are the same.

Pure text; the extraction of the bundled data folds with these functions too, so that a key in the
data and the key of a question are always made alike.
"""

from __future__ import annotations

import re
import unicodedata

#: Letters that Unicode does not take apart into a base letter and a mark.
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "ə": "e",
        "ŋ": "n",
        "&": " and ",
    }
)
#: Marks inside a word that people leave out: apostrophes of every kind, modifier letters.
_DROPPED = re.compile(r"[’'‘`´ʹʻʼʽʿʾ′]")
_NOT_A_LETTER = re.compile(r"[\W_]+")
_ABBREVIATIONS = {
    "saint": "st",
    "sankt": "st",
    "ste": "st",
    "sainte": "st",
    "mount": "mt",
    "fort": "ft",
}
_LATIN_MARKS = re.compile("[\u0300-\u036f]")


def words(text: str) -> list[str]:
    """Lower-case words without accents or punctuation: "Saint-Étienne" → ["st", "etienne"]."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    folded = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", folded)).translate(_LETTERS)
    parts = _NOT_A_LETTER.sub(" ", _DROPPED.sub("", folded)).split()
    return [_ABBREVIATIONS.get(part, part) for part in parts]


def key(text: str) -> str:
    """The words without the gaps, so that "Xi An" and "Xi'an", "Winston Salem" and
    "Winston-Salem" meet. Empty for text without a letter or digit."""
    return "".join(words(text))


def plain(text: str) -> str:
    """The same name in ASCII where its letters are Latin: "Xi’an" → "Xi'an", "São Paulo" →
    "Sao Paulo"; other scripts stay."""
    folded = _LATIN_MARKS.sub("", unicodedata.normalize("NFKD", _DROPPED.sub("'", text)))
    return "".join(
        letter if letter.isascii() else _capital(letter, letter.casefold().translate(_LETTERS))
        for letter in folded
    )


def _capital(before: str, after: str) -> str:
    return after.capitalize() if before.isupper() and after.isascii() else after
