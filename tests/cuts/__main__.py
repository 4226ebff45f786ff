"""Streams through a bad network: `python -m tests.cuts [--readers 300] [--pages 20] [--seed 7]`.

Ends with 1 when anything was not delivered, came twice, or a page is not as a fresh one.
"""

from __future__ import annotations

import argparse
import logging
import secrets
import sys

from tests.throwaway import throwaway_project


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cuts", description=__doc__.split("\n")[0])
    parser.add_argument("--readers", type=int, default=300, help="pages without a browser")
    parser.add_argument("--pages", type=int, default=20, help="pages in Chromium")
    parser.add_argument("--messages", type=int, default=5, help="of each trip")
    parser.add_argument("--seed", type=int, default=None, help="of an earlier run")
    given = parser.parse_args(arguments)
    seed = given.seed if given.seed is not None else secrets.randbelow(1_000_000)
    print(f"{given.readers} pages without a browser, {given.pages} in Chromium, seed {seed}", flush=True)
    with throwaway_project() as folder:
        from tests.cuts.storm import storm

        logging.disable(logging.INFO)
        result = storm(folder, readers=given.readers, pages=given.pages, messages=given.messages, seed=seed)
    print("\n".join(result.lines()))
    return 0 if result.well else 1


if __name__ == "__main__":
    sys.exit(main())
