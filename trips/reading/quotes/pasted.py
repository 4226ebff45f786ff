"""Text that was pasted into a message, told by its marks, never by its length alone: fences, tags, an
attachment, lines set in, an announcement ("the website says:"), a page's headings, tables, links. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trips.reading.quotes.own_voice import (
    introduced_as_own,
    is_own_heading,
    points_at_a_text,
    speaks_for_itself,
)

FENCED = re.compile(r"(?ms)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*$|\Z)")
FENCED_WITHIN = re.compile(r"(?s)(`{3,}).+?(?:\1|\Z)")
SPANNED = re.compile(r"(?<![\w`])`(?:[^`\s]*+\s){3}[^`\n]*+`(?![\w`])")
TAG = re.compile(r"(?i)<(?P<close>/?)(?P<name>[a-z][\w-]*)(?:\s[^<>]*)?>")
#: Of these a page is made; others only mark a word ("<b>two</b> people").
_BLOCKS = frozenset(
    """address article aside attachment blockquote body center cite code content context data description
    details div dl document email figure file footer form frame h1 h2 h3 h4 h5 h6 head header html
    iframe li listing mail main message nav noscript ol output page paste pasted plaintext pre q quote
    result samp script search section source style summary svg table tbody td template text textarea
    th title tool tool_output tool_result tr ul web webpage website xml xmp""".split()
)
#: A name of a file with its text below; the name alone ("[Attachment: menu.pdf]") holds nothing.
ATTACHED = re.compile(
    r"(?im)^[ \t]*\[(?:attachment|attached file|uploaded file|file|upload|pasted text)\b[^\n]*\n"
    r"(?=[^\n]*\S)(?s:.*)\Z"
)
UPLOADED = re.compile(r"(?im)^[ \t]*\[?(?:attachment|attached file|uploaded file|file|upload)\s*:.*(?:\n.+)*")
FILE_ENDING = r"\.(?:pdf|docx?|txt|csv|xlsx?|pptx?|odt|eml|ics|zip|jpe?g|png|gif|heic|webp|mp4|mov|mp3|wav)\b"
#: Its name is whatever somebody called it: up to its ending in a clause, all of a label's line or brackets.
FILE_NAMED = re.compile(
    rf"(?im)^[ \t]*\[?(?:uploads?|uploaded|attached|attachments?|files?|images?|photos?|pictures?|"
    rf"screenshots?|documents?)\b[^\n:]{{0,30}}+:[^\n]*?{FILE_ENDING}[^\n]*"
    rf"|\[[^\[\]\n]*?{FILE_ENDING}[^\[\]\n]*+\]"
    rf"|(?:\A|(?<=[\n,;:()\[\]\"“”.!?]))[^\n,;:()\[\]\"“”.!?]{{1,200}}+{FILE_ENDING}"
)
_SET_IN = re.compile(r"(?m)^(?:(?: {4,}|\t)(?![-*•+]|\d+[.)])\S.*(?:\n(?:[ \t]*\n)*|\Z))+")
_SOURCE = (
    r"(?:web ?sites?|(?:web ?|home ?)?pages?|sites?|blogs?|posts?|articles?|(?:travel )?guides?|"
    r"guide ?books?|reviews?|"
    r"brochures?|flyers?|leaflets?|adverts?|ads?|advertisements?|forums?|threads?|newsletters?|"
    r"listings?|reddit|"
    r"tripadvisor|wikipedia|wikivoyage|lonely planet|google|chatgpt|internet|web|screenshots?|pdfs?|texts?|"
    r"descriptions?|online|search results?|tool results?|conversations?|transcripts?)"
)
_OTHERS = (
    r"(?:hotels?|hostels?|airlines?|agenc(?:y|ies)|agents?|restaurants?|museums?|operators?|hosts?|"
    r"bloggers?|authors?|"
    r"friends?|colleagues?|neighbou?rs?|boss)"
)
_WITHIN = r"[^.!?\n:]"
_ANNOUNCED = re.compile(
    r"(?im)(?P<line>^[^\n]*?(?:"
    rf"\b(?:copied|pasted|copy-?pasted|taken|quot(?:ed|ing)|excerpt|snippet|extract|"
    rf"cited)\b[^\n:]{{0,30}}\bfrom\b"
    rf"[^\n:]{{0,80}}|\b(?:{_SOURCE}|{_OTHERS})\b{_WITHIN}{{0,60}}\b(?:says?|said|reads?|states?|"
    rf"tells?|writes?|"
    rf"wrote|claims?|recommends?|suggests?|goes)\b{_WITHIN}{{0,40}}"
    rf"|\b(?:forwarded|sent|texted|mailed|e-mailed|posted)\b{_WITHIN}{{0,30}}\b(?:this|these|following)\b"
    rf"{_WITHIN}{{0,20}}|\b(?:the|this)\s+{_SOURCE}(?:'s|’s)?\s+(?:text|content|words)\s*"
    rf"|\b(?:here(?:'s|’s| is| are| comes?)|this is|from)\b{_WITHIN}{{0,60}}\b{_SOURCE}\b{_WITHIN}{{0,60}}"
    rf"|\b(?:found|look(?:ing)? at|see|read|check|below|following)\b{_WITHIN}{{0,60}}\b{_SOURCE}\b"
    rf"{_WITHIN}{{0,60}}(?=:[ \t]*\n)"
    r"|(?P<label>^[ \t]*(?:source|url|link|pasted|copied|quote|web ?site|web ?page|article)(?: text|"
    r" content)?[ \t]*)"
    r"))(?P<colon>:(?!//))"
)
_ADDRESS_ALONE = re.compile(r"\s*<?https?://\S+")
#: "--- begin page ---", "=== web page ===".
_RULED_OFF = re.compile(
    r"(?im)^[ \t]*[-=*_~+]{2,}[ \t]*(?:begin(?:ning)?|start)?(?: of)?[ \t]*(?:the )?(?:quot(?:e|"
    r"ation)|pasted?|page|"
    r"web ?page|web ?site|text|article|document|content|excerpt|tool result|email|mail)\b(?s:.*)\Z"
)
_HIDDEN = re.compile(r"(?s)<!--.*?(?:-->|\Z)")
_QUOTED_IN_CODE = re.compile(r"(?m)^[ \t]*&gt;.*")
_IN_MARKS = re.compile(r"\s*(?:\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|'[^']*')")
_ADDRESS = re.compile(
    r"(?im)^[ \t]*(?P<line><?https?://\S+)[ \t]*\n"
    r"(?=[ \t]*\S)(?![ \t]*(?:we|i|our|my|can|could|please)\b).+(?:\n.+)*"
)
_HEADING = re.compile(r"(?m)^#{1,6}[ \t]+(?P<words>\S.*)$")
_TABLE = re.compile(
    r"(?m)^[ \t]*\|.*\|[ \t]*\n[ \t]*\|?[ \t:|-]*-{2,}[ \t:|-]*\n(?:[^|\n]*+\|.*+(?:\n|\Z))*+"
)
_LINK = re.compile(r"\[[^\]\n]*\]\(\s*https?:")
_PARAGRAPH = re.compile(r"(?:[^\n]+(?:\n(?![ \t]*\n)|\Z|(?=\n)))+")
#: Of a paragraph beside others; nobody types more in one go without a word of themselves.
LONG = 600
_MOST_LINKS_OF_A_SENTENCE = 1


def pasted(text: str, *, durable: bool = False) -> Iterator[tuple[int, int]]:
    """Beginning and end of each stretch, in no order, some of them twice. `durable`: for what is kept for
    good, where fences hide also what the traveller calls their own ("my flight: …"), and any tag counts."""
    for pattern in (FENCED, FENCED_WITHIN, SPANNED):
        for match in pattern.finditer(text):
            if durable or not introduced_as_own(text[: match.start()]):
                yield match.span()
    yield from _tagged(text, durable=durable)
    for pattern in (ATTACHED, UPLOADED, FILE_NAMED, _RULED_OFF, _HIDDEN, _QUOTED_IN_CODE):
        yield from (match.span() for match in pattern.finditer(text))
    for match in _SET_IN.finditer(text):
        if _is_a_block(text, match) and (durable or not introduced_as_own(text[: match.start()])):
            yield match.span()
    yield from _announced(text)
    yield from _structured(text)
    yield from _long(text)


def _tagged(text: str, *, durable: bool) -> Iterator[tuple[int, int]]:
    """From an opening tag to its own closing one, others of its name within."""
    end = 0
    tags = list(TAG.finditer(text))
    for number, tag in enumerate(tags):
        name = tag["name"].lower()
        if tag["close"] or tag.start() < end or not (durable or name in _BLOCKS):
            continue
        depth, end = 1, len(text)
        for other in tags[number + 1 :]:
            if other["name"].lower() == name:
                depth += -1 if other["close"] else 1
                if not depth:
                    end = other.end()
                    break
        yield tag.start(), end


def _is_a_block(text: str, match: re.Match[str]) -> bool:
    """Lines that are set in, beside others; a list whose lines lean on those above is none."""
    before = text[: match.start()]
    beside = before.strip() or text[match.end() :].strip()
    parted = not before.rstrip(" \t") or before.endswith("\n\n") or before.rstrip().endswith(":")
    return bool(beside and parted)


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """What follows the colon: the rest of its paragraph, or of the message where it begins a line."""
    for match in _ANNOUNCED.finditer(text):
        if introduced_as_own(match["line"] + ":"):
            continue
        start = match.end()
        following = text[start:].split("\n", 1)[0].strip()
        if _ADDRESS_ALONE.match(text, start):
            continue
        if match["label"] and following:
            yield start, start + len(text[start:].split("\n", 1)[0])
            continue
        if marks := _IN_MARKS.match(text, start):
            yield marks.span()
            continue
        if _ends_by_itself(text, start):  # the announcement goes with it: it would announce what is left
            sentence = max(text.rfind(mark, match.start(), start) for mark in ".!?\n")
            yield max(sentence + 1, match.start()), start
            continue
        end = re.search(r"\n[ \t]*\n", text[start:])
        yield start, start + end.start() if following and end else len(text)
    for match in _ADDRESS.finditer(text):
        if not introduced_as_own(text[: match.start()]):
            yield match.span()


def _ends_by_itself(text: str, start: int) -> bool:
    """Does a fence or a tag that is closed again follow? What stands behind it is not announced."""
    start += len(text[start:]) - len(text[start:].lstrip())
    if fence := FENCED.match(text, start) or FENCED_WITHIN.match(text, start):
        return bool(text[fence.end() :].strip()) and fence[0].rstrip().endswith(fence[1])
    tag = TAG.match(text, start)
    return bool(tag and f"</{tag['name'].lower()}" in text[start:].lower())


def _structured(text: str) -> Iterator[tuple[int, int]]:
    """A page below the traveller's own words, or a paragraph full of links."""
    heading = _HEADING.search(text)
    before = text[: heading.start()].strip() if heading else ""
    if heading and before and not is_own_heading(heading["words"]) and not introduced_as_own(before):
        yield heading.start(), len(text)
    for match in _TABLE.finditer(text):
        before = text[: match.start()].strip()
        if before and not introduced_as_own(before) and not is_own_heading(match[0].split("\n", 1)[0]):
            yield match.span()
    for match in _PARAGRAPH.finditer(text):
        links = len(_LINK.findall(match[0]))
        if links > _MOST_LINKS_OF_A_SENTENCE and not speaks_for_itself(match[0]):
            yield match.span()


def _long(text: str) -> Iterator[tuple[int, int]]:
    """A long paragraph beside a short request that points at it, or in which nobody speaks of themselves."""
    if len(text) <= LONG:
        return
    parts = [part for match in _PARAGRAPH.finditer(text) for part in _lines(match)]
    short = [text[start:end] for start, end in parts if end - start <= LONG]
    if not any(part.strip() for part in short):
        return
    pointed = any(points_at_a_text(part) for part in short)
    for start, end in parts:
        if end - start <= LONG:
            continue
        if not introduced_as_own(text[:start]) and (pointed or not speaks_for_itself(text[start:end])):
            yield start, end


def _lines(paragraph: re.Match[str]) -> list[tuple[int, int]]:
    """The paragraph; its lines, where one of them is long by itself."""
    lines = [
        (paragraph.start() + line.start(), paragraph.start() + line.end())
        for line in re.finditer(r"[^\n]+", paragraph[0])
    ]
    return lines if any(end - start > LONG for start, end in lines) else [paragraph.span()]
