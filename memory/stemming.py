"""Words as the search knows them: lower case, without accents, stemmed, the same on both databases.

English is stemmed (Porter's algorithm); other languages match by whole words, and scripts without spaces by
pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import snowballstemmer

#: Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"([^\W_{_UNSPACED}]+)|([{_UNSPACED}]+)")
LONGEST = 40  # characters of one word; more is no word
#: Words that say nothing of what is looked for, halves of "don't" and "we'll" among them.
STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are aren as at be because been before being
    below between both but by can cannot could couldn d did didn do does doesn doing don down during
    each either else etc ever every few for from further get gets getting got had hadn has hasn have
    haven having he her here hers herself him himself his how i if in into is isn it its itself just
    kind let ll m many may me might mightn more most much must mustn my myself need needn neither no
    nor not now of off on once one only onto or other our ours ourselves out over own per please
    quite rather re really s same shall shan she should shouldn so some something such t than that
    the their theirs them themselves then there these they thing things this those though through to
    too under until up upon us ve very was wasn we were weren what when where whether which while
    who whom whose why will with within without won would wouldn you your yours yourself yourselves""".split()
)


@lru_cache(maxsize=1)
def _stemmer():
    return snowballstemmer.stemmer("porter")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word in lower case, in ASCII whatever its script: a foreign one is `y` and its bytes."""
    if not word.isascii():
        return "y" + word.encode().hex()[: LONGEST * 2]
    return "x" + (_stemmer().stemWord(word) if word.isalpha() else word)[:LONGEST]


def words(text: str) -> list[str]:
    """Every word of the text in order, in lower case and without accents; not stemmed."""
    found: list[str] = []
    folded = unicodedata.normalize("NFKD", text.casefold())
    plain = folded if folded.isascii() else "".join(c for c in folded if not unicodedata.combining(c))
    for match in _WORD.finditer(plain):
        if match[1]:
            found.append(match[1])
        else:
            run = match[2]
            found.extend(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return found


def terms(text: str) -> list[str]:
    """The stems of the text's words in order, words that say nothing left out."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]
