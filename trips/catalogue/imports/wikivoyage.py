"""Listings of Wikivoyage, of pages and dumps. Names, positions and figures are read, words are not."""

from __future__ import annotations

import bz2
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import IO
from urllib.parse import quote
from xml.etree import ElementTree

import mwparserfromhell
from mwparserfromhell.nodes import Template

from trips.catalogue.imports.extract import Extract, Frame, Unreadable, Watch, cleaned
from trips.catalogue.imports.kinds import LISTINGS, TAGS_OF_NAMES, Kind
from trips.catalogue.imports.merging import without_doubles
from trips.catalogue.imports.prose_hours import hours_in
from trips.catalogue.names import words
from trips.schemas import Hours, Place, Price

ATTRIBUTION, LICENCE = "© Wikivoyage contributors, CC BY-SA", "CC BY-SA 4.0"
MAX_BYTES, MAX_PAGE = 1_000_000_000, 4_000_000
#: Of a dump, bytes: read at once, and at most of one page with what stands around it.
PIECE, MAX_ELEMENT = 1_000_000, 64_000_000
MOST_ROWS = 600
#: Characters of one: the parser takes the square of what is nested or left open in it.
LONGEST_LISTING = 6000
#: Minutes: "08:00-10:00 daily" of all but a market may end in the evening.
SHORTEST_DAY = 180
#: Templates that say what they are of in a field.
GENERAL = ("listing", "vcard")
#: Names of a listing's fields in its languages.
_FIELDS = {
    "name": ("name", "nom"),
    "other": ("alt",),
    "lat": ("lat", "latitude"),
    "lon": ("long", "longitude", "lon"),
    "hours": ("hours", "horaire"),
    "price": ("price", "prix"),
    "edited": ("lastedit",),
    "type": ("type",),
}
_BRACES = re.compile(
    r"\{\{(?=\s{0,9}(?P<name>[^|{}\n]{0,40}))|(?P<close>\}\})"
    r"|^(?P<level>={1,6})(?P<title>[^=\n]{1,200})(?P=level)\s*?$",
    re.MULTILINE,
)
_FRENCH_HOURS = re.compile(
    r"\{\{\s*horaire\s*\|([^|{}]*)\|([^|{}]*)\|(\d+)\|(\d*)\|(\d+)\|(\d*)\}\}", re.IGNORECASE
)
_FREE = re.compile(r"^(?:free(?: (?:entry|entrance|admission))?|eintritt frei|kostenlos|gratuit|gratis)\.?$")
#: What hours of a festival begin with, or the heading above festivals.
_EVENT = re.compile(
    r"(?:(?:every|each|once a) year|annually|yearly|(?:all)?jährlich|jedes jahr|chaque année|tous les ans"
    r"|(?:events?|festivals?|(?:regelmäßige )?veranstaltungen|feste|[ée]v[éè]nements|fêtes)(?!\w))",
    re.IGNORECASE,
)
_MARK = r"[€£¥$]|[A-Z]{3}"
_AMOUNT = re.compile(rf"^(?:c\. ?)?(?P<before>{_MARK}|Fr\.?)? ?(?P<figure>\d[\d.,]*) ?(?P<after>{_MARK})?$")
_DOLLARS = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "TWD")
_CURRENCIES = {"€": ("EUR",), "£": ("GBP",), "¥": ("JPY", "CNY"), "$": _DOLLARS, "Fr": ("CHF",)}


@dataclass(frozen=True)
class Page:
    title: str
    language: str
    text: str
    as_of: str = ""  # 2026-11-23


def read(paths: list[Path], titles: list[str], frame: Frame, watch: Watch) -> Extract:
    """Rows of pages and dumps. `titles`: of the articles; of a dump theirs and those below them, like
    "Tokyo/Ueno". Raises Unreadable."""
    extract = Extract()
    rows: list[Place] = []
    for page in (page for path in paths for page in _pages(path, titles, watch)):
        extract.url = extract.url or _address(page, "")
        extract.as_of = max(extract.as_of, page.as_of)
        districts = set(re.findall(rf"\[\[({re.escape(page.title)}/[^\]|#]+)", page.text))
        if districts:
            extract.notes.append(f"{page.title} points to {len(districts)} pages of its districts.")
        for section, template in _listings(page):
            watch.seen(len(rows))
            extract.read += 1
            row = _row(page, section, template, frame) if template else "too long, or broken"
            if isinstance(row, str):
                extract.refused[row] += 1
                continue
            rows.append(row)
            if template and _value(template, "hours"):
                extract.hours["refused" if row.hours == Hours() else "parsed"] += 1
    if not extract.url:
        raise Unreadable(f"No article is called {' or '.join(titles)}: name it with --article.")
    extract.places = without_doubles(rows)[:MOST_ROWS]
    extract.refused["twice, or more than are kept"] = len(rows) - len(extract.places)
    return extract


