"""Train the tagger on the marked messages: `python -m tests.tagger.train [--held-out] [FILE]`, `make tagger`.

`--held-out` leaves every tenth message out, for `python -m tests.tagger.score FILE`.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch.nn import functional as F

from tests.tagger.encoder import HEADS, LAYERS, Weights, base, begun, kept, logits
from tests.tagger.examples import TAGS, Example, digest, files, load, parts
from tests.tagger.write import write
from trips.reading.tagger.model import FILE
from trips.reading.tagger.pieces import Vocabulary
from trips.reading.tagger.spans import ASKED, WINDOW

SEED, EPOCHS, RATE, BATCH = 7, 8, 2e-4, 16
SMOOTHING, DROPPED, SLIPS = 0.05, 0.1, 0.15
#: What is no first piece of a word has no tag.
NONE = -100
Row = tuple[list[int], list[int], list[int]]


def slipped(word: str, chance: random.Random) -> str:
    """A letter left out, doubled, or swapped with the next."""
    at = chance.randrange(1, len(word) - 1)
    before, one, two, after = word[:at], word[at], word[at + 1], word[at + 2 :]
    return before + chance.choice((two, one + one + two, two + one)) + after


def encoded(example: Example, known: Vocabulary, chance: random.Random) -> Row:
    """Pieces, which sequence each is of, the tag of each word's first piece. One message in a few without its
    commas and stops, one in two with slips of the hand."""
    asked = [piece for word in known.words(example.asked) for piece in word.ids][:ASKED]
    bare, slips = chance.random() < SLIPS, SLIPS * max(0.0, chance.uniform(-1, 1))
    ids: list[int] = []
    tags: list[int] = []
    for word, tag in parts(example, known):
        if bare and tag == "O" and word in ",.!?;:'-":
            continue
        if len(word) > 3 and word.isalpha() and chance.random() < slips:
            word = slipped(word, chance)
        pieces = known.ids(word)
        ids += pieces
        tags += [TAGS.index(tag), *[NONE] * (len(pieces) - 1)]
    before = [known.first, *asked, known.apart]
    ids, tags = [*before, *ids[:WINDOW], known.apart], [*[NONE] * len(before), *tags[:WINDOW], NONE]
    return ids, [int(at >= len(before)) for at in range(len(ids))], tags


def batches(rows: list[Row], chance: random.Random) -> Iterator[tuple[torch.Tensor, ...]]:
    """Of messages about as long as each other: pieces, sequences, tags."""
    rows = sorted(rows, key=lambda row: len(row[0]) + 8 * chance.random())
    cut = [rows[at : at + BATCH] for at in range(0, len(rows), BATCH)]
    for batch in chance.sample(cut, len(cut)):
        most = max(len(ids) for ids, _, _ in batch)
        yield tuple(
            torch.tensor([row[part] + [filler] * (most - len(row[part])) for row in batch])
            for part, filler in enumerate((0, 0, NONE))
        )


def train(weights: Weights, examples: list[Example], known: Vocabulary, chance: random.Random) -> None:
    new = [each for name, each in weights.items() if name.startswith("tags.")]
    old = [each for name, each in weights.items() if not name.startswith("tags.")]
    groups = [{"params": old, "lr": RATE}, {"params": new, "lr": 5 * RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = EPOCHS * math.ceil(len(examples) / BATCH)
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, 10 * step / steps) * (1 - step / steps)
    )
    since = time.monotonic()
    for epoch in range(1, EPOCHS + 1):
        lost = 0.0
        for ids, types, tags in batches([encoded(one, known, chance) for one in examples], chance):
            with torch.autocast("cpu", torch.bfloat16):
                said = logits(weights, ids, types, ids != 0, DROPPED)
            loss = F.cross_entropy(said.float().flatten(0, 1), tags.flatten(), label_smoothing=SMOOTHING)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
            optimizer.step()
            plan.step()
            lost += loss.item() * BATCH / len(examples)
        print(f"{epoch} of {EPOCHS}: loss {lost:.3f}, {time.monotonic() - since:.0f} s", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--held-out", action="store_true")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("file", type=Path, nargs="?", default=FILE)
    said = options.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(said.threads)
    examples, (pieces, weights) = load(files()), base()
    chosen = kept(pieces, (f"{one.asked} {one.text}" for one in examples))
    told = {"pieces": "\n".join(chosen), "examples": digest(files())}
    weights = begun(weights, [pieces.index(piece) for piece in chosen], len(TAGS))
    if said.held_out:
        examples = [one for number, one in enumerate(examples) if number % 10]
    train(weights, examples, Vocabulary(chosen), random.Random(SEED))
    stored = {name: each.detach().numpy() for name, each in weights.items()}
    write(stored, LAYERS, HEADS, {"tags": TAGS}, told, said.file)
    print(f"{said.file}: {said.file.stat().st_size / 1e6:.1f} MB, {len(examples)} messages")


if __name__ == "__main__":
    main()
