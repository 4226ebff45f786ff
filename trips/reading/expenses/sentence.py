"""Of each sum of a sentence: has it gone, how often, what for, when, and who paid."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Literal

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import lexicon
from trips.reading.expenses.message import Message
from trips.reading.expenses.sums import Part, Sum, parts_of
from trips.reading.expenses.values import MOST, Category, Spoken, Unread

CAME_BACK = "Money that came back is noted in the form, as a sum below zero."

_SENTENCE = lexicon.words("expenses", "sentence")
_NO_THING = lexicon.words("expenses", "no_thing")
_QUESTION = lexicon.words("expenses", "question")
_SEVERAL = lexicon.words("expenses", "several")
_OPINION = frozenset("it that this they was were which we i he she".split())
_STATEMENTS = frozenset(", ; : [ and but then so because which -".split())
_AS_PRICE = frozenset("for at was were cost of to , : = - [ about around only just".split())
_TURNS = frozenset(", ; : - and but so".split())
_OPENING = frozenset("ok okay oh so , hi and".split())
#: Of wishes and plans.
_ORDERS = lexicon.words("expenses", "orders")
#: A thing that no list of ours knows is named in so few words.
SHORT = 6


class Sentence:
    """Tokens i to j of a message. `fragments`, `asked`, `lenient` as in `read_expenses`."""

    def __init__(
        self, message: Message, i: int, j: int, *, fragments: bool, asked: bool, lenient: bool
    ) -> None:
        self.message, self.i, self.j = message, i, j
        self.fragments, self.lenient = fragments, lenient
        at = next((at for at in range(i, j) if message.tokens[at].norm not in _OPENING), i)
        self.asked = asked
        self.order = asked or message.begins(at, "log") is not None or bool(message.cues(i, j, "forgot"))
        really = {"actually", "really"} & set(message.norms(i, j)) and "was" in message.norms(i, j)
        self.takes_back = fragments and bool(message.begins(at, "slip") or really)
        self.going = fragments and message.start is not None and message.start <= message.today
        self.parts = parts_of(message, i, j, asked=asked, going=self.going)
        self.problems: list[str] = []
        self.unread: list[Unread] = []

    def read(self, otherwise: dt.date) -> list[Spoken]:
        """What was spent by this sentence, on day `otherwise` where none is named; `problems` and `unread`
        are filled."""
        found: list[Spoken] = []
        unclear, apart, payer = [], [], ""
        judged = list(zip(self.parts, self._verdicts(), strict=True))
        days = self.message.days(self.i, self.j)
        shared = [
            date for at, date in days if any(a <= at < b for (_, a, b), verdict in judged if verdict != "")
        ]
        for (one, i, j), verdict in judged:
            said = self.message.payer(i, j)
            payer = "" if said == "we" else said or payer
            what = self._thing(one, i, j) or self.message.thing(self.i, self.parts[0][0].i, last=False)
            if isinstance(verdict, str):
                unclear += [verdict] if verdict else []
                apart += [verdict] if verdict and what else []
                if not one.bare and not verdict:
                    self.unread.append(Unread(one.money.amount, self._quote(i, j)))
                continue
            own = [date for at, date in days if i <= at < j]
            found.append(
                Spoken(
                    what=what,
                    amount=(one.money.amount * verdict).normalize() + 0,
                    currencies=one.money.currencies,
                    category=self._category(one, i, j),
                    date=(own or shared or [otherwise])[0],
                    quote=self._quote(self.i, self.j) if len(judged) == 1 else self._quote(i, j),
                    payer=payer,
                    words=self.message.tokens.quote(i, j),
                    amends=one.instead is not None or self.takes_back,
                    instead=one.instead,
                    of=one.of,
                )
            )
        self.problems = unclear if not found or CAME_BACK in unclear else apart
        return self._with_currency(self._with_late_payer(found))

    def _with_late_payer(self, found: list[Spoken]) -> list[Spoken]:
        """Who is named behind the last sum paid it; behind a comma, all of a list."""
        last = self.parts[-1][0]
        late = self.message.payer(last.j, self.j)
        if not found or late in ("", "we"):
            return found
        several = len(found) > 1 and "," in self.message.norms(last.j, self.j)
        return [replace(one, payer=late) if several or one is found[-1] else one for one in found]

    @staticmethod
    def _with_currency(found: list[Spoken]) -> list[Spoken]:
        """ "Coffee 4, cake 6 euros": one currency said for all of a sentence."""
        said = next((one.currencies for one in found if one.currencies), ())
        return [one if one.currencies else replace(one, currencies=said) for one in found]

    def _quote(self, i: int, j: int) -> str:
        return self.message.tokens.quote(i, j).strip(" \n,;:.!&+()")

    # --- what for ----------------------------------------------------------------------------

    def _category(self, one: Sum, i: int, j: int) -> Category:
        """By the words on the side of the sum where the thing is named, else by all."""
        behind = self.message.category(one.j, self._until(one, j))
        before = self.message.category(i, one.i)
        named = self.message.norms(one.j, one.j + 1) in (["for"], ["on"])
        return ((behind or before) if named else (before or behind)) or self.message.category(i, j) or "other"

    def _until(self, one: Sum, j: int) -> int:
        """Where what the sum was for ends and what is said of it begins."""
        norms = self.message.norms(one.j, j)
        for k, norm in enumerate(norms):
            opinion = norm in (",", "and", "but", "so", "which") and set(norms[k + 1 : k + 3]) & _OPINION
            if opinion or (k and norm in ".!?"):
                return one.j + k
        return j

    def _thing(self, one: Sum, i: int, j: int) -> str:
        message, begin, until = self.message, one.j, self._until(one, j)
        if each := message.begins(begin, "each"):
            begin = each.j
        if message.norms(begin, begin + 1) == ["["]:
            begin = next((at + 1 for at in range(begin, until) if message.tokens[at].norm == "]"), begin)
        crossed = message.norms(one.i - 1, one.i) in (["x"], ["×"]) and message.chart.at("number", one.i - 2)
        ahead = message.thing(i, one.i - 2 if crossed else one.i, last=True)
        behind = message.thing(begin, until, last=False)
        led = message.norms(begin, begin + 1)
        leads = led in (["for"], ["on"]) or (led in (["in"], ["at"]) and not ahead)
        if leads and behind:
            return behind
        return ahead or behind or (message.thing(one.i, one.j - 1, last=True) if one.of else "")

    # --- has it gone? ------------------------------------------------------------------------

    def _verdicts(self) -> list[Decimal | str]:
        """Of each sum. Where one of a list was paid, so was a thing beside it that no list of ours names."""
        message = self.message
        words = " ".join(message.norms(self.i, self.j))
        members = any(one in words for one in message.people)
        split = not self.order and not members and bool(message.cues(self.i, self.j, "split"))
        found: list[Decimal | str] = []
        for unknown_too in (self.going, True):
            found, earlier = [], self.lenient
            for part in self.parts:
                verdict = self._verdict(part, earlier=earlier, unknown_too=unknown_too)
                if split and part[0].of is None and isinstance(verdict, Decimal):
                    said = message.tokens.quote(part[0].i, part[0].j)
                    verdict = f"{said} was split: how much of it did you pay? Say that sum and it is noted."
                earlier = earlier or verdict != ""
                found.append(verdict)
            if self.going or not any(isinstance(one, Decimal) for one in found):
                break
        return found

    def _verdict(self, part: Part, *, earlier: bool, unknown_too: bool) -> Decimal | str:
        """How often the sum was paid, mostly once; or a sentence why it cannot be noted, "" = no expense."""
        one, i, j = part
        message = self.message
        if self._is_range(one) or (self._asks(one) and not self.order):
            return ""
        minus = message.norms(one.i - 1, one.i) == ["-"] and message.tokens.tight(one.i)
        negative = minus and not message.tokens.tight(one.i - 1)
        if negative or (message.cues(i, j, "refund") and not self.order):
            return CAME_BACK
        times = self._times(one, i)
        undone = message.begins(one.j, "undone")
        if undone and undone.value == "after" and not self.asked:
            return ""
        if not self.order:
            begin = self._own(i, one.i)
            paid = self._paid(begin, one, j, earlier)
            if self._unspent(begin, one.i) or self._hedged(one, paid):
                return ""
            if not paid:
                kind = self._fragment(one, i, j) if "cost" not in message.norms(begin, one.i) else ""
                corrects = self.fragments and (self.takes_back or one.instead is not None)
                if (
                    corrects
                    and not kind
                    and not (message.thing(i, one.i, last=True) or message.thing(one.j, j, last=True))
                ):
                    return Decimal(1)
                if not kind or (times is None and not self.going):
                    return ""
                if kind == "unknown" and not unknown_too:
                    said = " ".join(message.tokens.quote(i, j).split()).strip(" ,;.")
                    return f"Is “{said}” something you paid? Say “we paid …” and it is noted."
        if one.money.amount == 0:
            return "A sum of zero is no expense."
        if times is None:
            said = message.tokens.quote(one.i, one.j)
            return f"{said} for one of several: how much was it in all? Say the whole sum and it is noted."
        if one.money.amount * times >= MOST:
            return "That sum is too large to be an expense. Is a digit too many in it?"
        return times

    def _is_range(self, one: Sum) -> bool:
        before, after = self.message.norms(one.i - 2, one.i), self.message.norms(one.j, one.j + 2)
        dashes = ("-", "to")
        return (after[:1] and after[0] in dashes and after[-1][:1].isdigit()) or (
            len(before) == 2 and before[1] in dashes and before[0][:1].isdigit()
        )  # type: ignore[return-value]

    def _asks(self, one: Sum) -> bool:
        """Whether the sum stands in a question: the whole sentence, or what follows its question word."""
        message = self.message
        if message.norms(self.j - 1, self.j) != ["?"]:
            return message.begins(self.i, "questioning") is not None and not message.cues(
                self.i, one.i, "paid"
            )
        turns = [self.i, *(at + 1 for at in range(self.i, self.j - 1) if message.tokens[at].norm in _TURNS)]
        begins = next((at for at in turns if message.tokens[at].norm in _QUESTION), None)
        return begins is None or one.i > begins

    def _own(self, i: int, end: int) -> int:
        """Where the statement of a sum begins: behind the last break after which somebody pays."""
        breaks = [at + 1 for at in range(i, end) if self.message.tokens[at].norm in _STATEMENTS]
        return next(
            (at for at in reversed(breaks) if self.message.cues(at, end, "paid") or self._had(at, end)), i
        )

    def _had(self, i: int, end: int) -> bool:
        """ "Had lunch for", "dinner was": past, and the sum follows as its price."""
        had = self.message.cues(i, end, "had")
        near = bool(had) and had[-1].j >= end - 1
        return near or (bool(had) and (self.going or bool(set(self.message.norms(end - 2, end)) & _AS_PRICE)))

    def _paid(self, begin: int, one: Sum, j: int, earlier: bool) -> bool:
        message = self.message
        if any(span.j == one.i for span in message.cues(begin, one.i, "present")):
            return False
        tail = next((at for at in range(one.j, j) if message.tokens[at].norm in (",", ";", ":", ".")), j)
        cost = [at for at in range(begin, one.i) if message.tokens[at].text.lower() == "cost"]
        once = cost and not (cost[-1] > begin and message.tokens[cost[-1] - 1].norm in _SEVERAL)
        behind = "paid" in message.norms(one.j, j) and message.payer(one.j, j)
        somewhere = self.going and message.cues(self.i, self.j, "paid")
        here = message.cues(begin, one.i, "paid") or message.cues(one.j, tail, "paid")
        return bool(earlier or here or once or behind or somewhere or self._had(begin, one.i))

    def _unspent(self, begin: int, end: int) -> bool:
        """Whether something before the sum says that no money has gone."""
        message = self.message
        if message.norms(end - 1, end) == ["over"]:
            return True
        if any(span.j == end for span in message.cues(begin, end, "present")):
            return True
        verbs = [span for span in message.cues(begin, end, "paid", "refund", "slip") if span.j - span.i > 1]
        paid = {at for span in verbs for at in range(span.i, span.j)}
        colon = max((at for at in range(begin, end) if message.tokens[at].norm == ":"), default=begin)
        for span in message.chart.of("unspent"):
            if (
                not begin <= span.i < end
                or span.i in paid
                or (span.j > end and span.value not in ("cash", "usual"))
            ):
                continue
            if span.value != "denied" or (span.i >= colon and not self.takes_back):
                return True
        return False

    def _hedged(self, one: Sum, paid: bool) -> bool:
        """ "20 euros, or so the website says"; not "that's too expensive" of what was paid."""
        cues = self.message.cues(one.j, min(self.j, one.j + 8), "undone")
        hedges = [span for span in cues if span.value == "hedge"]
        if not hedges or not paid:
            return bool(hedges)
        return hedges[0].i - one.j <= 4 and not {",", ";", "-", "which"} & set(
            self.message.norms(one.j, hedges[0].i)
        )

    def _fragment(self, one: Sum, i: int, j: int) -> Literal["known", "unknown", ""]:
        """A thing and its sum and nothing else: "lunch 2400 yen" is of a thing we know, "bread 3 EUR"
        may be of another."""
        message = self.message
        lead = message.norms(i, one.i)
        if not self.fragments or (lead[:1] in (["a"], ["an"], ["one"], ["some"]) and lead[-1:] == ["for"]):
            return ""  # "a dinner for 40 euros" is a wish
        if self.going and (not one.bare or one.price) and not _ORDERS & set(message.norms(self.i, self.j)):
            name = message.thing(i, j, last=False)
            named = name and set(name.lower().split()) - _NO_THING
            return "known" if named and not (name[:1].isupper() and _is_city(name.split(" in ")[0])) else ""
        end = next((at for at in range(one.j, j) if message.tokens[at].norm in (",", ".", ";")), j)
        around = self._around(one, i, end)
        if {message.tokens[at].norm for at in around} & _SENTENCE or len(around) > SHORT + 3:
            return ""
        if message.category(i, one.i) or message.category(one.j, j):
            return "known"
        words = [
            at for at in around if message.tokens[at].text.isalpha() and len(message.tokens[at].text) > 2
        ]
        named = [at for at in words if message.tokens[at].norm not in _NO_THING]
        after = message.norms(one.j, one.j + 1) in (["for"], ["on"])
        price = not one.bare or one.price or (self.going and after)
        if not named or not price or len(around) > SHORT:
            return ""
        side_by_side = [at for k, at in enumerate(named) if at == named[0] + k]
        name = message.quote(side_by_side)
        return "" if name[:1].isupper() and _is_city(name) else "unknown"

    def _around(self, one: Sum, i: int, j: int) -> list[int]:
        """The words of a stretch without the sum, its day, whom and where it was for, who paid it."""
        message = self.message
        kinds = ("money", "each", "date", "bare_day", "trip_day", "filler", "slip", "nights")
        dropped = message.positions(i, j, *kinds) | set(range(one.i, one.j)) | message.for_whom(i, j)
        payers = [span for span in message.cues(i, j, "payer") if span.value != "we"]
        dropped |= {at for span in payers for at in range(span.i, span.j)}
        for at in range(i, j):
            norm = message.tokens[at].norm
            if norm in ("to", "from", "per"):
                dropped |= {at, at + 1} | (
                    {at + 2} if message.norms(at + 1, at + 2) in (["the"], ["a"]) else set()
                )
            elif not norm[0].isalnum() or (at == i and norm in ("for", "today", "yesterday", "on")):
                dropped.add(at)
        return [at for at in range(i, j) if at not in dropped]

    def _times(self, one: Sum, i: int) -> Decimal | None:
        """How often: "3 tickets at 12 euros each" is three times; "each" with nothing counted is None."""
        message = self.message
        numbers = {span.j: span.value for span in message.cues(i, one.i, "number")}
        crossed = [end for end in numbers if message.tokens[end].norm in ("x", "×")]
        if crossed and crossed[-1] + 1 == one.i:
            return Decimal(numbers[crossed[-1]])
        after = message.chart.at("number", one.j + 1)
        if after and message.norms(one.j, one.j + 1) in (["x"], ["×"], ["*"]):
            return Decimal(after.value)
        each = message.begins(one.j, "each")
        counted = [value for end, value in sorted(numbers.items()) if end < one.i <= end + 4]
        if not each:
            led = message.norms(one.i - 1, one.i)
            plural = one.i > 1 and len(message.tokens[one.i - 2].forms) > 1
            priced = led in (["a"], ["@"]) or (led == ["at"] and (crossed or plural))
            return Decimal(counted[-1]) if counted and priced else Decimal(1)
        if each.value == "night":
            spans = [
                *message.cues(i, one.i, "nights"),
                message.chart.at("nights", each.j),
                message.chart.at("nights", each.j + 1),
            ]
            nights = [message.chart.at("number", span.i) for span in spans if span]
            return Decimal(nights[0].value) if nights and nights[0] else None
        if message.norms(one.i - 1, one.i) == [","] and one is not self.parts[0][0]:
            return Decimal(1)  # "dinner 40 euros, 20 each"
        if not counted and "both" in message.norms(self.i, self.j):
            return Decimal(2)
        counted = counted or [message.party] * (message.party > 0)
        return Decimal(counted[-1]) if counted and each.value == "one" else None


def _is_city(name: str) -> bool:
    """ "Kyoto 3000 euros": a city is no thing that is bought."""
    return any(match.exact for match in default_gazetteer().find_cities(name, limit=1))
