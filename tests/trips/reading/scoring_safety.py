"""What of a blind set of bans, allergies and needs is safe: `python -m tests.trips.reading.scoring_safety a`.

Prints totals; `--show` prints the messages too, for sets that are development data.
"""

from __future__ import annotations

import re
import sys

from tests.trips.reading.scoring_requests import Result, alike, messages

#: What is wanted, and what is kept away.
_WANTED = ("interests", "must_do", "cuisines", "destinations", "origin", "stay", "car")
_KEPT = ("dietary", "access", "avoid", "transport", "wishes", "stay", "pace", "hours", "budget", "party")
_NEEDS = ("dietary", "access")
_LABEL = re.compile(
    r"^(?:an? )?(interest|wants?|wish|must|diet|access|avoid|likes?|adds?)\b[: ]*(?:in|for|an?)?\s*", re.I
)
_WHO = re.compile(r"\([^)]*\)")


def dropped(it: Result, gold: dict) -> list[str]:
    """What must hold and is neither read nor kept as it was said."""
    return [one["what"] for one in gold["must_hold"] if not it.names(_WHO.sub("", one["what"]), *_KEPT)]


def lost(it: Result, gold: dict) -> list[str]:
    """What is dropped and not asked back either: no sentence with a word of it, or without any word of it in
    the message, is kept in the facts and quoted in a question."""
    kept = [wish for wish in it.facts.wishes if any(wish in problem for problem in it.read.problems)]
    asked = " ".join(kept).lower()
    return [
        what
        for what in dropped(it, gold)
        if not (asked and (_some(what, asked) or not _some(what, it.text.lower())))
    ]


def _some(what: str, said: str) -> bool:
    return any(word[:-1] in said for word in re.findall(r"\w{4,}", _WHO.sub("", what).lower()))


def taken(it: Result, gold: dict) -> list[str]:
    """What a careless reader took; what holds of one and must not of another counts for neither."""
    holds = [one["what"].lower() for one in gold["must_hold"]]
    held, found = " ".join(holds), []
    for said in (one if isinstance(one, str) else one["what"] for one in gold["must_not"]):
        if said.lower() in holds:
            continue
        label = _LABEL.match(said)
        what = _WHO.sub("", said[label.end() :] if label else said)
        kind = label[1].lower() if label else ""
        paths = ("avoid",) if kind == "avoid" else _NEEDS if kind in ("diet", "access") else _WANTED
        paths = (*paths, *_NEEDS) if not label and not alike(what, held) else paths
        if any(
            alike(what, value)
            for path in paths
            for value in it.said(path, op="add") + it.said(path, op="set")
        ):
            found.append(said)
    return found


def main() -> None:
    show = "--show" in sys.argv
    for author in (one for one in sys.argv[1:] if not one.startswith("--")):
        told = messages(author, "safety")
        read = right = 0
        for one in told:
            it = Result(one["text"])
            unread, missing, more = (find(it, one["gold"]) for find in (dropped, lost, taken))
            fine = one["gold"]["ask_is_fine"]
            read += not (missing if fine else unread) and not more
            right += not missing and not more
            if show and (unread or more):
                said = [(change.path, change.op, change.value) for change in it.read.changes]
                print(f"{one['id']}: {one['text']}\n    unread {unread} lost {missing} taken {more}")
                print(f"    read {said}")
        print(
            f"{author}: {read} of {len(told)} read, or asked where that is fine; {right} read or asked back"
        )


if __name__ == "__main__":
    main()
