"""Which of the options on offer is meant: by its number, its place in the row, or what it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.outcome import Outcome
from agents.view import OptionView
from trips.catalogue.names import words
from trips.reading.routing import option_in

CANNOT_TELL = "I can't tell which option you mean."
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


def choice(number: int, options: Sequence[OptionView]) -> Outcome:
    """What a choice comes to, by words, by command or by a button."""
    title = next(option.plan.title for option in options if option.number == number)
    others = "; the others are kept to compare" if len(options) > 1 else ""
    return Outcome(
        mode="ANSWER",
        reply=f"“{title}” it is: the plan is ready, day by day{others}.",
        choose_option=number,
        short_summary=f"Option {number} chosen: {title}",
        next_step="Look through the days and book what needs booking.",
    )


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
