"""The brief: what one agent is told about one trip, built at every use.

Order: the traveller, the sections of its builder, insights of other agents, its own notes. Over budget it
loses findings, then sections (the last first), then insights (the oldest first), never notes.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from dataclasses import dataclass, field

from memory import registry
from memory.briefing import Briefing, Line, tokens_of
from memory.gathering import gathered
from memory.models import AgentMemory
from memory.registry import Policy
from memory.remembered import owner_of
from memory.whose import asked_by_owner
from memory.zones import NOTHING, Zone, agent_notes, self_managed, shared_insights, traveller_zone
from trips.models import Trip, Turn

__all__ = [
    "Brief", "Zone", "brief_for", "keep_copy", "owner_of", "shared_insights",
    "traveller_zone",
]  # fmt: skip

logger = logging.getLogger(__name__)

WARN_BYTES = 50 * 1024
CHARACTERS_A_TOKEN = 3
#: Where all of a zone was left out: not that there is nothing.
NO_ROOM = "(left out for want of room)"


@dataclass(frozen=True)
class Brief:
    """`text` stands between its delimiters; `lost` says what did not fit, in the order it went.
    `note_ids` and `line_ids`: what of memory is in it. `sections`: text by heading, without marks."""

    text: str
    tokens: int
    lost: list[str] = field(default_factory=list)
    note_ids: tuple[int, ...] = ()
    line_ids: tuple[int, ...] = ()
    sections: dict[str, str] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """Without the delimiters."""
        return "\n".join(self.text.splitlines()[1:-1])

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass
class _Part:
    """A section as it is fitted into the brief."""

    title: str
    lines: list[Line | str]
    findings: bool
    left_out: int = 0  # lines that found no room
    dropped: bool = False
    _written: str = ""

    @property
    def heading(self) -> str:
        return f"## {self.title} [auto-refreshed]"

    @property
    def text(self) -> str:
        if not self._written:
            told = [*map(_text, self.lines), *([_no_room(self.left_out)] if self.left_out else [])]
            self._written = "\n".join((self.heading, *(told or (NOTHING,))))
        return self._written

    def without(self, gone: set[int]) -> None:
        """Leave out the lines at these places, and say how many."""
        self.lines = [line for index, line in enumerate(self.lines) if index not in gone]
        self.left_out += len(gone)
        self._written = ""


def brief_for(trip: Trip, agent_name: str, *, turn: Turn | None = None) -> Brief:
    """What this agent is told now. `turn`: the one that runs; nothing of it is in the brief, and nothing of
    the owner beyond this trip where another member asked for it.

    Raises LookupError for an agent that doesn't exist or has no memory.
    """
    policy = registry.policy(agent_name)
    if not policy.builder:
        raise LookupError(f"The agent {agent_name} has no memory.")
    owner = owner_of(trip)
    briefing = gathered(trip, registry.reads_of(policy.builder))
    parts = _parts(policy, briefing)
    given = {"today": briefing.today, "beyond": asked_by_owner(turn)}
    traveller = traveller_zone(owner, trip=trip, turn=turn, **given)
    insights = shared_insights(trip, agent_name, turn, owner=owner, **given)
    own = _own(trip, policy, owner, **given)
    text = _assembled(policy, traveller, parts, insights, own)
    lost: list[str] = []
    if (over := len(text) - policy.brief_tokens * CHARACTERS_A_TOKEN) > 0:
        lost, insights = _fit(over, parts, insights)
        text = _assembled(policy, traveller, parts, insights, own)
        logger.warning("brief of %s on trip %s lost %s", agent_name, trip.pk, "; ".join(lost))
    if (size := len(text.encode())) > WARN_BYTES:
        logger.warning("brief of %s on trip %s is %d KB large", agent_name, trip.pk, size // 1024)
    told = [traveller, insights, *([own] if own else [])]
    return Brief(
        text=text,
        tokens=tokens_of(text),
        lost=lost,
        note_ids=tuple(pk for zone in told for pk in zone.note_ids),
        line_ids=traveller.line_ids,
        sections=_by_title(traveller, parts, insights, own),
    )


def keep_copy(trip: Trip, agent: str, brief: Brief) -> bool:
    """Store the brief for admin and export. False, and no write, when it is the same as the stored one."""
    stored = AgentMemory.objects.filter(trip=trip, agent=agent)
    if stored.filter(hash=brief.hash).exists():
        return False
    AgentMemory.objects.update_or_create(
        trip=trip,
        agent=agent,
        defaults={"text": brief.text, "hash": brief.hash, "tokens": brief.tokens, "lost": brief.lost},
    )
    return True


# --- Parts ---------------------------------------------------------------------------------------


def _own(trip: Trip, policy: Policy, owner, *, today: dt.date, beyond: bool) -> Zone | None:
    if policy.self_managed:
        return self_managed(trip, policy, owner=owner)
    if not policy.notes:
        return None
    return agent_notes(trip, policy.agent, owner=owner, today=today, beyond=beyond)


def _parts(policy: Policy, briefing: Briefing) -> list[_Part]:
    """Every section that could be written. One that raises is left out and logged, the others stay."""
    try:
        sections = tuple(registry.builders()[policy.builder](briefing))
    except Exception:
        logger.exception("the builder of %s failed", policy.builder)
        return []
    parts = []
    for section in sections:
        try:
            part = _Part(section.title, list(section.write(briefing)), section.findings)
            parts += [part] if part.text else []  # written here: a line that is none costs its section only
        except Exception:
            logger.exception("the section %s of %s failed", section.title, policy.builder)
    return parts


def _fit(over: int, parts: list[_Part], insights: Zone) -> tuple[list[str], Zone]:
    """Shorten by so many characters; returns what went, and the insights that stay."""
    lost: list[str] = []
    for part in parts:
        if over > 0 and part.findings:
            over -= _lose_findings(part, over, lost)
    for part in reversed(parts):
        if over > 0:
            over -= len(part.text) + 2
            part.dropped = True
            lost.append(part.title)
    parts[:] = [part for part in parts if not part.dropped]
    kept = len(insights.lines)
    while over > 0 and kept:
        kept -= 1
        over -= len(insights.lines[kept]) + 1
    if kept < len(insights.lines):
        lost.append(f"{len(insights.lines) - kept} insights")
        insights = insights.first(kept) if kept else Zone(insights.heading, (NO_ROOM,))
    return lost, insights


def _lose_findings(part: _Part, over: int, lost: list[str]) -> int:
    """Drop the lines that matter least, the later ones first, until `over` characters are gone."""
    order = sorted(range(len(part.lines)), key=lambda at: (_weight(part.lines[at]), -at))
    if not order:
        return 0
    gone: set[int] = set()
    said = len(_no_room(len(order))) + 1
    freed = -said
    for index in order:
        if freed >= over:
            break
        gone.add(index)
        freed += len(_text(part.lines[index])) + 1
    lost.append(f"{len(gone)} of {len(part.lines)} lines of {part.title}")
    part.without(gone)
    return freed


def _no_room(count: int) -> str:
    return f"({count} more {'line' if count == 1 else 'lines'} left out for want of room)"


def _text(line: Line | str) -> str:
    return line if isinstance(line, str) else line.text


def _weight(line: Line | str) -> int:
    return 0 if isinstance(line, str) else line.weight


# --- Text ----------------------------------------------------------------------------------------


def _assembled(policy: Policy, traveller: Zone, parts: list[_Part], insights: Zone, own: Zone | None) -> str:
    name = policy.agent.upper()
    zones = [traveller.text] if traveller.lines else []
    zones += [part.text for part in parts]
    zones += [_zone_text(zone) for zone in (insights, own) if zone is not None]
    return "\n".join((f"--- {name} MEMORY ---", "\n\n".join(zones), f"--- END {name} MEMORY ---"))


def _zone_text(zone: Zone) -> str:
    return zone.text or f"{zone.heading}\n{NOTHING}"


def _by_title(traveller: Zone, parts: list[_Part], insights: Zone, own: Zone | None) -> dict[str, str]:
    named = {part.title: part.text for part in parts}
    for zone in (traveller, insights, own):
        if zone is not None and (zone.lines or zone is not traveller):
            named[zone.heading.removeprefix("## ").split(" [")[0]] = _zone_text(zone)
    return named
