"""Long results of tools, made short by code before anything is learnt from them. Pure."""

from __future__ import annotations

import re
from collections import Counter

#: A result that is longer is summarised, bytes of UTF-8.
LONG_BYTES = 5 * 1024
SUMMARY_CHARACTERS = 600
_PIECE = re.compile(r"[^\n.!?;]+(?:[.!?;](?=\s|$)|\n|$)")
_WORD = re.compile(r"\w{4,}")


def summarised(text: str, *, limit: int = SUMMARY_CHARACTERS) -> str:
    """The pieces that hold the words said most often, in their order, at most `limit` characters.

    A text of up to 5 KB comes back as it is.
    """
    if len(text.encode(errors="replace")) <= LONG_BYTES:
        return text
    pieces = [" ".join(piece.split())[:200] for piece in _PIECE.findall(text)]
    pieces = list(dict.fromkeys(piece for piece in pieces if len(piece) > 10))
    often = Counter(word for piece in pieces for word in set(_WORD.findall(piece.casefold())))
    worth = {index: _worth(piece, often) for index, piece in enumerate(pieces)}
    kept: list[int] = []
    room = limit - len(_told(text))
    for index in sorted(worth, key=lambda index: (-worth[index], index)):
        if len(pieces[index]) + 1 <= room:
            kept.append(index)
            room -= len(pieces[index]) + 1
    return "\n".join([_told(text), *(pieces[index] for index in sorted(kept))])


def _told(text: str) -> str:
    return f"[summary of {len(text.encode(errors='replace')) // 1024} KB]"


def _worth(piece: str, often: Counter[str]) -> float:
    words = set(_WORD.findall(piece.casefold()))
    return sum(often[word] for word in words) / (len(words) + 3) if words else 0.0
