"""Of each sum of a sentence: has it gone, how often, what for, when, and who paid."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

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
#: A thing and its sum are told in so few words.
SHORT = 9


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
        named = self.message.norms(one.j, one.j + 1) in (["for"], ["on"], ["over"])
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
        crossed = [span.i for span in message.cues(i, one.i, "crossed") if span.j == one.i]
        ahead = message.thing(i, [*crossed, one.i][0], last=True)
        behind = message.thing(begin, until, last=False)
        led = message.norms(begin, begin + 1)
        leads = led in (["for"], ["on"], ["over"]) or (led in (["in"], ["at"]) and not ahead)
        if leads and behind:
            return behind
        return ahead or behind or (message.thing(one.i, one.j - 1, last=True) if one.of else "")

    # --- has it gone? ------------------------------------------------------------------------

    def _verdicts(self) -> list[Decimal | str]:
        """Of each sum. What stands behind one that was paid was paid as well."""
        message = self.message
        words = " ".join(message.norms(self.i, self.j))
        members = any(one in words for one in message.people)
        split = not self.order and not members and bool(message.cues(self.i, self.j, "split"))
        found: list[Decimal | str] = []
        for part in self.parts:
            verdict = self._verdict(part, earlier=self.lenient or any(one != "" for one in found))
            if split and part[0].of is None and isinstance(verdict, Decimal):
                said = message.tokens.quote(part[0].i, part[0].j)
                verdict = f"{said} was split: how much of it did you pay? Say that sum and it is noted."
            found.append(verdict)
        return found

    def _verdict(self, part: Part, *, earlier: bool) -> Decimal | str:
        """How often the sum was paid, mostly once; or a sentence why it cannot be noted, "" = no expense."""
        one, i, j = part
        message = self.message
        sides = (message.norms(one.j, one.j + 2), message.norms(one.i - 2, one.i)[::-1])
        ranged = any(side[:1] and side[0] in ("-", "to") and side[-1][:1].isdigit() for side in sides)
        if ranged or (self._asks(one) and not self.order):
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
            if not paid and ("cost" in message.norms(begin, one.i) or not self._fragment(one, i, j)):
                corrects = self.fragments and (self.takes_back or one.instead is not None)
                named = message.thing(i, one.i, last=True) or message.thing(one.j, j, last=True)
                return Decimal(1) if corrects and not named else ""
            if not paid and times is None and not self.going:
                return ""
        if one.money.amount == 0:
            return "A sum of zero is no expense."
        if times is None:
            said = message.tokens.quote(one.i, one.j)
            return f"{said} for one of several: how much was it in all? Say the whole sum and it is noted."
        if one.money.amount * times >= MOST:
            return "That sum is too large to be an expense. Is a digit too many in it?"
        return times

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
        paid = (at for at in breaks[::-1] if self.message.cues(at, end, "paid") or self._had(at, end))
        return next(paid, i)

    def _had(self, i: int, end: int) -> bool:
        """ "Had lunch for", "dinner was": past, and the sum follows as its price."""
        had, led = self.message.cues(i, end, "had"), set(self.message.norms(end - 2, end))
        return bool(had) and bool(had[-1].j >= end - 1 or self.going or led & _AS_PRICE)

    def _paid(self, begin: int, one: Sum, j: int, earlier: bool) -> bool:
        message = self.message
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
        if any(span.j == end for span in message.cues(begin, end, "present")):
            return True
        verbs = [span for span in message.cues(begin, end, "paid", "refund", "slip") if span.j - span.i > 1]
        paid = {at for span in verbs for at in range(span.i, span.j)}
        colon = max((at for at in range(begin, end) if message.tokens[at].norm == ":"), default=begin)
        said = [span for span in message.chart.of("unspent") if begin <= span.i < end and span.i not in paid]
        return any(
            (span.j <= end or span.value in ("cash", "usual"))
            and (span.value != "denied" or (span.i >= colon and not self.takes_back))
            for span in said
        )

    def _hedged(self, one: Sum, paid: bool) -> bool:
        """ "20 euros, or so the website says"; not "that's too expensive" of what was paid."""
        cues = self.message.cues(one.j, min(self.j, one.j + 8), "undone")
        hedges = [span for span in cues if span.value == "hedge"]
        between = self.message.norms(one.j, hedges[0].i) if hedges else []
        return bool(hedges) and not (paid and (len(between) > 4 or {",", ";", "-", "which"} & set(between)))

    def _fragment(self, one: Sum, i: int, j: int) -> bool:
        """A thing and its sum and nothing else: "lunch 2400 yen", on the way also "bread 3 EUR"."""
        message = self.message
        lead = message.norms(i, one.i)
        if not self.fragments or (lead[:1] in (["a"], ["an"], ["one"], ["some"]) and lead[-1:] == ["for"]):
            return False  # "a dinner for 40 euros" is a wish
        if self.going and (not one.bare or one.price) and not _ORDERS & set(message.norms(self.i, self.j)):
            name = message.thing(i, j, last=False)
            city = name[:1].isupper() and _is_city(name.split(" in ")[0])
            return bool(set(name.lower().split()) - _NO_THING) and not city
        end = next((at for at in range(one.j, j) if message.tokens[at].norm in (",", ".", ";")), j)
        kinds = ("money", "each", "date", "bare_day", "trip_day", "filler", "slip", "nights", "for_whom")
        dropped = message.positions(i, j, *kinds) | {*range(one.i, one.j)}
        around = {message.tokens[at].norm for at in range(i, end) if at not in dropped}
        known = message.category(i, one.i) or message.category(one.j, j)
        return known is not None and not around & _SENTENCE and len(around) <= SHORT

    def _times(self, one: Sum, i: int) -> Decimal | None:
        """How often: "3 tickets at 12 euros each" is three times; "each" with nothing counted is None."""
        message = self.message
        numbers = [span for span in message.cues(i, one.i, "number") if span.j >= one.i - 4]
        crossed = self._crossed(one)
        if crossed:
            return Decimal(crossed)
        counted = Decimal(numbers[-1].value) if numbers else None
        each, led = message.begins(one.j, "each"), message.norms(one.i - 1, one.i)
        if not each:
            plural = one.i - 2 >= i and len(message.tokens[one.i - 2].forms) > 1
            priced = led in (["a"], ["@"]) or (led == ["at"] and plural)
            return counted if counted and priced else Decimal(1)
        if each.value == "night":
            spans = [*message.cues(i, one.i, "nights"), *message.cues(each.j, each.j + 3, "nights")]
            nights = message.chart.at("number", spans[0].i) if spans else None
            return Decimal(nights.value) if nights else None
        if led == [","] and one is not self.parts[0][0]:
            return Decimal(1)  # "dinner 40 euros, 20 each"
        party = 2 if "both" in message.norms(self.i, self.j) else message.party
        return (counted or Decimal(party) or None) if each.value == "one" else None

    def _crossed(self, one: Sum) -> int | None:
        """ "2 x 17", "3 euros x 2", "3 x coffee at 2 euros"."""
        spans = self.message.cues(self.i, self.j, "crossed")
        led = self.message.norms(one.i - 1, one.i) == ["at"]
        beside = (
            span
            for span in spans
            if (span.i == one.j if span.value == "behind" else span.j == one.i or (led and span.j < one.i))
        )
        return next((self.message.cues(span.i, span.j, "number")[0].value for span in beside), None)


def _is_city(name: str) -> bool:
    """ "Kyoto 3000 euros": a city is no thing that is bought."""
    return any(match.exact for match in default_gazetteer().find_cities(name, limit=1))
