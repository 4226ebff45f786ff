"""A process that does something as often as it may: `python -m tests.grown.counting 9` says how often."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import django

django.setup()

from django.test import RequestFactory  # noqa: E402

from trips import limits  # noqa: E402


def main(times: int) -> None:
    request = RequestFactory().post("/", REMOTE_ADDR="203.0.113.7")
    request.user = SimpleNamespace(pk=7, is_authenticated=True)
    print("ready", flush=True)
    sys.stdin.readline()
    through = shares = 0
    for _ in range(times):
        try:
            limits.count(request, limits.MESSAGES)
            through += 1
        except limits.TooMany:
            pass
        try:
            if not limits.requests.spend("203.0.113.7"):
                limits.requests.take("203.0.113.7")
            shares += 1
        except limits.TooMany:
            pass
    print(through, shares, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
