"""The trained encoder as one ONNX file: weights as whole numbers of 8 bits, a scale for each row."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from trips.reading.tagger.model import WHOLE


class Graph:
    def __init__(self) -> None:
        self.nodes, self.stored = [], []

    def add(self, kind: str, *inputs: str, **how: object) -> str:
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **how))
        return name

    def store(self, values: np.ndarray) -> str:
        name = f"stored_{len(self.stored)}"
        self.stored.append(numpy_helper.from_array(values, name))
        return name

    def whole(self, values: list[int]) -> str:
        return self.store(np.array(values, np.int64))

    def linear(self, x: str, weight: np.ndarray, bias: np.ndarray) -> str:
        numbers, scale = eighths(weight)
        columns = self.add("DequantizeLinear", self.store(numbers.T.copy()), self.store(scale), axis=1)
        return self.add("Add", self.add("MatMul", x, columns), self.store(bias))

    def rows(self, table: np.ndarray, ids: str) -> str:
        """Rows of a table that stays as it is stored: only those that are asked for grow."""
        numbers, scale = eighths(table)
        found = self.add("Cast", self.add("Gather", self.store(numbers), ids), to=TensorProto.FLOAT)
        return self.add("Mul", found, self.add("Gather", self.store(scale[:, None]), ids))


def eighths(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    scale = np.maximum(np.abs(weight).max(axis=1), 1e-8) / 127
    return np.round(weight / scale[:, None]).astype(np.int8), scale.astype(np.float32)


def write(weights: dict[str, np.ndarray], layers: int, heads: int, labels: dict[str, list[str]],
          told: dict[str, str], file: Path) -> None:  # fmt: skip
    graph = Graph()
    add, store = graph.add, graph.store

    def normal(x: str, name: str) -> str:
        scale, bias = store(weights[f"{name}.weight"]), store(weights[f"{name}.bias"])
        return add("LayerNormalization", x, scale, bias, epsilon=1e-12, axis=-1)

    def linear(x: str, name: str) -> str:
        return graph.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    length = add("Shape", "ids")
    places = add("Slice", store(weights["places"]), graph.whole([0]), length, graph.whole([0]))
    x = add(
        "Add", graph.rows(weights["words"], "ids"), add("Add", places, graph.rows(weights["types"], "types"))
    )
    x = normal(x, "embeddings.LayerNorm")
    width = weights["words"].shape[1]
    apart, joined = graph.whole([0, heads, width // heads]), graph.whole([0, width])
    size = store(np.float32((width // heads) ** -0.5))
    for layer in range(layers):
        at = f"encoder.layer.{layer}"
        split = (
            add("Reshape", linear(x, f"{at}.attention.self.{part}"), apart)
            for part in ("query", "key", "value")
        )
        q, k, v = (
            add("Transpose", each, perm=perm)
            for each, perm in zip(split, ([1, 0, 2], [1, 2, 0], [1, 0, 2]), strict=True)
        )
        likely = add("Softmax", add("Mul", add("MatMul", q, k), size), axis=-1)
        mixed = add("Reshape", add("Transpose", add("MatMul", likely, v), perm=[1, 0, 2]), joined)
        x = normal(
            add("Add", x, linear(mixed, f"{at}.attention.output.dense")), f"{at}.attention.output.LayerNorm"
        )
        more = linear(add("Gelu", linear(x, f"{at}.intermediate.dense")), f"{at}.output.dense")
        x = normal(add("Add", x, more), f"{at}.output.LayerNorm")
    outputs = []
    for head, names in labels.items():
        read = add("ReduceMean", x, graph.whole([0]), keepdims=0) if head == WHOLE else x
        add("Identity", linear(read, head))
        graph.nodes[-1].output[0] = head
        shape = [len(names)] if head == WHOLE else ["n", len(names)]
        outputs.append(helper.make_tensor_value_info(head, TensorProto.FLOAT, shape))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["n"]) for name in ("ids", "types")]
    made = helper.make_graph(graph.nodes, "tagger", inputs, outputs, graph.stored)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)
    helper.set_model_props(model, told | {"heads": json.dumps(labels)})
    onnx.checker.check_model(model)
    onnx.save(model, file)
