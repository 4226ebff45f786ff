"""What a report wants otherwise in the days that follow ("no more markets", "we need a break"): edits of
these days, or a sentence that says why not. The words for changing a plan are asked first. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from trips.planning.editing import AddPlace, Edit, Lighter, RemoveItem, ReplaceItem
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits import read_edits
from trips.reading.reports.adjusting import Adjustment, Ahead, kinds_in
from trips.reading.reports.judge import Judge
from trips.reading.reports.message import Message
from trips.schemas import Day

MOST_WISHES = 4
_MOST_EDITS, _LONGEST_QUOTE = 6, 120
_NOTHING = (
    "I know no change of the plan for “{}”, so it changes nothing; name the day and what should be "
    "different, like “less walking on Friday” or “remove the museum”."
)


@dataclass(frozen=True)
class Granted:
    """`quote`: their words. `edits`: what they come to; without any `sentence` says why not."""

    quote: str
    edits: tuple[Adjustment, ...] = ()
    sentence: str = ""


def granted(text: str, ahead: Ahead) -> list[Granted]:
    """What the wishes in a report come to, in their order; one that may be none and comes to nothing is left
    out."""
    message, about = Message(text, ahead.today), ""
    found: list[Granted] = []
    for part in message.parts:
        wish = _Wish(message, part, about, ahead)
        about = Judge(message, part, about).judge().about or about
        if (plain := wish.is_plain()) or wish.of_a_later_day():
            come_to = wish.come_to()
            found += [come_to] if come_to.edits or plain else []
    return found[:MOST_WISHES]


@dataclass
class _Wish:
    """One part of a report; `about`: what "them" means in it."""

    message: Message
    part: Clause
    about: str
    ahead: Ahead

    def __post_init__(self) -> None:
        self.amount = next(iter(self._spans("much")), None)
        self.quote = self.message.quote(self.part.i, self.part.j).strip(" ,;.!?\n")[:_LONGEST_QUOTE]
        self.thing = self._thing(self.amount) if self.amount else ""
        dates = (span.value.on(self.ahead.today) for span in self._spans("date", "bare_day"))
        self.dates = [day for day in dates if day and day > self.ahead.today]

    def _spans(self, *kinds: str) -> list[Span]:
        return self.message.spans(self.part, *kinds)

    def _thing(self, amount: Span) -> str:
        """What more or less is wished of."""
        if self._spans("them"):
            return self.about
        norms = self.message.tokens.norms(amount.j, self.part.j)
        end = next((k for k, norm in enumerate(norms) if norm in ",.;!?"), len(norms))
        return next(iter(self.message.names(amount.j, amount.j + end)), "")

    # --- Is it one? --------------------------------------------------------------------------------

    def of_a_later_day(self) -> bool:
        return bool(self.dates and not self._spans("ahead", "over") and not self.part.has("supposed"))

    def is_plain(self) -> bool:
        """Passing it over would be wrong; without a verb a wish is only of things that a plan can have."""
        words = {*filter(str.isalpha, self.message.tokens.norms(self.part.i, self.part.j))}
        if self._spans("no_wish") or words <= {"please"}:
            return False
        if any(span.value == "asks" or span.i <= self.part.head for span in self._spans("wish")):
            return True
        if not self.amount or self.amount.i > self.part.head or self._spans("copula", "had", "went", "than"):
            return False
        no_more = self.message.tokens.norms(self.amount.i, self.amount.j) == ["no", "more"]
        return bool(kinds_in(self.thing)) or (no_more and not self._spans("not_planned"))

    # --- What it comes to --------------------------------------------------------------------------

    def come_to(self) -> Granted:
        days = self.ahead.days()
        if not days:
            return Granted(
                self.quote, sentence=f"No day of the plan follows that “{self.quote}” could change."
            )
        days = [one for one in days if one[1].date in self.dates] or days
        edits, why_not = self._as_edits(days)
        kinds = kinds_in(self.thing)
        if not edits and kinds and self.amount:
            more = self.amount.value == "more"
            edits, why_not = ([AddPlace(day=days[0][0], like=min(kinds))], "") if more else self._less(days)
        edits = edits or self._by_words(days)
        made = [Adjustment(edit, self._date(edit), "You asked for it.", self.quote) for edit in edits]
        sentence = why_not if made or why_not else _NOTHING.format(self.quote)
        return Granted(self.quote, tuple(made[:_MOST_EDITS]), sentence)

    def _as_edits(self, days: Sequence[tuple[int, Day]]) -> tuple[list[Edit], str]:
        ahead, day = self.ahead, days[0][0]
        words = self.message.quote(self.part.i, self.part.j)
        read = read_edits(words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today, about=day)
        follow = {None, 0, *(number for number, _day in ahead.days())}
        held = {edit.uid for edit in read.edits if edit.kind == "remove_item" and edit.uid in ahead.kept}
        of_these = [one for one in read.edits if getattr(one, "day", None) in follow]
        why_not = next(iter(read.problems), "") if read.plainly else ""
        return [one for one in of_these if getattr(one, "uid", "") not in held], why_not

    def _less(self, days: Sequence[tuple[int, Day]]) -> tuple[list[Edit], str]:
        """None of a kind of sights in the days that follow, of "fewer" one less."""
        kinds = kinds_in(self.thing)
        of_it = [item for _number, day in days for item in self.ahead.sights_of(kinds, day.items)]
        edits: list[Edit] = [RemoveItem(uid=item.uid) for item in of_it if self.ahead.may_go(item)]
        if self.amount and self.amount.value == "fewer":
            return edits[-1:], ""
        rule = f"A report changes no facts: to keep it out of every plan, say “avoid {self.thing}”."
        held = f"What is left of {self.thing} in the plan is locked, booked or asked for, so it stays. "
        none = held if of_it else f"No {min(kinds)} is planned in the days that follow. "
        return edits, f"{'' if edits else none}{rule}"

    def _by_words(self, days: Sequence[tuple[int, Day]]) -> list[Edit]:
        """ "Something indoors", "no more stairs", "keep it light"."""
        wanted = {span.value for span in self._spans("wanted")}
        number, day = days[0]
        if "indoors" in wanted:
            outside = (one for one in self.ahead.free(day) if (row := self.ahead.row(one)) and row.outdoor)
            return [ReplaceItem(uid=item.uid, like="indoors") for item in outside]
        if "steep" in wanted:
            return [Lighter(day=number) for number, _day in days[:2]]
        return [Lighter(day=number, what="visits")] if "light" in wanted else []

    def _date(self, edit: Edit) -> dt.date:
        """The day an edit is of; the next one where it names none."""
        day, days = getattr(edit, "day", None), self.ahead.plan.days
        if day and 1 <= day <= len(days):
            return days[day - 1].date
        uid = getattr(edit, "uid", "")
        return next((one.date for one in days for item in one.items if item.uid == uid), self.ahead.today)
