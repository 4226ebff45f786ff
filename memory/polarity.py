"""Does a sentence say what the traveller said, or its opposite? Does what they said change what is kept?

Statements of both are compared (`trips/reading/memory/statements.py`): where a sentence leans the other way
the answer is no: it becomes a proposal, and a person decides. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory.quotes import own_words
from memory.text import bare, digest, normalised
from trips.reading.bounded import SENTENCE
from trips.reading.memory import Statement, left_of, statements, takes_all_back

Statements = Iterable[Statement]
#: Agents write of whoever speaks so.
_OF_THEM = re.compile(r"^the travell?ers?\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def same_sense(text: str, message_text: str, quote: str) -> bool:
    """Does each statement of `text` lean as the quoted sentences do where they speak of the same things? What
    only another sentence of the message speaks of is compared with that one."""
    quoted, others = _sentences(message_text, quote)
    said, elsewhere = _told(quoted), _told(others)
    return all(_as_said(one, said, elsewhere) for one in _told([text]))


def quoted(message_text: str, quote: str) -> list[str]:
    """The sentences of the traveller's own words that the quote touches, as they were typed."""
    lines = own_words(message_text).splitlines()
    within = [line for line in lines if normalised(quote) in normalised(line)]
    return [
        " ".join(sentence.split())
        for line in within or [" ".join(lines)]
        for sentence in _sentences(line, quote)[0]
    ]


def says_change(old: str, new: str, message_text: str, quote: str) -> bool:
    """Do the quoted sentences themselves say that `old` does not hold, or tell anew what `new` holds in its
    place? (`new` "": it is retired.) They ask nothing."""
    if new and digest(bare(new)) == digest(bare(old)):
        return True
    found, others = _sentences(message_text, quote)
    asserted = [one for one in found if not one.rstrip().endswith("?")]
    kept, wanted, said = _told([old]), _told([new]), _told(asserted)
    if any(left_of(bare(old), one) is not None for one in asserted) or _told_anew(kept, wanted, said):
        return True
    before = {thing for one in _told(others) for thing in one.things}
    return any(map(takes_all_back, asserted)) and any(one.things & before for one in kept)


# --- Within -------------------------------------------------------------------------------------


def _told_anew(old: Statements, new: Statements, said: Statements) -> bool:
    """Is the same thing said, the other way, as something else (an allergy where a dislike was kept), or with
    more of it that is new?"""
    kept, wanted, told = map(_things, (old, new, said))
    about = kept.keys() & told.keys()
    if any(kept[thing].isdisjoint(told[thing]) for thing in about):
        return True
    return bool(about) and about <= wanted.keys() and bool((wanted.keys() - kept.keys()) & told.keys())


def _things(told: Statements) -> dict[str, set[tuple[int, str | None]]]:
    """How each thing is told of: for or against, and as what."""
    found: dict[str, set[tuple[int, str | None]]] = {}
    for one in told:
        for thing in one.things:
            found.setdefault(thing, set()).add((one.way, one.about))
    return found


def _as_said(one: Statement, said: list[Statement], elsewhere: list[Statement]) -> bool:
    for thing in one.things:
        ways = _ways(thing, said) or _ways(thing, elsewhere)
        if ways and one.way not in ways:
            return False
    return True


def _ways(thing: str, told: list[Statement]) -> set[int]:
    return {one.way for one in told if thing in one.things}


def _told(sentences: list[str]) -> list[Statement]:
    plain = (_OF_THEM.sub("They", " ".join(bare(sentence).split())) for sentence in sentences)
    return [one for sentence in plain for one in statements(sentence)]


def _sentences(message_text: str, quote: str) -> tuple[list[str], list[str]]:
    """The sentences of the traveller's own words that the quote touches, and the others."""
    found = [one for one in SENTENCE.findall(own_words(message_text)) if one.strip()]
    said = [(word, at) for at, one in enumerate(found) for word in _WORD.findall(normalised(one))]
    wanted = _WORD.findall(normalised(quote))
    touched: set[int] = set()
    for start in range(len(said) - len(wanted) + 1 if wanted else 0):
        part = said[start : start + len(wanted)]
        if [word for word, _at in part] == wanted:
            touched |= {at for _word, at in part}
    if not touched:
        return found, []
    others = [one for at, one in enumerate(found) if at not in touched]
    return [found[at] for at in sorted(touched)], others
