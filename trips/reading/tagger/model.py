"""The encoder: one file with weights, pieces and labels, run by onnxruntime on one thread."""

import json
import os
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from trips.reading.tagger.pieces import Vocabulary

FILE = Path(__file__).with_name("model.onnx")
#: The head that says of a whole message which jobs it does; others tag its words.
WHOLE = "job"


class Model:
    """`heads`: the labels of each output. `examples`: the digest of what it learned from."""

    def __init__(self, path: Path = FILE) -> None:
        import onnxruntime  # takes a while: only for who reads a message

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Weights become numbers of 32 bits when the file is read: the same answers on every processor.
        options.add_session_config_entry("session.disable_quant_qdq", "1")
        self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        told = self._session.get_modelmeta().custom_metadata_map
        self.heads: dict[str, list[str]] = json.loads(told["heads"])
        self.vocabulary = Vocabulary(told["pieces"].split("\n"))
        self.examples: str = told["examples"]

    def __call__(self, asked: Sequence[int], pieces: Sequence[int]) -> dict[str, np.ndarray]:
        """The logits of each head: of every piece of the message, or of the whole."""
        first, apart = self.vocabulary.first, self.vocabulary.apart
        ids = np.array([first, *asked, apart, *pieces, apart], np.int64)
        before = len(asked) + 2
        fed = {"ids": ids, "types": (np.arange(len(ids)) >= before).astype(np.int64)}
        found = zip(self.heads, self._session.run(list(self.heads), fed), strict=True)
        return {head: each if head == WHOLE else each[before:-1] for head, each in found}


def model() -> Model:
    """The one of this process."""
    with _lock:
        return _loaded()


_loaded = cache(Model)


def _begin_anew() -> None:
    """In a process that was forked while another thread held a lock."""
    global _lock
    _lock = threading.Lock()
    _loaded.cache_clear()


_begin_anew()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
