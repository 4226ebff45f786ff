"""An agent that keeps its memory itself rewrites its own text after every turn it worked in.

It has complete freedom but for the length. A text that is not taken is asked for again with size, limit and
reason, at most five times, whatever was wrong; then the old one is kept (`MemoryLengthExceeded`).
"""

from __future__ import annotations

from memory import asking, documents, extraction
from memory.asking import Ask
from memory.documents import TooLong, VersionConflict
from memory.hidden_words import masked
from memory.models import Extraction
from memory.text import Refused
from trips.facts.limits import spoken_date

TRIES = 5
#: Tokens of an answer, at most; a text of 50,000 characters takes about as many.
MOST_TOKENS = 16_384
KEPT_OF_TRIES = 20_000  # characters of an answer that staff can read later


class MemoryLengthExceeded(Exception):
    """Five texts were not taken: the old one is kept, the turn it came from is not touched."""


def ask(job: Extraction, *, limit: int) -> Ask:
    """The question for the next try; what was wrong with earlier ones is told. Notes in `source` which
    version the text was read at; the caller saves the row."""
    trip = job.turn.trip
    text, version = documents.own_text(trip, job.agent)
    job.source["version"] = version
    words = "\n".join(extraction.as_told(*one) for one in extraction.words_since(job))
    filled = asking.prompt("self_managed_task").safe_substitute(
        trip=asking.as_data(trip.name),
        number=job.turn.number,
        date=spoken_date(job.created.date()),
        task=asking.as_data(job.source.get("task", "")) or "(none)",
        answer=asking.as_data(asking.without_recalled(job.source.get("answer", ""))),
        outcome=asking.as_data(outcome(job)),
        words=asking.as_data(words) or "(nothing new)",
        memory=asking.as_data(masked(trip.owner, text)) or "(empty)",
        refusals=refusals(job, "texts", "your old text stays"),
    )
    system = asking.prompt("self_managed").safe_substitute(agent=job.agent, limit=f"{limit:,}")
    return Ask(system, filled, min(MOST_TOKENS, limit // 3 + 200))


def outcome(job: Extraction) -> str:
    """How the turn ended, in a few lines of our own records."""
    turn = job.turn
    lines = [f"The turn ended as {turn.mode or turn.status}. {turn.short_summary}".strip()]
    for option in turn.options.order_by("position"):
        said = f"Option {option.position}: {option.get_state_display()}."
        lines.append(f"{said} {option.reason}".strip())
    return "\n".join(lines)


def apply(job: Extraction, text: str, *, limit: int) -> list[dict]:
    """Take the new text; returns the row's results. Raises TooLong, VersionConflict, Refused: the old one is
    kept then."""
    version = documents.rewrite_own(
        job.turn.trip,
        job.agent,
        text,
        version=job.source.get("version", 0),
        limit=limit,
        turn=job.turn,
        by=job.agent,
    )
    told = {"line": f"{len(text):,} characters", "outcome": "rewritten", "reason": f"Version {version}."}
    return [*job.results, told]


def why(error: Exception, limit: int) -> str:
    """What the agent is told of a text that was not taken: size, limit, reason."""
    if isinstance(error, TooLong):
        return (
            f"{error.size:,} characters; the limit is {error.limit:,}. It is {error.size - error.limit:,} "
            "too long: shorten or leave out what helps least."
        )
    if isinstance(error, VersionConflict):
        return f"The text was changed meanwhile (limit {limit:,}): write it anew from the one shown above."
    if isinstance(error, Refused):
        return f"{error} (limit {limit:,})"
    kind = getattr(error, "kind", type(error).__name__)
    return f"The answer did not arrive ({kind}); the limit is {limit:,} characters."


def refused(job: Extraction, text: str, error: Exception, limit: int) -> list[dict]:
    """The row's results with one more try that was not taken."""
    size = f"{len(text):,} characters" if text else "no text"
    return [*job.results, {"line": size, "outcome": "refused", "reason": why(error, limit)}]


def tries(job: Extraction) -> int:
    """How many texts were refused, also by processes that died since."""
    return sum(row["outcome"] == "refused" for row in job.results)


def refusals(job: Extraction, what: str, otherwise: str) -> str:
    """What was not taken so far and why, and how many tries are left; "" before the first."""
    rows = [row for row in job.results if row["outcome"] == "refused"]
    if not rows:
        return ""
    told = [f"Try {number}: {row['line']}. {row['reason']}" for number, row in enumerate(rows, start=1)]
    left = TRIES - len(rows)
    last = f"{left} more {'try' if left == 1 else 'tries'}, then {otherwise}."
    return "\n".join(["", f"Your {what} were not taken:", *told, last])


def offline(job: Extraction, *, limit: int) -> str:
    """The new text without a model: the old one with this turn's work under it; the oldest entries go."""
    old = masked(job.turn.trip.owner, documents.own_text(job.turn.trip, job.agent)[0])
    work = asking.first_line_and_tail(job.source.get("answer", ""), 600)
    entry = f"## Turn {job.turn.number}, {spoken_date(job.created.date())}\n{work}\n{outcome(job)}".strip()
    entries = [part.strip() for part in f"\n{old}".split("\n## ") if part.strip()]
    entries = [part if part.startswith("## ") else f"## {part}" for part in entries]
    entries.append(entry)
    while len(entries) > 1 and len("\n\n".join(entries)) > limit:
        entries.pop(0)
    return "\n\n".join(entries)[:limit]
