"""What a model would say in the Boston conversation, in our own schemas: one answer a call.

The places are real ids of the bundled data; times, ways and sums are not here, code makes them.
"""

from __future__ import annotations

import datetime as dt

from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Dispatch,
    FactChangeOut,
    FinalizeAnswer,
    Findings,
    OrchestratorAnswer,
    QuestionOut,
    Recommended,
    Task,
    TransportIdea,
)
from trips.schemas import (
    DraftDay,
    DraftMeal,
    DraftMove,
    DraftStay,
    DraftStop,
    OptionOutline,
    PlanDraft,
)

#: The day on which it is said. "Feb 15-18" is next February then.
TODAY = dt.date(2026, 11, 21)
LINES = (
    "I want to visit Boston for a long weekend",
    "Feb 15-18, 2 people, mid-range budget",
    "From New York, moderate pace, love history and food, must see the Freedom Trail",
    "Yes, that's perfect!",
)
ARRIVE, FIRST, SECOND, LEAVE = (dt.date(2027, 2, day) for day in (15, 16, 17, 18))


def change(path: str, value: str, quote: str, op: str = "set") -> FactChangeOut:
    return FactChangeOut(path=path, op=op, value=value, quote=quote)


def question(topic: str, text: str, *suggestions: str) -> QuestionOut:
    return QuestionOut(topic=topic, text=text, suggestions=list(suggestions))


# --- The orchestrator --------------------------------------------------------------------------

ASKS_WHAT_IS_MISSING = OrchestratorAnswer(
    reply="Boston in winter is a fine idea: old brick, warm chowder, few queues. Three things first.",
    changes=[change("destinations", "Boston", "Boston", "add")],
    decision=Clarify(
        mode="CLARIFY",
        questions=[
            question("dates", "On which dates would you like to be there?"),
            question("party", "How many of you are going?"),
            question("budget", "What may it cost?", "low", "mid-range", "high"),
        ],
    ),
    short_summary="Boston for a long weekend; dates, party and budget asked.",
    next_step="Answer the three questions.",
)
ASKS_WHAT_IS_OPTIONAL = OrchestratorAnswer(
    reply="Four days in the middle of February for two: that is all I need. Four more would make it better.",
    changes=[
        change("dates.start", "2027-02-15", "Feb 15-18"),
        change("dates.end", "2027-02-18", "Feb 15-18"),
        change("party.adults", "2", "2 people"),
        change("budget.level", "mid", "mid-range budget"),
    ],
    decision=Clarify(
        mode="CLARIFY",
        questions=[
            question("origin", "Where do you set out from?"),
            question("pace", "How full may a day be?", "relaxed", "moderate", "packed"),
            question("interests", "What do you like most on a trip?"),
            question("must_do", "Is there anything you must see?"),
        ],
    ),
    short_summary="Everything required is known; origin, pace, interests and must-dos asked.",
    next_step="Answer what you like.",
)
SUMMARISES = OrchestratorAnswer(
    reply="History, good food, and the Freedom Trail at its heart. Here is what I would plan with.",
    changes=[
        change("origin", "New York", "From New York"),
        change("pace", "moderate", "moderate pace"),
        change("interests", "history", "love history and food", "add"),
        change("interests", "food", "love history and food", "add"),
        change("must_do", "Freedom Trail", "must see the Freedom Trail", "add"),
    ],
    decision=Confirm(
        mode="CONFIRM",
        summary="Boston, 15 to 18 February 2027, two adults from New York, mid-range, moderate pace, history "
        "and food, the Freedom Trail.",
        question="Shall I plan it like this?",
    ),
    short_summary="A summary waits for the yes.",
    next_step="Say yes, or what to change.",
)


def task(specialist: str, name: str) -> Task:
    return Task(
        id=specialist,
        name=name,
        specialist=specialist,
        instructions="Boston, 15 to 18 February 2027, two adults from New York, mid-range, history and food.",
    )


SENDS_THEM_OUT = OrchestratorAnswer(
    reply="Good. Transport, stay and food are being looked into at the same time.",
    decision=Dispatch(
        mode="DISPATCH",
        consent_quote="Yes, that's perfect!",
        tasks=[
            task("transport", "ways from New York"),
            task("stay", "where to sleep"),
            task("food", "where to eat"),
        ],
    ),
    short_summary="The specialists were sent out.",
    next_step="Choose one of the options.",
)

