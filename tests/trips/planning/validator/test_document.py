from __future__ import annotations

import pytest

from tests.trips.planning.validator import making
from trips.planning.validator.document import PlanDocument, PlanFileError, read_document


def test_what_was_written_is_read():
    document = PlanDocument(facts=making.facts(), plan=making.plan())
    assert read_document(document.model_dump_json()) == document


def test_facts_and_others_may_be_left_out():
    document = read_document('{"plan": ' + making.plan().model_dump_json() + "}")
    assert (document.facts.destinations, document.others) == ([], [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON: EOF"),
        ("{", "it is not JSON: EOF"),
        ("[]", "the whole: input should be an object"),
        ("{}", "plan: field required"),
        ('{"plan": {}, "more": 1}', "and 3 more"),
        (b"\xff\xfe", "it is not JSON"),
        ('{"plan": {"title": "x", "days": [{"date": "2027-02-30", "city": "x"}]}}', "plan.days.0.date"),
    ],
)
def test_what_is_no_plan_is_said_in_a_sentence(text, words):
    with pytest.raises(PlanFileError) as caught:
        read_document(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
