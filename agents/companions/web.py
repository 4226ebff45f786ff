"""What may leave for the web, and what counts as read there. Values, no database.

A request of the web holds typed values of our own data alone: a city's row, dates, interests of our
vocabulary, names of rows, a topic, a country. No word of a traveller, of memory or of a booking is in it, so
that neither a query nor an address can carry one out.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from agents.llm.base import ModelMessage
from agents.llm.server_tools import WebReading
from agents.runtime import prompting
from trips.catalogue.gazetteer import City, Country, Gazetteer
from trips.catalogue.names import words
from trips.planning.wishes import INTEREST_TAGS
from trips.schemas import Plan, Source

#: What can be asked about a place at present.
Topic = Literal["events", "closures", "prices", "disruptions", "entry rules", "safety"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
#: Rows of the plan that are looked up first.
MOST_PLACES = 8
#: Whose names may leave: of our rows, and those that were read on a page.
_PUBLIC = frozenset({"official", "curated", "open", "web", "common"})
_LINK = re.compile(r"\[([^\[\]\n]*+)\]\(([^()\s]*+)[^()\n]*+\)")
#: Markdown makes no link without one of these two, literally.
_OPENING = r"\]\(|(?i:[a-z]{0,12}://|\bwww\.)[^\s<>]*+"
_VOCABULARY = frozenset(INTEREST_TAGS) | {tag for tags in INTEREST_TAGS.values() for tag in tags}


@dataclass(frozen=True)
class WebQuestion:
    """Everything one request of the web says. Without a topic it is about what there is in the city."""

    city: City
    start: dt.date
    end: dt.date
    interests: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    topic: Topic | None = None
    passport: Country | None = None  # only where entry rules are asked for


def web_task(question: WebQuestion) -> list[ModelMessage]:
    """The question as its request holds it."""
    lines = [
        f"City: {question.city.name}, {question.city.country_name}",
        f"Days there: {question.start:%-d %B %Y} to {question.end:%-d %B %Y}",
        f"Topic: {question.topic or 'the city'}",
    ]
    if question.interests:
        lines.append(f"Interests: {', '.join(question.interests)}")
    if question.places:
        lines.append(f"Look up first: {'; '.join(question.places)}")
    if question.topic == "entry rules" and question.passport:
        lines.append(f"Passport of: {question.passport.name}")
    return prompting.companion_task(lines)


def pages_task(question: WebQuestion, reading: WebReading, wanted: str) -> list[ModelMessage]:
    """What was read, as data, to be put into rows. `wanted`: how many of what."""
    listed = [f"[{number}] {page.title}" for number, page in enumerate(reading.pages, start=1)]
    said = "\n".join([reading.text, "", "Pages:", *listed])
    notes = prompting.data("WEB NOTES", said)
    (task,) = web_task(question)
    return prompting.companion_task([task.text, "", notes, "", wanted])


def public_interests(interests: Iterable[str]) -> tuple[str, ...]:
    """Those of our vocabulary, as it says them. What else somebody likes stays here."""
    folded = (" ".join(words(interest)) for interest in interests)
    named = (word if word in _VOCABULARY else word.removesuffix("s") for word in folded)
    return tuple(dict.fromkeys(word.replace("_", " ") for word in named if word in _VOCABULARY))


def public_places(
    plan: Plan, city: City, gazetteer: Gazetteer, must_dos: Collection[str], since: dt.date
) -> tuple[str, ...]:
    """Names of the plan's sights and restaurants in a city whose hours no page has told since that day, as
    far as rows of ours or pages have them: the traveller's must-dos (ids of rows) first, then sights."""
    items = [item for item in plan.items() if item.city_id == city.id and item.place_id]
    items = [item for item in items if item.kind in ("visit", "meal")]
    items.sort(key=lambda item: (item.place_id not in must_dos, item.kind != "visit"))
    rows = [row for item in items if (row := gazetteer.place(item.place_id)) and row.grade in _PUBLIC]
    names = dict.fromkeys(row.name for row in rows if not _read_since(row.source_of("hours"), since))
    return tuple(names)[:MOST_PLACES]


def _read_since(source: Source, day: dt.date) -> bool:
    return source.grade == "web" and source.as_of >= day.isoformat()


def cited_page(source: str, name: str, reading: WebReading | None) -> str:
    """The address of the page an item was read on; "" unless it is among the pages, something is cited from
    it, and the notes name the item."""
    page = page_of(source, reading)
    return page if passages_of(page, reading) and reading and _stands_in(name, reading.text) else ""


def passages_of(page: str, reading: WebReading | None) -> str:
    """What the notes cite from this address."""
    pages = reading.pages if reading else []
    return next((one.said for one in pages if one.url == page), "")


#: In the place of a text that was an address and nothing else: a name or a sentence must not be empty.
LINK_DROPPED = "(a link)"


def without_other_links(given: Any, reading: WebReading) -> Any:
    """A JSON value without links and addresses, but for those of the pages that were found; its lists without
    rows that were named by an address alone."""
    if isinstance(given, dict):
        return {key: without_other_links(value, reading) for key, value in given.items()}
    if isinstance(given, list):
        values = (without_other_links(value, reading) for value in given)
        return [value for value in values if not _was_a_link(value)]
    known = {page.url for page in reading.pages}
    if not isinstance(given, str) or given.strip() in known:
        return given
    text = _LINK.sub(lambda link: link[0] if link[2] in known else link[1], given)
    to_pages = (re.escape(f"]({url})") for url in known)
    text = re.sub("|".join([*to_pages, _OPENING]), lambda opening: _opened(opening[0], known), text)
    return text if _says(text) or not _says(given) else LINK_DROPPED


def _says(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _was_a_link(value: Any) -> bool:
    says = (value.get("name"), value.get("sentence")) if isinstance(value, dict) else (value,)
    return LINK_DROPPED in says


def _opened(opening: str, known: Collection[str]) -> str:
    """What stays of an opening: all of it where it leads to a page that was found, but for a colon behind
    it, which markdown takes for a part of the address."""
    if opening.startswith("]("):
        return opening if opening != "](" else "] ("
    pages = [url for url in known if opening.startswith(url) and not opening[len(url) :].strip(".,;:!?)]")]
    return next((url + opening[len(url) :].replace(":", "") for url in pages), "")


def page_of(source: str, reading: WebReading | None) -> str:
    """The address of a page by its number ("3", "[3]") or its address; "" for one that was not found."""
    if reading is None:
        return ""
    said = source.strip().strip("[]")
    if said.isascii() and said.isdigit() and 0 < int(said) <= len(reading.pages):
        return reading.pages[int(said) - 1].url
    return next((page.url for page in reading.pages if page.url == source.strip()), "")


def _stands_in(name: str, text: str) -> bool:
    return f" {' '.join(words(name))} " in f" {' '.join(words(text))} "


def read_topic(text: str) -> Topic | None:
    """The topic that a text names, in any case."""
    said = " ".join(text.casefold().split())
    return next((topic for topic in TOPICS if topic == said), None)


def split_topic(argument: str, gazetteer: Gazetteer) -> tuple[str, Topic | None, Country | None]:
    """ "Lisbon: entry rules, Brazil" as city, topic and the passport's country; without a topic all of it is
    the city."""
    city, colon, rest = argument.partition(":")
    said, _comma, country = rest.partition(",")
    topic = read_topic(said)
    if not colon or topic is None:
        return argument, None, None
    return city.strip(), topic, gazetteer.find_country(country.strip()) if country.strip() else None
