"""The encoder (BERT, six layers) for training: its weights by name, pieces → vectors → logits of a head."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
import zipfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import safetensors.torch
import torch
from torch.nn import functional as F

from trips.reading.tagger.pieces import Vocabulary

WIDTH, HEADS, LAYERS, PLACES = 384, 12, 6, 264
COMMONEST = 20_000
Weights = dict[str, torch.Tensor]


def base() -> tuple[list[str], Weights]:
    """Pieces and weights of all-MiniLM-L6-v2, as a package brings them."""
    package = find_spec("all_minilm_l6_v2").submodule_search_locations[0]
    with zipfile.ZipFile(Path(package, "model.zip")) as packed:
        number = json.loads(packed.read("tokenizer.json"))["model"]["vocab"]
        return sorted(number, key=number.get), safetensors.torch.load(packed.read("model.safetensors"))


def kept(pieces: list[str], texts: Iterable[str]) -> list[str]:
    """The commonest Latin pieces, and those of these texts and of the names of cities."""
    latin = [
        piece
        for piece in pieces
        if not piece.startswith("[unused")
        and all("LATIN" in unicodedata.name(letter, "") for letter in piece if letter.isalpha())
    ]
    with sqlite3.connect("file:trips/data/world.sqlite?mode=ro", uri=True) as world:
        texts = [*texts, *(name for (name,) in world.execute("SELECT name FROM city"))]
    every = Vocabulary(pieces)
    used = {pieces[number] for text in texts for word in every.words(text) for number in word.ids}
    return [piece for at, piece in enumerate(latin) if at < COMMONEST or piece in used]


def begun(weights: Weights, rows: list[int], heads: dict[str, list[str]]) -> Weights:
    """What training begins with: these rows of the table of pieces, and a new layer for each head."""
    found = {name: one for name, one in weights.items() if name.startswith(("encoder.", "embeddings.Layer"))}
    found["words"] = weights["embeddings.word_embeddings.weight"][rows]
    found["places"] = weights["embeddings.position_embeddings.weight"][:PLACES]
    found["types"] = weights["embeddings.token_type_embeddings.weight"]
    for head, labels in heads.items():
        found[f"{head}.weight"] = torch.randn(len(labels), WIDTH) * 0.02
        found[f"{head}.bias"] = torch.zeros(len(labels))
    return {name: one.clone().requires_grad_() for name, one in found.items()}


def vectors(
    weights: Weights, ids: torch.Tensor, types: torch.Tensor, seen: torch.Tensor, dropped: float
) -> torch.Tensor:
    """Of each piece of a batch; `seen`: which are no filling; `dropped`: the share that dropout takes."""

    def linear(x: torch.Tensor, name: str) -> torch.Tensor:
        return logits(weights, x, name)

    def normal(x: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(x, (WIDTH,), weights[f"{name}.weight"], weights[f"{name}.bias"], 1e-12)

    def drop(x: torch.Tensor) -> torch.Tensor:
        return F.dropout(x, dropped)

    x = F.embedding(ids, weights["words"]) + F.embedding(types, weights["types"])
    x = drop(normal(x + weights["places"][: ids.shape[1]], "embeddings.LayerNorm"))
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{at}.attention.self.{part}").unflatten(-1, (HEADS, -1)).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = F.scaled_dot_product_attention(query, key, value, seen[:, None, None], dropped)
        mixed = linear(mixed.transpose(1, 2).flatten(2), f"{at}.attention.output.dense")
        x = normal(x + drop(mixed), f"{at}.attention.output.LayerNorm")
        more = linear(F.gelu(linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        x = normal(x + drop(more), f"{at}.output.LayerNorm")
    return drop(x)


def logits(weights: Weights, x: torch.Tensor, name: str) -> torch.Tensor:
    return F.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])
