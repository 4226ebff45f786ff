"""What was found: how far research is, practical facts, findings, priorities, food."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from memory.briefing import Briefing, Found, Known, Line
from memory.sections.fits import is_no_stop, named
from memory.sections.inline import inline
from trips.finding import counted_kinds

TIERS = ("must", "should", "could")
#: Of a finding's data, in the order in which they are told.
DETAILS = ("summary", "area", "price", "hours", "minutes", "cuisine", "best_for", "tips")
LONGEST_DETAIL = 160
FOOD_A_CITY = 6
#: How a line is kept when a brief is over budget: what the traveller kept outlasts what nobody judged.
WEIGHTS = {"must": 4, "should": 3, "could": 2, "": 1, "skip": 0}
OF_NO_STOP = -20


def cities_of(briefing: Briefing, rows: Iterable[Found | Known]) -> list[str]:
    """The trip's cities in its order, then those that only these rows name."""
    named = [place.name for place in briefing.facts.destinations if place.kind == "city"]
    return list(dict.fromkeys([*named, *(row.city for row in rows)]))


def intel(briefing: Briefing) -> list[str]:
    """Every practical fact we have, by city and topic."""
    return [
        f"- {named(briefing, known.city)}, {inline(str(topic))}: {inline(str(sentence))} "
        f"({known.grade}, {known.researched_on}{since(briefing, known.city)})"
        for known in in_order(briefing, briefing.intel)
        for topic, sentence in known.data.items()
        if sentence
    ]


def research_status(briefing: Briefing) -> list[str]:
    """One line a city: how many of each kind, since when; or that nothing was researched."""
    lines = []
    known = {row.city: row.researched_on for row in briefing.intel}
    for city in cities_of(briefing, (*briefing.findings, *briefing.intel)):
        rows = [row for row in briefing.findings if row.city == city]
        kinds = Counter(row.kind for row in rows if row.state != "dismissed")
        dismissed = sum(row.state == "dismissed" for row in rows)
        parts = counted_kinds(kinds)
        parts += [f"{dismissed} dismissed"] if dismissed else []
        parts += ["practical facts"] if city in known else []
        days = [row.researched_on for row in rows] or [known[city] for _ in range(city in known)]
        when = f", researched {max(days)}{since(briefing, city)}" if days else ""
        lines.append(f"- {named(briefing, city)}: {', '.join(parts) or 'not researched yet'}{when}")
    return lines


def findings(briefing: Briefing) -> list[Line]:
    """One line a finding; what was dismissed in one line a city, so that it isn't found again."""
    lines = []
    for city in cities_of(briefing, briefing.findings):
        rows = [row for row in briefing.findings if row.city == city]
        dismissed = [inline(row.name) for row in rows if row.state == "dismissed"]
        where, beside = named(briefing, city), is_no_stop(briefing, city)
        lines += [_finding(row, where, beside) for row in rows if row.state != "dismissed"]
        if dismissed:
            told = f"- {where}, not for this traveller: {', '.join(dismissed)}"
            lines.append(Line(told, 10))
    return lines


def priorities(briefing: Briefing) -> list[str]:
    """Must, should and could of each city with their reasons; what the traveller kept, also while nobody has
    ranked it; what is to be skipped by name only."""
    lines = []
    for city in cities_of(briefing, briefing.findings):
        rows = [row for row in briefing.findings if row.city == city and row.state != "dismissed"]
        where = named(briefing, city)
        for tier in TIERS:
            lines += [f"- {tier}: {_ranked(row, where)}{_because(row)}" for row in rows if row.tier == tier]
        lines += [f"- not ranked yet: {_ranked(row, where)}" for row in rows if not row.tier and _held(row)]
        skipped = [inline(row.name) for row in rows if row.tier == "skip"]
        if skipped:
            lines.append(f"- skip in {where}: {', '.join(skipped)}")
    return lines


def food_highlights(briefing: Briefing) -> list[str]:
    """The best few places to eat of each city, by tier and by what the traveller kept."""
    lines = []
    for city in cities_of(briefing, briefing.findings):
        rows = [
            row
            for row in briefing.findings
            if row.city == city and row.kind == "food" and row.state != "dismissed" and row.tier != "skip"
        ]
        rows.sort(key=weight_of, reverse=True)
        where = named(briefing, city)
        lines += [_finding(row, where).text for row in rows[:FOOD_A_CITY]]
    return lines


def since(briefing: Briefing, city: str) -> str:
    """What is to be said of a city's facts that were found out for other dates, travellers or wishes."""
    return ", before the trip's facts changed" if city in briefing.outdated else ""


def in_order(briefing: Briefing, rows: Iterable[Known]) -> list[Known]:
    """As the trip's cities come; the others behind them."""
    rows = list(rows)
    order = {city: index for index, city in enumerate(cities_of(briefing, rows))}
    return sorted(rows, key=lambda row: order[row.city])


def _finding(row: Found, where: str, beside: bool = False) -> Line:
    """`where`: its city as it is told; `beside` the trip's cities: the first to go."""
    marks = [mark for mark in (row.tier, "kept" if row.state == "kept" else "", row.grade) if mark]
    details = "; ".join(inline(str(row.data[key]))[:LONGEST_DETAIL] for key in DETAILS if row.data.get(key))
    said = f": {details}" if details else ""
    weight = weight_of(row) + OF_NO_STOP * beside
    return Line(f"- {where}, {row.kind}: {inline(row.name)} ({', '.join(marks)}){said}", weight)


def weight_of(row: Found) -> int:
    """By tier and by what the traveller kept: the highest is told first."""
    return WEIGHTS[row.tier] + 5 * (row.state == "kept") + 5 * row.pinned


def _held(row: Found) -> bool:
    return row.state == "kept" or row.pinned


def _ranked(row: Found, where: str) -> str:
    marks = (", kept" if _held(row) else "") + (", ranked by the traveller" if row.by_hand else "")
    return f"{inline(row.name)} ({row.kind}, {where}{marks})"


def _because(row: Found) -> str:
    return f": {inline(row.reason)}" if row.reason else ""
