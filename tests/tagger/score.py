"""What a file finds in the tenth that `train --held-out` left out: `python -m tests.tagger.score FILE`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

from tests.tagger.examples import LABELS, Example, files, load
from trips.reading.tagger.model import Model
from trips.reading.tagger.spans import spans_of


def score(reader: Model, examples: list[Example]) -> dict[str, Counter]:
    """Of each label: spans marked, found, right."""
    counts = {label: Counter() for label in [*LABELS, "all"]}
    for one in examples:
        marked = set(one.marks)
        found = {(span.label, span.start, span.end) for span in spans_of(reader, one.text, one.asked)}
        for kind, spans in (("marked", marked), ("found", found), ("right", marked & found)):
            for label, _, _ in spans:
                counts[label][kind] += 1
                counts["all"][kind] += 1
    return counts


def f1(count: Counter) -> float:
    return 2 * count["right"] / max(1, count["marked"] + count["found"])


def main() -> None:
    reader, examples = Model(Path(sys.argv[1])), load(files())[::10]
    begun = time.monotonic()
    counts = score(reader, examples)
    print(f"{len(examples)} messages, {(time.monotonic() - begun) / len(examples) * 1000:.1f} ms each")
    for label, count in counts.items():
        figures = ", ".join(f"{count[kind]:4} {kind}" for kind in ("marked", "found", "right"))
        print(f"{label:9} {figures}, F1 {f1(count):.3f}")


if __name__ == "__main__":
    main()
