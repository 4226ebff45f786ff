"""What makes the options of a trip different: level or means, pace, focus.

With a level asked, one option lies a step below and one a step above, where there is one. With a sum named
all keep it and differ in pace, focus and what the money goes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal

from trips.facts.interests import in_words
from trips.planning.picking import LEVELS, Pool
from trips.planning.request import Request
from trips.planning.wishes import interest_tags
from trips.schemas import Label, Level, OptionOutline, Pace
from trips.wording import listed, with_article

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
#: Two options differ in at least so many of label, pace, level, focus, stay and means.
LEAST_DIFFERENCES = 2
#: A level is taken for a sum only with this room to spare.
SPARE = Decimal("0.99")

NO_BUDGET = "You named no budget, so the price levels differ."

CostOf = Callable[[OptionOutline], Decimal]


def outlined(request: Request, cost_of: CostOf) -> list[OptionOutline]:
    """Three outlines, two where a city has too few sights for three, one where none has rows for its days.
    `cost_of` gives the total of an outline's plan; it is asked only where a sum was named."""
    if len(request.sparse) == len(request.goals):
        return [_bare(request, cost_of)]
    focuses = _focuses(request)
    if request.ceiling is not None:
        variants = _by_sum(request, focuses, cost_of)
    else:
        variants = _by_level(request, focuses)
    if not _enough_for_three(request):
        variants = variants[:2]
    kept: list[OptionOutline] = []
    for outline in variants:
        if all(differences(outline, other) >= LEAST_DIFFERENCES for other in kept):
            kept.append(outline)
    return kept


def _bare(request: Request, cost_of: CostOf) -> OptionOutline:
    """Of a trip in whose cities nothing, or not enough, is known that one could see."""
    level = request.level if request.ceiling is None else affordable_level(request, cost_of)
    known = any(request.gazetteer.places(goal.city.slug, "visit") for goal in request.goals)
    return OptionOutline(
        title=f"Travel, nights and {'the places we know' if known else 'free days'}",
        for_whom=f"For those who fill the days themselves: {LEVEL_WORDS[level]}, all prices estimated.",
        pace=request.pace,
        level=level,
        stay_band=level,
    )


def differences(a: OptionOutline, b: OptionOutline) -> int:
    """In how many of label, pace, level, focus, stay and means two outlines differ."""
    fields = ("pace", "level", "transport", "stay_band", "label")
    return sum(getattr(a, name) != getattr(b, name) for name in fields) + (set(a.focus) != set(b.focus))


# --- With a level -----------------------------------------------------------------------------------


def _by_level(request: Request, focuses: list[tuple[str, ...]]) -> list[OptionOutline]:
    asked = request.level
    at = LEVELS.index(asked)
    ladder = [max(0, at - 1), at, min(2, at + 1)]
    if request.days == 1:  # without a night the level changes little: focus and pace differ
        ladder = [at, at, at]
    paces = _paces(request, ladder)
    variants = []
    for number, (step, pace) in enumerate(zip(ladder, paces, strict=True)):
        level, focus = LEVELS[step], focuses[number]
        label = {-1: "cheapest", 0: "balanced" if number == 1 else "other", 1: "finest"}
        variants.append(
            OptionOutline(
                pace=pace,
                level=level,
                stay_band=level,
                focus=list(focus),
                label=label[step - at],
                idea="" if request.days == 1 or request.facts.budget.level else NO_BUDGET,
            )
        )
    # What was asked comes first: it has the first choice of places.
    return [variants[1], variants[0], variants[2]]


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


def _by_sum(request: Request, focuses: list[tuple[str, ...]], cost_of: CostOf) -> list[OptionOutline]:
    """The highest level the sum allows, spent three ways; where it allows the simplest alone, the pace and
    the focus differ, and the room where a better one is within the sum."""
    level = affordable_level(request, cost_of)
    lower = LEVELS[max(0, LEVELS.index(level) - 1)]
    asked = request.pace

    def variant(pace: Pace, levels: tuple[Level, Level], number: int, label: Label) -> OptionOutline:
        return OptionOutline(
            pace=pace,
            level=levels[0],
            stay_band=levels[1],
            focus=list(focuses[number]),
            label=label,
            idea=_step_of_pace(pace, asked) if request.facts.pace else "",
        )

    free = not (request.facts.pace or request.walks_little or request.ages)
    fuller: Pace = "packed" if free else asked
    calmer = PACES[max(0, PACES.index(asked) - 1)]
    balanced = variant(asked, (level, level), 0, "balanced")
    if lower != level:
        return [
            balanced,
            variant(fuller, (lower, lower), 1, "cheapest"),
            variant(calmer, (lower, level), 2, "other"),
        ]
    better = OptionOutline(pace=calmer, level=level, stay_band="mid")
    room: Level = "mid" if request.ceiling and cost_of(better) <= request.ceiling * SPARE else level
    step_up = PACES[min(2, PACES.index(asked) + 1)]
    return [
        balanced,
        variant(step_up, (level, level), 1, "other"),
        variant(calmer, (level, room), 2, "other"),
    ]


def _step_of_pace(pace: Pace, asked: Pace) -> str:
    if pace == asked:
        return ""
    word = "calmer" if PACES.index(pace) < PACES.index(asked) else "fuller"
    return f"A step {word} than {with_article(PACE_WORDS[asked])} pace."


def affordable_level(request: Request, cost_of: CostOf) -> Level:
    """The highest level whose plan keeps the sum (and a level that was named); the lowest when none
    does."""
    highest = LEVELS.index(request.facts.budget.level or "high")
    for level in reversed(LEVELS[: highest + 1]):
        outline = OptionOutline(pace=request.pace, level=level)
        if request.ceiling is not None and cost_of(outline) <= request.ceiling * SPARE:
            return level
    return "low"


# --- Focus ------------------------------------------------------------------------------------------


def _focuses(request: Request) -> list[tuple[str, ...]]:
    """One focus an option: what was asked, then each time another theme the cities have much of."""
    asked = tuple(request.facts.interests[:2])
    themes = _themes(request, interest_tags(tuple(request.facts.interests)))[:3]
    first, second, third = (*((theme,) for theme in themes), (), (), ())[:3]
    if not asked:
        return [first, second, third]
    return [(asked[0], *second), asked, (asked[-1], *first)]


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
    """Whether every city that is not sparse has sights for three options that share at most half: twice what
    one needs, two a day."""
    for goal in request.goals:
        if goal.city.id not in request.sparse:
            nights = goal.nights or max(1, (request.days - 1) // len(request.goals))
            if len(Pool(request, goal.city).visits) < 3 * nights:
                return False
    return True


def for_whom(pace: Pace, level: Level, focus: Sequence[str]) -> str:
    """ "For those who like history and views, at an easy pace: mid-range." """
    likes = f"For those who like {focus_words(focus)}" if focus else "For everybody"
    return f"{likes}, at {with_article(PACE_WORDS[pace])} pace: {LEVEL_WORDS[level]}."


def focus_words(focus: Sequence[str]) -> str:
    return listed(dict.fromkeys(in_words(interest) for interest in focus))
