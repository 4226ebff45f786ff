"""Which language a message is in, roughly: by script, else by its commonest words."""

from __future__ import annotations

import re

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("uk", re.compile(r"[іїєґІЇЄҐ]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
)
_WORDS = {
    "en": "the and to for with we want i my our is are in from of a people days nights trip please budget would like have it on me you "
    "this that be no not yes just love need stay visit week weekend travel two at or can will us go going not don't",
    "es": "el la los las de y en para con quiero queremos una un viaje días personas noches que somos por del al nos gusta mi nuestro "
    "presupuesto semana ir desde hasta niños hola me gustaría viajar dos",
    "fr": "le la les de et en pour avec je nous voulons une un voyage jours personnes nuits que sommes par du au des mon notre budget semaine "
    "partir depuis enfants bonjour aimerais voudrais aller deux dans vers est",
    "de": "der die das und in für mit ich wir möchten möchte eine ein reise tage personen nächte nach von zum zur unser mein woche kinder hallo "
    "wollen fahren zwei den dem nicht ist sind gerne wie",
    "it": "il lo la gli le di e in per con voglio vogliamo una un viaggio giorni persone notti che siamo dal al mio nostro settimana bambini ciao "
    "vorrei andare due della nel sono",
    "pt": "o a os as de e em para com quero queremos uma um viagem dias pessoas noites que somos do da no na nos meu nosso semana crianças olá "
    "gostaria viajar ir duas dois",
    "nl": "de het een en in voor met ik wij we willen wil reis dagen personen nachten naar van onze mijn week kinderen hallo gaan twee graag niet",
}
_SETS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def language_of(text: str) -> str | None:
    """ISO 639-1 code of the likeliest language; None when there is too little to tell."""
    sample = text[:2000]
    letters = len(re.findall(r"[^\W\d_]", sample))
    for language, pattern in _SCRIPTS:
        if len(pattern.findall(sample)) * 3 > letters > 0:
            return language
    words = [word.lower() for word in _LETTERS.findall(sample)]
    if not words or (len(words) == 1 and len(words[0]) < 3):
        return None  # "y", "ok", "no"
    scores = {language: sum(word in known for word in words) for language, known in _SETS.items()}
    best = max(scores, key=lambda language: (scores[language], language == "en"))
    if scores[best] == 0 or (best != "en" and scores[best] < 2 and len(words) > 1):
        return None
    return best


def common_in_some_language(word: str) -> bool:
    return any(word in known for known in _SETS.values())
