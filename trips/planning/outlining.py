"""What makes the options of a trip different: level or means, pace, focus; said truthfully.

With a level asked, one option lies a step below and one a step above, where there is one. With a sum named
all keep it and differ in pace, focus and what the money goes to.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from trips.planning.costing import converted
from trips.planning.estimates import meal_estimate, room_estimate
from trips.planning.gazetteer import Gazetteer
from trips.planning.picking import LEVELS, Pool, rooms_needed
from trips.planning.request import Request, request_of
from trips.planning.skeleton import skeleton_of
from trips.planning.wishes import interest_tags
from trips.schemas import Level, MealName, OptionOutline, Pace, TripFacts

PACES: tuple[Pace, ...] = ("relaxed", "moderate", "packed")
LEVEL_WORDS: dict[Level, str] = {"low": "low-budget", "mid": "mid-range", "high": "high-end"}
PACE_WORDS: dict[Pace, str] = {"relaxed": "easy", "moderate": "moderate", "packed": "full"}
#: Themes an option can put first, with the tags that carry them; the order breaks ties.
THEMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("history", ("history",)),
    ("art", ("art",)),
    ("neighbourhoods", ("neighbourhood", "market")),
    ("gardens", ("garden", "park")),
    ("views", ("view",)),
    ("architecture", ("architecture",)),
    ("hidden gems", ("hidden_gem",)),
    ("science", ("science", "animals")),
)
#: A theme needs this many suitable sights to carry an option.
THEME_SIGHTS = 5
#: Rides and entrances of one person for one day, US dollars at the price level of the United States.
DAY_EXTRAS: dict[Level, Decimal] = {"low": Decimal(18), "mid": Decimal(38), "high": Decimal(90)}
#: A level is taken for a sum only with this room to spare: estimates are medians.
SPARE = Decimal("0.93")
MEALS: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")


@dataclass(frozen=True)
class _Variant:
    pace: Pace
    level: Level
    band: Level
    focus: tuple[str, ...]
    label: str
    title: str
    for_whom: str
    idea: str


def outlines(facts: TripFacts, gazetteer: Gazetteer) -> list[OptionOutline]:
    """Three outlines (two where a city has too few sights for three). Raises UnknownDestination when no
    destination is in the gazetteer."""
    today = facts.dates.start or facts.dates.earliest or dt.date.today()
    request = request_of(facts, gazetteer, today=today)
    focuses = _focuses(request)
    variants = _by_sum(request, focuses) if request.ceiling is not None else _by_level(request, focuses)
    if not _enough_for_three(request):
        variants = [variants[0], variants[-1]] if request.ceiling is None else variants[:2]
    return [
        OptionOutline(
            title=variant.title,
            for_whom=variant.for_whom,
            label=variant.label,  # type: ignore[arg-type]
            pace=variant.pace,
            level=variant.level,
            focus=list(variant.focus),
            stay_band=variant.band,
            idea=variant.idea,
        )
        for variant in variants
    ]


# --- With a level -----------------------------------------------------------------------------------


def _by_level(request: Request, focuses: list[tuple[str, ...]]) -> list[_Variant]:
    asked = request.level
    said = request.facts.budget.level
    at = LEVELS.index(asked)
    ladder = [max(0, at - 1), at, min(2, at + 1)]
    paces = _paces(request, ladder)
    where = place_names(request)
    variants = []
    for number, (step, pace) in enumerate(zip(ladder, paces, strict=True)):
        level = LEVELS[step]
        focus = focuses[number]
        variants.append(
            _Variant(
                pace=pace,
                level=level,
                band=level,
                focus=focus,
                label=("cheapest", "balanced", "finest")[number],
                title=f"{where}{_title_end(number, level, step - at, focus)}",
                for_whom=_for_whom(level, step - at, said, pace, focus),
                idea=_step_in_words(step - at, said),
            )
        )
    return variants


def _title_end(number: int, level: Level, step: int, focus: tuple[str, ...]) -> str:
    words = _focus_words(focus)
    if step < 0:
        return f" for less: {words}"
    if step > 0:
        return f" in more comfort: {words}"
    ends = {0: f", simply: {words}", 1: f", balanced: {words}", 2: f", at its finest: {words}"}
    return ends[number]


def _for_whom(level: Level, step: int, said: Level | None, pace: Pace, focus: tuple[str, ...]) -> str:
    comfort = LEVEL_WORDS[level]
    relation = ""
    if said:
        words = LEVEL_WORDS[said]
        relation = {
            -1: f", one step below the {words} level you asked for",
            0: f", the {words} level you asked for",
            1: f", one step above the {words} level you asked for",
        }[step]
    return (
        f"For those who like {_focus_words(focus)} at {_article(PACE_WORDS[pace])} pace: {comfort}{relation}."
    )


def _step_in_words(step: int, said: Level | None) -> str:
    if not said:
        return "No budget was named: the options show three price levels."
    if step < 0:
        return f"This option lies one step below {LEVEL_WORDS[said]}."
    if step > 0:
        return f"This option lies one step above {LEVEL_WORDS[said]}."
    return ""


def _paces(request: Request, ladder: Sequence[int]) -> list[Pace]:
    """The asked pace in every option; where the level can't differ, or nobody asked, the pace does."""
    asked = request.facts.pace
    gentle = request.walks_little or any(age < 6 for age in request.ages)
    if asked is None:
        return ["moderate", "moderate", "relaxed"] if gentle else ["packed", "moderate", "relaxed"]
    paces: list[Pace] = [asked, asked, asked]
    calmer = PACES[max(0, PACES.index(asked) - 1)]
    if ladder[0] == ladder[1]:
        paces[0] = calmer
    if ladder[1] == ladder[2]:
        paces[2] = calmer
    return paces


