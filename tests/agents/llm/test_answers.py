"""What of a model's text is the answer: the first balanced object, whatever stands around it."""

import json
import time
from contextlib import suppress

import pytest

from agents.llm.answers import InvalidAnswer, cut_at_sentence, opens_object, parse_answer, prose_in
from agents.llm.reply_stream import ReplyStream
from tests.agents.llm.asking import GOOD, Answered
from tests.hostile.clock import slowness
from trips.schemas import Written

TEXT = json.dumps(GOOD)
READ = Answered(**GOOD)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"Gladly! Here it is:\n\n```\n{TEXT}\n```\nIs that what {{you}} want?",
        f'<think>Perhaps {{"reply": "Two days.", "days": 2}}?</think>\n{TEXT}',
        f'Perhaps {{"reply": "Two days.", "days": 2}}?</think>{TEXT}',
        f'An empty object is {{}}, another {{"a": 1}}; mine: {TEXT}',
        f'{TEXT}\n{{"reply": "Four days.", "days": 4}}',
    ],
    ids=["alone", "fence", "prose", "thoughts", "end of thoughts", "other objects", "a second one"],
)
def test_the_object_is_found_in_what_stands_around_it(text: str) -> None:
    assert parse_answer(text, Answered) == READ


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("One. Two. Three.", "One. Two. Three."),
        ("One. Two. Three. Four.", "One. Two. Three."),
        ("One. Twooooooooooooooo", "One. Twooooooooo"),
        ("One.\n- Two is it\n- Three", "One.\n- Two is it"),
        ("In 3.14159 of 2.71828 it", "In 3.14159 of 2."),
    ],
)
def test_a_long_text_ends_with_a_sentence(text: str, cut: str) -> None:
    assert cut_at_sentence(text, 16) == cut


def test_what_only_looks_like_the_end_of_thoughts_is_part_of_the_reply() -> None:
    said = {"reply": 'It says "</think>{"', "days": 3}
    assert parse_answer(json.dumps(said), Answered).reply == said["reply"]


@pytest.mark.parametrize("odd", ["1e999", "NaN", "[" * 60 + "]" * 60])
def test_what_stands_under_a_key_nobody_asked_for_is_passed_over(odd: str) -> None:
    assert parse_answer(f'{{"reply": "a", "days": 3, "more": {odd}}}', Answered).days == 3


INSIDE = json.dumps({"reply": 'It is "old"\nand warm, it\'s true.', "days": 3})


@pytest.mark.parametrize(
    "text",
    [
        TEXT[:-1] + ",}",
        TEXT[:-1],
        TEXT.replace('"', "'"),
        TEXT.replace(",", ""),
        "{reply: 'Three days in Kyoto.', days: 3}",
        f'{{"note": {{}}, // the answer\n{TEXT[1:]}',
        TEXT.upper().replace("THREE DAYS IN KYOTO", "Three days in Kyoto").replace("REPLY", "Reply"),
        json.dumps(TEXT),
        f"```json\n{json.dumps(TEXT)}\n```",
        f"<think>Is it {{this}}?</think>{TEXT[:-1]},}}",
    ],
)
def test_slips_of_json_are_mended(text: str) -> None:
    class Read(Written, Answered): ...

    assert parse_answer(text, Read).model_dump() == GOOD


@pytest.mark.parametrize("text", [INSIDE, INSIDE[:-1], json.dumps(INSIDE), f"Here: {json.dumps(INSIDE)}"])
def test_what_is_mended_keeps_quotes_and_lines(text: str) -> None:
    assert parse_answer(text, Answered).model_dump() == json.loads(INSIDE)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        ("Three days in Kyoto.", "not a JSON object"),
        (TEXT[:20], "days: Field required"),
        ('{"reply": "Three days.", "more": {"note": "balanced"}', "days: Field required"),
        ('{"days": 3}', "reply: Field required"),
        ('{"answer": 3}', "reply: Field required"),
        ('{"reply": "a", "days": NaN}', "days: Input should be a valid integer"),
        ('{"reply": "a", "days": 1e999}', "days: Input should be a valid integer"),
        ('{"reply":' * 20_000, "not a JSON object"),
        ("{" * 20_000, "not a JSON object"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(InvalidAnswer, match=problem):
        parse_answer(text, Answered)


@pytest.mark.parametrize(
    "unit", ['{"', '"{', "{'", '{"\\', '{"\\\\', "{", "[{", "{“", "{1", '{"a":', '{"a":[', "\\", '</think>{"']
)
def test_what_only_begins_like_an_object_takes_no_time(unit: str) -> None:
    text = unit * 50_000
    for read in (parse_answer, prose_in, opens_object, ReplyStream().feed):
        started = time.process_time()
        with suppress(InvalidAnswer):
            read(text, Answered) if read is parse_answer else read(text)
        assert time.process_time() - started < slowness(), read


@pytest.mark.parametrize(
    "slip", [lambda text: text[:-1] + ",}", lambda text: text[:-1], lambda text: text.replace('"', "'")]
)
def test_a_long_answer_with_a_slip_is_mended(slip) -> None:
    rows = [
        {"title": f"Place {number}", "why": "It is near, and open in the evening."} for number in range(600)
    ]
    text = slip(json.dumps({"rows": rows, **GOOD}))
    assert len(text) > 40_000 and parse_answer(text, Answered) == READ


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Boston it is! Old brick and warm chowder.", "Boston it is! Old brick and warm chowder."),
        ("Boston is fine in winter. And it is so", "Boston is fine in winter."),
        (
            "Here:\n- Note: bring shoes.\n- It costs 3.5 dollars.",
            "Here:\n- Note: bring shoes.\n- It costs 3.5 dollars.",
        ),
        ("<think>So.</think>It is cold.", "It is cold."),
        ("ボストンは寒いです。でも", "ボストンは寒いです。"),
        *((text, "") for text in ("a", "Boston in win", "null", "true", "42.", "...", "", "\\" * 20_000)),
        ("reply: Boston is fine. It is cold.\ndecision:\n  mode: CLARIFY", ""),
        ("OrchestratorAnswer(reply='It is fine. It is cold.', changes=[])", ""),
        ('{"reply": "Boston is fine. It is cold."', ""),
        ('["Boston is fine. It is cold."]', ""),
        ('"Boston is fine. It is cold."', ""),
        ("<p>Bad gateway.</p>", ""),
    ],
)
def test_words_of_what_is_no_answer_are_whole_sentences(text: str, words: str) -> None:
    assert prose_in(text) == words


@pytest.mark.parametrize("reply", [{"text": "Two days."}, {"tone": 1, "reply": "Two days."}])
def test_a_reply_that_is_an_object_is_read(reply: dict) -> None:
    for given in (reply, json.dumps(reply)):
        assert parse_answer(json.dumps({"reply": given, "days": 2}), Answered).reply == "Two days."