REVOLUTION = OptionOutline(
    title="Revolution on Foot",
    for_whom="For two who want to walk through the story of 1775.",
    label="balanced",
    pace="moderate",
    level="mid",
    focus=["history"],
    transport="train",
    stay_band="mid",
    idea="The trail from end to end, and the rooms where it was argued.",
)
LONG_TABLE = OptionOutline(
    title="The Long Table",
    for_whom="For two who would rather sit a little longer.",
    label="other",
    pace="relaxed",
    level="mid",
    focus=["food", "art"],
    transport="coach",
    stay_band="mid",
    idea="One thing before lunch, one after, and a table in the evening.",
)
THIRD = OptionOutline(
    title="Boston at a Run",
    for_whom="For two who sleep at home.",
    label="other",
    pace="packed",
    level="mid",
    focus=["art", "science"],
    transport="flight",
    stay_band="mid",
    idea="As much as four days hold.",
)
OUTLINES = FinalizeAnswer(
    reply="“Revolution on Foot” follows the story of 1775; “The Long Table” takes time over food and art.",
    options=[REVOLUTION, LONG_TABLE],
    short_summary="Two options.",
    next_step="Compare them and choose one.",
)
THREE_OUTLINES = OUTLINES.model_copy(update={"options": [REVOLUTION, LONG_TABLE, THIRD]})
ONE_OUTLINE_ONLY = {**OUTLINES.model_dump(mode="json"), "options": [REVOLUTION.model_dump(mode="json")]}

# --- The specialists ---------------------------------------------------------------------------

TRANSPORT = Findings(
    headline="Train, coach and flight compared",
    recommendations=[
        TransportIdea(
            mode="train",
            from_city="New York",
            to_city="Boston",
            minutes=245,
            distance_km=372,
            cost_per_person="75 USD",
            connection_id="boston:new-york-city:train",
            pros=["From centre to centre"],
        ),
        TransportIdea(
            mode="coach",
            from_city="New York",
            to_city="Boston",
            minutes=270,
            distance_km=346,
            cost_per_person="35 USD",
            connection_id="boston:new-york-city:coach",
            cons=["Longer in rush hours"],
        ),
    ],
    assumptions=["Both of you leave from Manhattan."],
    questions=[question("other:luggage", "Will you carry much?", "a small bag each")],
)
STAY = Findings(
    headline="Two mid-range places in walking distance",
    recommendations=[
        Recommended(
            place_id="boston:omni-parker-house",
            name="Omni Parker House",
            city="Boston",
            area="Downtown",
            price=300,
            currency="USD",
        ),
        Recommended(
            place_id="boston:newbury-guest-house",
            name="Newbury Guest House",
            city="Boston",
            tags=["guesthouse"],
            area="Back Bay",
            price=260,
            currency="USD",
        ),
    ],
    risks=["It is Presidents' Day weekend: rooms go early."],
)
FOOD = Findings(
    headline="Six tables for three meals a day",
    recommendations=[
        Recommended(
            place_id="boston:the-paramount",
            meals=["breakfast"],
            name="The Paramount",
            city="Boston",
            area="Beacon Hill",
            tags=["American"],
            price=24,
            currency="USD",
        ),
        Recommended(
            place_id="boston:union-oyster-house",
            meals=["dinner"],
            name="Union Oyster House",
            city="Boston",
            area="Downtown",
            tags=["Seafood"],
            price=46,
            currency="USD",
        ),
    ],
)

# --- The planner -------------------------------------------------------------------------------


def stops(*ids: str) -> list[DraftStop]:
    """Sights of Boston by the end of their id."""
    return [
        DraftStop(place_id=f"boston:{end}", name=end.replace("-", " ").title(), reason="It fits the day.")
        for end in ids
    ]


def meal(kind: str, end: str = "") -> DraftMeal:
    """A listed table, or none in particular."""
    if not end:
        return DraftMeal(meal=kind, style="free")
    return DraftMeal(meal=kind, place_id=f"boston:{end}", name=end.replace("-", " ").title())