# --- With a sum -------------------------------------------------------------------------------------


def _by_sum(request: Request, focuses: list[tuple[str, ...]]) -> list[_Variant]:
    """The highest level the sum allows, spent three ways."""
    level = affordable_level(request)
    lower = LEVELS[max(0, LEVELS.index(level) - 1)]
    asked = request.pace
    calmer = PACES[max(0, PACES.index(asked) - 1)]
    fuller: Pace = asked if request.facts.pace or request.walks_little or request.ages else "packed"
    where = place_names(request)
    keeps = "It keeps the sum you named."
    return [
        _Variant(
            pace=asked,
            level=level,
            band=level,
            focus=focuses[0],
            label="balanced",
            title=f"{where}, balanced: {_focus_words(focuses[0])}",
            for_whom=f"For those who want a bit of everything at {_article(PACE_WORDS[asked])} pace.",
            idea=keeps,
        ),
        _Variant(
            pace=fuller,
            level=lower,
            band=lower,
            focus=focuses[1],
            label="cheapest" if lower != level else "other",
            title=f"{where}, most for the money: {_focus_words(focuses[1])}",
            for_whom=f"For those who sleep and eat simply and see much, at {_article(PACE_WORDS[fuller])} pace.",
            idea=keeps,
        ),
        _Variant(
            pace=calmer,
            level=lower,
            band=level,
            focus=focuses[2],
            label="other",
            title=f"{where}, unhurried: {_focus_words(focuses[2])}",
            for_whom=(
                "For those who spend on the room rather than on tables and tickets, at "
                f"{_article(PACE_WORDS[calmer])} pace."
            ),
            idea=keeps + (_calmer(calmer, asked) if request.facts.pace else ""),
        ),
    ]


def _calmer(pace: Pace, asked: Pace) -> str:
    return f" A step calmer than the {PACE_WORDS[asked]} pace you asked for." if pace != asked else ""


def affordable_level(request: Request) -> Level:
    """The highest level whose estimate keeps the sum; the lowest when none does."""
    for level in reversed(LEVELS):
        if request.ceiling is not None and estimated_total(request, level) <= request.ceiling * SPARE:
            return level
    return "low"


def estimated_total(request: Request, level: Level) -> Decimal:
    """A plan's rough cost at a level in the trip's currency: ways, rooms, meals, a daily allowance."""
    gazetteer, today = request.gazetteer, request.today
    there = request_of(request.facts, gazetteer, today=today, pace=request.pace, level=level)
    skeleton = skeleton_of(there)
    total = sum((journey.way.price_for_all(there) for journey in skeleton.all_journeys()), Decimal(0))

    def own(amount: Decimal, currency: str) -> Decimal:
        return converted(amount, currency, request.currency, gazetteer, today)

    for block in skeleton.blocks:
        room = room_estimate(block.city, level, gazetteer, today)
        pool = Pool(there, block.city)
        example = next((row for row in pool.stays if row.band == level), None)
        total += own(room.adult, room.currency) * rooms_needed(example, there) * block.nights
        for meal in MEALS:
            price = meal_estimate(block.city, meal, level, gazetteer, today)
            total += own(price.adult, price.currency) * request.people * max(1, block.nights)
        total += own(DAY_EXTRAS[level], "USD") * request.people * (block.nights + 1)
    return total


# --- Focus ------------------------------------------------------------------------------------------


def _focuses(request: Request) -> list[tuple[str, ...]]:
    """One focus an option: what was asked, then each time another theme the cities have much of."""
    asked = tuple(request.facts.interests[:2])
    themes = _themes(request, interest_tags(request.facts.interests))
    while len(themes) < 3:
        themes.append("sights")
    if not asked:
        return [(themes[0],), (themes[1],), (themes[2],)]
    return [(asked[0], themes[1]), asked, (asked[-1], themes[0])]


def _themes(request: Request, asked: frozenset[str]) -> list[str]:
    """Themes beyond those asked, by how many suitable sights carry them."""
    counts: Counter[str] = Counter()
    for goal in request.goals:
        for place in Pool(request, goal.city).visits:
            for name, tags in THEMES:
                counts[name] += bool(set(place.tags) & set(tags))
    carried = [name for name, tags in THEMES if counts[name] >= THEME_SIGHTS and not set(tags) & asked]
    return sorted(carried, key=lambda name: -counts[name])


def _enough_for_three(request: Request) -> bool:
    """Whether every curated city has sights for three options that share at most half: twice what one
    needs, two a day."""
    for goal in request.goals:
        if goal.city.curated:
            nights = goal.nights or max(1, (request.days - 1) // len(request.goals))
            if len(Pool(request, goal.city).visits) < 3 * nights:
                return False
    return True


def place_names(request: Request) -> str:
    """Boston; Tokyo and Kyoto; Japan when a country was named; six cities by the first three."""
    destinations = request.facts.destinations
    if len(destinations) == 1 and destinations[0].kind != "city":
        return destinations[0].name
    names = [goal.city.name for goal in request.goals]
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _focus_words(focus: Sequence[str]) -> str:
    words = list(dict.fromkeys(focus))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
