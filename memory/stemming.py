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
#: Words that say nothing of what is looked for: the usual English ones, and halves of "don't" and "we'll".
STOP_WORDS = frozenset(
    """a about above after again against ain all also am an and any are aren as at be because been before
    being below between both but by can cannot could couldn d did didn do does doesn doing don down
    during each etc few for from further had hadn has hasn have haven having he her here hers
    herself him himself his how i if in into is isn it its itself just let ll m ma may me might
    mightn more most must mustn my myself needn no nor not now o of off on once only or other our
    ours ourselves out over own re s same shall shan she should shouldn so some such t than that the
    their theirs them themselves then there these they this those through to too under until up upon
    us ve very was wasn we were weren what when where which while who whom whose why will with won
    would wouldn y you your yours yourself yourselves""".split()
)
#: English words whose forms no rule leads back to one stem; the first of each group stands for all.
_IRREGULAR = """
allergy allergies allergic allergen allergens; become became; begin began begun; bring brought; build built;
buy bought; catch caught; child children childhood; choose chose chosen; come came; dive dove; do did done;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feel felt; find found; fly flew
flown flies flight flights; foot feet; forget forgot forgotten; get got gotten; give gave given; go went
gone goes; grow grew grown; hear heard; keep kept; know knew known; leave left; lose lost; make made; man
men; meet met; pay paid; person people; read reads; ride rode ridden; run ran; say said; see saw seen; sell
sold; send sent; sit sat; sleep slept asleep; speak spoke spoken; spend spent; stand stood; swim swam swum;
take took taken; teach taught; tell told; think thought; tooth teeth; understand understood; wake woke
woken; wear wore worn; wife wives; win won; woman women; write wrote written
"""
BASE = {
    form: group.split()[0] for group in _IRREGULAR.replace("\n", " ").split(";") for form in group.split()
}


@lru_cache(maxsize=1)
def _stemmer():
    return snowballstemmer.stemmer("porter")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The stem of a word in lower case, in ASCII whatever its script: a foreign one is `y` and its bytes."""
    if not word.isascii():
        return "y" + word.encode().hex()[: LONGEST * 2]
    return "x" + (_stemmer().stemWord(BASE.get(word, word)) if word.isalpha() else word)[:LONGEST]


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
