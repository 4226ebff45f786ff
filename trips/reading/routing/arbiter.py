"""The arbiter: each sentence of a message, and each clause that stands by itself, goes to one owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.edits import read_edits
from trips.reading.expenses import Expenses, read_expenses
from trips.reading.language import language_of
from trips.reading.reports import tells_how_it_was
from trips.reading.routing import memory_orders
from trips.reading.routing.answers import answer_in, led_by
from trips.reading.routing.message import Message
from trips.reading.routing.requests import request_in
from trips.reading.routing.values import Claim, Context, Owner, Part
from trips.reading.values import ONE_DAY

#: So many sentences of a message are looked at one by one; more is a text, and goes to the facts.
MOST_SENTENCES = 12
#: So many joining words of a clause are tried, clauses of a sentence, and words of a stretch.
MOST_JOINTS = 6
MOST_CLAUSES = 12
MOST_WORDS = 150
_LEANS = lexicon.words("routing", "leans")
#: Owners that can stand beside one another in a sentence.
_STRONG = frozenset(
    ("command", "expense", "report", "edit", "remember", "forget", "question", "facts", "answer")
)
_PAST = lexicon.words("routing", "past")
_SPENT = lexicon.words("routing", "spent")
_EDIT_VERBS = lexicon.words("routing", "edit_verbs")
_SIGNED = frozenset("0 1 2 3 4 5 6 7 8 9 € $ £ ¥".split())
#: Kinds of spans that begin a part of their own behind a joining word.
_ORDERS = ("keep_this", "keep_that", "forget", "undone", "command", "booking", "wonders")
_LINKS = frozenset(", and but then so also plus & - ;".split())
_JOINTS = frozenset(", and but then also plus & - so please".split())
#: What stands beside these is told by itself.
_ALONE = frozenset(("command", "answer"))
#: Leave the way open for an order without a joining word: "the castle was closed can we do it tomorrow".
_QUESTION_WORDS = frozenset("what where when how which who why if that whether".split())
#: What has none of these tells no sentence of its own.
_SUBJECTS = frozenset(
    "i we he she they it there my our you is are am 's has have was were needs wants can".split()
)
_MOST_WORDS_OF_AN_ANSWER = 6
_ONE = frozenset("one ones option options".split())
_ASKS_POLITELY = frozenset(("can", "could", "please"))
_CAN = frozenset("can could may would will shall should".split())
#: Said beside something else it is only polite.
MOST_WORDS_OF_A_GREETING = 3


def routed(text: str, context: Context) -> list[Part]:
    """The parts of a message in order, neighbours of one owner together."""
    if text.lstrip().startswith("/"):
        return []
    if language_of(text) != "en":
        return [Part("language", text.strip(), 0, len(text), argument=language_of(text))]
    return _together(text, [part for part in _Arbiter(text, context).parts() if part.text])


class _Arbiter:
    def __init__(self, text: str, context: Context) -> None:
        self.text, self.context = text, context
        self.message = Message(text, context.today)
        self.claim, self.money = cache(self._claim), cache(self._money)
        self._waits = bool(context.options or context.asked or context.waits)
        self.first = context.plan.days[0].date if context.plan and context.plan.days else None

    def parts(self) -> Iterator[Part]:
        for number, sentence in enumerate(self.message.sentences()):
            clauses = [part for clause in sentence for part in self._cut(clause)]
            if number >= MOST_SENTENCES:
                yield self._part(clauses[0].i, len(self.message.tokens), ("facts", "", ""))
                return
            yield from self._sentence(clauses)

    def _cut(self, clause: Clause) -> Iterator[Clause]:
        """A clause parted where an order begins behind a joining word, and behind a yes or a no."""
        tokens, start = self.message.tokens, clause.i
        begins = {span.i for kind in _ORDERS for span in self._spans(kind, clause)}
        said = {span.j for span in self._spans("answer", clause) if span.i == clause.i}
        begins |= {at for at in range(clause.i, clause.j) if tokens[at].norm in ("yes", "no")} - said
        over = {span.j for kind in ("command", "undone") for span in self._spans(kind, clause)}
        orders = {at for at, _ in clause.cues.get("orders", ()) if tokens[at].norm in _ASKS_POLITELY}
        led = {at for span in self._spans("keep_this", clause) for at in range(span.i, span.j)}
        led |= self.message.polite
        tried = 0
        for at in range(clause.i + 1, clause.j):
            before, here, last = tokens[at - 1].norm, tokens[at].norm, at + 1 == clause.j
            tried += before in _LINKS
            answered = at in said and here == "," and not last
            parted = (
                answered
                or (before in _JOINTS and at in begins)
                or (at in orders and not last and before not in _QUESTION_WORDS | _JOINTS and at - start > 2)
                or (at in over and here in _JOINTS and (self.claim(start, at) or [""])[0] == "command")
                or (before in _LINKS and tried <= MOST_JOINTS and self._is_other(start, at, clause.j))
            )
            if parted and (answered or not led.issuperset(range(start, at))):
                yield clause.part(start, at - 1 if before in _LINKS else at)
                start = at
        yield clause.part(start, clause.j)

    def _is_other(self, start: int, at: int, end: int) -> bool:
        """ "Swap day 2 and 3 and lunch 2400 yen": does something of another owner begin here?"""
        word = self.message.tokens[at].norm
        if word in _LEANS or word[:1] in _SIGNED or at - start < 2 or end - at < 2:
            return False
        after = self.claim(at, end)
        if after is None or not (after[0] in ("edit", "expense", "remember") or after[1] == "agenda"):
            return False
        before = self.claim(start, at - 1)
        return bool(before and before[0] in _STRONG and before[0] != after[0])

    # --- A sentence --------------------------------------------------------------------------

    def _sentence(self, clauses: list[Clause]) -> Iterator[Part]:
        i, j = clauses[0].i, clauses[-1].j
        if len(clauses) > MOST_CLAUSES:
            yield from self._stretch(i, j, self.claim(i, j))
            return
        whole = self.claim(i, j)
        if len(clauses) == 1 or (whole and whole[0] in ("command", "talk", "language")):
            yield from self._stretch(i, j, whole)
            return
        runs = self._runs(clauses)
        if whole and whole[0] == "expense" and runs[0][2] and runs[0][2][0] in ("answer", "talk"):
            runs = [(i, j, whole)]  # "no, the taxi was 60"
        owners = {claim[0] for _i, _j, claim in runs if claim}
        if owners & {"edit", "report", "expense"}:  # why, not what
            facts = [one for one in runs if one[2] and one[2][0] == "facts"]
            past = [one for one in facts if self._tells_of_past(one[0], one[1])]
            runs = [one for one in runs if one not in past]
            owners = {claim[0] for _i, _j, claim in runs if claim}
        undone = {claim for _i, _j, claim in runs if claim and claim[1] == "undo"}
        if len(owners) < 2 and not owners & _ALONE and len(undone) < 2:
            yield from self._stretch(i, j, whole or next((claim for _i, _j, claim in runs if claim), None))
            return
        for start, end, claim in runs:
            yield from self._stretch(start, end, claim)

    def _runs(self, clauses: list[Clause]) -> list[tuple[int, int, Claim | None]]:
        """Clauses in order; one that needs what came before it goes with that, as does what a colon leads to
        and "keep that in mind"."""
        runs: list[tuple[int, int, Claim | None]] = []
        for one in clauses:
            claim = self.claim(one.i, one.j)
            before = runs[-1][2] if runs else None
            led = bool(runs) and self.message.tokens[one.i - 1].norm == ":"
            keeps = any(not self.message.beside(it, one.i, one.j) for it in self._spans("keep_that", one))
            leans = claim is None or keeps or not self._stands(one, before, claim)
            if runs and (led or (leans and not (before and before[0] in _ALONE))):
                start = runs.pop()[0]
                first = before if before and before[0] not in ("talk", *_ALONE) else None
                runs.append((start, one.j, self.claim(start, one.j) or first or claim))
            else:
                runs.append((one.i, one.j, claim))
        return runs

    def _spans(self, kind: str, clause: Clause) -> list[Span]:
        return self.message.spans(kind, clause.i, clause.j)

    def _stands(self, clause: Clause, before: Claim | None, claim: Claim) -> bool:
        """Does it need nothing of what came before it? What is to be kept goes on until another order."""
        head = self.message.tokens[clause.head]
        if before and before[0] in ("remember", "forget"):
            return claim[0] in ("command", "edit", "expense", "question")
        if before and before[0] == claim[0] == "facts":
            return False
        if claim[0] in ("question", "command", "answer", "remember", "forget", "edit"):
            return True
        return head.norm not in _LEANS and head.norm[:1] not in _SIGNED

    def _stretch(self, i: int, j: int, claim: Claim | None) -> Iterator[Part]:
        if claim is None:
            yield self._part(i, j, ("unread", "", ""))
            return
        start = self._start(i)
        if claim[0] == "forget" and (found := memory_orders.forgetting_in(self.text[start:])):
            first, last = start + found.start, start + found.end
            yield Part("forget", self.text[first:last], first, last, "forget", found.what)
            return
        told = [self._part(i, j, claim)]
        if claim[0] == "report" and self._spends(self.message.quote(i, j)):
            told.append(self._part(i, j, ("expense", "cost", "")))
        sums = [at for at in range(i, j) if self.message.tokens[at].norm[:1].isdigit()]
        yield from told[::-1] if sums and sums[0] - i < (j - i) / 2 else told

    def _wishes(self, i: int, j: int) -> bool:
        """What is over has no facts: only a wish for another trip tells some."""
        dated = any(self.message.spans(kind, i, j) for kind in ("month", "year", "date", "number"))
        return bool(self.message.spans("wishes", i, j) or (dated and not self._tells_of_past(i, j)))

    def _tells_of_past(self, i: int, j: int) -> bool:
        words = self.message.tokens.norms(i, j)
        return any(word in _PAST or word.endswith("ed") for word in words)

    def _start(self, i: int) -> int:
        return self.message.tokens[i].start

    def _part(self, i: int, j: int, claim: Claim) -> Part:
        tokens, (owner, command, argument) = self.message.tokens, claim
        while i + 1 < j and tokens[i].norm in _LINKS:
            i += 1
        while i + 1 < j and tokens[j - 1].norm in _LINKS:
            j -= 1
        text = self.message.quote(i, j)
        words = argument or (text if owner in _OF_WORDS and command in _TAKES_WORDS else "")
        return Part(owner, text, tokens[i].start, tokens[j - 1].end, command, words)

    # --- Claims ------------------------------------------------------------------------------

    def _claim(self, i: int, j: int) -> Claim | None:
        """Who owns these words; None for nobody. What is certain comes first."""
        text = self.message.quote(i, j)
        if not any(map(str.isalnum, text)):
            return None
        if j - i > MOST_WORDS:
            return self._facts(text, i, j)
        if language_of(text) not in ("en", "other") and len(text.split()) > 2:
            return "language", "", language_of(text)
        claims = (
            self._of_money_gone, self._of_memory, self._of_commands, self._answers, self._talks, self._asks,
            self._reports, self._spent, self._edits, self._leads, self._sounds_spent, self._facts,
            self._jokes, self._replies,
        )  # fmt: skip
        return next((found for claim in claims if (found := claim(text, i, j))), None)

    def _of_money_gone(self, text: str, i: int, j: int) -> Claim | None:
        return ("expense", "cost", "") if self.money(text).removed else None

    def _of_memory(self, text: str, i: int, j: int) -> Claim | None:
        switch = memory_orders.switch_in(text, forgot=self.context.forgot)
        if switch:
            owner: Owner = "forget" if switch == "forget_me" else "command"
            return owner, "memory", "undo" if switch == "back" else ""
        if found := memory_orders.forgetting_in(text):
            return "forget", "forget", found.what
        thing = memory_orders.thing_in(text)
        if thing and memory_orders.personal(thing.what) and not thing.of_a_plan:
            return "forget", "forget", thing.what
        kept = memory_orders.kept_in(self.message, i, j, over=self.context.started or self.context.over)
        return ("remember", "remember", kept) if kept else None

    def _of_commands(self, text: str, i: int, j: int) -> Claim | None:
        found = request_in(self.message, i, j, self.context)
        if found is None:
            return None
        clause = next(one for one in self.message.clauses if one.i <= i < one.j)
        asks = found[0] in _ASKED and clause.begins("asks")
        owner: Owner = "question" if asks else "edit" if found[0] == "undo" else "command"
        return owner, *found

    def _answers(self, text: str, i: int, j: int) -> Claim | None:
        found = answer_in(self.message, i, j, self.context)
        if found and not self._waits and all(at in self.message.polite for at in range(i, j)):
            return "talk", "", ""
        return ("answer", "", found.kind) if found else None

    def _talks(self, text: str, i: int, j: int) -> Claim | None:
        words = [at for at in range(i, j) if at not in self.message.polite]
        talk = {at for span in self.message.spans("talk", i, j) for at in range(span.i, span.j)}
        return ("talk", "", "") if not set(words) - talk else None

    def _asks(self, text: str, i: int, j: int) -> Claim | None:
        clause = next(one for one in self.message.clauses if one.i <= i < one.j)
        wonders = [span for span in self.message.spans("wonders", i, j) if span.i <= clause.head + 1]
        if any(span.value != "surely" for span in wonders):
            return "question", "", ""
        if any(at not in self.message.polite for at in range(i, j)) and self._books(i, j):
            return "question", "", "booking"
        asked = clause.question and not clause.has("orders")
        if asked and self.context.over and not clause.begins("asks") and (found := self._facts(text, i, j)):
            return found  # "Kyoto again, in spring?"
        if asked and not wonders and self.message.tokens[clause.head].norm in _CAN:
            return self._edits(text, i, j) or ("question", "", "")  # "can we stay a day longer?"
        return ("question", "", "") if asked or wonders else None

    def _books(self, i: int, j: int) -> bool:
        """ "Book it": nothing is, and where it could be is said."""
        return any(
            self.message.polite.issuperset(range(i, one.i)) for one in self.message.spans("booking", i, j)
        )

    def _reports(self, text: str, i: int, j: int) -> Claim | None:
        plan, first, today = self.context.plan, self.first, self.context.today
        soon = self.context.started or (first is not None and today >= first - ONE_DAY)
        if plan is None or first is None or not soon:
            return None
        told = tells_how_it_was(text, plan, self.context.gazetteer, today=max(today, first))
        return ("report", "feedback", "") if told else None

    def _spent(self, text: str, i: int, j: int) -> Claim | None:
        return ("expense", "cost", "") if self._spends(text) else None

    def _spends(self, text: str) -> bool:
        """Before there is a plan "lunch 2400 yen" may be a wish, "we paid 900 for the flights" is none."""
        found = self.money(text)
        return bool(found.found or (found and self.context.plan))

    def _money(self, text: str) -> Expenses:
        fragments = self.context.plan is not None
        return read_expenses(text, today=self.context.today, start=self.first, fragments=fragments)

    def _edits(self, text: str, i: int, j: int) -> Claim | None:
        plan = self.context.plan
        if plan is None or self.context.over:
            return None
        context = self.context
        wish = read_edits(text, plan, context.facts, context.gazetteer, today=context.today)
        if found := context.others(text, bool(wish.edits or wish.plainly)):
            return found
        head = next((at for at in range(i, j) if at not in self.message.polite), i)
        wanted = (wish.unread or wish.problems) and self.message.tokens[head].norm in _EDIT_VERBS
        return ("edit", "plan", "") if wish.edits or wish.plainly or wanted else None

    def _sounds_spent(self, text: str, i: int, j: int) -> Claim | None:
        """A sum told on the way, which the reader of expenses may ask about."""
        said = set(self.message.tokens.norms(i, j))
        number = any(word[:1].isdigit() for word in said) or "r" in said
        told = (number and said & _SPENT) or self.message.spans("money", i, j)
        clause = next(one for one in self.message.clauses if one.i <= i < one.j)
        sure = self.context.started and told and clause.real and not self.message.spans("fact_name", i, j)
        return ("expense", "cost", "") if sure else None

    def _jokes(self, text: str, i: int, j: int) -> Claim | None:
        start = next((at for at in range(i, j) if self.message.tokens[at].norm.isalnum()), j)
        said = self.message.spans("talk", i, j)
        return ("talk", "", "") if any(one.i == start or one.value != "hello" for one in said) else None

    def _replies(self, text: str, i: int, j: int) -> Claim | None:
        """A few words without a verb, where something is asked or on offer: an answer, read or not."""
        words = self.message.tokens.norms(i, j)
        short = len(words) <= _MOST_WORDS_OF_AN_ANSWER and not _SUBJECTS & set(words)
        if self.context.options and (_ONE & set(words) or (short and words[0] in ("the", "number"))):
            return "answer", "", "select"
        return ("answer", "", "") if self.context.asked and short and any(map(str.isdigit, words)) else None

    def _leads(self, text: str, i: int, j: int) -> Claim | None:
        """An answer with its reason, where something is on offer or asked."""
        found = led_by(self.message, i, j) if self._waits else None
        return ("answer", "", found.kind) if found else None

    def _facts(self, text: str, i: int, j: int) -> Claim | None:
        if not self.context.tells_facts(text) or (self.context.over and not self._wishes(i, j)):
            return None
        words = self.message.tokens.norms(i, j)
        short = not _SUBJECTS & set(words) and len(words) <= _MOST_WORDS_OF_AN_ANSWER
        return ("answer" if short and self.context.asked else "facts"), "", ""


#: What is handed on in the traveller's words.
_OF_WORDS = frozenset(("expense", "report", "edit"))
_TAKES_WORDS = frozenset(("cost", "feedback", "plan"))
#: What a command tells can be asked for as one asks anything.
_ASKED = frozenset(("agenda", "cost", "status", "feedback", "help", "memory", "options", "research"))


def _together(text: str, parts: Sequence[Part]) -> list[Part]:
    """Neighbours of one owner as one part; what nobody owns goes with a fact or report beside it."""
    found: list[Part] = []
    long = [part for part in parts if len(part.text.split()) > MOST_WORDS_OF_A_GREETING]
    says = [part for part in parts if part.owner != "talk" or part in long]
    for part in says or parts:
        last = found[-1] if found else None
        if last and last.owner == part.owner and not part.command and not last.command:
            found[-1] = replace(last, text=text[last.start : part.end].strip(), end=part.end)
        elif last and last.command == part.command == "undo":
            found[-1] = part if part.argument != "not meant" else last
        elif last and part.owner == "unread" and (last.owner == "report" or len(part.text.split()) < 3):
            found[-1] = replace(last, text=f"{last.text} {part.text}", end=part.end)
        elif last and last.owner == part.owner and last.command == part.command and part.owner in _OF_WORDS:
            said, words = f"{last.text} {part.text}", f"{last.argument}. {part.argument}"
            found[-1] = replace(last, text=said, end=part.end, argument=words)
        else:
            found.append(part)
    return found
