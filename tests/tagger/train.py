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
from typing import NamedTuple

import torch
from torch.nn import functional as F

from tests.tagger.encoder import HEADS as ATTENTION
from tests.tagger.encoder import LAYERS, Weights, base, begun, kept, logits, vectors
from tests.tagger.examples import HEADS, JOBS, Example, digest, load, parts
from tests.tagger.write import write
from trips.reading.tagger.model import FILE, WHOLE
from trips.reading.tagger.pieces import Vocabulary
from trips.reading.tagger.spans import BEFORE, WINDOW, before

SEED, EPOCHS, RATE, BATCH = 7, 8, 2e-4, 16
SMOOTHING, DROPPED, SLIPS, PHASED = 0.05, 0.1, 0.15, 0.5
#: What is no first piece of a word has no tag.
NONE = -100


class Row(NamedTuple):
    """Pieces, which sequence each is of, the tag of each word's first piece, jobs where they are known."""

    ids: list[int]
    types: list[int]
    tags: list[int]
    jobs: list[float] | None


def slipped(word: str, chance: random.Random) -> str:
    """A letter left out, doubled, or swapped with the next."""
    at = chance.randrange(1, len(word) - 1)
    before, one, two, after = word[:at], word[at], word[at + 1], word[at + 2 :]
    return before + chance.choice((two, one + one + two, two + one)) + after


def encoded(example: Example, known: Vocabulary, chance: random.Random) -> Row:
    """One message in a few without its commas and stops, one in two with slips of the hand."""
    phase = example.phase if example.head == WHOLE or chance.random() < PHASED else ""
    said = [piece for word in known.words(before(example.asked, phase)) for piece in word.ids][:BEFORE]
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
        first = NONE if example.head == WHOLE else HEADS[example.head].index(tag)
        tags += [first, *[NONE] * (len(pieces) - 1)]
    start = [known.first, *said, known.apart]
    ids, tags = [*start, *ids[:WINDOW], known.apart], [*[NONE] * len(start), *tags[:WINDOW], NONE]
    jobs = jobs_of(example)
    wanted = [float(job in jobs) for job in JOBS] if jobs else None
    return Row(ids, [int(at >= len(start)) for at in range(len(ids))], tags, wanted)


def jobs_of(example: Example) -> tuple[str, ...] | None:
    """As somebody said; else what the marks say, where they say enough."""
    if example.jobs or not example.marks:
        return example.jobs
    if example.head in JOBS:
        return (example.head,)
    return ("facts",) if example.head == "wish" and not example.asked and len(example.marks) > 2 else None


def batches(rows: dict[str, list[Row]], chance: random.Random) -> Iterator[tuple[str, list[Row]]]:
    """Each of one head, of messages about as long as each other."""
    found = []
    for head, some in rows.items():
        some = sorted(some, key=lambda row: len(row.ids) + 8 * chance.random())
        found += [(head, some[at : at + BATCH]) for at in range(0, len(some), BATCH)]
    return iter(chance.sample(found, len(found)))


def loss_of(weights: Weights, head: str, batch: list[Row]) -> torch.Tensor:
    most = max(len(row.ids) for row in batch)
    ids, types, tags = (
        torch.tensor([row[part] + [filler] * (most - len(row.ids)) for row in batch])
        for part, filler in enumerate((0, 0, NONE))
    )
    seen = ids != 0
    with torch.autocast("cpu", torch.bfloat16):
        x = vectors(weights, ids, types, seen, DROPPED)
    x, loss = x.float(), torch.zeros(())
    if head != WHOLE:
        said = logits(weights, x, head).flatten(0, 1)
        loss = F.cross_entropy(said, tags.flatten(), label_smoothing=SMOOTHING)
    if told := [at for at, row in enumerate(batch) if row.jobs]:
        mean = (x * seen[..., None]).sum(1)[told] / seen.sum(1, keepdim=True)[told]
        wanted = torch.tensor([batch[at].jobs for at in told])
        loss = loss + F.binary_cross_entropy_with_logits(logits(weights, mean, WHOLE), wanted)
    return loss


def train(weights: Weights, examples: list[Example], known: Vocabulary, chance: random.Random) -> None:
    new = {f"{head}.{part}" for head in HEADS for part in ("weight", "bias")}
    groups = [
        {"params": [each for name, each in weights.items() if name not in new], "lr": RATE},
        {"params": [weights[name] for name in new], "lr": 5 * RATE},
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    steps = EPOCHS * sum(math.ceil(sum(one.head == head for one in examples) / BATCH) for head in HEADS)
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, 10 * step / steps) * (1 - step / steps)
    )
    since = time.monotonic()
    for epoch in range(1, EPOCHS + 1):
        rows = {head: [encoded(one, known, chance) for one in examples if one.head == head] for head in HEADS}
        lost = []
        for head, batch in batches(rows, chance):
            loss = loss_of(weights, head, batch)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
            optimizer.step()
            plan.step()
            lost.append(loss.item())
        mean = sum(lost) / len(lost)
        print(f"{epoch} of {EPOCHS}: loss {mean:.3f}, {time.monotonic() - since:.0f} s", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--held-out", action="store_true")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("file", type=Path, nargs="?", default=FILE)
    said = options.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(said.threads)
    examples, (pieces, weights) = load(), base()
    chosen = kept(pieces, (f"{one.asked} {one.text}" for one in examples))
    told = {"pieces": "\n".join(chosen), "examples": digest()}
    weights = begun(weights, [pieces.index(piece) for piece in chosen], HEADS)
    if said.held_out:
        examples = [one for number, one in enumerate(examples) if number % 10]
    train(weights, examples, Vocabulary(chosen), random.Random(SEED))
    stored = {name: each.detach().numpy() for name, each in weights.items()}
    write(stored, LAYERS, ATTENTION, HEADS, told, said.file)
    print(f"{said.file}: {said.file.stat().st_size / 1e6:.1f} MB, {len(examples)} messages")


if __name__ == "__main__":
    main()
