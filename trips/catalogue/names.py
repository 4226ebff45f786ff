"""Names as people write them, folded to one key: "Xi'an", "Xian" and "XIAN" are the same. The extraction of
the bundled data folds with these functions too."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from hashlib import blake2s
from pathlib import Path

#: Letters that Unicode does not take apart into a base letter and a mark.
_LETTERS = str.maketrans("øłđðıħəŋ", "olddihen")
_LETTERS |= str.maketrans({"þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "&": " and "})
#: Marks inside a word that people leave out: apostrophes of every kind, modifier letters.
_DROPPED = re.compile(r"[’'‘`´ʹʻʼʽʿʾ′]")
_NOT_A_LETTER = re.compile(r"[\W_]+")
_ABBREVIATIONS = {"saint": "st", "sankt": "st", "ste": "st", "sainte": "st", "mount": "mt", "fort": "ft"}
#: Longer texts are sentences, which do not come again.
_LONGEST_NAME = 80
_LATIN_MARKS = re.compile("[\u0300-\u036f]")
_ARTICLE = re.compile(r"^(?:the|a|an|some|to\s+the|la|el|le|der|die|das)\s+", re.IGNORECASE)
#: Words that say what kind of thing something is, articles first: "Senso-ji" and "the Senso-ji Temple",
#: "Schloss Vaduz" and "Vaduz Castle" are one.
_KINDS = json.loads((Path(__file__).parents[1] / "data" / "kind_words.json").read_text("utf-8"))
KIND_WORDS = {word: kind for kind, said in _KINDS.items() for word in said.split()}


def words(text: str) -> list[str]:
    """Lower-case words without accents or punctuation: "Saint-Étienne" → ["st", "etienne"]."""
    return list(_words(text) if len(text) <= _LONGEST_NAME else _words.__wrapped__(text))


@lru_cache(maxsize=16_384)  # the same names are compared with every phrase of a message
def _words(text: str) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKD", text.casefold())
    folded = unicodedata.normalize("NFC", _LATIN_MARKS.sub("", folded)).translate(_LETTERS)
    parts = _NOT_A_LETTER.sub(" ", _DROPPED.sub("", folded)).split()
    return tuple(_ABBREVIATIONS.get(part, part) for part in parts)


def key(text: str) -> str:
    """The words without the gaps, so that "Xi An" and "Xi'an", "Winston Salem" and
    "Winston-Salem" meet. Empty for text without a letter or digit."""
    return "".join(words(text))


def sight_key(text: str) -> str:
    """The key of a sight's name, without an article before it: "the Louvre" and "Louvre" are one."""
    return key(_ARTICLE.sub("", text.strip()))


def name_in_id(name: str) -> str:
    """ "Café du Monde" → "cafe-du-monde"; in another script a short hash, always the same."""
    said = "-".join(words(name))[:60].strip("-")
    return said if said and said.isascii() else blake2s(name.encode(), digest_size=6).hexdigest()


def same_thing(name: str, other: str) -> bool:
    """Two spellings of one name: marks, gaps, articles and the word for its kind aside."""
    one, other_one = _parts(name), _parts(other)
    if one[0] != other_one[0]:
        return _folded(name) == _folded(other)
    return one[1] <= other_one[1] or other_one[1] <= one[1]


def thing_keys(name: str) -> frozenset[str]:
    """Names of one thing, `same_thing`, have one of these in common."""
    return frozenset((_parts(name)[0], _folded(name)))


def _parts(name: str) -> tuple[str, frozenset[str]]:
    """What names it, without gaps, and the words for its kind; a name of such words alone is all name."""
    every = words(name) or [name.strip().casefold()]
    naming = [word for word in every if word not in KIND_WORDS]
    kinds = frozenset(KIND_WORDS.get(word, "the") for word in every) - {"the"}
    return ("".join(naming), kinds) if naming else ("".join(every), frozenset())


def _folded(name: str) -> str:
    return key(name) or name.strip().casefold()
