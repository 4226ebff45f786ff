"""What is learnt from an agent's work after a turn: rows that are due, the question, what its answer becomes.

A row is written with the turn's result (its own outbox) and done later by `agents/afterwork.py`. Three kinds:
notes of an agent (here), lines of the traveller's documents (`line_edits.py`), an agent's own text
(`self_managed.py`). Whatever a model answers, code decides what is kept, and how.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from memory import (
    asking,
    bounds,
    contradicting,
    extraction_rules,
    notes,
    polarity,
    quotes,
    said_twice,
    silencing,
    spoken,
    switches,
    whose,
)
from memory.about_memory import about_memory
from memory.answer_lines import Candidate, candidates
from memory.asking import Ask
from memory.models import Extraction, Note
from memory.models.notes import AuthorKind
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS, Refused, bare, digests_of_the_same, normalised
from memory.tombstones import buried
from memory.tool_results import summarised
from memory.words import Words
from trips.models import Message, Option, Trip, Turn
from trips.reading.memory import supposed
from trips.reading.routing import without_forgetting

#: Characters of each part of a question; with the prompt they stay under 1,500 tokens (characters / 3).
ANSWER_CHARACTERS = 1_500
RESULTS_CHARACTERS = 600  # of them, for results of tools
WORDS_CHARACTERS = 700
NOTES_CHARACTERS = 700
BEFORE_A_NOTE = 4  # its number
LONGEST_NOTE = NOTES_CHARACTERS - BEFORE_A_NOTE  # one always has room, if need be its beginning
MAX_TOKENS = 300
LONGEST_SENTENCE = 240  # characters of the traveller's words that become a note
RESULTS_KEPT = 12  # lines of an answer that are told in the row's results
FORGOTTEN = "the traveller had it forgotten"


@dataclass(frozen=True, slots=True)
class Work:
    """What one agent did in a turn. `option_position`: the option it wrote, 0 = none. `saved`: did
    anything come of it that stays: findings, an option, an entry?"""

    agent: str
    answer: str
    option_position: int = 0
    task: str = ""
    tool_results: tuple[str, ...] = ()
    saved: bool = True


# --- Due ---------------------------------------------------------------------------------------


def due_after(turn: Turn, works: Iterable[Work], *, own_memory: frozenset[str] = frozenset()) -> int:
    """Write the rows of a turn's work, in the transaction of its result. Returns how many.

    `own_memory`: agents that rewrite their own text instead of getting notes; one row a turn each.
    """
    works = list(works)
    if not works:
        return 0
    trip = turn.trip
    if not switches.remembers(trip.owner, trip) or not whose.may_learn_from(trip, turn):
        return 0
    rows: list[Extraction] = []
    for work in works:
        if work.agent in own_memory or not work.saved:
            continue
        rows.append(
            Extraction(
                turn=turn,
                agent=work.agent,
                option_position=work.option_position,
                kind=Extraction.Kind.NOTES,
                source={"answer": _learnt_from(work)},
            )
        )
    for agent in sorted({work.agent for work in works} & own_memory):
        done = [work for work in works if work.agent == agent]
        rows.append(
            Extraction(
                turn=turn,
                agent=agent,
                kind=Extraction.Kind.SELF,
                source={
                    "task": "\n".join(dict.fromkeys(work.task for work in done if work.task)),
                    "answer": "\n\n".join(_learnt_from(work) for work in done),
                },
            )
        )
    Extraction.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _learnt_from(work: Work) -> str:
    """The answer, short, without recalled memory; long results of tools as summaries."""
    results = [asking.without_recalled(summarised(result)) for result in work.tool_results]
    told = "\n".join(f"[tool] {result}" for result in results if result)[:RESULTS_CHARACTERS]
    answer = asking.without_recalled(work.answer)
    room = asking.characters(answer, ANSWER_CHARACTERS) - (len(told) + 1 if told else 0)
    return "\n".join(filter(None, [asking.first_line_and_tail(answer, room), told]))


# --- Asked -------------------------------------------------------------------------------------


def ask(extraction: Extraction) -> Ask:
    """The question about one agent's work. Remembers in `source` what was shown; the caller saves the row."""
    said = words_since(extraction)
    existing = own_notes(extraction)
    extraction.source["messages"] = [message.pk for message, _words in said]
    extraction.source["existing"] = [note.pk for note in existing]
    texts = (asking.beginning(note.text, LONGEST_NOTE) for note in existing)
    numbered = "\n".join(f"{number}. {text}" for number, text in enumerate(texts, start=1))
    text = asking.prompt("extraction_task").safe_substitute(
        agent=extraction.agent,
        number=extraction.turn.number,
        date=f"{extraction.turn.started_at or extraction.created:%-d %B %Y}",
        answer=asking.as_data(extraction.source.get("answer", "")),
        words=asking.as_data("\n".join(as_told(*one) for one in said)) or "(nothing new)",
        existing=asking.as_data(numbered) or "(none)",
    )
    return Ask(asking.prompt("extraction").template, text, MAX_TOKENS)


