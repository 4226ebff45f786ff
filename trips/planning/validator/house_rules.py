"""F. Wishes of the stay: what kind of room, how many stars, what the house allows."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from trips.catalogue.bundled import content
from trips.catalogue.names import words
from trips.planning.validator import needs
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Place

_TABLE = content("stay_wishes.json")
#: Kinds of stays that answer a wish for one of these words.
_KINDS = {word: frozenset(kinds.split()) for word, kinds in _TABLE["kinds"].items()}
_EVERY_KIND = frozenset[str]().union(*_KINDS.values())
_NOT = frozenset({"no", "not", "without", "never", "non"})


@dataclass(frozen=True)
class Rule:
    """A rule of a house: words of the wish, and what a row says that allows or forbids it."""

    name: str
    asked: frozenset[str]
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...]


RULES = TypeAdapter(list[Rule]).validate_python(_TABLE["rules"])
_PET_WORDS, _ALONG = frozenset(_TABLE["pets"].split()), frozenset(_TABLE["along"].split())
#: The age below which a house may take no children (TravelPlanner's rule).
_YOUNG = 10


@check(
    id=23,
    title="Kind of stay and house rules",
    severity="warning",
    sentence="The stay is of the kind that was asked, and the house allows what they want to do.",
    data="kinds of stays, children, pets and rules among what their rows list",
)
def kind_and_rules(context: Context, report: Report) -> None:
    _kind(context, report)
    if context.facts.stay.stars is not None and context.stays:
        report.unknown("How many stars a stay has is not in our data.")
    asked = [wish for wish in [*context.facts.wishes, *context.facts.avoid] if wish.strip()]
    for rule in RULES:
        for wish in asked:
            if set(words(wish)) & rule.asked:
                _rule(context, report, rule, wish)
    _pets(context, report)
    if any(age < _YOUNG for age in context.plan.ages):
        needs.children_are_welcome(context, report, context.stays)
    if not report.notes:
        report.note("You asked for no kind of stay and no house rule.")


# --- The kind of room ----------------------------------------------------------------------------


def kinds_asked(wish: str) -> list[frozenset[str]]:
    """The kinds of stays that answer a wish, any of them will do; "not shared" = all but those. [] where no
    word of it is known."""
    found: list[frozenset[str]] = []
    refused: frozenset[str] = frozenset()
    negated = False
    for word in words(wish):
        kinds = _KINDS.get(_singular(word))
        if kinds and negated:
            refused |= kinds
        elif kinds:
            found.append(kinds)
        negated = word in _NOT or (negated and not kinds)
    if refused:
        return [kinds - refused for kinds in found] or [_EVERY_KIND - refused]
    return found


def _kind(context: Context, report: Report) -> None:
    named = context.facts.stay.kind or ""
    wanted = kinds_asked(named)
    for stay in context.stays:
        row = context.row(stay)
        if row is not None:
            report.rests_on(row.grade)
        if wanted and row is None:
            report.rests_on("unlisted")
            report.unknown_of(stay, "What kind of stay it is is not known: {}.")
        elif wanted and row and not any(row.stay_type in kinds for kinds in wanted):
            report.fail(
                f"{row.name} is {_article(row.stay_type)}; “{named}” was asked.",
                [stay.uid],
                repair="Choose another stay, or drop the wish.",
            )
        for thing in context.facts.avoid:
            if row and any(row.stay_type in kinds for kinds in _avoided(thing)):
                report.fail(
                    f"{row.name} is {_article(row.stay_type)}; {thing} was to be avoided.",
                    [stay.uid],
                    repair="Choose another stay.",
                )
    if words(named) and not wanted and context.stays:
        report.unknown(f"Whether the stay is “{named}” is not in our data.")
    if wanted:
        report.note("The kind of stay is the one asked.")


def _avoided(thing: str) -> list[frozenset[str]]:
    """Kinds of stays that words name which say nothing else: "hostels", "shared rooms"."""
    rest = [word for word in words(thing) if _singular(word) not in ("room", "the", "a", "any")]
    known = [_KINDS.get(_singular(word)) for word in rest]
    if not rest or not all(known) or "private" in rest or "entire" in rest:
        return []
    own = [frozenset({_singular(word)}) & _EVERY_KIND for word in rest]
    return [one or kinds for one, kinds in zip(own, known, strict=True) if kinds]


# --- The rules of the house ----------------------------------------------------------------------


def _rule(context: Context, report: Report, rule: Rule, wish: str) -> None:
    """By what the row says of it. A wish against it ("no smoking") is kept where it is forbidden."""
    against = bool(set(words(wish)) & _NOT) or wish in context.facts.avoid
    for stay in context.stays:
        row = context.row(stay)
        said = _said(row) if row else ""
        forbidden = any(word in said for word in rule.forbidden)
        allowed = not forbidden and any(word in said for word in rule.allowed)
        if row is None or not (allowed or forbidden):
            report.unknown_of(
                stay, f"House rules on {rule.name} are not in our data (“{_plain(wish)}”): {{}}."
            )
            continue
        report.rests_on(row.grade)
        if allowed == against:
            report.fail(
                f"{row.name} says {'yes' if allowed else 'no'} to {rule.name}; “{wish}” was asked.",
                [stay.uid],
                repair="Choose another stay, or drop the wish.",
            )
        else:
            report.note(f"{row.name} suits “{wish}”.")


def _said(row: Place) -> str:
    return " | ".join([*row.amenities, *row.tags, row.summary]).casefold()


def _pets(context: Context, report: Report) -> None:
    """Named among the wishes; as an access need they are part of check 25 too."""
    facts = context.facts
    said = [(wish, set(words(wish))) for wish in facts.wishes]
    named = [wish for wish, parts in said if parts & _PET_WORDS and parts & _ALONG and not parts & _NOT]
    named += [need for need in facts.access if needs.with_pets(need)]
    if named:
        needs.pets_may_stay(context, report)


def _plain(wish: str) -> str:
    return wish.replace("{}", "")


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") else word


def _article(kind: str) -> str:
    name = kind.replace("_", " ") or "of a kind we do not know"
    return f"an {name}" if name[0] in "aeiou" else f"a {name}" if kind else name
