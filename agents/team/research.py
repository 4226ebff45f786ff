"""Research: what there is in a city, kept as findings and practical facts."""

from __future__ import annotations

from agents.companion_schemas import PracticalFact, ResearchAnswer, Researched
from agents.companions.city_facts import facts_from_data
from agents.companions.city_rows import chosen_tables, chosen_visits
from agents.companions.research import ResearchContext
from agents.runtime.agent import Agent
from agents.runtime.registry import register
from trips.facts.interests import in_words
from trips.finding import IN_WORDS, counted_kinds
from trips.planning.wishes import diet_in_words
from trips.schemas import Place


def offline(context: ResearchContext) -> ResearchAnswer:
    """From our rows: what suits and was not found before. Without rows the frame alone, and that is said."""
    city = context.city
    places, activities = chosen_visits(context) if city.in_catalogue else ([], [])
    tables = chosen_tables(context) if city.in_catalogue else []
    named = sum(wish.place is None for wish in context.wishes)
    facts = facts_from_data(context)
    counts = (len(places), len(activities), len(tables))
    return ResearchAnswer(
        reply=_reply(context, counts, [row.name for row in (*places[:2], *activities[:1])], named),
        short_summary=_summary(context, counts),
        next_step=f"Keep what you like in {context.name}, and say what is not for you.",
        city=context.name,
        places=[_row(row) for row in places],
        activities=[_row(row) for row in activities],
        food=[_row(row) for row in tables],
        facts=[PracticalFact(topic=fact.topic, sentence=fact.sentence[:400]) for fact in facts],
    )


def _row(row: Place) -> Researched:
    return Researched(
        place_id=row.id, name=row.name[:160], summary=row.summary or row.name, source=row.source[:200]
    )


def _summary(context: ResearchContext, counts: tuple[int, int, int]) -> str:
    if not context.city.in_catalogue:
        return f"{context.name}: practical facts; no rows of places"
    return f"{context.name}: {_counted(counts) or 'nothing new'}, practical facts"


def _counted(counts: tuple[int, int, int]) -> str:
    return ", ".join(counted_kinds(dict(zip(IN_WORDS, counts, strict=True))))


def _reply(context: ResearchContext, counts: tuple[int, int, int], first: list[str], named: int) -> str:
    """What was found, for whom, and what our data says nothing of."""
    city = context.name
    if not context.city.in_catalogue:
        said = (
            f"No places to see or eat in {city} are in our data, so I name none. "
            "The practical facts are real: climate, money, water, plugs, airports and public holidays."
        )
        return f"{said}{' What you named yourself is on the list.' if named else ''}"
    if not any(counts):
        return f"All that our rows hold of {city} and that suits you is found already."
    again = "more: " if context.known else ""
    said = f"For {city} I found {again}{_counted(counts)} in our rows{_fitted(context)}."
    if first:
        said += f" First among them: {', '.join(first)}."
    return said


def _fitted(context: ResearchContext) -> str:
    """What they were picked for: wishes, diet, access, children."""
    wishes = [in_words(wish) for wish in context.facts.interests[:3]]
    parts = [f"for {' and '.join(wishes)}"] if wishes else []
    if words := diet_in_words(context.request):
        parts.append(f"{words} kitchens")
    if context.request.step_free:
        parts.append("step-free")
    if context.request.ages:
        parts.append("with children welcome")
    return f", {', '.join(parts)}" if parts else ""


register(
    Agent(
        name="research",
        title="Research",
        prompt="research.md",
        output=ResearchAnswer,
        tools=("search_memory",),
        max_tokens=16_384,
        memory="research",
        notes=True,
        offline=offline,
        subject="what there is to see",
        in_parts=True,
    )
)