def _pages(path: Path, titles: list[str], watch: Watch) -> Iterator[Page]:
    try:
        with bz2.open(path) if path.suffix == ".bz2" else path.open("rb") as file:
            is_dump = b"<mediawiki" in file.read(2000)
            file.seek(0)
            if is_dump:
                yield from _of_dump(file, titles, watch)
                return
            text = file.read(MAX_PAGE).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError, ElementTree.ParseError) as problem:
        raise Unreadable(f"{path.name} is no page and no dump of Wikivoyage: {problem}.") from problem
    if "{{" not in text:
        raise Unreadable(f"{path.name} is no page of Wikivoyage: it has no templates.")
    yield Page(titles[0], _language(text), text)


def _of_dump(file: IO[bytes], titles: list[str], watch: Watch) -> Iterator[Page]:
    """Piece by piece. Raises Unreadable where one page is longer than any article."""
    parser, since, language = ElementTree.XMLPullParser(("start", "end")), 0, ""
    root: ElementTree.Element | None = None
    while piece := file.read(PIECE):
        since += len(piece)
        if since > MAX_ELEMENT:
            raise Unreadable(f"The dump holds a page of more than {MAX_ELEMENT // 1_000_000} MB.")
        parser.feed(piece)
        for event, element in parser.read_events():
            root = element if root is None else root
            tag = element.tag.rpartition("}")[2]
            since = 0 if tag == "page" else since
            if event == "end" and tag == "dbname":
                language = (element.text or "").removesuffix("wikivoyage")
            if event == "end" and tag == "page":
                watch.seen()
                yield from _article(element, titles, language)
                root.clear()


def _article(element: ElementTree.Element, titles: list[str], language: str) -> Iterator[Page]:
    """The page, where it is wanted."""
    parts = {child.tag.rpartition("}")[2]: child.text or "" for child in element.iter()}
    title, text = parts.get("title", ""), parts.get("text", "")[:MAX_PAGE]
    if parts.get("ns") == "0" and {title, title.partition("/")[0]} & set(titles):
        yield Page(title, language or _language(text), text, parts.get("timestamp", "")[:10])


def _language(text: str) -> str:
    if re.search(r"\{\{\s*vCard", text, re.IGNORECASE):
        return "de"
    return "fr" if re.search(r"\{\{\s*(?:Voir|Manger|Se loger|Faire)\b", text) else "en"


def _listings(page: Page) -> Iterator[tuple[str, Template | None]]:
    """Each listing with the heading above it; None for one that is too long or broken."""
    text = page.text
    for start, end in (("<!--", "-->"), ("<nowiki>", "</nowiki>")):
        first, *others = text.split(start)
        text = first + "".join(other.partition(end)[2] for other in others)
    section = ""
    for title, start, end in _outermost(text):
        if title:
            section = _stripped(title)
            continue
        nodes = mwparserfromhell.parse(text[start:end]).nodes if end - start <= LONGEST_LISTING else []
        yield section, nodes[0] if len(nodes) == 1 and isinstance(nodes[0], Template) else None


def _outermost(text: str) -> list[tuple[str, int, int]]:
    """Title, start and end of headings, and of listings (their title is ""), in order; none of
    those that stand in others or are never closed. Linear in the length of the text."""
    opened: list[tuple[str, int]] = []
    found: list[tuple[str, int, int]] = []
    for mark in _BRACES.finditer(text):
        if mark["title"]:
            found.append((mark["title"], mark.start(), mark.end()))
        elif not mark["close"]:
            opened.append((mark["name"].strip().casefold(), mark.start()))
        elif opened:
            name, start = opened.pop()
            if name not in LISTINGS and name not in GENERAL:
                continue
            while found and found[-1][1] > start:
                found.pop()
            found.append(("", start, mark.end()))
    return found


def _kind(template: Template) -> Kind | None:
    name = template.name.strip().casefold()
    if name in GENERAL:
        name = _value(template, "type").partition(",")[0].strip().casefold()
    return LISTINGS.get(name)


