"""The summary of a conversation without a model: what was decided, found and asked, from the trip's own rows.

It says nothing that is not in a row, and names the message each fact came from.
"""

from __future__ import annotations

from trips.models import FactChange, Option, Question, Trip, Turn

#: Characters of the whole, and lines of one section: the newest stay.
LONGEST = 6_000
A_SECTION = 25


def written(trip: Trip, up_to: int, before_turn: int | None = None) -> str:
    """What happened in the messages of a trip up to a position, at most LONGEST characters.

    `before_turn`: nothing of this turn or a later one.
    """
    turns = trip.turns.filter(messages__position__lte=up_to, status=Turn.Status.DONE)
    turns = turns.exclude(messages__silence__isnull=False)  # something they say was forgotten
    if before_turn is not None:
        turns = turns.filter(number__lt=before_turn)
    turns = list(turns.distinct().order_by("number"))
    numbers = [turn.pk for turn in turns]
    sections = [
        ("Asked for at first", _first(trip)),
        ("Said by the traveller, as facts", _facts(trip, up_to)),
        ("Questions that were closed", _questions(trip, up_to)),
        ("Decided", _decisions(trip, numbers)),
        ("Found by the specialists", _found(turns)),
        ("Turn by turn", [f"turn {t.number}: {t.short_summary}" for t in turns if t.short_summary]),
        ("In progress", [turns[-1].next_step] if turns and turns[-1].next_step else []),
    ]
    rows = {title: lines[-A_SECTION:] for title, lines in sections if lines}
    while len(text := _text(rows)) > LONGEST:
        longest = max(rows, key=lambda title: sum(map(len, rows[title])))
        rows[longest].pop(0)
        rows = {title: lines for title, lines in rows.items() if lines}
    return text


def written_for(trip_id: int, up_to: int, before_turn: int | None = None) -> str:
    """`written` of a trip by its key."""
    return written(Trip.objects.get(pk=trip_id), up_to, before_turn)


def _text(rows: dict[str, list[str]]) -> str:
    parts = [f"{title}:\n" + "\n".join(f"- {line}" for line in lines) for title, lines in rows.items()]
    return "\n".join(parts)


def _first(trip: Trip) -> list[str]:
    first = trip.messages.filter(author="traveller", silence=None).order_by("position").first()
    return [_cut(first.text, 300)] if first else []


def _facts(trip: Trip, up_to: int) -> list[str]:
    rows = trip.fact_changes.filter(message__position__lte=up_to, by=FactChange.By.TRAVELLER)
    rows = rows.filter(message__silence=None)
    return [
        f"message {row.message.position}: {row.path} {row.op} {_value(row)}"
        + (f" (“{_cut(row.quote, 120)}”)" if row.quote else "")
        for row in rows.select_related("message").order_by("seq")
    ]


def _value(row: FactChange) -> str:
    value = row.old if row.op == "remove" and row.new in (None, []) else row.new
    return _cut(str(value), 120)


def _questions(trip: Trip, up_to: int) -> list[str]:
    rows = trip.questions.filter(
        answered_by__position__lte=up_to, answered_by__silence=None, status=Question.Status.ANSWERED
    )
    return [f"{_cut(row.text, 120)} – {_cut(row.answer, 160)}" for row in rows.order_by("pk")]


def _decisions(trip: Trip, turns: list[int]) -> list[str]:
    lines = []
    options = trip.options.filter(turn__in=turns).select_related("turn").order_by("turn__number", "position")
    for option in options:
        plan = option.plan_json
        line = (
            f"turn {option.turn.number}, option {option.position}: {_cut(str(plan.get('title', '')), 80)}, "
            f"{plan.get('total', '')} {plan.get('currency', '')}, {_STATES.get(option.state, option.state)}"
        )
        lines.append(line + (f": {_cut(option.reason, 160)}" if option.reason else ""))
    return lines


_STATES = {
    Option.State.OFFERED: "on offer",
    Option.State.SELECTED: "chosen",
    Option.State.REJECTED: "turned down",
    Option.State.FAILED: "failed its checks",
    Option.State.OUTDATED: "of earlier facts",
}


def _found(turns: list[Turn]) -> list[str]:
    return [
        f"turn {turn.number}, {finding.get('specialist', '')}: {_cut(str(finding.get('headline', '')), 160)}"
        for turn in turns
        for finding in turn.result.get("findings", [])
    ]


def _cut(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else f"{text[: length - 1]}…"
