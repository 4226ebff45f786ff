"""Text as words, and words as the pieces that the encoder knows (WordPiece, as BERT has it)."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

#: Letters and digits with their combining marks; anything else stands for itself.
_WORD = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+|\S")
_SAME = str.maketrans("’‘`´“”–—", "''''\"\"--")
#: Longer words, and words of more pieces, mean nothing.
_LETTERS, _PIECES = 60, 16


class Word(NamedTuple):
    """Where it stands, its pieces; `ends`: a sentence or a line ends behind it."""

    start: int
    end: int
    ids: tuple[int, ...]
    ends: bool


class Vocabulary:
    """Pieces, numbered by their place; those inside a word begin with "##"."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._id = {piece: at for at, piece in enumerate(pieces)}
        self._longest = max(map(len, pieces))
        self.unknown, self.first, self.apart = (self._id[name] for name in ("[UNK]", "[CLS]", "[SEP]"))

    def words(self, text: str) -> Iterator[Word]:
        for match in _WORD.finditer(text):
            word, (start, end) = match.group(), match.span()
            yield Word(start, end, self.ids(word), word in ".!?" or text[end : end + 1] == "\n")

    def ids(self, word: str) -> tuple[int, ...]:
        """The longest piece first, then the longest of what is left."""
        plain = unicodedata.normalize("NFD", word.translate(_SAME).lower()) if len(word) <= _LETTERS else ""
        plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")
        found: list[int] = []
        at = 0
        while at < len(plain) and len(found) < _PIECES:
            ends = range(min(len(plain), at + self._longest), at, -1)
            at, piece = next(
                (
                    (end, self._id[each])
                    for end in ends
                    if (each := "##" * (at > 0) + plain[at:end]) in self._id
                ),
                (len(plain), self.unknown),
            )
            found.append(piece)
        return tuple(found) if found and at == len(plain) and self.unknown not in found else (self.unknown,)