def _value(template: Template, field: str) -> str:
    for name in _FIELDS[field]:
        if template.has(name):
            return str(template.get(name).value).strip()
    return ""


def _row(page: Page, section: str, template: Template, frame: Frame) -> Place | str:
    """The row, or why it is none."""
    kind, name = _kind(template), _plain(template, "name")
    if kind is None:
        return "no sight, food or stay"
    if not words(name):
        return "no name"
    if _EVENT.match(section) or _EVENT.match(_value(template, "hours")):
        return "an event"
    try:
        lat, lon = (round(float(_value(template, side)), 5) for side in ("lat", "lon"))
    except ValueError:
        return "no position"
    if not frame.holds(lat, lon):
        return "outside the city"
    said = _FRENCH_HOURS.sub(_french_span, _value(template, "hours"))
    price = None if kind.kind == "stay" else price_in(_value(template, "price"), frame.currency)
    tags, other, slug = _tags(kind, name, price), _plain(template, "other"), frame.city.catalogue_slug
    hours = hours_in(said, page.language) or Hours()
    if "market" not in tags and _shortest_day(hours) < SHORTEST_DAY:
        hours = Hours()
    return Place(
        id=f"{slug}:wv-{'-'.join(words(name))[:60]}", city=slug, kind=kind.kind, name=name,
        aliases=[other] if other else [],
        area=page.title.rpartition("/")[2] if "/" in page.title else frame.city.name,
        lat=lat, lon=lon, hours=hours, visit=kind.visit, price=price,
        importance=kind.weight + 1 if kind.kind == "visit" else None,
        tags=tags, meals=kind.meals, band=kind.band, stay_type=kind.stay_type,
        grade="open", as_of=_edited(template) or page.as_of, source=ATTRIBUTION, url=_address(page, section),
    )  # fmt: skip


def _shortest_day(hours: Hours) -> int:
    """Minutes of the day that is open least."""
    days = [
        sum(((end.hour - start.hour) * 60 + end.minute - start.minute) % 1440 for start, end in spans)
        for spans in hours.week.values()
    ]
    return min(days, default=SHORTEST_DAY)


def _plain(template: Template, field: str) -> str:
    return cleaned(_stripped(_value(template, field)))


def _stripped(text: str) -> str:
    return mwparserfromhell.parse(text).strip_code().strip()


def _tags(kind: Kind, name: str, price: Price | None) -> list[str]:
    if kind.kind != "visit":
        return list(kind.tags)
    named = [TAGS_OF_NAMES[word] for word in words(name) if word in TAGS_OF_NAMES]
    return list(dict.fromkeys([*named, *kind.tags, *(["free"] if price and not price.adult else [])]))


def _french_span(found: re.Match[str]) -> str:
    """{{Horaire|lundi|vendredi|9|30|12|}}: "lundi-vendredi 09:30-12:00"."""
    first, last, *clock = (part.strip() for part in found.groups())
    days = "-".join(day for day in (first, last) if day)
    start, end = (f"{hour:0>2}:{minute or '00':0>2}" for hour, minute in (clock[:2], clock[2:]))
    return f"{days} {start}-{end}"


def price_in(text: str, currency: str) -> Price | None:
    """A price that is one figure, or none at all; ranges, "from" and several prices are refused."""
    text = " ".join(text.split())
    if _FREE.match(text.casefold()):
        return Price(currency=currency, adult=Decimal(0))
    found = _AMOUNT.match(text)
    mark = (found["before"] or found["after"] or "").rstrip(".") if found else ""
    meant = _CURRENCIES.get(mark, (mark,))
    if not found or not mark or (len(meant) > 1 and currency not in meant):
        return None
    figure = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", found["figure"].rstrip(".,")).replace(",", ".")
    if figure.count(".") > 1:
        return None
    return Price(currency=currency if currency in meant else meant[0], adult=Decimal(figure))


def _edited(template: Template) -> str:
    try:
        return date.fromisoformat(_value(template, "edited")).isoformat()
    except ValueError:
        return ""


def _address(page: Page, section: str) -> str:
    path = quote(page.title.replace(" ", "_"), safe="/,()'")
    anchor = "#" + quote(section.replace(" ", "_")) if section else ""
    return f"https://{page.language}.wikivoyage.org/wiki/{path}{anchor}"
