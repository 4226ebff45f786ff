"""What is told beside a chosen plan and means to change the trip, and what only tells of it.

Once a plan is chosen most sentences are reports, questions, errands and talk ("we met a couple from Rome",
"the zoo closes at 6"). A taste, an origin, a way to sleep changes only where somebody wishes it; who travels
and what they can't eat, also where it is stated of the party itself.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass

from trips.reading import lexicon, numbers
from trips.reading.chart import Chart, Grammar
from trips.reading.facts.message import Found, Message
from trips.reading.facts.money import names_a_sum

GRAMMAR = Grammar(*numbers.base(), lexicon.rules("meant", "they", "does"), lexicon.rules("meant"))
_QUESTION, _FOR_WORDS, _OPENING, _LEFT_REST, _PAST, _NOT_PAST, _NOT_UNDERWAY, _ERRAND, _JUDGES, _VERB = (
    lexicon.lists(
        "meant", "question for_words opening left_rest past not_past not_underway errand judges verb"
    )
)
_NOTHING, _JOINS, _BEGINS, _ENDS = lexicon.lists("meant", "nothing joins begins ends")
#: Told by stating them of the party: "my wife is vegetarian", "we are three now".
_STATED = ("party", "dietary", "access")
#: Judged by readers of their own, or by what is known.
_JUDGED = ("dates", "budget.amount", "budget.currency", "budget.scope", "budget.approximate")
#: Told by any statement that is no report and no question.
_TOLD = ("appointments", "caps")
_TASTES = ("interests", "cuisines", "must_do", "wishes")
_GOES = ("stay", "rooms", "transport", "transport_bans", "car", "destinations")
_SUBJECTS = frozenset("we i they he she it you".split())
_ARTICLES = frozenset("a an the my our some two three".split())
_FEW = 7  # words that are only what they name: "jazz and good food"
#: A thing and a number that is nobody's count: "coffee 35000", "museum 40.000".
_PRICED = re.compile(r"^\W*(?:\S+\s+){1,4}\d{1,3}(?:[.,]\d{3})*(?:[.,]\d\d)?\W*$|\b\d{3,}\b")


@dataclass
class Said:
    """A stretch of a message: tokens i to j, its `words`, its first word that says something (`head`)."""

    message: Message
    chart: Chart
    i: int
    j: int

    def __post_init__(self) -> None:
        message = self.message
        self.words = message.norms(self.i, self.j)
        self.text = message.tokens.quote(self.i, self.j)
        self.head = next((at for at in range(self.i, self.j) if message.word(at) not in _OPENING), self.i)
        self.first = message.norms(self.head, self.head + 2)

    def has(self, *kinds: str) -> bool:
        return any(self.i <= one.i and one.j <= self.j for one in self.chart.of(*kinds))

    def names(self, words: frozenset[str]) -> bool:
        return not words.isdisjoint(self.words)

    def asks(self, whole: Said) -> bool:
        """A question about something; a request in the form of one is none."""
        about = (["what", "about"], ["how", "about"])
        if set(self.first[:1]) & _FOR_WORDS and self.first not in about:
            return True
        asked = whole.first[0] in _QUESTION and whole.first not in about
        asked = asked and whole.first[1:] not in (["fun"], ["have"])
        return not self.has("request") and ("?" in whole.words[-1:] or asked)

    def reports(self) -> bool:
        """Whether it tells of what was, or of what somebody is doing."""
        for at, word in enumerate(self.words[1:], 1):
            led = self.words[at - 1] in _SUBJECTS or (at > 1 and self.words[at - 2] in _ARTICLES)
            if led and word.endswith("ed") and word not in _NOT_PAST:
                return True
        now = [one.j for one in self.chart.of("underway") if self.i <= one.i and one.j < self.j]
        doing = (self.message.norms(at, at + 2) for at in now if self.message.word(at).endswith("ing"))
        doing = [said for said in doing if said[0] not in _NOT_UNDERWAY and said != ["going", "to"]]
        return bool(doing) or self.names(_PAST)

    def wants(self) -> bool:
        orders = self.chart.at("does", self.head) is not None and self.head < self.j
        return (orders or self.has("wants")) and not self.has("this_one")

    def says_who_is_left(self) -> bool:
        """ "It's just me now", "I'm going alone", and nothing of one evening."""
        left = next((one for one in self.chart.cover("left") if self.i <= one.i < self.j), None)
        rest = {*self.message.norms(self.i, left.i), *self.message.norms(left.j, self.j)} if left else set()
        return left is not None and rest <= _LEFT_REST

    def is_bare(self) -> bool:
        """A few words that are only what they name: "vegetarian", "jazz and good food"."""
        timed = re.search(r"\d:\d|\b(?:am|pm)\b|\bat\s+\d", self.text, re.IGNORECASE)
        return len(self.text.split()) <= _FEW and not (timed or self.names(_ERRAND | _PAST | _JUDGES | _VERB))


def is_meant(message: Message, one: Found, sentence: tuple[int, int], verdict: bool) -> bool:
    """Whether a change that was read is one of the trip. `sentence`: the tokens of its sentence; `verdict`:
    the words say how much a place counts, or when."""
    root = one.path.split(".")[0]
    if {root, one.path} & set(message.asked) or _is_of(one.path, _JUDGED):
        return True
    chart = GRAMMAR.parse(message.tokens, today=message.today)
    whole, said = Said(message, chart, *sentence), Said(message, chart, *_statement(message, one, sentence))
    asks = said.asks(whole)
    if root == "party" and not asks and said.says_who_is_left():
        return True
    if asks or said.reports():
        return False
    if one.path == "appointments" and one.op == "add":
        return verdict or _is_on_the_trip(message, one)
    return verdict or _is_of(one.path, _TOLD) or _is_wished(said, whole, one, root)


def _is_wished(said: Said, whole: Said, one: Found, root: str) -> bool:
    tastes = _is_of(one.path, _TASTES)
    if str(one.value).split(" ")[0].lower() in _NOTHING and (tastes or root == "avoid"):
        return False  # "see you by Friday" names nothing to see
    asked_of = whole.words[-1:] == ["?"] and whole.first[1:] == ["about"]
    if tastes and (asked_of or _PRICED.search(whole.text)):
        return False
    wanted = said.wants()
    if one.path == "origin":
        begins = said.message.word(said.head) in ("from", "out", "via", "not")
        return begins or said.has("away") or (wanted and "from" in said.words)
    if root in _STATED:
        return wanted or said.has("states") or whole.is_bare()
    wanted = wanted or (_is_of(one.path, _GOES) and said.has("will", "at_most"))
    spent = not _is_of(one.path, ("stay", "budget")) and names_a_sum(said.text)
    if one.op != "remove" and (said.names(_ERRAND) or spent):
        return False
    foods = any(one.i <= food.i < one.j for food in said.message.chart.of("edible"))
    foods = foods and not said.message.chart.of("trip_day", "bare_day", "date")  # of no day of the plan
    told = one.path == "avoid" and (said.has("states") or foods)  # "my husband can't do heights"
    return told or wanted or whole.is_bare()


def _statement(message: Message, one: Found, sentence: tuple[int, int]) -> tuple[int, int]:
    """The words around a change, without another statement that "and we …" joins to it."""

    def cut(at: int) -> bool:
        return message.word(at) in _ENDS or (message.word(at) in _JOINS and message.word(at + 1) in _BEGINS)

    i = next((at + 1 for at in range(one.i - 1, sentence[0] - 1, -1) if cut(at)), sentence[0])
    return i, next((at for at in range(one.j, sentence[1]) if cut(at)), sentence[1])


def _is_on_the_trip(message: Message, one: Found) -> bool:
    """Whether an appointment is on one of the trip's days: the interview before it belongs to nobody here."""
    dates, day = message.facts.dates, str(one.value).split("|")[1:2]
    if not day or not day[0] or dates.start is None or dates.end is None:
        return True
    return dates.start <= dt.date.fromisoformat(day[0]) <= dates.end


def _is_of(path: str, paths: tuple[str, ...]) -> bool:
    return any(path == one or path.startswith(f"{one}.") for one in paths)
