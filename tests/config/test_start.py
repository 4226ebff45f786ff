"""A web process has loaded everything before it listens: its first requests come at the same time."""

from __future__ import annotations

import subprocess
import sys

from tests.house.sources import ROOT

LOOKS = """
import sys
import config.asgi
from django.urls import get_resolver
from django.template import engines
before = set(sys.modules)
def walk(patterns):
    for pattern in patterns:
        walk(getattr(pattern, "url_patterns", []))
walk(get_resolver().url_patterns)
engines["django"].get_template("agents/workspace.html")
print(sorted(name for name in set(sys.modules) - before if not name.startswith("encodings")))
"""


def test_the_first_request_imports_no_view_and_no_template_library():
    ran = subprocess.run([sys.executable, "-c", LOOKS], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip().splitlines()[-1] == "[]"
