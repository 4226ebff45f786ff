"""What a scorer of a blind set prints: authors and `-v` are what it is called with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

Problem = tuple[dict, str]


def judged(
    messages: Callable[[str], list[dict]], wrong: Callable[[dict], str]
) -> Iterator[tuple[str, list[dict], list[Problem]]]:
    """Of each author named: the name, the messages, and those that are read otherwise than the gold says."""
    for author in [one for one in sys.argv[1:] if one != "-v"]:
        told = messages(author)
        yield author, told, [(one, problem) for one in told if (problem := wrong(one))]


def shown(bad: list[Problem], line: Callable[[dict, str], str]) -> None:
    """With `-v`, each of them."""
    for one, problem in bad if "-v" in sys.argv else ():
        print(line(one, problem))
