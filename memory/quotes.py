"""Whose words are these? What a traveller pasted into a message is not what they said.

Only their own words can make something durable (pinned, about the traveller, a line of a document).
"""

from __future__ import annotations

import re

from memory.text import normalised

LONGEST_PARAGRAPH = 600  # characters; nobody types more in one go
_GAP = "\n\n\x1e\n\n"  # stands where something was taken out: no quote reaches across it

_FENCED = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_BLOCK = re.compile(r"(?is)<([a-z][\w-]*)(?:\s[^<>]*)?>.*?(?:</\1\s*>|\Z)")
_QUOTED_LINES = re.compile(r"(?m)^[ \t]*>.*$(?:\n(?![ \t]*\n).+)*")
#: A mail that was passed on: everything below is somebody else's.
_FORWARDED = re.compile(
    r"(?ims)^[ \t]*(?:-{2,}\s*(?:original|forwarded)\s+message\b.*|begin forwarded message:.*"
    r"|on\s.{4,120}\swrote:[ \t]*$.*|from:[^\n]+\n(?:[^\n]*\n){0,4}?(?:to|sent|date|subject):.*)\Z"
)
_UPLOADED = re.compile(
    r"(?im)^[ \t]*\[?(?:attachment|attached file|uploaded file|file|upload)\s*:.*(?:\n.+)*"
)
#: Somebody else's words in quotation marks; one or two words are a name.
_MARKED = (
    re.compile(r"“[^”]*(?:”|\Z)"),
    re.compile(r"„[^“”]*(?:[“”]|\Z)"),
    re.compile(r"«[^»]*(?:»|\Z)"),
    re.compile(r"「[^」]*(?:」|\Z)"),
    re.compile(r'(?<!\w)"[^"]*(?:"(?!\w)|\Z)'),
    re.compile(r"(?<!\w)‘[^’]*(?:’(?!\w)|\Z)"),
    re.compile(r"(?<!\w)'(?=\S)[^']*(?:(?<=\w)'(?=\w)[^']*)*'(?!\w)"),
)
_COMMAND = re.compile(r"\A\s*/[A-Za-z]\w*\b[ \t]*")  # its name is no word about anything
_MOST_WORDS_OF_A_NAME = 2
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
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


def own_words(message_text: str) -> str:
    """The message without a command's name, without fenced, quoted, forwarded and uploaded text and without
    long paragraphs.

    Where something was taken out, a gap (U+001E on a line of its own) keeps what was apart, apart.
    """
    text = _COMMAND.sub("", message_text).replace("\r\n", "\n").replace("\r", "\n").replace("\x1e", " ")
    for pattern in (_FENCED, _FORWARDED, _BLOCK, _UPLOADED, _QUOTED_LINES):
        text = pattern.sub(_GAP, text)
    paragraphs = re.split(r"\n[ \t]*\n", text)
    text = "\n\n".join(part if len(part) <= LONGEST_PARAGRAPH else "\x1e" for part in paragraphs)
    for pattern in _MARKED:
        text = pattern.sub(lambda found: found[0] if _a_name(found[0]) else _GAP, text)
    return text.strip()


def pasted_words(message_text: str) -> set[str]:
    """Stems of what the message holds only in its pasted parts."""
    return _stems(_COMMAND.sub("", message_text)) - _stems(own_words(message_text))


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


def _a_name(quoted: str) -> bool:
    closed = len(quoted) > 1 and quoted[-1] not in "“„«「‘" and not quoted[-1].isalnum()
    return closed and len(_WORD.findall(quoted)) <= _MOST_WORDS_OF_A_NAME


def _stems(text: str) -> set[str]:
    words = _WORD.findall(normalised(text))
    return {word[:_STEM] for word in words if word not in EMPTY_WORDS and len(word) > 1}
