"""What a sum of a message is for: the budget, a change of it, or something that is not the whole trip's."""

from __future__ import annotations

import re
from itertools import islice

from trips.facts.limits import amount_problem
from trips.understanding.money_words import MONEY, SUM, sum_of
from trips.understanding.reading import Reading, Span

#: Of one kind: a message has a handful.
MOST_SUMS = 20
#: After a sum: by so much less or more, whatever of.
_BY_SO_MUCH_AFTER = re.compile(
    r"^\s*(?:\w+\s+)?(?:cheaper|dearer|(?:less|more)\s+expensive|lower|higher|off(?=\W|$)(?!\s*season)|discount|"
    r"(?:less|more)(?=\s*(?:[.,;!?)]|$|than\b|a\b|per\b|on\b|for\b|if\b|please\b|now\b|to\b|this\b))(?!\s+or\s+less)|"
    r"extra\b|back\b(?!pack)|too\s+much\b|"
    r"(?:over|above|short)(?=\s*(?:[.,;!?)]|$|(?:(?:the|our|my)\s+)?(?:budget|limit)\b)))",
    re.IGNORECASE,
)
_LEAD = (
    r"(?:(?:us|me|you|him|her|them|about|around|at\s+least|roughly|some|another|almost|nearly|the|a|an|my|"
    r"our)\s+)*"
)
#: Before a sum: money that goes from hand to hand, or by which something changes.
_BY_SO_MUCH_BEFORE = re.compile(
    r"\b(?:(?:save|saves|saving)(?!\s+up)|saved\s+(?:us|me|you|him|her|them)|lost|lose|losing|loses|won|owes?|owed|lent|"
    r"borrow(?:ed)?|refund(?:s|ed)?|(?:a\s+)?(?:deposit|fine|refund|discount|voucher|tip)\s+(?:of|is|was)|found|stole|stolen|"
    r"withdrew|exchanged|(?:cheaper|dearer|lower|higher|less|more|over|under)\s+by|"
    r"(?:over|above|under|below|exceed\w*)\s+(?:(?:the|our|my)\s+)?(?:budget|limit|plan)\s+by|"
    r"(?:reduc|lower|cut|rais|increas|drop|bring|push|trim|shav|extend|decreas)\w*\s+(?:[\w']+\s+){0,5}?(?:by|off)|"
    r"take|knock|shave|add)\s+" + _LEAD + r"$",
    re.IGNORECASE,
)
#: "It would cost 80 euros to take the taxi".
_FOR_DOING = re.compile(
    r"^\s*(?:more\s+)?to\s+(?!(?:spend|travel|visit|go|see|explore|plan|spare)\b)[a-z]+\b", re.IGNORECASE
)
_COSTS = re.compile(r"\bcosts?\s+(?:us\s+|me\s+|about\s+|around\s+|only\s+|another\s+)*$", re.IGNORECASE)
#: Words by which a sum is what the whole trip may cost.
_BUDGET_WORD = re.compile(
    r"\b(?:budget|presupuesto|funds|spending\s+(?:limit|money)|(?:price|cost)\s+(?:limit|cap|ceiling)|"
    r"(?:whole|entire)\s+(?:trip|holiday|vacation|journey|thing|family|group|week)|for\s+everything|"
    r"(?:for|of)\s+(?:the|this|our)\s+(?:trip|holiday|vacation|journey)(?!\s+to\s+(?:the|a|an)\b)|"
    r"(?:the|this|our)\s+(?:trip|holiday|vacation|journey)\s+(?:may|can|must|should|shall|is\s+to)\b|"
    r"in\s+(?:all|total)|altogether|all\s+in\b|insgesamt|en\s+total|al\s+total|au\s+total)\b",
    re.IGNORECASE,
)
#: A limit with no thing beside it is one of everything: "we can spend 5000 at most".
_LIMIT = re.compile(
    r"\b(?:at\s+most|max(?:imum)?|up\s+to|(?:no|not)\s+more\s+than|less\s+than|"
    r"not\s+(?:to\s+)?(?:exceed|go\s+over|be\s+over)|"
    r"under|below|within|(?:can|could|may|will|would|to|only)\s+(?:only\s+|now\s+)?(?:spend|afford)|limit|ceiling|cap|"
    r"höchstens|maximal|hasta)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"(?<![\w.,]){SUM}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_PLAIN = frozenset(
    """
    we i us me you can could may only now want to spend afford at most max maximum up no not more than
    less exceed go over be limit is our my the a ceiling cap of about around please actually sorry in
    fact and so then that's that it make let's it's set for everybody everyone per person day each
    instead rather yes okay ok well but just should must will would like have got new hasta höchstens
    maximal today from on get keep stay under below within bring down cheaper trip plan whole total
    price cost costs them all
    """.split()
)
#: "Raise the budget by 500", "we have 200 euros less than I said".
_FIGURE = rf"(?:(?P<money>{MONEY.pattern.replace('?P<', '?P<m_')})|{SUM})"
_RAISED = re.compile(
    rf"\b(?:(?P<less>lower|reduce|cut|decrease|shrink)|raise|increase|extend|up)\s+(?:the|our|my)\s+"
    rf"(?:\w+\s+)?budget\s+by\s+(?:about\s+|another\s+)?{_FIGURE}",
    re.IGNORECASE,
)
_ADDED = re.compile(
    rf"\b(?:(?P<less>take|cut|knock|shave|remove)|add|put)\s+(?:about\s+|another\s+)?{_FIGURE}\s+"
    r"(?:more\s+)?(?:to|on|onto|off|from)\s+(?:the|our|my)\s+(?:\w+\s+)?budget\b",
    re.IGNORECASE,
)
_HAVE = re.compile(
    rf"\b(?:have|has|got|spend|there(?:'s|\s+is|\s+are))\s+(?:got\s+|about\s+|only\s+|now\s+)*{_FIGURE}\s+"
    r"(?:(?P<less>less|fewer)|more|extra)\b(?=\s*(?:[.,;!?]|$|than\s+(?:i|we)\b|to\s+spend\b|now\b|"
    r"for\s+(?:the|this|our)\s+(?:trip|budget)|in\s+(?:the|our)\s+budget))",
    re.IGNORECASE,
)
_IS_HIGHER = re.compile(
    rf"\bbudget\b[^.!?\d$€£]{{0,40}}?{_FIGURE}\s*(?:(?P<less>less|lower|smaller|tighter)|more|higher|bigger|larger)\b"
    r"(?!\s+or\s+less)(?!\s+than\s+\d)",
    re.IGNORECASE,
)
_WENT_UP = re.compile(
    rf"\bbudget\b[^.!?\d$€£]{{0,30}}?\b(?:(?P<less>down|shrunk|shrank|fell|dropped|reduced|cut|lowered)|up|"
    rf"risen|rose|grew|grown|raised|increased)\s+by\s+(?:about\s+|another\s+)?{_FIGURE}",
    re.IGNORECASE,
)
#: A statement of so few words is about its sum: "museum 15 € per person" tells no interest.
_SHORT = 8
CHEAPER_WHERE = (
    "I do not see what should cost that much less. “Make it 200 euros cheaper” proposes what costs "
    "less for the same, “a cheaper hotel” one thing of it; what the whole trip may cost you name with “our "
    "budget is …”."
)


def is_no_budget(reading: Reading, span: Span) -> bool:
    """Whether the words around a sum say that it is not what the trip may cost: "$300 cheaper", "I lost 50",
    and, once there is a plan, any sum without a word of the budget beside it."""
    return by_so_much(reading, span) or _costs_to_do(reading, span) or not of_the_trip(reading, span)


def by_so_much(reading: Reading, span: Span) -> bool:
    """ "400 dollars cheaper", "save us 300 euros", "I lost 50": no whole sum of anything."""
    before = reading.view[max(0, span.start - 60) : span.start]
    after = reading.view[span.end : span.end + 40]
    return bool(_BY_SO_MUCH_AFTER.match(after) or _BY_SO_MUCH_BEFORE.search(before))


def _costs_to_do(reading: Reading, span: Span) -> bool:
    before = reading.view[max(0, span.start - 40) : span.start]
    return bool(_COSTS.search(before) and _FOR_DOING.match(reading.view[span.end : span.end + 40]))


def of_the_trip(reading: Reading, span: Span) -> bool:
    """Whether a sum can be the budget: always before there is a plan, or where the budget was asked for; then
    only with words that say so."""
    if not reading.planned or "budget" in reading.asked:
        return True
    sentence = reading.sentence_of(span.start)
    whole = reading.view[sentence.start : sentence.end]
    if _BUDGET_WORD.search(whole):
        return True
    rest = reading.view[sentence.start : span.start] + " " + reading.view[span.end : sentence.end]
    known = reading.facts.budget.amount
    if known and any(one and one.amount == known for one in map(sum_of, _NUMBER.finditer(rest))):
        return True  # "5000 instead of 4500"
    plain = all(word.lower() in _PLAIN for word in _WORD.findall(rest))
    return plain and bool(_LIMIT.search(rest))


def read_changed_budget(reading: Reading) -> None:
    """ "Raise the budget by 500": of the sum that is known; without one it says nothing."""
    known = reading.facts.budget
    for pattern in (_RAISED, _ADDED, _HAVE, _WENT_UP, _IS_HIGHER):
        for match in reading.find(pattern, claim=False):
            money = MONEY.search(match["money"]) if match["money"] else None
            told = sum_of(money or match)
            if told is None or known.amount is None or told.currency not in (None, known.currency):
                continue
            amount = known.amount + (-told.amount if match["less"] else told.amount)
            if problem := amount_problem(amount):
                reading.problem(problem, Span(*match.span()))
            else:
                reading.change("budget.amount", amount, *match.span())
            reading.claim(*match.span())


def name_unread_sums(reading: Reading) -> None:
    """Once there is a plan: a sentence for a sum of the message that is neither budget nor limit. Before, a
    sum by which something changes is only nobody else's to read: no Madrid is in "200 MAD less"."""
    if not reading.planned:
        for match in MONEY.finditer(reading.open):
            if by_so_much(reading, Span(*match.span())):
                reading.claim(*match.span())
        return
    for match in islice(MONEY.finditer(reading.open), MOST_SUMS):
        told = sum_of(match)
        if told is None or not is_no_budget(reading, told.span):
            continue
        after = reading.view[told.span.end : told.span.end + 40]
        if by_so_much(reading, told.span) and _OF_A_PLAN.search(reading.view):
            reading.problem(CHEAPER_WHERE)
            cheaper = _BY_SO_MUCH_AFTER.match(after)
            reading.claim(told.span.start, told.span.end + (cheaper.end() if cheaper else 0))
        elif not reading.view[reading.sentence_of(told.span.start).start :].rstrip().endswith("?"):
            reading.problem(_question(reading, told.span))
            whole = reading.statement_around(told.span)
            short = len(reading.view[whole.start : whole.end].split()) <= _SHORT
            reading.claim(*((whole.start, whole.end) if short else (told.span.start, told.span.end)))


def _question(reading: Reading, span: Span) -> str:
    said = reading.quote(span.start, span.end)
    return (
        f"{said}: is that money you spent, or what the whole trip may cost? Say “we paid {said} for …” or "
        f"“our budget is {said}”; until then I leave it out."
    )


_OF_A_PLAN = re.compile(
    r"\b(?:cheaper|less\s+expensive|lower|save|saving|saves|less|reduce|reduces|cut|trim|off|bring|get|drop)\b",
    re.IGNORECASE,
)
