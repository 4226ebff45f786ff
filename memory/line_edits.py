"""Lines of the traveller's documents from what happened: the question, and what becomes of its answer.

Records of deeds (a plan chosen, a journey finished) are lines by code and go to no model. For the rest a
model answers add, replace, retire; without one, the events' own lines are taken (`from_events`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from memory import (
    asking,
    contradicting,
    documents,
    extraction_rules,
    quotes,
    said_twice,
    self_managed,
    silencing,
    switches,
)
from memory.asking import Ask
from memory.document_versions import CURATOR
from memory.documents import Edited, LineEdit, TooLong
from memory.extraction import FORGOTTEN, MAX_TOKENS, RESULTS_KEPT
from memory.models import DocumentLine, Extraction
from memory.models.notes import AuthorKind
from memory.text import bare, one_line, same_words
from trips.models import Message
from trips.reading.memory import HABITS, NEEDS, durable

EVENTS_CHARACTERS = 900
WORDS_CHARACTERS = 700
LINES_CHARACTERS = 800
BEFORE_A_LINE = 18  # its number and namespace
LONGEST_LINE = LINES_CHARACTERS - BEFORE_A_LINE  # one always has room, if need be its beginning
EDITS_A_JOB = 5

_EDIT = re.compile(
    r"^\s*[-*•]\s+(?:(?P<add>add)\s+(?P<namespace>\w+)\s*:|(?P<op>replace|retire)\s+(?P<number>\d+)\s*:?)"
    r"\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
#: By namespace and message: number and line of an answer, the edit, the message it rests on.
Batches = dict[tuple[str, int], list[tuple[int, str, LineEdit, Message | None]]]
#: A name within a sentence, not its first word.
_NAME = re.compile(r"(?<=[a-z,] )[A-ZÀ-Þ][\w&-]+")


def ask(job: Extraction) -> Ask | None:
    """The question about what happened; None when nothing of it is for a model."""
    told = [event for event in _events(job) if not event["deed"]]
    if not told:
        return None
    messages = _messages(job)
    lines = _lines_shown(job, {event["namespace"] for event in told})
    job.source["lines"] = [line.pk for line in lines]
    room = WORDS_CHARACTERS // max(1, len(messages))
    said = [quotes.own_words(message.text).replace("\x1e", "\n") for message in messages.values()]
    words = [asking.beginning(text, room) for text in said]
    numbered = [
        f"{number}. ({line.document.namespace}) {asking.beginning(line.text, LONGEST_LINE)}"
        for number, line in enumerate(lines, start=1)
    ]
    happened = [f"- {event['trigger']} → {event['namespace']}: {event['what']}" for event in told]
    text = asking.prompt("documents_task").safe_substitute(
        date=f"{job.created:%-d %B %Y}",
        events=asking.as_data(_fitting(happened, EVENTS_CHARACTERS)),
        words=asking.as_data("\n".join(words)) or "(none)",
        lines=asking.as_data("\n".join(numbered)) or "(none)",
    )
    text += self_managed.refusals(job, "edits", "the lines stay as they are")
    return Ask(asking.prompt("documents").template, text, MAX_TOKENS)


def apply(job: Extraction, answer: str) -> list[dict]:
    """Keep what may be kept of a model's answer, and the lines of deeds; line by line with its outcome.
    Raises TooLong where a document would be: then nothing of it may be kept."""
    if not _remembered(job):
        return [_refused(line, "remembering is switched off") for line in answer.splitlines() if line.strip()]
    done_by_code = deeds(job)
    results: dict[int, dict] = {}
    shown = DocumentLine.objects.select_related("document").in_bulk(job.source.get("lines", []))
    numbered = [shown.get(pk) for pk in job.source.get("lines", [])]
    messages = list(_messages(job).values())
    forgotten = silencing.forgotten_words(job.turn.trip.owner)
    batches: Batches = {}
    number = 0
    for line in asking.without_recalled(answer).splitlines():
        match = _EDIT.match(line)
        if match is None:
            continue
        number += 1
        if number > RESULTS_KEPT:
            break
        if number > EDITS_A_JOB:
            results[number] = _refused(line, "more than five edits")
            continue
        edit, namespace, why = _read(match, numbered)
        if edit is None:
            results[number] = _refused(line, why)
            continue
        source = _source(edit, numbered, messages)
        if silencing.says_forgotten(forgotten, f"{edit.text}\n{edit.reason}", source):
            results[number] = _refused(line, FORGOTTEN)
            continue
        key = (namespace, source.pk if source else 0)
        batches.setdefault(key, []).append((number, line, edit, source))
    kept = _at_once(job, batches, results)
    for (namespace, _message), batch in kept.items():
        edits = [edit if source else replace(edit, quote="") for _at, _line, edit, source in batch]
        done = _edited(job, namespace, edits, batch[0][3], AuthorKind.AGENT, CURATOR, whole=True)
        for (at, line, *_rest), one in zip(batch, done, strict=True):
            results[at] = _told(line, one)
    return done_by_code + [results[number] for number in sorted(results)]


def from_events(job: Extraction) -> list[dict]:
    """Without a model: the events' own lines, deterministic."""
    if not _remembered(job):
        return []
    return _by_code(job, _events(job))


