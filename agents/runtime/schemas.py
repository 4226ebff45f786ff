"""What an agent may answer: the schemas of the orchestrator and the specialists.

`reply` is always the first field, so that it can be shown while the rest is still being written.
Lists of typed rows only (a dict cannot be asked for), the union sits inside an object.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from trips.reading.bounded import READ
from trips.schemas import FactOp, NamedPlace, OptionOutline, Written
from trips.schemas import Mode as Transport

ModeName = Literal["CLARIFY", "CONFIRM", "DISPATCH", "FINALIZE", "DELEGATE", "ANSWER"]
Specialist = Literal["transport", "stay", "food"]
#: Every command: words can ask for each. What a word alone must not do, the command itself does not do: reset
#: only leads to where it is asked once more.
CommandName = Literal[
    "help", "status", "research", "prioritize", "plan", "agenda", "feedback", "cost", "remember", "forget",
    "memory", "options", "select", "undo", "export", "reset", "next", "check",
]  # fmt: skip

Line = Annotated[str, Field(max_length=400)]
Word = Annotated[str, Field(max_length=80)]


class FactChangeOut(Written):
    """One change of the trip's facts, with the traveller's own words that say it."""

    path: Word
    op: FactOp = "set"
    value: Annotated[str, Field(max_length=400)] = ""
    subject: Annotated[str, Field(max_length=120)] = ""
    quote: Annotated[str, Field(max_length=400)]


class QuestionOut(Written):
    """One question. Its identity is the topic (a fact's path, or `other:slug`) and the subject."""

    topic: Word
    subject: Annotated[str, Field(max_length=120)] = ""
    text: Annotated[str, Field(min_length=3, max_length=300)]
    suggestions: Annotated[list[Word], Field(max_length=5)] = []


class Clarify(Written):
    mode: Literal["CLARIFY"]
    questions: Annotated[list[QuestionOut], Field(min_length=1, max_length=7)]
    #: The traveller's words, when they turned all options down.
    rejection_quote: Annotated[str, Field(max_length=400)] = ""


class Confirm(Written):
    mode: Literal["CONFIRM"]
    summary: Annotated[str, Field(max_length=1500)]
    question: Annotated[str, Field(max_length=300)] = ""


class Task(Written):
    """Work for one specialist: everything it needs, since it sees no conversation."""

    id: Word
    name: Word
    specialist: Specialist
    instructions: Annotated[str, Field(min_length=10, max_length=2000)]


class Dispatch(Written):
    mode: Literal["DISPATCH"]
    tasks: Annotated[list[Task], Field(min_length=1, max_length=3)]
    #: Specialists not needed because the traveller said that part is settled, with their words.
    settled: Annotated[list[Specialist], Field(max_length=2)] = []
    #: The traveller's words that say yes, or that they leave the rest to us.
    consent_quote: Annotated[str, Field(max_length=400)] = ""


class Respond(Written):
    mode: Literal["ANSWER"]
    #: 1, 2 or 3 when the traveller chose an option in words; 0 otherwise.
    choose_option: Annotated[int, Field(ge=0, le=3)] = 0


class Further(Written):
    """A second thing that the same message asks for."""

    command: CommandName
    argument: Annotated[str, Field(max_length=READ)] = ""


class Delegate(Written):
    """A command in plain words: another member of the team, or code, carries it out."""

    mode: Literal["DELEGATE"]
    command: CommandName
    #: What comes after the command's name, in the traveller's words.
    argument: Annotated[str, Field(max_length=READ)] = ""
    #: What else the message asks for, each command once; `argument` then holds the words of its own part.
    then: Annotated[list[Further], Field(max_length=3)] = []


class OrchestratorAnswer(Written):
    """The answer to one message. The questions are not in `reply`: the page shows them below it.

    All modes are in the one schema, which a server compiles once; code refuses what is not allowed now, and
    has words where `reply` has none."""

    reply: Annotated[str, Field(max_length=6000)]
    changes: Annotated[list[FactChangeOut], Field(max_length=40)] = []
    #: Topics the traveller left to us ("you choose").
    you_choose: Annotated[list[Word], Field(max_length=12)] = []
    #: Optional topics answered with nothing ("no must-dos"): they are closed, not asked again.
    declined: Annotated[list[Word], Field(max_length=12)] = []
    #: The traveller's words when they left everything to us ("just plan it").
    just_plan_quote: Annotated[str, Field(max_length=400)] = ""
    #: Code alone says these: a yes takes what the reply proposes for what is missing; some words nobody read.
    offers: SkipJsonSchema[bool] = False
    unread: SkipJsonSchema[bool] = False
    decision: Annotated[Clarify | Confirm | Dispatch | Delegate | Respond, Field(discriminator="mode")]
    short_summary: Line = ""
    next_step: Line = ""


class FinalizeAnswer(Written):
    """Two or three really different ideas; each is then written in full by the planner."""

    reply: Annotated[str, Field(min_length=1, max_length=2000)]
    options: Annotated[list[OptionOutline], Field(max_length=3)] = []  # fewer than two: code adds its own
    short_summary: Line = ""
    next_step: Line = ""


# --- Specialists -------------------------------------------------------------------------------


class TransportIdea(Written):
    mode: Transport
    from_city: Word
    to_city: Word
    minutes: Annotated[int, Field(ge=0, le=6000)]
    distance_km: Annotated[float, Field(ge=0, le=40_000)]
    cost_per_person: Annotated[str, Field(max_length=60)]
    #: Only from a row of our data: carriers and departure times are never made up.
    connection_id: Word = ""
    local_transport: Line = ""
    pros: Annotated[list[Line], Field(max_length=5)] = []
    cons: Annotated[list[Line], Field(max_length=5)] = []
    tips: Annotated[list[Line], Field(max_length=5)] = []


class Recommended(NamedPlace):
    """A place that a specialist recommends. `place_id` only from a row of ours."""

    place_id: Word = ""
    pros: Annotated[list[Line], Field(max_length=5)] = []
    cons: Annotated[list[Line], Field(max_length=5)] = []


class Findings(Written):
    """What a specialist says, of all of them in the one schema: their requests begin alike. Code sees to it
    that a specialist recommends what it is asked for."""

    headline: Annotated[str, Field(max_length=200)]
    assumptions: Annotated[list[Line], Field(max_length=8)] = []
    risks: Annotated[list[Line], Field(max_length=8)] = []
    #: Become optional questions under the options.
    questions: Annotated[list[QuestionOut], Field(max_length=3)] = []
    recommendations: Annotated[list[TransportIdea | Recommended], Field(min_length=2, max_length=40)]
