"""What a model would say of Lisbon, a city without rows of ours: it names the places, code does the rest.

What it answers to questions is made of what it was told of the trip, so that it cannot know more than that.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from agents.companion_schemas import ResearchAnswer
from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Dispatch,
    FinalizeAnswer,
    Findings,
    OrchestratorAnswer,
    Respond,
    Task,
    TransportIdea,
)
from tests.story.answers import change, question
from tests.story.journey_telling import agent_of, task_of
from tests.story.telling import newest, option_line
from tests.trips.planning import lisbon
from tests.wire.messages import Answer, text_answer
from tests.wire.server import Exchange
from trips.schemas import OptionOutline, PlanDraft

LINES = (
    "We want to show the kids Lisbon",
    "April 9-12 2027, 2 adults and 2 children (6 and 9), mid-range budget",
    "From London, moderate pace, we love history and good food, must see the Castelo de São Jorge",
    "Yes, plan it.",
)
KIDS, SECOND_DAY, MONDAY = (
    "Which option suits the kids?",
    "What are we doing on day 2?",
    "Is anything closed on Monday?",
)
ARRIVE, FIRST, SECOND, LEAVE = (dt.date(2027, 4, day) for day in (9, 10, 11, 12))

TRIP = "Lisbon, 9 to 12 April 2027: two adults and two children (6 and 9) from London, mid-range"

# --- The conversation --------------------------------------------------------------------------

ASKS_WHAT_IS_MISSING = OrchestratorAnswer(
    reply="Lisbon with children is a joy: trams, towers, custard tarts and a river as wide as a lake.",
    changes=[change("destinations", "Lisbon", "Lisbon", "add")],
    decision=Clarify(
        mode="CLARIFY",
        questions=[
            question("dates", "When would you like to go?"),
            question("party", "How many of you are travelling, and how old are the children?"),
            question("budget", "What is your budget?", "low", "mid-range", "high"),
        ],
    ),
)
ASKS_WHAT_IS_OPTIONAL = OrchestratorAnswer(
    reply="A long weekend in April, four of you. That is enough to plan with; a little more makes it yours.",
    changes=[
        change("dates.start", "2027-04-09", "April 9-12 2027"),
        change("dates.end", "2027-04-12", "April 9-12 2027"),
        change("party.adults", "2", "2 adults"),
        change("party.children", "2", "2 children"),
        change("party.ages", "6,9", "6 and 9"),
        change("budget.level", "mid", "mid-range budget"),
    ],
    decision=Clarify(
        mode="CLARIFY",
        questions=[
            question("origin", "Where are you travelling from?"),
            question("pace", "How full should a day be?", "relaxed", "moderate", "packed"),
            question("interests", "What do you enjoy most on a trip?"),
            question("must_do", "Is there anything you must see?"),
        ],
    ),
)
SUMMARISES = OrchestratorAnswer(
    reply="History, good food, and the castle above it all.",
    changes=[
        change("origin", "London", "From London"),
        change("pace", "moderate", "moderate pace"),
        change("interests", "history", "we love history and good food", "add"),
        change("interests", "food", "we love history and good food", "add"),
        change("must_do", "Castelo de São Jorge", "must see the Castelo de São Jorge", "add"),
    ],
    decision=Confirm(
        mode="CONFIRM",
        summary=f"{TRIP}, at a moderate pace, with history, good food and the Castelo de São Jorge.",
        question="Shall I plan it like this?",
    ),
)
SENDS_THEM_OUT = OrchestratorAnswer(
    reply="Lovely. I’m looking into flights, places to stay and where to eat.",
    decision=Dispatch(
        mode="DISPATCH",
        consent_quote="Yes, plan it",
        tasks=[
            Task(
                id=name,
                name=words,
                specialist=name,
                instructions=TRIP,
            )
            for name, words in (
                ("transport", "London to Lisbon"),
                ("stay", "a family room"),
                ("food", "tables for four"),
            )
        ],
    ),
)
TRANSPORT = Findings(
    headline="A direct flight is the only short way",
    recommendations=[
        TransportIdea(
            mode=mode,
            from_city="London",
            to_city="Lisbon",
            minutes=minutes,
            distance_km=km,
            cost_per_person=cost,
        )
        for mode, minutes, km, cost in (
            ("flight", 165, 1580.0, "110 GBP"),
            ("train", 1500, 2200.0, "260 GBP"),
        )
    ],
    risks=["Flights fill up early in the Easter weeks."],
)

# --- The places it knows -----------------------------------------------------------------------

OCEANARIUM = lisbon.named(
    "visit", "Oceanário de Lisboa", "Parque das Nações", 38.7635, -9.0937,
    opens="10:00", closes="20:00", price=25, currency="EUR", minutes=150,
    tags=["animals", "family", "book_ahead"], summary="One great tank with sharks, rays and sunfish.",
)  # fmt: skip
SCIENCE = lisbon.named(
    "visit", "Pavilhão do Conhecimento", "Parque das Nações", 38.7624, -9.0954,
    opens="10:00", closes="18:00", closed=["mon"], price=12, currency="EUR", minutes=120,
    tags=["science", "family"], summary="Science that children may touch.",
)  # fmt: skip
ESTRELA = lisbon.named(
    "visit", "Jardim da Estrela", "Estrela", 38.7144, -9.1597,
    opens="07:00", closes="24:00", band="free", minutes=60,
    tags=["park", "family"], summary="A garden with ducks, a bandstand and a playground.",
)  # fmt: skip
PILLAR = lisbon.named(
    "food", "Pap'Açorda", "Cais do Sodré", 38.7067, -9.1458,
    opens="12:00", closes="23:00", closed=["mon"], price=32, currency="EUR",
    meals=["lunch", "dinner"], tags=["portuguese"], summary="Bread stews and a famous chocolate mousse.",
)  # fmt: skip
SIGHTS = [*lisbon.SIGHTS, OCEANARIUM, SCIENCE, ESTRELA]
TABLES = [*lisbon.TABLES, PILLAR]
RESEARCHED = ResearchAnswer.model_validate(
    {
        "reply": "Lisbon is seven hills and a river. The west has the monuments, the east the aquarium.",
        "short_summary": "Sights, walks and tables in Lisbon.",
        "next_step": "Keep what you like.",
        "city": "Lisbon",
        "places": [{**row, "source": "general knowledge"} for row in SIGHTS],
        "food": [{**row, "source": "general knowledge"} for row in TABLES],
        "facts": [
            {
                "topic": "getting about",
                "sentence": "A Navegante card works on trams, metro, lifts and ferries.",
            },
            {"topic": "safety", "sentence": "Pickpockets love tram 28; keep bags closed."},
        ],
    }
)
STAY = Findings.model_validate({"headline": "A large house and a small one", "recommendations": lisbon.STAYS})
FOOD = Findings.model_validate({"headline": "Fish, stews and custard tarts", "recommendations": TABLES})

# --- The options -------------------------------------------------------------------------------

TOWERS = OptionOutline(
    title="Towers and Tiles",
    for_whom="For a family that wants the great sights.",
    label="balanced",
    pace="moderate",
    level="mid",
    focus=["history"],
    transport="flight",
    stay_band="mid",
    idea="The castle, Belém and the tiles.",
)
FISH = OptionOutline(
    title="Sharks and Custard Tarts",
    for_whom="For a family that lets the children choose.",
    label="other",
    pace="relaxed",
    level="mid",
    focus=["food", "animals"],
    transport="flight",
    stay_band="high",
    idea="The aquarium, a garden, and something sweet every day.",
)
OUTLINES = FinalizeAnswer(
    reply="“Towers and Tiles” has the great sights; “Sharks and Custard Tarts” goes at the children’s pace.",
    options=[TOWERS, FISH],
)


def _day(date: dt.date, *stops: str, **meals: str) -> dict[str, Any]:
    """`meals`: a place's name, "" for none in particular."""
    return {
        "date": date,
        "city": "Lisbon",
        "stops": [{"name": name} for name in stops],
        "meals": [
            {"meal": meal, "name": name} if name else {"meal": meal, "style": "free"}
            for meal, name in meals.items()
        ],
    }