def deeds(job: Extraction) -> list[dict]:
    """The lines of what was done, which no model is asked about."""
    return _by_code(job, [event for event in _events(job) if event["deed"]])


def propose_company(job: Extraction, text: str, owner) -> dict:
    """What research found about the traveller's company: never more than a proposal."""
    (done,) = _edited(
        job, "company", [LineEdit("add", text, reason="found by research")], None, AuthorKind.TOOL, job.agent
    )
    return _told(text, done)


# --- Within -------------------------------------------------------------------------------------


def _remembered(job: Extraction) -> bool:
    return switches.remembers(job.turn.trip.owner, job.turn.trip)


def _events(job: Extraction) -> list[dict]:
    """What happened; nothing that another member of the trip said."""
    found = job.source.get("events", [])
    said = {event["message"] for event in found if event["message"]}
    others = set(Message.objects.filter(pk__in=said, by_owner=False).values_list("pk", flat=True))
    return [event for event in found if event["message"] not in others]


def _messages(job: Extraction) -> dict[int, Message]:
    """The owner's messages that the events came with, in the order they were said."""
    wanted = {event["message"] for event in job.source.get("events", []) if event["message"]}
    rows = Message.objects.filter(
        pk__in=wanted,
        trip=job.turn.trip_id,
        author=Message.Author.TRAVELLER,
        by_owner=True,
        silence=None,
        unheard=None,
    )
    return {message.pk: message for message in rows.order_by("position")}


def _lines_shown(job: Extraction, namespaces: Iterable[str]) -> list[DocumentLine]:
    """The newest lines of these documents, as many as a question has room for, in order."""
    rows = DocumentLine.objects.select_related("document").filter(
        document__owner=job.turn.trip.owner,
        document__namespace__in=namespaces,
        status=DocumentLine.Status.ACTIVE,
    )
    found: list[DocumentLine] = []
    room = LINES_CHARACTERS
    for line in rows.order_by("-since", "-pk")[:40]:
        room -= min(asking.weight(line.text), LONGEST_LINE) + BEFORE_A_LINE
        if room < 0:
            break
        found.append(line)
    return sorted(found, key=lambda line: (line.document.namespace, line.position))


