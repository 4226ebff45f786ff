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
    """What must hold and does not. Where to ask is fine a sentence that asks back is enough."""
    asked = gold["ask_is_fine"] and bool(it.read.problems or it.read.undecided)
    return [
        one["what"]
        for one in gold["must_hold"]
        if not asked and not it.names(_WHO.sub("", one["what"]), *_KEPT)
    ]


def taken(it: Result, gold: dict) -> list[str]:
    """What a careless reader took."""
    held = " ".join(one["what"].lower() for one in gold["must_hold"])
    found = []
    for said in gold["must_not"]:
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
        lost = kept = 0
        for one in told:
            it = Result(one["text"])
            missing, more = dropped(it, one["gold"]), taken(it, one["gold"])
            lost, kept = lost + bool(missing), kept + bool(more)
            if show and (missing or more):
                read = [(change.path, change.op, change.value) for change in it.read.changes]
                print(f"{one['id']}: {one['text']}\n    dropped {missing} taken {more}\n    read {read}")
        both = sum(
            not dropped(it, one["gold"]) and not taken(it, one["gold"])
            for one in told
            for it in [Result(one["text"])]
        )
        print(f"{author}: {both} of {len(told)} safe; {lost} drop what must hold, {kept} take what must not")


if __name__ == "__main__":
    main()