def _draft(outline: OptionOutline, stay: str, days: list[dict[str, Any]], **more: Any) -> PlanDraft:
    ways = (ARRIVE, "London", "Lisbon"), (LEAVE, "Lisbon", "London")
    return PlanDraft.model_validate(
        {
            **outline.model_dump(include={"title", "for_whom", "pace", "level", "stay_band", "focus"}),
            "stays": [{"city": "Lisbon", "name": stay, "check_in": ARRIVE, "nights": 3}],
            "moves": [{"date": day, "from_city": a, "to_city": b, "mode": "flight"} for day, a, b in ways],
            "days": days,
            **more,
        }
    )


DRAFTS = {
    TOWERS.title: _draft(
        TOWERS,
        "Hotel Mundial",
        [
            _day(ARRIVE, "Praça do Comércio", dinner="Time Out Market"),
            _day(
                FIRST, "Castelo de São Jorge", "Miradouro da Senhora do Monte", "Alfama walk",
                breakfast="", lunch="Zé da Mouraria", dinner="Cervejaria Ramiro",
            ),
            _day(
                SECOND, "Mosteiro dos Jerónimos", "Torre de Belém", "Museu Nacional do Azulejo",
                breakfast="Pastéis de Belém", lunch="", dinner="Pap'Açorda",
            ),
            _day(LEAVE, "Jardim da Estrela", breakfast="", lunch="Time Out Market"),
        ],
        highlights=["The castle over the roofs", "Custard tarts at their source", "A house of tiles"],
        risks=["The hills are steep for short legs."],
    ),
    FISH.title: _draft(
        FISH,
        "Memmo Alfama",
        [
            _day(ARRIVE, "Jardim da Estrela", dinner="Pap'Açorda"),
            _day(
                FIRST, "Castelo de São Jorge", "Alfama walk",
                breakfast="", lunch="Zé da Mouraria", dinner="",
            ),
            _day(
                SECOND, "Oceanário de Lisboa", "Pavilhão do Conhecimento",
                breakfast="", lunch="", dinner="Time Out Market",
            ),
            _day(LEAVE, "Quinta das Conchas", breakfast="Pastéis de Belém", lunch=""),
        ],
        highlights=["Sharks at arm’s length", "A castle with peacocks", "Something sweet every day"],
        places=[
            lisbon.named(
                "visit", "Quinta das Conchas", "Lumiar", 38.7665, -9.1575,
                opens="06:00", closes="22:00", band="free", minutes=60,
                tags=["park", "family"], summary="A wide park with lawns and a playground.",
            )
        ],
    ),
}  # fmt: skip