def as_told(message: Message, words: str) -> str:
    """The words, with a mark when another member said them: they are not the owner's."""
    return words if message.by_owner else f"(a fellow traveller) {words}"


def words_since(extraction: Extraction) -> list[tuple[Message, str]]:
    """The travellers' messages since this agent's last extraction, in their own words, newest kept;
    nothing of a member who is not remembered. One that failed for good has learnt nothing: its words are
    still to be read."""
    turn = extraction.turn
    before = (
        Extraction.objects.filter(turn__trip=turn.trip_id, agent=extraction.agent, kind=extraction.kind)
        .exclude(status=Extraction.Status.FAILED)
        .exclude(pk=extraction.pk)
    )
    if before.filter(turn=turn, option_position__lt=extraction.option_position).exists():
        return []  # another option of this turn has them
    since = before.filter(turn__number__lt=turn.number).order_by("-turn__number").first()
    messages = Message.objects.filter(
        whose.heard(),
        trip=turn.trip_id,
        author=Message.Author.TRAVELLER,
        turn__number__lte=turn.number,
        silence=None,
    ).order_by("-position")
    if since is not None:
        messages = messages.filter(turn__number__gt=since.turn.number)
    found: list[tuple[Message, str]] = []
    room = WORDS_CHARACTERS
    for message in messages.select_related("turn")[:20]:
        if about_memory(message):
            continue
        own = without_forgetting(asking.without_recalled(quotes.own_words(message.text))).replace(
            "\x1e", "\n"
        )
        words = "\n".join(" ".join(line.split()) for line in own.splitlines() if line.strip())
        room = min(room, asking.characters(words, WORDS_CHARACTERS))
        if len(words) < extraction_rules.SHORTEST or room <= 0:
            continue
        found.insert(0, (message, words[:room]))
        room -= len(words) + 1
    return found


def own_notes(extraction: Extraction) -> list[Note]:
    """This agent's notes of the trip that are in use, pinned first, as many as a question has room for: no
    model reads what waits to be accepted."""
    standing = Note.objects.filter(
        owner=extraction.turn.trip.owner,
        trip=extraction.turn.trip_id,
        agent=extraction.agent,
        status=Note.Status.ACTIVE,
    ).order_by("-pinned", "-created", "-pk")
    found: list[Note] = []
    room = NOTES_CHARACTERS
    for note in standing[:30]:
        room -= min(asking.weight(note.text), LONGEST_NOTE) + BEFORE_A_NOTE
        if room < 0:
            break
        found.append(note)
    return found


# --- Applied -----------------------------------------------------------------------------------


def apply(extraction: Extraction, answer: str) -> list[dict]:
    """Keep what may be kept of an answer; each of its lines with its outcome, reason and note."""
    trip = extraction.turn.trip
    owner = trip.owner
    lines = candidates(answer)
    if not switches.remembers(owner, trip):
        return [_told(candidate, "refused", "remembering is switched off") for candidate in lines]
    shown = {note.pk: note for note in Note.objects.filter(pk__in=extraction.source.get("existing", []))}
    existing = [shown.get(pk) for pk in extraction.source.get("existing", [])]
    messages = Message.objects.filter(whose.heard(), pk__in=extraction.source.get("messages", []), trip=trip)
    option = trip.options.filter(turn=extraction.turn, position=extraction.option_position).first()
    forgotten = silencing.forgotten_words(owner)
    results = []
    for number, candidate in enumerate(lines[:RESULTS_KEPT]):
        if number >= extraction_rules.NOTES_A_JOB:
            results.append(_told(candidate, "refused", "more than three lines"))
            continue
        try:
            results.append(
                _keep(extraction, candidate, owner, trip, option, existing, list(messages), forgotten)
            )
        except Refused as refused:
            results.append(_told(candidate, "refused", str(refused)))
    if option is not None and option.state in (Option.State.SELECTED, Option.State.KEPT):
        _settle(trip, option)  # one was chosen before its notes were written
    return results


