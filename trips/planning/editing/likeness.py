"""Which places are of a kind that words ask for: "outdoors", "free", "a garden", "a jazz club"."""

from __future__ import annotations

from trips.catalogue.bundled import content
from trips.catalogue.matching import significant
from trips.catalogue.names import words
from trips.planning.wishes import interest_tags, names_of
from trips.schemas import Place

#: Words for what is under the open sky, and for what is not.
OUTDOORS = ("outdoor", "outdoors", "outside", "open air", "fresh air")
INDOORS = ("indoor", "indoors", "inside", "dry")
FREE = ("free", "cheaper", "free of charge", "for free")
#: Say that it is a place, not which.
_ANY_PLACE = frozenset(
    """club bar place spot venue show concert event thing something somewhere sight stop visit activity nice
    good great little small quiet other another more real traditional local famous fun cool""".split()
)
#: Those of them that say what one does there → tags of the rows.
_DONE_THERE: dict[str, str] = content("interests.json")["done_there"]


def weather_word(like: str) -> bool | None:
    """Outdoors True, indoors False, None = another kind of word."""
    folded = like.casefold().replace("-", " ")
    if any(word in folded for word in OUTDOORS):
        return True
    return False if any(word in folded for word in INDOORS) else None


def those_like(places: list[Place], like: str) -> list[Place]:
    """Of these the ones that are what was asked for: by their own words, else by what one does there."""
    outdoors = weather_word(like)
    if outdoors is not None:
        return [place for place in places if place.outdoor == outdoors]
    if like.casefold().strip() in FREE:
        return [place for place in places if place.price and not place.price.adult]
    wanted = [word for word in significant(like) if word not in _ANY_PLACE]
    told = [place for place in places if wanted and set(wanted) <= _told(place)]
    if told:
        return told
    tags = set(interest_tags(tuple(wanted))) if wanted else set()
    tags |= {tag for word in wanted or words(like) for tag in _DONE_THERE.get(word, "").split()}
    return [place for place in places if tags & set(place.tags)]


def _told(place: Place) -> set[str]:
    said = [*names_of(place), place.summary, place.cuisine, *place.dishes, *place.tags]
    return {word for text in said for word in significant(text)}
