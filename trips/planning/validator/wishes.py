"""F. Wishes: transport bans, access and children; must-dos, things to avoid, caps."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from trips.catalogue.matching import is_about, is_among, means
from trips.planning.validator import limits, needs
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.sums import converted, exchange, in_currency
from trips.schemas import Cap, FreeTime, Item, Leg, Meal, Place, Stay, Visit
from trips.wording import day_in_words, listed, money_in_words


@check(
    id=25,
    title="Access, children and transport",
    severity="error",
    sentence="Banned transport is not used; places suit the access needed and the children.",
    data="step-free access, children, pets of the places",
)
def bans_access_children(context: Context, report: Report) -> None:
    facts = context.facts
    for leg in context.legs:
        if leg.mode in facts.transport_bans:
            report.fail(
                f"{leg.title} goes by {leg.mode}, which is not wanted.",
                [leg.uid],
                repair="Choose another way.",
            )
    for need in facts.access:
        _access(context, report, need)
    with_children = bool(context.plan.ages or facts.party.children)
    if with_children:
        needs.children_are_welcome(context, report, _hosts(context))
    asked = [*(f"no {mode}" for mode in facts.transport_bans), *facts.access]
    asked += ["with children"] if with_children else []
    none = "You ruled out no transport and named no access needs or children."
    report.note(f"Holds: {listed(asked)}." if asked else none)


def _hosts(context: Context) -> list[Visit | Meal | Stay]:
    """Items that go to some place: visits, stays, meals at a place."""
    return [
        item
        for item in context.items
        if isinstance(item, Visit | Stay) or (isinstance(item, Meal) and item.style == "place")
    ]


def _access(context: Context, report: Report, need: str) -> None:
    everywhere = needs.everywhere(need)
    if needs.with_pets(need):
        needs.pets_may_stay(context, report)
        return
    if needs.short_walks(need):
        _short_walks(context, report)
        return
    if not everywhere and not needs.at_sights(need):
        report.unknown(f"Our data does not say which places suit {need!r}.")
        return
    partly = []
    for item in _hosts(context):
        if not everywhere and not isinstance(item, Visit):
            continue
        row = context.row(item)
        if row is None or row.step_free is None:
            report.rests_on("unlisted" if row is None else row.grade)
            report.unknown_of(item, "Step-free access is not known: {}.")
            continue
        report.rests_on(row.grade)
        if row.step_free == "no":
            report.fail(f"{row.name} is not step-free ({need}).", [item.uid], repair=f"Drop {row.name}.")
        elif row.step_free == "partly":
            partly.append(row.name)
    if partly:
        report.note(f"Only partly step-free: {listed(partly)}.")


def _short_walks(context: Context, report: Report) -> None:
    for leg in context.legs:
        if leg.mode == "walk" and leg.distance_km > limits.SHORT_WALK_KM:
            report.fail(
                f"{leg.title} is {leg.distance_km:.1f} km on foot; short walks were asked.",
                [leg.uid],
                repair="Take a ride there.",
            )


@check(
    id=26,
    title="What you want and avoid",
    severity="error",
    sentence="What must be seen is there, what is to be avoided is not, spending caps hold.",
    data="names, tags and cuisines of the places; the cost lines",
)
def must_dos_and_avoided(context: Context, report: Report) -> None:
    facts = context.facts
    musts = [must for must in facts.must_do if must.strip()]
    for must in musts:
        _present(context, report, must)
    if facts.stay.name and facts.stay.name.strip() and context.stays:
        _present(context, report, facts.stay.name, stays=True)
    avoided = [thing for thing in facts.avoid if thing.strip()]
    for thing in avoided:
        _absent(context, report, thing)
    for cap in facts.caps:
        _cap(context, report, cap)
    _price_a_night(context, report)
    for interest in facts.interests:
        _covered(context, report, interest)
    if musts:
        report.note(f"In the plan: {listed(musts)}.")
    if avoided:
        report.note(f"Not in the plan: {listed(avoided)}.")
    if not report.notes:
        report.note("You named nothing that must be seen or avoided.")


def _names(item: Item, row: Place | None) -> list[str]:
    return [name for name in (item.title, *(row.names if row else ())) if name.strip()]


def _traits(item: Item, row: Place | None) -> list[str]:
    """Words a wish can be about besides the name."""
    traits = [item.area, *(_traits_of_row(row) if row else [])]
    if isinstance(item, Meal):
        traits.append(f"{item.cuisine} food")
    return [trait.replace("_", " ") for trait in traits if trait.strip()]


def _traits_of_row(row: Place) -> list[str]:
    food = [f"{row.cuisine} food restaurant", *row.dishes] if row.kind == "food" else []
    return [row.area, *row.tags, *food]


def _present(context: Context, report: Report, must: str, *, stays: bool = False) -> None:
    for item in context.stays if stays else context.items:
        if isinstance(item, Leg):
            continue
        row = context.row(item)
        if means(must, _names(item, row)):
            report.rests_on(*([row.grade] if row else []))
            return
    listed_place = _known_as(context, must)  # then its name has to be there, not a word about it
    for item in [] if stays or listed_place else context.items:
        row = context.row(item)
        traits = _traits(item, row)
        described = " ".join([*traits, *_names(item, row), row.summary if row else item.note])
        if not isinstance(item, Leg | Stay) and (
            is_among(must, traits) or (row and is_among(must, [described]))
        ):
            report.rests_on(*([row.grade] if row else []))
            return
    repair = f"Add {listed_place.name}." if listed_place else f"Add {must}."
    report.fail(f"{must} must be in the plan and is not.", repair=repair)


def _known_as(context: Context, name: str) -> Place | None:
    return next((row for row in context.rows if means(name, [row.name, *row.aliases])), None)


def _absent(context: Context, report: Report, thing: str) -> None:
    modes = limits.modes_in(thing)
    recognised = bool(modes)
    for item in context.items:
        if isinstance(item, Leg):
            if item.mode in modes:
                report.fail(f"{item.title} goes by {item.mode}: {thing} was to be avoided.", [item.uid])
            continue
        if isinstance(item, FreeTime):
            continue
        row = context.row(item)
        if row:
            report.rests_on(row.grade)
        if means(thing, _names(item, row)) or is_among(thing, _traits(item, row)):
            report.fail(
                f"{item.title} on {day_in_words(item.start.date())} was to be avoided ({thing}).",
                [item.uid],
                repair=f"Drop {item.title}.",
            )
            recognised = True
    if not recognised and not _in_vocabulary(context, thing):
        report.unknown(f"Our data does not say what {thing!r} would be.")


def _in_vocabulary(context: Context, thing: str) -> bool:
    """Whether some row of the plan's cities has a name, tag or cuisine like this: then its absence
    from the plan means something."""
    return any(
        means(thing, [row.name, *row.aliases]) or is_among(thing, _traits_of_row(row)) for row in context.rows
    )


def _covered(context: Context, report: Report, interest: str) -> None:
    """An interest that places of these cities have a tag for is covered by one of the items. One
    nobody has a tag for says nothing: it is a liking, not a wish that can be missed."""
    tagged = {row.id for row in context.rows if row.kind != "stay" and is_about(row, interest)}
    if not tagged:
        report.note(f"No place of our data is marked {interest!r}.")
    elif not any(item.place_id in tagged for item in context.items):
        report.fail(
            f"Nothing in the plan is about {interest}.",
            severity="warning",
            repair=f"Add a place marked {interest}.",
        )


def _cap(context: Context, report: Report, cap: Cap) -> None:
    lines = [line for item in context.items for line in item.costs if line.category == cap.category]
    for line in lines:
        report.rests_on(line.grade)
    currency = cap.currency or context.facts.budget.currency or context.plan.currency
    spent = converted(context, lines, context.plan.currency)
    if spent is not None:
        spent = in_currency(context, spent, context.plan.currency, currency)
    if spent is None:
        report.unknown(f"What is spent on {cap.category} cannot be given in {currency[:3]}.")
    elif spent > cap.amount:
        report.fail(
            f"{cap.category.capitalize()} costs {money_in_words(spent, currency)}, at most "
            f"{money_in_words(cap.amount, currency)} was named.",
            [item.uid for item in _with_category(context.items, cap.category)],
            repair=f"Raise the cap by {money_in_words(spent - cap.amount, currency)} or choose cheaper.",
        )
    else:
        report.note(f"{cap.category.capitalize()} stays under {money_in_words(cap.amount, currency)}.")


def _with_category(items: Iterable[Item], category: str) -> list[Item]:
    return [item for item in items if any(line.category == category for line in item.costs)]


def _price_a_night(context: Context, report: Report) -> None:
    most = context.facts.stay.max_price
    if most is None:
        return
    for stay in context.stays:
        for line in stay.costs:
            rate = exchange(context, line.currency, context.plan.currency)
            price = Decimal(0) if rate is None else line.unit * rate
            if price > most:
                report.fail(
                    f"{stay.title} costs {money_in_words(price, context.plan.currency)} a night, at most "
                    f"{money_in_words(most, context.plan.currency)} was named.",
                    [stay.uid],
                    repair="Choose a cheaper stay.",
                )