def _keep(
    extraction: Extraction,
    candidate: Candidate,
    owner,
    trip: Trip,
    option: Option | None,
    existing: Sequence[Note | None],
    messages: Sequence[Message],
    forgotten: Words,
) -> dict:
    candidate, source = resting(candidate, messages)
    reason = extraction_rules.refusal(candidate.text) or known_reason(
        owner, trip, extraction, candidate.text, source
    )
    if not reason and silencing.says_forgotten(forgotten, candidate.text, source):
        reason = FORGOTTEN
    if reason:
        return _told(candidate, "refused", reason)
    if candidate.company:
        from memory import line_edits

        return line_edits.propose_company(extraction, candidate.text, owner) | {"line": candidate.line}
    replaced = existing[candidate.replaces - 1] if 0 < candidate.replaces <= len(existing) else None
    if replaced is not None and not _may_replace(replaced, source):
        replaced = None
    holds = bounds.of(candidate, source, trip, extraction.created.date())
    if source is not None and whose.owners_words(source) and not holds.member:
        if contradicting.said_otherwise_since(owner, candidate.text, source):
            return _told(candidate, "refused", "the traveller said otherwise since")
    if source is not None and replaced is None and not (holds.valid_to or holds.member):
        if lines := said_twice.lines_for(owner, candidate.text, candidate.quote, source):
            said_twice.said_in_too(lines, source)
            return _told(candidate, "merged", said_twice.where(lines)) | {"document_line": lines[0].pk}
    written = notes.write(
        owner=owner,
        trip=trip,
        text=candidate.text,
        author=AuthorKind.AGENT,
        agent=extraction.agent,
        option=None if source else option,
        turn=extraction.turn,
        message=source,
        quote=candidate.quote if source else "",
        pinned=candidate.pinned and (source is None or whose.owners_words(source)),
        shared=candidate.shared,
        supersedes=replaced,
        member=holds.member,
        valid_from=holds.valid_from,
        valid_to=holds.valid_to,
    )
    if written.stands:
        contradicting.settle(written.note)
    reason = " ".join(filter(None, [written.reason, *holds.left_out]))
    return _told(candidate, written.outcome, reason, written.note)


def resting(candidate: Candidate, messages: Sequence[Message]) -> tuple[Candidate, Message | None]:
    """The line, and the traveller's message that it rests on: it states the quote outside pasted text, and
    the sentence is made of what is said there. A quote under another sentence is no source; but what is
    pinned, or tells other agents of the travellers, is then told in the words that were quoted."""
    lasts = candidate.pinned or (candidate.shared and extraction_rules.needs_their_words(candidate.text))
    for message in reversed(messages):
        if not (quotes.rests_on(message.text, candidate.quote) and _stated(message, candidate.quote)):
            continue
        own = quotes.own_words(message.text)
        if not lasts:
            if extraction_rules.supported(candidate.text, own):
                return candidate, message
        elif extraction_rules.tells_all(
            "\n".join(polarity.quoted(message.text, candidate.quote)), bare(candidate.text)
        ):
            return candidate, message
        elif words := _in_their_words(candidate, message):
            return replace(candidate, text=words), message
    return candidate, None


def _stated(message: Message, quote: str) -> bool:
    """Is it neither asked nor supposed? "We eat no pork, is that a problem?" states that they eat none."""
    for sentence in polarity.quoted(message.text, quote):
        asked = sentence.endswith("?") and "," not in normalised(sentence).partition(normalised(quote))[2]
        if not (asked or supposed(sentence)):
            return True
    return False


def _in_their_words(candidate: Candidate, message: Message) -> str:
    """The quoted sentence, announced as theirs; "" where it means the contrary of the line, is about
    something else, or is nothing to keep."""
    if not polarity.same_sense(candidate.text, message.text, candidate.quote):
        return ""
    announced = TRAVELLERS_WORDS if message.by_owner else FELLOWS_WORDS
    for sentence in polarity.quoted(message.text, candidate.quote):
        about = extraction_rules.speaks_of(sentence, candidate.text) or spoken.told_for(sentence)
        if about and len(sentence) <= LONGEST_SENTENCE and not extraction_rules.refusal(sentence):
            return f"{announced}{sentence}"
    return ""


def known_reason(owner, trip: Trip, extraction: Extraction, text: str, source: Message | None) -> str:
    """Why a sentence need not or must not be learnt: forgotten, or recalled from another agent's note. What
    was said in this trip is not recalled from another trip's, whose notes are not told here."""
    if buried(owner, text):
        return FORGOTTEN
    same = digests_of_the_same(text)
    others = Note.objects.filter(owner=owner, hash__in=same, status__in=Note.STANDING)
    if source is not None:
        others = others.filter(Q(trip=trip) | Q(trip=None))
    if others.exclude(trip=trip, agent=extraction.agent).exists():
        return "recalled: remembered elsewhere already"
    return ""


def _may_replace(replaced: Note, source: Message | None) -> bool:
    """What rests on the owner's words gives way to nothing but the owner's words."""
    durable = replaced.pinned or replaced.trip_id is None or replaced.quote
    return not durable or (source is not None and whose.owners_words(source))


def _settle(trip: Trip, option: Option) -> None:
    selected = trip.options.filter(turn=option.turn_id, state=Option.State.SELECTED).first()
    if selected is not None:
        notes.options_settled(trip, selected)


def _told(candidate: Candidate, outcome: str, reason: str = "", note: Note | None = None) -> dict:
    return {
        "line": candidate.line[:600],
        "outcome": outcome,
        "reason": reason,
        "note": note.pk if note else None,
    }
