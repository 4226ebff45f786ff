"""In which language a message is written, as far as its function words or its script tell."""

from __future__ import annotations

import re

from trips.reading import lexicon

LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "pl", "tr")
_SCRIPTS = (("ja", re.compile(r"[\u3040-\u30ff]")), ("zh", re.compile(r"[\u3400-\u9fff]")))
_OF_OTHER_SCRIPTS = re.compile(r"[\u0370-\u06ff\u0900-\u0e7f\u1100-\u11ff\uac00-\ud7af]")
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
#: So many of a sentence are looked at.
_MOST = 2_000  # characters
#: A short sentence may be a greeting or a name: "merci", "La Paz".
_FEWEST = 2


def language_of(text: str) -> str:
    """ISO 639-1 code of one of ten languages, "other" for another script, "en" for English and for what is
    too little to tell."""
    sample = text[:_MOST]
    letters = sum(map(str.isalpha, sample))
    for language, script in _SCRIPTS:
        if 3 * len(script.findall(sample)) > letters > 0:
            return language
    if 3 * len(_OF_OTHER_SCRIPTS.findall(sample)) > letters > 0:
        return "other"
    if "¿" in sample or "¡" in sample:
        return "es"
    words = _WORDS.findall(sample)
    small = [word.replace("’", "'") for at, word in enumerate(words) if not at or not word[0].isupper()]
    spoken = {language: _spoken(small, language) for language in (*LANGUAGES, "en")}
    best = max(LANGUAGES, key=lambda language: spoken[language])
    own = lexicon.words("languages", best) - lexicon.words("languages", "en")
    clearly = len({word.lower() for word in small} & own) >= _FEWEST
    return best if clearly and spoken[best] > spoken["en"] and 3 * spoken[best] >= len(small) else "en"


def _spoken(words: list[str], language: str) -> int:
    return sum(word.lower() in lexicon.words("languages", language) for word in words)
