"""F. Wishes of the stay: what kind of room, how many stars, what the house allows."""

from __future__ import annotations

from trips.planning.names import words
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.wording import listed

#: Kinds of stays that answer a wish for one of these words.
_KINDS: dict[str, frozenset[str]] = {
    "hotel": frozenset({"hotel", "riad", "ryokan"}),
    "hostel": frozenset({"hostel"}),
    "apartment": frozenset({"apartment"}),
    "flat": frozenset({"apartment"}),
    "guesthouse": frozenset({"guesthouse", "riad"}),
    "ryokan": frozenset({"ryokan"}),
    "riad": frozenset({"riad"}),
}
#: Whole homes, rooms of one's own, rooms with others.
_ROOM_TYPES: dict[str, frozenset[str]] = {
    "entire": frozenset({"apartment"}),
    "private": frozenset({"hotel", "guesthouse", "ryokan", "riad", "apartment"}),
    "shared": frozenset({"hostel"}),
}
#: Wishes that are about the rules of a house, which our rows do not have.
_RULES = frozenset("smoking smoke smoker smokers party parties visitors visitor".split())


@check(
    id=23,
    title="Kind of stay and house rules",
    severity="warning",
    sentence="The stay is of the kind that was asked, and the house allows what they want to do.",
    data="kinds of stays; house rules are in none of our rows",
)
def kind_and_rules(context: Context, report: Report) -> None:
    asked = [*words(context.facts.stay.kind or "")]
    wanted = [kinds for word in asked if (kinds := _KINDS.get(_singular(word)) or _ROOM_TYPES.get(word))]
    for stay in context.stays:
        row = context.row(stay)
        if wanted and row is None:
            report.rests_on("unlisted")
            report.unknown_of(stay, "What kind of stay it is is not known: {}.")
        elif wanted and row and not any(row.stay_type in kinds for kinds in wanted):
            report.fail(
                f"{row.name} is {_article(row.stay_type)}; “{context.facts.stay.kind}” was asked.",
                [stay.uid],
                repair="Choose another stay, or drop the wish.",
            )
        if row is not None:
            report.rests_on(row.grade)
    if asked and not wanted and context.stays:
        report.unknown(f"Whether the stay is “{context.facts.stay.kind}” is not in our data.")
    if context.facts.stay.stars is not None and context.stays:
        report.unknown("How many stars a stay has is not in our data.")
    rules = [wish for wish in [*context.facts.wishes, *context.facts.avoid] if set(words(wish)) & _RULES]
    if rules and context.stays:
        report.unknown(f"House rules are not in our data: {listed(rules)}.")
    report.note(
        "The kind of stay is the one asked." if wanted else "No kind of stay and no house rule was asked."
    )


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


def _article(kind: str) -> str:
    name = kind.replace("_", " ") or "of a kind we do not know"
    return f"an {name}" if name[0] in "aeiou" else f"a {name}" if kind else name
