"""Which of the options on offer is meant: by its number, its place in the row, or what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from agents.outcome import Outcome
from agents.view import OptionView
from trips.catalogue.names import words
from trips.planning.options import budget_of, to_spare
from trips.planning.telling import where_in
from trips.reading.routing import option_in
from trips.schemas import Meal, Plan, Stay, TripFacts, Visit
from trips.wording import counted, listed, whole_money

#: More days are told by their cities.
MOST_DAYS = 4
#: More unknowns are counted.
MOST_TO_ASK = 2

CANNOT_TELL = "I can't tell which option you mean."
BY_PLACE = ("The first one", "The second one", "The third one")
_PACES = ("relaxed", "moderate", "packed")
_LEVELS = ("low", "mid", "high")
_LAST = -1

#: What the most of makes an option the one that is called so.
_MEASURES: dict[str, Callable[[OptionView], object]] = {
    "cheapest": lambda option: -option.plan.total,
    "dearest": lambda option: option.plan.total,
    "finest": lambda option: _LEVELS.index(option.plan.level),
    "calmest": lambda option: -_PACES.index(option.plan.pace),
    "fullest": lambda option: _PACES.index(option.plan.pace),
}


def choice(number: int, options: Sequence[OptionView], facts: TripFacts) -> Outcome:
    """What a choice comes to, by words, by command or by a button: what the days are, what is left of the
    money and what is not known yet."""
    chosen = next(option for option in options if option.number == number)
    plan, title = chosen.plan, chosen.plan.title
    return Outcome(
        mode="ANSWER",
        reply=f"{': '.join(filter(None, (f'“{title}” it is', _days(plan))))}.\n"
        + " ".join(_open_ends(chosen, facts)),
        choose_option=number,
        short_summary=f"Option {number} chosen: {title}",
        next_step="Look through the days and book what needs booking.",
    )


def _days(plan: Plan) -> str:
    """ "Saturday Belém, Sunday Graça and Baixa"; of many days "3 nights in Lisbon and 2 nights in Porto"."""
    seeing = [day for day in plan.days if any(isinstance(item, Visit) for item in day.items)]
    if 0 < len(seeing) <= MOST_DAYS:
        return ", ".join(f"{day.date:%A} {where_in(day)}" for day in seeing)
    nights: Counter[str] = Counter()
    for day in plan.days:
        nights[day.city] += sum(item.nights for item in day.items if isinstance(item, Stay))
    told = (f"{counted(count, 'night')} in {city}" for city, count in nights.items() if count)
    return listed(told) or plan.for_whom.rstrip(".")


def _open_ends(option: OptionView, facts: TripFacts) -> Iterator[str]:
    plan, spare = option.plan, to_spare(option.plan, budget_of(option.plan, facts))
    yield f"About {whole_money(plan.total, plan.currency)} in all{spare and f', {spare}'}."
    unknown = {uid for result in option.verdict.not_checked for uid in result.items}
    stops = (item for item in plan.items() if isinstance(item, Visit | Meal))
    if names := [item.title for item in stops if item.uid in unknown]:
        many = len(names) > MOST_TO_ASK
        yield f"{len(names)} stops are not confirmed yet." if many else f"To ask about: {listed(names)}."


def short_names(options: Sequence[Plan]) -> list[str]:
    """What a button calls each: "The first one", "The cheapest"."""
    totals = [plan.total for plan in options]
    names = list(BY_PLACE[: len(options)])
    if len(options) > 1 and totals.count(min(totals)) == 1 and (cheapest := totals.index(min(totals))):
        names[cheapest] = "The cheapest"
    return names


def option_called(label: str, options: Sequence[OptionView]) -> int | None:
    """The number of the option that is called so, by its label, or by what its plan comes to; None when
    there is none, or several."""
    marked = [option.number for option in options if option.plan.label == label]
    if label not in ("cheapest", "dearest") and len(marked) == 1:
        return marked[0]
    if measure := _MEASURES.get(label):
        return _most(options, measure)
    if label == "balanced" and len(options) % 2:
        totals = sorted(option.plan.total for option in options)
        middle = totals[len(totals) // 2]
        numbers = [option.number for option in options if option.plan.total == middle]
        return numbers[0] if len(numbers) == 1 else None
    return None


def option_named(message: str, options: Sequence[OptionView]) -> int | None:
    """The number of the option whose name the message is."""
    said = words(message)
    return next((option.number for option in options if words(option.plan.title) == said), None)


def option_at(number: int, options: Sequence[OptionView]) -> int | None:
    """The number of an option on offer; -1 is the last of the row. None when there is no such one."""
    numbers = [option.number for option in options]
    if number == _LAST and numbers:
        return max(numbers)
    return number if number in numbers else None


def option_meant(said: str, options: Sequence[OptionView]) -> int | None:
    """What "/select …" names: "2", "#2", "two", "the second one", "last", "cheapest"."""
    chosen = option_in(said) or option_in(f"option {said}")
    if chosen and chosen.called:
        return option_called(chosen.called, options)
    return option_at(chosen.number, options) if chosen else None


def on_offer(options: Sequence[OptionView]) -> str:
    """ "On offer: 1 Paris, balanced; 2 Paris for less." """
    return "On offer: " + "; ".join(f"{option.number} {option.plan.title}" for option in options) + "."


def _most(options: Sequence[OptionView], measure: Callable[[OptionView], object]) -> int | None:
    if not options:
        return None
    best = max(measure(option) for option in options)  # type: ignore[type-var]
    numbers = [option.number for option in options if measure(option) == best]
    return numbers[0] if len(numbers) == 1 else None
