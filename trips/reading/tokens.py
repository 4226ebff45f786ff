"""A message as tokens: words, numbers, signs. Each knows where it stands in the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

#: Of a message; what follows is not read (`Tokens.cut`).
MOST_TOKENS = 1_200
#: Longer words mean nothing.
LONGEST_WORD = 60

_TOKEN = re.compile(
    r"\d{4}-\d\d-\d\d"  # 2027-04-11
    r"|\d{1,2}([./])\d{1,2}\1\d{2,4}"  # 11.4.2027, 4/11/27
    r"|\d{1,3}(?:[,.'’\u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?"  # 1,200.50
    r"|\d+(?:[.,:]\d+)?"
    r"|[ap]\.m\b\.?"
    r"|[^\W\d_]{1,60}?(?=n['’]t\b)|n['’]t\b|['’](?:s|re|m|ve|ll|d)\b"  # do|n't, we|'re
    r"|[^\W\d_]+(?:['’](?!(?:re|ve|ll)\b)[^\W\d_]{2,})?"
    r"|\n|[^\w\s]",
    re.IGNORECASE,
)
#: One form of a word for all its spellings.
_SAME = {
    "n't": "not", "'re": "are", "'m": "am", "'ve": "have", "'ll": "will", "'d": "would", "ca": "can",
    "wo": "will",
    "u": "you", "&": "and", "+": "and", "w": "with", "–": "-", "—": "-", "(": "[", ")": "]",
    "{": "[", "}": "]", "\n": ";", "pls": "please",
    "plz": "please",
    "thx": "thanks", "tmrw": "tomorrow", "bc": "because", "abt": "about", "ppl": "people", "yrs": "years",
    "a.m.": "am", "a.m": "am", "p.m.": "pm", "p.m": "pm",
    "n": "and", "tho": "though",
}  # fmt: skip
_SEVERAL = {
    "dont": "do not", "cant": "can not", "doesnt": "does not", "wont": "will not", "im": "i am",
    "ive": "i have",
    "cannot": "can not", "isnt": "is not", "didnt": "did not", "lets": "let 's", "arent": "are not",
    "wanna": "want to", "gonna": "going to", "gotta": "have to", "whats": "what is", "couldnt": "could not",
    "shouldnt": "should not", "wouldnt": "would not", "wasnt": "was not", "thats": "that is",
    "dunno": "do not know",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """`text` as typed, `norm` its one form, `forms` it and what it may be the plural of, `start` and `end` in
    the message, `tight`: nothing parts it from the token before."""

    text: str
    norm: str
    forms: tuple[str, ...]
    start: int
    end: int
    tight: bool

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class Tokens:
    text: str
    all: tuple[Token, ...]
    cut: bool = False  # the message is longer than what is read

    def __hash__(self) -> int:
        return hash((self.text, len(self.all)))

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, at: int) -> Token:
        return self.all[at]

    def tight(self, at: int) -> bool:
        """Whether nothing parts a token from the one before."""
        return at < len(self.all) and self.all[at].tight

    def norms(self, i: int, j: int) -> list[str]:
        return [token.norm for token in self.all[max(0, i) : max(0, j)]]

    def quote(self, i: int, j: int) -> str:
        """The words i to j as they were typed; "" for none."""
        return self.text[self.all[i].start : self.all[j - 1].end] if 0 <= i < j <= len(self.all) else ""


@lru_cache(maxsize=256)  # many read the same words
def tokens_of(text: str, most: int = MOST_TOKENS) -> Tokens:
    """The first tokens of a message, so many at most. Linear in its length."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if len(found) >= most:
            return Tokens(text, tuple(found), cut=True)
        said, (start, end) = match.group(), match.span()
        tight = start > 0 and not text[start - 1].isspace()
        if said == "-" and tight and text[end : end + 1].isalpha():
            continue  # "six-year-old": its words stand for themselves
        counted = tight and said in "nN" and text[start - 1].isdigit()  # "4n"
        for norm in ["nights"] if counted else _normal(said[:LONGEST_WORD]):
            found.append(Token(said, norm, _forms(norm), start, end, tight))
    return Tokens(text, tuple(found))


def _normal(said: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", said.lower().replace("’", "'"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter)) or said
    return _SEVERAL.get(plain, _SAME.get(plain, plain)).split()


def _forms(norm: str) -> tuple[str, ...]:
    """The word and what it is the plural of."""
    found = [norm]
    if len(norm) > 3 and norm.endswith("s") and not norm.endswith(("ss", "us", "is")):
        found.append(norm[:-1])
        if norm.endswith("ies"):
            found.append(f"{norm[:-3]}y")
        if norm.endswith(("ches", "shes", "xes", "ses")):
            found.append(norm[:-2])
    return tuple(found)
