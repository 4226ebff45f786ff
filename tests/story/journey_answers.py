"""What a model would say on the journey to Japan and at the beginning of the next one, in our own schemas.

The traveller goes over to German once the plan is chosen, and the model answers in that language.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from agents.companion_schemas import (
    AdjustmentOut,
    AgendaAnswer,
    AgendaDay,
    CostAnswer,
    DayReport,
    ExpenseOut,
    FeedbackAnswer,
)
from agents.companions.planner import ChangeAnswer
from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Delegate,
    Dispatch,
    FinalizeAnswer,
    Findings,
    OrchestratorAnswer,
    Recommended,
    Respond,
    Task,
    TransportIdea,
)
from tests.agents.companions.researched import answer as of_a_city
from tests.agents.companions.researched import large_answer
from tests.story.answers import change, question
from trips.planning.editing import Lighter, SwapDays
from trips.schemas import OptionOutline

JAPAN = (
    "Two weeks in Japan: Tokyo and Kyoto, April 4 to 17 2027, 2 adults and 2 children (6 and 9), mid-range, "
    "from San Francisco, love food and temples, moderate pace, no must-dos"
)
YES = "Yes, that is right"
THIRD, FOURTH, FIFTH = (dt.date(2027, 4, day) for day in (6, 7, 8))

# --- Up to the options -------------------------------------------------------------------------

ASKS_WHEN = OrchestratorAnswer(
    reply="Japan is a fine idea. When, how many of you, and what may it cost?",
    changes=[change("destinations", "Japan", "Japan", "add")],
    decision=Clarify(
        mode="CLARIFY",
        questions=[
            question("dates", "On which dates?"),
            question("party", "How many of you?"),
            question("budget", "What may it cost?"),
        ],
    ),
)
SUMMARISES = OrchestratorAnswer(
    reply="Two weeks between the counters of Tokyo and the temples of Kyoto.",
    changes=[
        change("destinations", "Tokyo", "Tokyo", "add"),
        change("destinations", "Kyoto", "Kyoto", "add"),
        change("dates.start", "2027-04-04", "April 4 to 17 2027"),
        change("dates.end", "2027-04-17", "April 4 to 17 2027"),
        change("party.adults", "2", "2 adults"),
        change("party.children", "2", "2 children"),
        change("party.ages", "6,9", "6 and 9"),
        change("budget.level", "mid", "mid-range"),
        change("origin", "San Francisco", "from San Francisco"),
        change("pace", "moderate", "moderate pace"),
        change("interests", "food", "love food and temples", "add"),
        change("interests", "temples", "love food and temples", "add"),
    ],
    declined=["must_do"],
    decision=Confirm(
        mode="CONFIRM",
        summary="Tokyo and Kyoto, 4 to 17 April 2027, two adults, two children (6 and 9), mid-range.",
        question="Shall I plan it like this?",
    ),
    short_summary="A summary waits for the yes.",
)


def _task(specialist: str) -> Task:
    told = "Tokyo and Kyoto, 4 to 17 April 2027, two adults, two children (6 and 9), mid-range."
    return Task(id=specialist, name=f"{specialist} in Japan", specialist=specialist, instructions=told)


SENDS_THEM_OUT = OrchestratorAnswer(
    reply="Good. Transport, stay and food are being looked into.",
    decision=Dispatch(
        mode="DISPATCH", consent_quote=YES, tasks=[_task(name) for name in ("transport", "stay", "food")]
    ),
    short_summary="The specialists were sent out.",
)
TRANSPORT = Findings(
    headline="A flight across, a train between",
    recommendations=[
        TransportIdea(
            mode=mode, from_city=a, to_city=b, minutes=minutes, distance_km=km, cost_per_person=cost
        )
        for mode, a, b, minutes, km, cost in (
            ("flight", "San Francisco", "Tokyo", 660, 8300.0, "900 USD"),
            ("train", "Tokyo", "Kyoto", 140, 370.0, "95 USD"),
        )
    ],
)
STAY = Findings(
    headline="Two quarters to sleep in",
    recommendations=[
        Recommended(name=name, city=city, area=area, price=150, currency="USD")
        for name, city, area in (
            ("A house in Ueno", "Tokyo", "Ueno"),
            ("A house in Gion", "Kyoto", "Gion"),
        )
    ],
)
FOOD = Findings(
    headline="Counters and gardens",
    recommendations=[
        Recommended(meals=["dinner"], name=name, city=city, area="the station", price=20, currency="USD")
        for name, city in (("A ramen counter", "Tokyo"), ("A tofu kitchen", "Kyoto"))
    ],
)
TEMPLES = OptionOutline(
    title="Temples and Counters",
    for_whom="For two who walk in the morning and eat at night.",
    label="balanced",
    pace="moderate",
    level="mid",
    focus=["temples", "food"],
    stay_band="mid",
    idea="A temple before noon, a counter after dark.",
)
SLOWLY = OptionOutline(
    title="Slowly, with Gardens",
    for_whom="For two who sit down often.",
    label="other",
    pace="relaxed",
    level="mid",
    focus=["gardens", "art"],
    stay_band="mid",
    idea="One garden a day, and time in it.",
)
OUTLINES = FinalizeAnswer(
    reply="“Temples and Counters” is fuller; “Slowly, with Gardens” leaves you time.",
    options=[TEMPLES, SLOWLY],
    short_summary="Two options.",
)

# --- Research ----------------------------------------------------------------------------------

TOKYO = large_answer("Tokyo")
KYOTO = of_a_city("Kyoto", reply="Kyoto ist im April voller Kirschblüten – und voller Menschen.")


# --- The orchestrator, in German ---------------------------------------------------------------


def says(reply: str) -> OrchestratorAnswer:
    return OrchestratorAnswer(reply=reply, decision=Respond(mode="ANSWER"))


def sends(command: str, argument: str, reply: str = "Ich kümmere mich darum.") -> OrchestratorAnswer:
    return OrchestratorAnswer(
        reply=reply, decision=Delegate(mode="DELEGATE", command=command, argument=argument)
    )


NO_SUCH_COMMAND: dict[str, Any] = {
    "reply": "Ich buche das Hotel.",
    "decision": {"mode": "DELEGATE", "command": "book_hotel", "argument": "Ueno"},
}
VISA = "Für bis zu 90 Tage genügt Ihr Reisepass – „Visit Japan Web“ spart Zeit bei der Einreise."

# --- The companions ----------------------------------------------------------------------------


def swaps(first: int, second: int) -> ChangeAnswer:
    edit = SwapDays(first=first, second=second).model_dump()
    return ChangeAnswer.model_validate({"understood": "Die Tage tauschen.", "edits": [edit]})


AT_BREAKFAST = "Morgen wird ein ruhiger Tag: erst die Gärten, danach gutes Essen. Nehmen Sie Bargeld mit."


def agenda(reply: str = AT_BREAKFAST) -> AgendaAnswer:
    day = AgendaDay(date=FIFTH, city="Tokyo", reminders=["Die Fahrkarten am Vorabend aufladen."])
    return AgendaAnswer(reply=reply, days=[day], short_summary="Ein ruhiger Tag.")


TIRED = "Yesterday the ramen was the best, but after 3 pm I was completely exhausted. 4 out of 5."
SORRY = "Schade um den Nachmittag. Die Ramen merke ich mir."


def report(
    *,
    date: dt.date = FOURTH,
    quote: str = TIRED,
    rating: int = 4,
    lighter: int = 6,
    quote_of_change: str = "after 3 pm I was completely exhausted",
) -> FeedbackAnswer:
    """Said on the fifth day, of the fourth."""
    return FeedbackAnswer(
        reply=SORRY,
        reports=[
            DayReport(
                date=date, text="Ramen gut, müde ab 15 Uhr", quote=quote, liked=["Ramen"], energy="low",
                rating=rating,
            )
        ],
        adjustments=[
            AdjustmentOut(
                edit=Lighter(day=lighter, what="visits"),
                sentence="Ein kürzerer Tag.",
                quote=quote_of_change,
            )
        ],
        short_summary="Müde am Nachmittag.",
    )  # fmt: skip


GARDENS = "the gardens were wonderful, we loved the slow morning"
UMBRELLA = "hello again, yesterday we let go of 4200 yen over the umbrella"


def expense(amount: str = "4200", currency: str = "JPY") -> CostAnswer:
    return CostAnswer(
        reply="Ein Regenschirm.",
        expenses=[
            ExpenseOut(
                what="umbrella", amount=Decimal(amount), currency=currency, category="other", date=FIFTH,
                quote="we let go of 4200 yen over the umbrella",
            )
        ],
    )  # fmt: skip


SUMMARY = {"said": ["Ab 15 Uhr sind sie müde."], "decisions": ["Tag 3 und Tag 4 sind getauscht."]}

# --- The next trip -----------------------------------------------------------------------------

PARIS = (
    "Paris, 14. bis 17. Mai 2027, zu zweit, mittleres Budget, ab San Francisco, wir lieben Geschichte, "
    "sonst nichts Besonderes"
)
STARTS_AGAIN = OrchestratorAnswer(
    reply="Schön, dass Sie wieder da sind. Paris im Mai, diesmal gemächlicher.",
    changes=[
        change("destinations", "Paris", "Paris", "add"),
        change("dates.start", "2027-05-14", "14. bis 17. Mai 2027"),
        change("dates.end", "2027-05-17", "14. bis 17. Mai 2027"),
        change("party.adults", "2", "zu zweit"),
        change("party.children", "-3", "zu zweit"),  # no number of people
        change("budget.level", "mid", "mittleres Budget"),
        change("origin", "San Francisco", "ab San Francisco"),
        change("interests", "history", "wir lieben Geschichte", "add"),
    ],
    declined=["must_do"],
    decision=Confirm(
        mode="CONFIRM",
        summary="Paris, 14. bis 17. Mai 2027, zwei Erwachsene ab San Francisco.",
        question="Soll ich so planen?",
    ),
)