def there_and_back(mode: str) -> list[DraftMove]:
    return [
        DraftMove(date=ARRIVE, from_city="New York", to_city="Boston", mode=mode),
        DraftMove(date=LEAVE, from_city="Boston", to_city="New York", mode=mode),
    ]


def stay(end: str, name: str) -> list[DraftStay]:
    return [DraftStay(city="Boston", place_id=f"boston:{end}", name=name, check_in=ARRIVE, nights=3)]


def day(date: dt.date, sights: list[DraftStop], *meals: DraftMeal) -> DraftDay:
    return DraftDay(date=date, city="Boston", stops=sights, meals=list(meals))


ON_FOOT = PlanDraft(
    title=REVOLUTION.title,
    for_whom=REVOLUTION.for_whom,
    pace="moderate",
    level="mid",
    focus=["history"],
    highlights=["The whole Freedom Trail", "The oldest warship afloat", "Dinner where Webster ate oysters"],
    tags=["history", "walking"],
    stays=stay("omni-parker-house", "Omni Parker House"),
    moves=there_and_back("train"),
    days=[
        day(ARRIVE, stops("old-state-house"), meal("dinner", "union-oyster-house")),
        day(
            FIRST,
            stops("freedom-trail", "old-north-church", "uss-constitution"),
            meal("breakfast", "the-paramount"),
            meal("lunch", "warren-tavern"),
            meal("dinner", "giacomos"),
        ),
        day(
            SECOND,
            stops("massachusetts-state-house", "museum-african-american-history", "granary-burying-ground"),
            meal("breakfast"),
            meal("lunch", "sam-lagrassas"),
            meal("dinner", "legal-long-wharf"),
        ),
        day(LEAVE, stops("faneuil-hall"), meal("breakfast"), meal("lunch")),
    ],
    assumptions=["You are good on your feet."],
    risks=["It can snow."],
)
AT_TABLE = PlanDraft(
    title=LONG_TABLE.title,
    for_whom=LONG_TABLE.for_whom,
    pace="relaxed",
    level="mid",
    focus=["food", "art"],
    highlights=["A Venetian courtyard in winter", "Cannoli in the North End", "Oysters by the water"],
    tags=["food", "art"],
    stays=stay("newbury-guest-house", "Newbury Guest House"),
    moves=there_and_back("coach"),
    days=[
        day(ARRIVE, stops("boston-public-library"), meal("dinner", "trident")),
        day(
            FIRST,
            stops("freedom-trail", "boston-public-market"),
            meal("breakfast"),
            meal("lunch", "galleria-umberto"),
            meal("dinner", "myers-chang"),
        ),
        day(
            SECOND,
            stops("gardner-museum", "north-end-walk"),
            meal("breakfast"),
            meal("lunch", "life-alive-back-bay"),
            meal("dinner", "regina-pizzeria"),
        ),
        day(LEAVE, stops("public-garden"), meal("breakfast"), meal("lunch", "tatte-charles-street")),
    ],
    assumptions=["Dinner may take two hours."],
    risks=["It can snow."],
)
AT_A_RUN = PlanDraft(
    title=THIRD.title,
    for_whom=THIRD.for_whom,
    pace="packed",
    level="mid",
    focus=["art", "science"],
    highlights=["Two museums a day", "The harbour at dusk", "A view over all of it"],
    tags=["art", "science"],
    stays=stay("citizenm-north-station", "citizenM Boston North Station"),
    moves=there_and_back("flight"),
    days=[
        day(ARRIVE, stops("museum-of-science", "greenway"), meal("lunch"), meal("dinner", "dumpling-cafe")),
        day(
            FIRST,
            stops("freedom-trail", "ica", "harborwalk-seaport", "tea-party-ships"),
            meal("breakfast"),
            meal("lunch", "flour-fort-point"),
            meal("dinner", "row-34"),
        ),
        day(
            SECOND,
            stops("mit-museum", "harvard-yard", "harvard-art-museums", "view-boston"),
            meal("breakfast"),
            meal("lunch", "mr-bartleys"),
            meal("dinner", "helmand"),
        ),
        day(LEAVE, stops("new-england-aquarium"), meal("breakfast"), meal("lunch")),
    ],
    risks=["It can snow."],
)
