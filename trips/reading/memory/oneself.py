"""Name, role, employer and rules of travel: what a document of somebody has one line of."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.memory.sentences import Reader

Told = Literal["", "policy", "left", "employer", "rules", "name", "role"]
ORDER = tuple(
    dict.fromkeys(str(row.value).split()[0] for row in lexicon.rows("memory") if row.kind == "oneself")
)
_WHEN, _NO_FIRM, _NO_SUBJECT = (lexicon.words("memory", one) for one in ("when", "no_firm", "no_subject"))
#: Behind a month or a weekday they make it a date.
_OF_A_DATE = frozenset(
    "the or and to until till at before after morning noon afternoon evening night".split()
)


@lru_cache(maxsize=512)
def oneself(text: str) -> Told:
    """What a sentence tells of who says it; "" for nothing of this."""
    reader = _Reader(text)
    found = {str(one.value).split()[0] for one in reader.chart.of("oneself") if reader.holds(one)}
    return next((one for one in ORDER if one in found), "")


class _Reader(Reader):
    def holds(self, span: Span) -> bool:
        match span.value:
            case "name …":
                return self._named(span) and not {"not", "never"} & set(self._words(span.i - 1, span.i))
            case "employer …" | "left …":
                return span.j < len(self.tokens) and self.tokens[span.j].capital
            case "employer":
                return not set(self._words(span.j, span.j + 1)) & _NO_FIRM
            case "role of":
                return not set(self._words(span.j, span.j + 1)) & _NO_SUBJECT
            case "role":
                of = self._words(span.j, span.j + 2)
                return of[:1] != ["of"] or not set(of) & {"this", "that", "the", "nothing"}
            case "policy":
                return not set(self._words(span.j, span.j + 1)) & {"is", "of", "number"} - self._of_ours(span)
            case "rules":
                return not (self.chart.of("weekday", "bounded", "trip_day") or self.chart.of("passing"))
        return True

    def _of_ours(self, span: Span) -> set[str]:
        """ "Our policy is …", but "expense is no issue"."""
        return {"is"} if "policy" in self._words(span.i, span.j) else set()

    def _words(self, i: int, j: int) -> list[str]:
        return self.tokens.norms(i, j)

    def _named(self, span: Span) -> bool:
        """A name behind it, and not when to call."""
        if span.j >= len(self.tokens) or not self.tokens[span.j].capital:
            return False
        token, rest = self.tokens[span.j], self.tokens.all[span.j + 1 : span.j + 3]
        if {*token.forms} & _WHEN:
            joined = bool(rest) and rest[0].tight and rest[0].norm.isalpha()  # "In-su"
            return joined or (token.text == "An" and any(one.capital for one in rest[:1]))
        follows = [one.norm for one in rest if one.norm not in (",", ".")][:1]
        dated = self.chart.at("month", span.j) and (set(follows) & _OF_A_DATE or "".join(follows).isdigit())
        return not (dated or self.chart.at("weekday", span.j))
