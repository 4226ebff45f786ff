"""`python -m tests.bench.turns_model`: the scripted Messages server alone; its first line is its address."""

from __future__ import annotations

import threading
from socketserver import StreamRequestHandler

from tests.wire.messages import text_answer
from tests.wire.server import MessagesServer

PIECES = 50
WORDS = " ".join(f"Boston in winter is quiet, word {number}." for number in range(40))
ANSWER = {"reply": WORDS, "decision": {"mode": "ANSWER"}}


def main() -> None:
    # Else many small writes wait 40 ms for the client's word that it has them, and hide what is measured.
    StreamRequestHandler.disable_nagle_algorithm = True
    print(MessagesServer(text_answer(ANSWER, deltas=PIECES)).url, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
