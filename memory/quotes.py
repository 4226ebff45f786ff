"""Whose words are these? What a traveller pasted into a message is not what they said.

Only their own words can make something durable (pinned, about the traveller, a line of a document).
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory.text import normalised
from trips.reading.bounded import READ, WHOLE, beginning, bounded
from trips.reading.quotes import MARKED, WORD, is_a_name, others
from trips.reading.quotes.pasted import LONG

_GAP = "\n\n\x1e\n\n"  # stands where something was taken out: no quote reaches across it

_COMMAND = re.compile(r"\A\s*/[A-Za-z]\w*\b[ \t]*")  # its name is no word about anything
#: Words that say nothing by themselves.
EMPTY_WORDS = frozenset(
    """a about all also always am an and any are as at be been but by can could did do does don't every for
    from had has have he her here him his how i i'd i'll i'm i've if in into is it it's its just like
    likes may me might more most much must my need needs never no not now of off on only or our out over
    please prefer prefers really she should so some than that the their them then there these they this
    those to too travel traveller travellers travelling trip trips under up us very want wants was we
    we'd we're were what when where which who will with would yes you your""".split()
)
_STEM = 5  # letters that two forms of a word share


@lru_cache(maxsize=64)
def own_words(message_text: str) -> str:
    """The message without a command's name, without what others wrote (trips/reading/quotes) and
    without any long paragraph: what is kept for good asks for more than a fact of one trip.

    Where something was taken out, a gap (U+001E on a line of its own) keeps what was apart, apart.
    """
    text = _without_command(message_text).replace("\r\n", "\n").replace("\r", "\n").replace("\x1e", " ")
    for start, end in reversed(others(text, durable=True)):
        text = text[:start] + _GAP + text[end:]
    paragraphs = re.split(r"\n[ \t]*\n", text)
    text = "\n\n".join(part if len(part) <= LONG else "\x1e" for part in paragraphs)
    for pattern in MARKED:
        text = pattern.sub(lambda found: found[0] if is_a_name(found[0]) else _GAP, text)
    return beginning(text.strip(), READ)


def _without_command(message_text: str) -> str:
    return _COMMAND.sub("", bounded(message_text, WHOLE))


def pasted_words(message_text: str) -> set[str]:
    """Stems of what the message holds only in its pasted parts."""
    return _stems(_without_command(message_text)) - _stems(own_words(message_text))


def rests_on(message_text: str, quote: str) -> bool:
    """Did the traveller say this, in their own words? Whole words, at least one that means something."""
    wanted = normalised(quote)
    if not _stems(quote):
        return False
    said = (normalised(part) for part in own_words(message_text).split("\x1e"))
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return any(pattern.search(part) for part in said)


def follows_from(text: str, message_text: str) -> bool:
    """May this sentence rest on the message? It shares a word that means something with the traveller's own
    words, and takes none that stands only in what they pasted. (A quote of five innocent words must not
    carry a sentence of somebody else.)"""
    said = _stems(text)
    return bool(said & _stems(own_words(message_text))) and not said & pasted_words(message_text)


def _stems(text: str) -> set[str]:
    words = WORD.findall(normalised(text))
    return {word[:_STEM] for word in words if word not in EMPTY_WORDS and len(word) > 1}
