"""What a report wants otherwise in the days that follow ("please no more markets", "we want to rest then"):
edits of these days, or a sentence that says why not. The words for changing a plan are asked first. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from trips.planning.editing import AddPlace, Edit, Lighter, RemoveItem, ReplaceItem, ReplaceMeal
from trips.planning.wishes import tags_of_interest
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits import read_edits
from trips.reading.edits.things import KINDS
from trips.reading.reports.adjusting import Adjustment, Ahead, kinds_in
from trips.reading.reports.judge import Judge
from trips.reading.reports.message import Message
from trips.schemas import Day, Place, Visit
from trips.wording import day_in_words, time_in_words

MOST_WISHES = 4
_MOST_EDITS, _LONGEST_QUOTE = 6, 120
#: Hours of the parts of a day that shall be free.
_PARTS = {"morning": (0, 13), "afternoon": (13, 18), "evening": (18, 24), "rest_day": (0, 24)}
_STILL, _EVENING, _LATEST = 2, 18, 24


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
        self.kinds = {span.value for span in self._spans("wanted")}
        self.quote = self.message.quote(self.part.i, self.part.j).strip(" ,;.!?\n")[:_LONGEST_QUOTE]
        self.thing = self._thing(self.amount) if self.amount else ""
        spans = self._spans("date", "bare_day")
        self.dates = [
            day for span in spans if (day := span.value.on(self.ahead.today)) and day > self.ahead.today
        ]

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
        if not self.ahead.days():
            return self._none(f"No day of the plan follows that “{self.quote}” could change.")
        return (
            self._as_an_edit()
            or self._free()
            or self._by_kind()
            or self._none(
                f"I know no change of the plan for “{self.quote}”, so it changes nothing; name the day "
                "and what should be different, like “less walking on Friday” or “remove the museum”."
            )
        )

    def _none(self, sentence: str) -> Granted:
        return Granted(self.quote, sentence=sentence)

    def _days(self) -> list[tuple[int, Day]]:
        """The day they name among those that follow, else all of these."""
        days = self.ahead.days()
        return [one for one in days if one[1].date in self.dates] or days

    def _as_an_edit(self) -> Granted | None:
        words, ahead = self.message.quote(self.part.i, self.part.j), self.ahead
        if (them := next(iter(self._spans("them")), None)) and self.about:
            said = self.message.tokens.quote
            words = words.replace(said(them.i, them.j), f"{said(them.i, them.i + 1)} {self.about}")
        found = read_edits(words, ahead.plan, ahead.facts, ahead.gazetteer, today=ahead.today).edits
        follow = {None, 0, *(number for number, _day in ahead.days())}
        found = [edit for edit in found if getattr(edit, "day", None) in follow and not self._is_held(edit)]
        return self._made(found) if found else None

    def _is_held(self, edit: Edit) -> bool:
        return edit.kind == "remove_item" and edit.uid in self.ahead.kept

    def _free(self) -> Granted | None:
        """ "Skip the morning", "nothing after 4 pm", "we want to rest at noon": without what lies there."""
        part = next((one for one in _PARTS if one in self.kinds), "")
        hour = None if part else self._hour()
        if part:
            (begins, ends), days = _PARTS[part], self._days()[:1]
        elif hour is not None and "rest" in self.kinds:
            onwards = {span.value for span in self._spans("onwards")}
            begins, ends = hour.hour + hour.minute / 60, hour.hour + _STILL
            ends = _LATEST if {"from", "stop"} <= onwards else _EVENING if "from" in onwards else ends
            days = self._days()[:2]
        else:
            return None
        items = [item for _number, day in days for item in self.ahead.free(day)]
        within = [one for one in items if _hours(one.start) < ends and begins < _hours(one.end)]
        gone = [one for one in within if ends < _LATEST or _hours(one.start) >= begins]
        which = " and ".join(day_in_words(day.date) for _number, day in days)
        then = f"after {time_in_words(hour)}" if hour else "then"
        return self._made([RemoveItem(uid=one.uid) for one in gone]) or self._none(
            f"Nothing that may go is planned {then} on {which}."
        )

    def _hour(self) -> dt.time | None:
        """The one said; "then" means the one said before."""
        hour = Judge(self.message, self.part).hour()
        before = [span.value for span in self.message.chart.of("hour") if span.j <= self.part.i]
        return before[-1] if hour is None and before and self._spans("then") else hour

    def _by_kind(self) -> Granted | None:
        days = self._days()
        if "steep" in self.kinds:
            return self._made([Lighter(day=number) for number, _day in days[:2]])
        if self.thing and "light" not in self.kinds:
            more = self.amount is not None and self.amount.value == "more"
            if found := self._more() if more else self._less():
                return found
        if "indoors" in self.kinds:
            outside = [item for item in self.ahead.free(days[0][1]) if self._is_outdoor(item)]
            edits = [ReplaceItem(uid=item.uid, like="indoors") for item in outside]
            where = day_in_words(days[0][1].date)
            return self._made(edits) or self._none(f"What may change on {where} is indoors as it is.")
        return (
            self._made([Lighter(day=days[0][0], what="visits")]) if self.kinds & {"light", "rest"} else None
        )

    def _is_outdoor(self, item: Visit) -> bool:
        row = self.ahead.row(item)
        return item.outdoor or bool(row and row.outdoor)

    def _less(self) -> Granted | None:
        """Of a kind of sights: none of them in the days that follow, of "fewer" one less. Of a dish: another
        meal."""
        fewer = self.amount is not None and self.amount.value == "fewer"
        rule = f"A report changes no facts: to keep it out of every plan, say “avoid {self.thing}”." * (
            not fewer
        )
        if not (kinds := kinds_in(self.thing)):
            meals = self.ahead.meals_of(self.thing, self._days())
            return self._made([ReplaceMeal(day=number, meal=item.meal) for number, item in meals], rule)
        of_it = [item for _number, day in self._days() for item in self.ahead.sights_of(kinds, day.items)]
        edits: list[Edit] = [RemoveItem(uid=item.uid) for item in of_it if self.ahead.may_go(item)]
        why = f"No {min(kinds)} is planned in the days that follow."
        if of_it:
            held = "is locked, booked or something you asked for, so it stays"
            why = f"What is left of {self.thing} in the plan {held}."
        return self._made(edits[-1:] if fewer else edits, rule) or self._none(f"{why} {rule}".strip())

    def _more(self) -> Granted | None:
        """A place of that kind which the plan has not yet, on the next day that has room for it."""
        kinds = kinds_in(self.thing)
        tags = {tag for kind in kinds for tag in KINDS[kind]} or set(tags_of_interest(self.thing))
        planned = {item.place_id for item in self.ahead.plan.items() if item.place_id}
        alike: list[Place] = []
        for number, day in self._days():
            city = self.ahead.gazetteer.city(day.city_id) if day.city_id else None
            rows = self.ahead.gazetteer.places(city.curated, "visit") if city and city.curated else []
            alike = [row for row in rows if set(row.tags) & tags or _named(row, kinds)]
            new = sorted(
                (row for row in alike if row.id not in planned), key=lambda row: not _named(row, kinds)
            )
            if new:
                return self._made([AddPlace(day=number, place_id=new[0].id)])
        where = " and ".join(dict.fromkeys(day.city for _number, day in self._days()))
        nothing = f"For “{self.quote}” I know nothing more in {where} that is not in your plan."
        return self._none(nothing) if kinds or alike else None

    def _made(self, edits: Sequence[Edit], sentence: str = "") -> Granted | None:
        made = [Adjustment(edit, self._date(edit), "You asked for it.", self.quote) for edit in edits]
        return Granted(self.quote, tuple(made[:_MOST_EDITS]), sentence) if made else None

    def _date(self, edit: Edit) -> dt.date:
        """The day an edit is of; the next one where it names none."""
        day, days = getattr(edit, "day", None) or getattr(edit, "first", None), self.ahead.plan.days
        if day and 1 <= day <= len(days):
            return days[day - 1].date
        uid = getattr(edit, "uid", "")
        return next((one.date for one in days for item in one.items if item.uid == uid), self.ahead.today)


def _hours(moment: dt.datetime) -> float:
    return moment.hour + moment.minute / 60


def _named(place: Place, kinds: set[str]) -> bool:
    """Is it one of the kind by its name or by what is said of it, not only by a tag?"""
    return bool(kinds & kinds_in(f"{place.name} {place.summary}"))
