"""Short answers to what was asked: "two", "mid", "3000", "Boston", "no": read against the topics."""

from __future__ import annotations

import re

from trips.facts.limits import amount_problem, days_problem, travellers_problem
from trips.understanding.charted import is_sight
from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.counting import COUNT, count
from trips.understanding.money import bare_amount
from trips.understanding.reading import CLAIMED, Reading, Span

#: Longer messages are no short answers.
MAX_WORDS = 14
MOST_PEOPLE_SAID_BARE = 30
LEAST_SUM_SAID_BARE = 50
_LEVELS = {
    "low": r"low|cheap(?:est)?|small|tight|basic|economy|minimal|little",
    "mid": r"mid|medium|middle|moderate|average|normal|standard|comfortable|in\s+between|regular|reasonable",
    "high": r"high|luxury|expensive|generous|premium|top|big|unlimited|lots",
}
_PACES = {
    "relaxed": r"slow(?:est)?|calm(?:est)?|easy|low|light",
    "moderate": r"medium|normal|mid|average|middle",
    "packed": r"fast(?:est)?|busy|high|full|quick",
}
_NUMBER = re.compile(rf"(?<![\w.,:/-])(?:{COUNT})(?![\w:/%-]|[.,]\d)", re.IGNORECASE)
#: "At 2 pm", "6 years old", "until 5", "she is 6": an hour or an age, no answer to how many.
_NO_NUMBER_OF = re.compile(r"[ap]\.?m\b|o'clock|h\b|years?\s+old|y/?o\b|yrs?\s+old|months?\s+old")
_OF_A_MOMENT = re.compile(
    r"\b(?:at|until|till|(?:who|she|he)(?:\s+is|'s)(?:\s+(?:only|just|almost))?|aged?|turn(?:s|ed|ing)?)\s+$",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_][\w'&.-]*(?:\s+[\w'&.-]+){0,7}")


def read_answers(reading: Reading) -> None:
    """Gives what is still open in a short message to the questions it may answer."""
    if not reading.asked or len(reading.view.split()) > MAX_WORDS:
        return
    _numbers(reading)
    if "budget" in reading.asked and not reading.said("budget.amount") and not reading.said("budget.level"):
        if not ("pace" in reading.asked and reading.said("pace")):
            _choice(reading, "budget.level", _LEVELS)
    if "pace" in reading.asked and not reading.said("pace"):
        _choice(reading, "pace", _PACES)
    _trip_type(reading)
    _names(reading)


def _numbers(reading: Reading) -> None:
    for match in reading.find(_NUMBER, claim=False):
        number = count(match.group())
        if number is None:
            continue
        after = reading.view[match.end() :].lstrip()[:12].lower()
        before = reading.view[max(0, match.start() - 12) : match.start()].lower()
        if re.search(
            r"\b(?:first|second|third|last|next|this|that|which|other|day|\d(?:st|nd|rd))\s+$", before
        ):
            continue  # "the first one", "day 4"
        if _NO_NUMBER_OF.match(after) or _OF_A_MOMENT.search(
            reading.view, max(0, match.start() - 20), match.start()
        ):
            continue
        if after.startswith(("of ", "stars", "rooms", "hour", "km")):
            continue
        if _wants(reading, "party.adults") and number < LEAST_SUM_SAID_BARE:
            _tell(reading, match, "party.adults", number, travellers_problem(number))
        elif _wants(reading, "party.children") and number <= MOST_PEOPLE_SAID_BARE:
            _tell(reading, match, "party.children", number, None)
        elif _wants(reading, "dates.days") and number <= 400:
            _tell(reading, match, "dates.days", number, days_problem(number))
        elif _wants(reading, "rooms") and number <= MOST_PEOPLE_SAID_BARE:
            _tell(reading, match, "rooms", number, None)
        elif (
            "budget" in reading.asked and not reading.said("budget.amount") and number >= LEAST_SUM_SAID_BARE
        ):
            _tell(reading, match, "budget.amount", number, None)
    if "budget" in reading.asked and not reading.said("budget.amount") and not reading.said("budget.level"):
        for match in reading.find(
            re.compile(r"(?<![\w/])-?\d[\d., ']*\d\s?k?(?![\w/:])|\d+k\b", re.I), claim=False
        ):
            amount = bare_amount(match.group())
            if amount is not None and abs(amount) >= LEAST_SUM_SAID_BARE:
                _tell(reading, match, "budget.amount", amount, amount_problem(amount))
                break


def _wants(reading: Reading, path: str) -> bool:
    return path in reading.asked and reading.said(path) is None


def _tell(reading: Reading, match: re.Match[str], path: str, value, problem: str | None) -> None:
    if problem:
        reading.problem(problem, Span(*match.span()))
    else:
        reading.change(path, value, *match.span())
    reading.claim(*match.span())


def _choice(reading: Reading, path: str, words: dict[str, str]) -> None:
    for value, pattern in words.items():
        match = re.search(rf"(?<!\w)(?:{pattern})(?!\w)", reading.open, re.I)
        if match and not reading.replaced(match.start()):
            reading.change(path, value, *match.span())
            reading.claim(*match.span())
            return


def _trip_type(reading: Reading) -> None:
    if "trip_type" in reading.asked and not reading.said("trip_type"):
        if match := re.search(r"\b(?:round|return|both)\b", reading.open, re.I):
            reading.change("trip_type", "round", *match.span())
        elif match := re.search(r"\b(?:one|single)\b", reading.open, re.I):
            reading.change("trip_type", "one_way", *match.span())


#: "Clara is" of "Clara is allergic to milk": somebody, of whom the rest is read already.
_BEGINS_A_SENTENCE = re.compile(
    r"\s(?:is|are|was|were|has|have|had|can|cannot|does|do|gets?|needs?|wants?|loves?|likes?|hates?|eats?|"
    r"\w+n't)(?:\s+(?:an?|the|no|not|to|very|so))?$",
    re.IGNORECASE,
)


def _names(reading: Reading) -> None:
    """Names that are left over: a must-do when one was asked for, else the place that was asked for."""
    parts = [
        match
        for match in re.finditer(rf"[^,;\n{CLAIMED}]+", reading.open)
        if re.search(r"[^\W\d_]", match.group())
    ]
    for part in parts:
        words = re.sub(
            r"^(?:and|the|maybe|perhaps|definitely|also|i'd\s+say|from|to)\s+",
            "",
            part.group().strip(" .!?"),
            flags=re.I,
        )
        words = re.sub(r"^the\s+", "", words, flags=re.I)
        if not words or not _NAME.fullmatch(words) or _BEGINS_A_SENTENCE.search(words):
            continue
        start = reading.view.find(words, part.start())
        if start < 0:
            continue
        end = start + len(words)
        known = is_sight(reading, words)
        named = words[:1].isupper() and all(word[:1].isupper() or len(word) < 4 for word in words.split())
        if "must_do" in reading.asked and (known or (named and len(words.split()) > 1)):
            reading.change("must_do", words, start, end, op="add")
        elif not named or len(parts) > 1 or reading.changes or len(words.split()) > 4:
            continue
        elif reading.asked == ("origin",):
            reading.change("origin", words, start, end)
        elif "destinations" in reading.asked and not reading.facts.destinations and not _polite(words):
            reading.change("destinations", words, start, end, op="add")
        else:
            continue
        reading.claim(start, end)


def _polite(words: str) -> bool:
    return any(word.lower().strip("'.") in COMMON_WORDS for word in words.split())
