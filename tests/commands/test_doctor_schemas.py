"""`manage.py doctor --schemas`: what the schema of each answer costs whoever compiles it."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from agents.checks import outputs


def test_each_answer_has_its_line_of_figures() -> None:
    said = StringIO()
    call_command("doctor", "--schemas", stdout=said)
    head, *lines = said.getvalue().splitlines()
    assert head.split()[-5:] == ["optional", "unions", "properties", "texts", "bytes"]
    assert [line[:24].strip() for line in lines] == [name for name, _output in outputs()]
    assert all(int(line.split()[-5]) == 0 and int(line.split()[-1]) < 10_000 for line in lines)