def _fitting(lines: list[str], limit: int) -> str:
    share = max(80, limit // max(1, len(lines)))
    return asking.beginning("\n".join(asking.beginning(line, share) for line in lines), limit)


def _read(match: re.Match, numbered: list[DocumentLine | None]) -> tuple[LineEdit | None, str, str]:
    """One line of an answer as an edit and its namespace; or why it is none."""
    parts = [part.strip() for part in match["rest"].split("|")]
    quoted = [part.strip(" \"“”„«»'") for part in parts[1:] if part[:1] in "\"“„«'"]
    plain = [part for part in parts[1:] if part and part[:1] not in "\"“„«'"]
    quote, reason = (quoted or [""])[0], one_line((plain or [""])[-1])
    if match["add"]:
        namespace, line, op = match["namespace"].lower(), None, "add"
        if namespace not in documents.NAMESPACES:
            return None, "", "there is no such document"
    else:
        number = int(match["number"])
        target = numbered[number - 1] if 0 < number <= len(numbered) else None
        if target is None:
            return None, "", "there is no such line"
        namespace, line, op = target.document.namespace, target.pk, match["op"].lower()
    text = "" if op == "retire" else one_line(parts[0])
    if op != "retire" and (why := extraction_rules.refusal(text)):
        return None, "", why
    return LineEdit(op, text, line, reason, quote), namespace, ""


def _source(edit: LineEdit, numbered: list[DocumentLine | None], messages: list[Message]) -> Message | None:
    """The message an edit rests on: it holds the quote in the traveller's own words, and what is written (or
    taken away) is made of what is said there."""
    about = edit.text or next((line.text for line in numbered if line and line.pk == edit.line), "")
    for message in reversed(messages):
        if not edit.quote or not quotes.rests_on(message.text, edit.quote):
            continue
        if edit.op == "retire" and quotes.follows_from(about, message.text):
            return message
        if edit.op != "retire" and extraction_rules.supported(about, quotes.own_words(message.text)):
            return message
    return None


def _at_once(job: Extraction, batches: Batches, results: dict[int, dict]) -> Batches:
    """Without what would retire too many lines of a document, whichever messages they rest on."""
    retired = Counter(key[0] for key, batch in batches.items() for one in batch if one[2].op == "retire")
    owner = job.turn.trip.owner
    why = {name: documents.too_many_retired(owner, name, count) for name, count in retired.items()}
    kept: Batches = {}
    for key, batch in batches.items():
        for one in batch:
            if one[2].op == "retire" and why[key[0]]:
                results[one[0]] = _refused(one[1], why[key[0]])
            else:
                kept.setdefault(key, []).append(one)
    return kept


def _by_code(job: Extraction, events: Iterable[dict]) -> list[dict]:
    """The lines that events bring themselves; a slot that is taken is replaced, or retired."""
    results = []
    events = list(events)
    messages = _messages(job)
    forgotten = silencing.forgotten_words(job.turn.trip.owner)
    for event in events:
        if not event["line"] or _told_as_a_fact(event, events):
            continue
        said = messages.get(event["message"])
        if not event["by_hand"] and silencing.says_forgotten(forgotten, event["line"], said):
            results.append(_refused(event["line"], FORGOTTEN))
            continue
        old = _of_slot(job, event)
        if event["gone"]:
            if old is None or _names_another(event, old):
                continue
            edit = LineEdit("retire", line=old.pk, reason=event["slot"], quote=event["quote"])
        elif old is not None:
            edit = LineEdit("replace", event["line"], old.pk, event["slot"], event["quote"])
        else:
            reason = event["slot"] or event["trigger"]
            edit = LineEdit("add", event["line"], reason=reason, quote=event["quote"])
        by_hand = event["by_hand"] and event["trusted"]
        author, by = (AuthorKind.TRAVELLER, "traveller") if by_hand else (AuthorKind.AGENT, CURATOR)
        message = None if by_hand else messages.get(event["message"])
        (done,) = _edited(job, event["namespace"], [replace(edit, by_code=True)], message, author, by)
        results.append(_told(event["line"], done))
    return results


def _told_as_a_fact(event: dict, events: list[dict]) -> bool:
    """The same words changed a fact, and that has a line of its own which says no less."""
    facts = [
        other["line"]
        for other in events
        if other["trigger"] == "facts edited"
        and not other["gone"]
        and other["message"] == event["message"]
        and same_words(event["quote"], other["quote"], same_message=True)
    ]
    if event["trigger"] != "need" or not facts:
        return False
    sentence = bare(event["line"])
    more = durable(sentence, *HABITS) and not durable(sentence, *NEEDS)
    return extraction_rules.tells_all("\n".join(facts), sentence) or not more


def _names_another(event: dict, old: DocumentLine) -> bool:
    """ "I no longer work for Acme" where Globex is told of."""
    if event["trigger"] != "employer":
        return False
    names = set(_NAME.findall(event["quote"]))
    return bool(names) and not any(name in old.text for name in names)


def _of_slot(job: Extraction, event: dict) -> DocumentLine | None:
    """The standing line that an earlier event of this name left."""
    if not event["slot"]:
        return None
    rows = DocumentLine.objects.filter(
        document__owner=job.turn.trip.owner,
        document__namespace=event["namespace"],
        reason=one_line(event["slot"])[:300],
        status=DocumentLine.Status.ACTIVE,
    )
    return rows.order_by("-pk").first()


def _edited(
    job: Extraction,
    namespace: str,
    edits: list[LineEdit],
    message: Message | None,
    author: str,
    by: str,
    *,
    whole: bool = False,
) -> list[Edited]:
    """`whole`: raises TooLong; else what finds no room is refused."""
    trip = job.turn.trip
    try:
        done = documents.edit_lines(
            trip.owner, namespace, edits, author=author, by=by, message=message, turn=job.turn, trip=trip
        )
    except TooLong as error:
        if whole:
            raise
        return [Edited(edit, "refused", None, str(error)) for edit in edits]
    for edited in done:
        if edited.stands and edited.line is not None:
            said_twice.give_way(edited.line)
            contradicting.settle(edited.line)
    return done


def _told(line: str, done: Edited) -> dict:
    return {
        "line": line.strip()[:600],
        "outcome": done.outcome,
        "reason": done.reason,
        "document_line": done.line.pk if done.line else None,
    }


def _refused(line: str, reason: str) -> dict:
    return {"line": line.strip()[:600], "outcome": "refused", "reason": reason, "document_line": None}
