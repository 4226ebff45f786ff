"""Which modes the orchestrator may answer in now. Pure: a function of what is known."""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.runtime.schemas import ModeName


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides the modes. `missing` and `optional_unasked` are topics in asking order."""

    missing: tuple[str, ...] = ()
    optional_unasked: tuple[str, ...] = ()  # origin, pace, interests, must_do: unknown and never asked
    confirmed: bool = False  # a yes for exactly these facts, given before this message
    summary_shown: bool = False  # a summary of these facts waits for the yes
    consent: bool = False  # this message says yes to a summary of these facts, or "just plan it"
    options_offered: bool = False  # for these facts
    plan_chosen: bool = False
    ended: bool = False  # the last day of the chosen plan is over
    companions: frozenset[str] = field(default_factory=frozenset)  # commands that could be carried out now


def allowed_modes(situation: Situation) -> frozenset[ModeName]:
    """From what is missing to what is chosen; FINALIZE is never among them, only the system goes there.
    DELEGATE goes with every phase in which a command could be carried out."""
    modes = _modes_of(situation)
    return modes | {"DELEGATE"} if situation.companions else modes


def _modes_of(situation: Situation) -> frozenset[ModeName]:
    if situation.ended:  # its facts stay as they were, and nobody is sent out for it
        return frozenset({"ANSWER"})
    if situation.missing:
        return frozenset({"CLARIFY", "ANSWER"})
    if not situation.confirmed:
        if situation.consent:  # also beside a chosen plan: it was made for other facts
            return frozenset({"DISPATCH", "ANSWER"})
        modes: set[ModeName] = {"CONFIRM", "ANSWER"}
        if situation.optional_unasked or situation.summary_shown:
            modes.add("CLARIFY")  # once for what is optional; or "no, let me change something"
        return frozenset(modes)
    if situation.plan_chosen or situation.options_offered:
        return frozenset({"ANSWER", "CLARIFY"})
    return frozenset({"DISPATCH", "ANSWER"})


PHASES = ("clarify", "confirm", "dispatch", "choose", "planned", "travelling", "done")


def phase_of(situation: Situation, *, working: bool, started: bool, ended: bool) -> str:
    """The trip's phase. `working`: specialists run now; `started`, `ended`: by the plan's dates."""
    if situation.plan_chosen:
        return "done" if ended else "travelling" if started else "planned"
    if working:
        return "dispatch"
    if situation.missing:
        return "clarify"
    if situation.options_offered:
        return "choose"
    return "confirm"
