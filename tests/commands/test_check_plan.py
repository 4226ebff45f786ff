from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.trips.planning.validator import making
from trips.planning.validator.document import PlanDocument

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "plan-json.md").read_text("utf-8")
EXAMPLE = re.search(r"```json\n(.*?)```", GUIDE, re.DOTALL).group(1)
ANSWER = GUIDE.rsplit("```\n", 2)[-2].removesuffix("\n…\n")

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("check_plan", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "plan.json"
    path.write_text(EXAMPLE, encoding="utf-8")
    return str(path)


def test_the_documented_example_is_a_good_plan(example):
    found = json.loads(run(example, "--json"))
    assert (found["passed"], found["failed"], found["not_checked"]) == (29, [], [])
    assert found["offerable"] is True


def test_the_documented_answer_is_printed(example):
    assert run(example).startswith(ANSWER)


def test_every_field_of_the_answer_is_documented(example):
    found = json.loads(run(example, "--json"))
    assert all(f"`{name}`" in GUIDE for name in found)
    result = found["passed_checks"][0]
    assert set(result) == {"id", "title", "severity", "message", "repair", "grade", "items"}


def test_a_plan_that_fails_is_still_a_verdict(tmp_path):
    plan = making.plan()
    plan.total += 1
    path = tmp_path / "plan.json"
    path.write_text(PlanDocument(plan=plan, facts=making.facts()).model_dump_json(), encoding="utf-8")
    answer = run(str(path), "--today", "2026-11-21")
    assert "Cannot be offered" in answer
    assert re.search(r"22 Costs and budget \(error\): The total says \$791", answer)


def test_rows_of_staff_are_used(example):
    from trips.catalogue.gazetteer import default_gazetteer
    from trips.models import StaffPlace

    row = default_gazetteer().place("boston:union-oyster-house")
    closed = row.model_copy(update={"hours": row.hours.model_copy(update={"week": {}, "always": False})})
    StaffPlace.objects.create(place_id=closed.id, data=closed.model_dump(mode="json"))
    found = json.loads(run(example, "--json"))
    assert [one["id"] for one in found["not_checked"]] == [13]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot be read: No such file"),
        ("not json", "is not a plan: it is not JSON"),
        ("{}", "is not a plan: it does not fit docs/plan-json.md: plan: field required"),
    ],
)
def test_a_bad_file_is_said_in_a_sentence(tmp_path, content, words):
    path = tmp_path / "plan.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(CommandError, match=words):
        run(str(path))


def test_the_exit_code_of_a_bad_file_is_one(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check_plan", str(tmp_path / "nothing.json")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
