"""What a file finds in the tenth that `train --held-out` left out: `python -m tests.tagger.score FILE`."""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from tests.tagger.examples import JOBS, Example, load
from trips.reading.tagger.model import WHOLE, Model
from trips.reading.tagger.spans import before, joined, read


def found_in(reader: Model, one: Example) -> set[tuple[str, int, int]]:
    said = list(read(reader, one.text, before(one.asked, one.phase)))
    if one.head == WHOLE:
        return {
            (job, 0, 0) for _, logits in said for job, x in zip(JOBS, logits[WHOLE], strict=True) if x > 0
        }
    tags = tuple(reader.heads[one.head])
    spans = (span for words, logits in said for span in joined(words, tags, logits[one.head]))
    return {(span.label, span.start, span.end) for span in spans}


def score(reader: Model, examples: list[Example]) -> dict[tuple[str, str], Counter]:
    """Of each head and label: marked, found, right, and found of that label in other bounds."""
    counts: dict[tuple[str, str], Counter] = defaultdict(Counter)
    for one in examples:
        marked, found = {*one.marks, *((job, 0, 0) for job in one.jobs or ())}, found_in(reader, one)
        near = {
            mark
            for mark in marked - found
            if any(span[0] == mark[0] and span[1] < mark[2] and mark[1] < span[2] for span in found)
        }
        kinds = {"marked": marked, "found": found, "right": marked & found, "near": near}
        for kind, spans in kinds.items():
            for label, _, _ in spans:
                counts[one.head, label][kind] += 1
                counts[one.head, "all"][kind] += 1
    return counts


def main() -> None:
    reader, examples = Model(Path(sys.argv[1])), load()[::10]
    begun = time.monotonic()
    counts = score(reader, examples)
    print(f"{len(examples)} messages, {(time.monotonic() - begun) / len(examples) * 1000:.1f} ms each")
    for (head, label), count in sorted(counts.items()):
        figures = ", ".join(f"{count[kind]:4} {kind}" for kind in ("marked", "found", "right", "near"))
        f1 = 2 * count["right"] / (count["marked"] + count["found"])
        print(f"{head:8} {label:12} {figures}, F1 {f1:.3f}")


if __name__ == "__main__":
    main()