# --- Questions ---------------------------------------------------------------------------------


def _says(reply: str) -> OrchestratorAnswer:
    return OrchestratorAnswer(reply=reply, decision=Respond(mode="ANSWER"))


def _told(exchange: Exchange) -> str:
    """Everything the request says."""
    blocks = [block for message in exchange.body["messages"] for block in message["content"]]
    return "\n".join(str(block.get("text", "")) for block in blocks)


def for_the_kids(exchange: Exchange) -> OrchestratorAnswer:
    """By what it was told of each option's visits."""
    options = re.findall(
        r"- Option \d, “(.+?)”.*\n(?:.*\n){2} .*For children, of (\d+) visits?: (\d+) good \((.+?)\)",
        _told(exchange),
    )
    title, visits, good, names = max(options, key=lambda row: int(row[2]) / int(row[1]))
    return _says(f"“{title}”: {good} of its {visits} visits are made for children ({names}).")


def of_day_2(exchange: Exchange) -> OrchestratorAnswer:
    (day,) = re.findall(r"- 2\. (.+)", _told(exchange))
    head, _, stops = day.partition(": ")
    return _says(f"On {head}:\n\n" + "\n".join(f"- {stop}" for stop in stops.split("; ")))


def of_monday(exchange: Exchange) -> OrchestratorAnswer:
    (closed,) = re.findall(r"- Monday \d+ \w+: (.+)", _told(exchange))
    return _says(f"Yes: {closed}.")


SAID = {
    LINES[0]: ASKS_WHAT_IS_MISSING,
    LINES[1]: ASKS_WHAT_IS_OPTIONAL,
    LINES[2]: SUMMARISES,
    LINES[3]: SENDS_THEM_OUT,
    KIDS: for_the_kids,
    SECOND_DAY: of_day_2,
    MONDAY: of_monday,
}

BY_AGENT = {
    "transport": TRANSPORT,
    "stay": STAY,
    "food": FOOD,
    "finalize": OUTLINES,
    "research": RESEARCHED,
    "learning": "- NONE",
}


def team(exchange: Exchange) -> Answer:
    """The whole team's answers, in several pieces."""
    agent = agent_of(exchange)
    if agent == "planner":
        said = next(
            DRAFTS[outline.title] for outline in (TOWERS, FISH) if option_line(outline) in task_of(exchange)
        )
    elif agent == "orchestrator":
        said = next(said for words, said in SAID.items() if newest(words) in exchange.said)
        said = said(exchange) if callable(said) else said
    else:
        said = BY_AGENT[agent]
    return text_answer(said, deltas=12, pause=0.02)
