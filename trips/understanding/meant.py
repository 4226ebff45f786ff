"""What is told beside a chosen plan and means to change the trip, and what only tells of it.

Once a plan is chosen most sentences are reports, questions, errands and talk ("we met a couple from Rome",
"the zoo closes at 6"). A taste, an origin, a way to sleep changes only where somebody wishes it, or where it
was asked for; who travels and what they can't eat, also where it is stated of the party itself.
"""

from __future__ import annotations

import datetime as dt
import re

from trips.reading.facts.money import names_a_sum
from trips.schemas import Change
from trips.understanding.reading import Reading, Span

_CLAUSE = re.compile(
    r"\b(?:and|so|because|since|although|though|while|which\s+means|then)\s+(?=(?:we|i|it|it's|the|my|our|"
    r"let's|they|he|"
    r"she|please|can|could|there|that|that's|would|make|move|change|shift|extend|shorten|cut|push|"
    r"postpone|add|remove|drop|"
    r"skip|keep|stay|leave|come|go|fly|return|start|end|finish|have|do|take|then|instead|also)\b)",
    re.IGNORECASE,
)
_SHORTENED = re.compile(r"(?<=\w)'(?=(?:d|ll|re|m)\b)", re.IGNORECASE)
#: Told by stating them of the party: "my wife is vegetarian", "we are three now".
_STATED = ("party", "dietary", "access")
#: Judged by readers of their own, or by what is known.
_JUDGED = ("dates", "budget.amount", "budget.currency", "budget.scope", "budget.approximate")
#: Told by any statement that is no report and no question.
_TOLD = ("appointments", "caps")
_FAMILY = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|kids?|children|child|sons?|daughters?|boys?|"
    r"girls?|mother|"
    r"father|mum|mom|dad|parents?|sisters?|brothers?|grand\w+|baby|twins?|toddler|friends?|cousins?|aunt|"
    r"uncle|niece|"
    r"nephew|family|[\w-]+-in-laws?|in-laws|[\w-]+-year-old|youngest|eldest|oldest|little\s+one|teen\w*|"
    r"group|party)"
)
_PARTY = (
    r"(?:we|i|(?:all|both|one|two|three|some|none)\s+of\s+us|(?:(?:my|our)\s+(?:\w+\s+)?|the\s+)"
    rf"{_FAMILY}(?:\s+[A-Z]\w+)?|everybody|everyone|he|she|they)"
)
_QUESTION = re.compile(
    r"^\W*(?:(?:and|so|but|oh|also|hi|hello|hey)\W+)*(?:what(?!\s+about)|how(?!\s+about)|which|where|when|"
    r"why|who|whose|any|"
    r"is|are|am|was|were|do|does|did|has|have|had|should|will|isn't|aren't|don't|doesn't|didn't|wasn't)\b"
    r"(?!\s+(?:have|fun)\b)",
    re.IGNORECASE,
)
_ASKS_FOR_WORDS = re.compile(
    r"^\W*(?:(?:and|so|but|oh|also|hi|hello|hey)\W+)*(?:what(?!\s+about)|how(?!\s+about)|which|where|when|"
    r"who|whose|any)\b",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\b(?:(?:can|could|may|might|shall)\s+(?:we|you|i)|would\s+you|how\s+about|what\s+about|"
    r"would\s+it\s+be\s+possible|"
    r"is\s+it\s+possible|please|do\s+you\s+mind|would\s+you\s+mind|why\s+don't\s+we|why\s+not)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|wasn't|weren't|had|did|didn't|went|saw|met|ate|paid|spent|booked|bought|took|came|"
    r"left|lost|found|"
    r"slept|broke|said|told|gave|made|sat|drank|ran|got|flew|drove|read|heard|thought|knew|felt|fell|chose|"
    r"forgot|been|stayed|visited|loved|liked|enjoyed|walked|missed|arrived|closed|opened|started|ended|"
    r"cancelled|canceled|reserved|confirmed|ordered|asked|called|tried|hated|preferred|rained|cooked|"
    r"climbed|watched|"
    r"(?:a|an|the|my|our|some|two|three)\s+[\w-]+\s+(?!need|want|relax|guid|organi|interest|limit|pack|heat|"
    r"furnish|fix|mix|unlimit|cover|hundred|red\b|bed\b|food)\w+ed|"
    r"(?:we|i|they|he|she|it|you)\s+(?!need|decid|chang|agre|want|mov)\w+ed)\b",
    re.IGNORECASE,
)
_UNDERWAY = re.compile(
    r"\b(?:we|i|they|he|she|(?:the|my|our)\s+\w+)(?:\s*'(?:re|m|s)|\s+(?:are|am|is))\s+(?:(?:just|still|"
    r"now|already|all|both|"
    r"currently)\s+)*(?!going\s+to\b|looking\s+for|thinking|planning|hoping|travel|coming|joining|"
    r"bringing|flying|"
    r"leaving|staying|renting|taking|celebrating|dropping|skipping|expecting|nothing|anything|interesting|"
    r"vegetarian|"
    r"missing|lacking|having\s+(?:trouble|difficult))\w+ing\b",
    re.IGNORECASE,
)
_ERRAND = re.compile(
    r"\b(?:book(?:ing|ings|ed)?|pay|paid|buy|bought|order|cancel\w*|call|ring|email|e-mail|remind\w*|"
    r"reserve\w*|reservations?|"
    r"collect|print|check\s+in|check\s+out|renew|pick\s+up|confirm\w*|confirmation|codes?|tickets?|"
    r"receipts?|refund\w*|"
    r"remember|forget|note|don't\s+forget|queue|lost)\b",
    re.IGNORECASE,
)
_JUDGES = re.compile(
    r"\b(?:great|nice|lovely|awesome|amazing|wonderful|fantastic|boring|terrible|awful|beautiful|good|bad|"
    r"best|worst|"
    r"delicious|crowded|closed|open|opens|closes|late|early|today|tonight|tomorrow|yesterday|now|here|hi|"
    r"hello|hey|morning|"
    r"evening|night|what\s+an?|bye|thanks|thank|cheers|greetings|see\s+you|ok|wow|yay|sunny|raining|rain)\b",
    re.IGNORECASE,
)
_THIS_ONE = re.compile(
    r"\b(?:love|like|enjoy|adore|hate)s?\s+(?:it|this|that|these|those|the|your|how|being|here|our|my|"
    r"every)\b",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"(?:'d|\bwould)\s+(?:\w+\s+)?(?:like|love|prefer|rather|be\s+(?:nice|good|great|better|lovely))\b|"
    rf"\b{_PARTY}\s+(?:(?:all|both|also|really|only|just|now|still|rather|much|do|don't|can't|cannot|can|"
    rf"do\s+not|"
    r"will|won't|no\s+longer|absolutely|very\s+much|actually)\s+)*(?:want|wants|wish|wishes|prefer|"
    r"prefers|need|needs|"
    r"love|loves|like|likes|enjoy|enjoys|adore|adores|hate|hates|dislike|dislikes|stand|care|fancy|must|"
    r"should|"
    r"have\s+to|has\s+to|insist|decided|plan\s+to|hope)\b|"
    rf"\b{_PARTY}(?:\s*'(?:re|m|s)|\s+(?:are|am|is))\s+(?:(?:really|very|big|a|not|all|both|more|"
    rf"no\s+longer|also|into)\s+)*"
    r"(?:interested|into|keen|fond|fans?|crazy|mad|passionate|tired|looking\s+for|thinking|planning|"
    r"hoping|staying|"
    r"taking|renting|flying|leaving|skipping|dropping)\b|"
    r"\b(?:let's|let\s+us|instead|rather|no\s+longer|no\s+more|interested\s+in|how\s+about|what\s+about|"
    r"avoid(?:ing)?|without|not\s+too|too\s+(?:many|much|few|little|fast|slow|packed|busy|rushed|"
    r"expensive|tight|full))\b|"
    rf"(?:^\W*(?:(?:and|but|so|also|ok|okay|then|please|actually|sorry|no|yes|well|maybe|now|oh|hmm|"
    rf"on\s+day\s+\d+)\W+)*|"
    r"\b(?:can|could|may|might|shall|would)\s+(?:we|you|i)\s+(?:please\s+|maybe\s+|also\s+|just\s+)*|"
    r"\bplease\s+|\bto\s+)"
    r"(?:add|include|skip|drop|remove|leave\s+out|take\s+out|take|cut|change|switch|swap|replace|make|put|"
    r"keep|give|find|"
    r"have|get|more|less|fewer|no|not|none|visit|see|go|stay|sleep|rent|fly|travel|drive|start|use|try|"
    r"prefer|focus|"
    r"forget|scrap|only|move|from|by|with|do|eat)\b",
    re.IGNORECASE,
)
#: "See you by Friday" names nothing to see.
_NO_THING = re.compile(
    r"(?:you|u|ya|me|us|him|her|them|it|if|whether|how|what|that|when|where|who)\b", re.IGNORECASE
)
_AT_MOST = re.compile(
    r"\b(?:at\s+most|up\s+to|under|below|max(?:imum)?|(?:no|not)\s+more\s+than|less\s+than)\b", re.I
)
_WILL = re.compile(
    r"\b(?:we|i)(?:\s*'ll|\s+(?:will|won't|go|fly|drive|travel|leave|start|stay|sleep|live|come))\b", re.I
)
_STATES = re.compile(
    rf"\b{_PARTY}(?:\s*'(?:re|m|s)|\s+(?:(?:now|also|only|all|both|actually|strictly|really|just|"
    rf"still)\s+)*(?:am|are|is|isn't|aren't|can't|can|"
    r"cannot|has|have|use|uses|eat|eats|don't|doesn't|do\s+not|does\s+not|need|needs|will|won't|join|"
    r"joins|comes?|travels?|"
    r"brings?|follow|follows|keep|keeps|avoid|avoids|no\s+longer|drops?\s+out|stays?\s+(?:at\s+)?home))\b",
    re.IGNORECASE,
)
#: "It's just me now", "I'm going alone": a clause that says who travels, and nothing of one evening.
_WHO_IS_LEFT = re.compile(
    r"^\W*(?:(?:and|so|but|no|sorry|actually|now|then|well|oh|ok(?:ay)?|unfortunately|sadly|which\s+means|"
    r"that\s+means|(?:just\s+)?(?:to|for)\s+your\s+information)\W+)*"
    r"(?:(?:it|that)(?:'s|\s+is|'ll\s+be|\s+will\s+be|\s+leaves|\s+makes\s+it)\s+|"
    r"there(?:'s|\s+is|'ll\s+be|\s+will\s+be)\s+|"
    r"i\s*(?:'m|\s+am|'ll\s+be|\s+will\s+be)\s+(?:now\s+)?(?:(?:going|travel(?:l)?ing|flying|coming|doing\s+(?:it|this))\s+)?|"
    r"i\s*(?:'ll|\s+will|\s+must|\s+have\s+to)?\s*(?:go|travel|come|fly)\s+)?"
    r"(?:(?:now|then|actually|going\s+to\s+be|down\s+to)\s+)*"
    r"(?:(?:just|only)\s+(?:me|myself)|me\s+(?:alone|only)|alone|solo|by\s+myself|on\s+my\s+own|"
    r"(?:just|only)\s+(?:the\s+)?(?:two|three|four|five|\d)(?:\s+of\s+us)?|(?:just|only)\s+us\s+(?:two|three|four))"
    r"(?:\s+(?:now|then|after\s+all|this\s+time|instead|travel(?:l)?ing|going|coming|please|"
    r"who\s+(?:is\s+)?(?:travels|travelling|goes|going|comes|coming)|on\s+(?:this|the)\s+(?:trip|journey)))*\W*$",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:we|i)\b[^.!?]{0,30}\b(?:fly|flying|leave|leaving|depart\w*|start\w*|travel\w*|come|coming|go|"
    r"going|drive|driving|"
    r"live|living|moved|move|set\s+off|are|am|'re|'m)\s+(?:out\s+|off\s+|now\s+|then\s+|both\s+|all\s+|"
    r"there\s+|actually\s+)*"
    r"(?:from|in|to)\b|^\W*(?:(?:and|but|so|no|sorry|actually|make\s+it|it's|start\w*|leav\w*|depart\w*|"
    r"fly\w*|travel\w*|"
    r"then|please|not)\W+)*(?:from|out\s+of|via)\b|\b(?:origin|departure|starting\s+point|"
    r"home\s+(?:airport|city))\b",
    re.IGNORECASE,
)
_BARE_WORDS = 7
_TASTES = ("interests", "cuisines", "must_do", "wishes")
#: "What about hammams?" asks; "what about a hammam on Friday?" has been read as an edit before.
_ASKED_OF = re.compile(r"^\W*(?:(?:and|so|but|oh)\W+)*(?:what|how)\s+about\b[^?]*\?\s*$", re.IGNORECASE)
#: A thing and a number that is nobody's count: "coffee 35000", "museum 40.000".
_PRICED = re.compile(r"^\W*(?:\S+\s+){1,4}\d{1,3}(?:[.,]\d{3})*(?:[.,]\d\d)?\W*$|\b\d{3,}\b", re.IGNORECASE)


def withdraw_unmeant(reading: Reading) -> None:
    """Beside a chosen plan, leaves only the changes that somebody means."""
    if reading.planned:
        reading.changes = [change for change in reading.changes if _is_meant(reading, change)]


def _is_meant(reading: Reading, change: Change) -> bool:
    root = change.path.split(".")[0]
    span = reading.span_of(change)
    if span is None or {root, change.path} & set(reading.asked) or _is_of(change.path, _JUDGED):
        return True
    clause = _clause_around(reading, span)
    sentence = reading.sentence_of(span.start)
    words, whole = (_parted(reading.view[one.start : one.end]) for one in (clause, sentence))
    if root == "party" and not _asks(words, whole) and _WHO_IS_LEFT.match(words):
        return True
    if _asks(words, whole) or _PAST.search(words) or _UNDERWAY.search(words):
        return False
    if any(one.start <= span.start and span.end <= one.end for one in reading.verdicts):
        return True
    if _is_of(change.path, _TOLD):
        return change.path != "appointments" or change.op != "add" or _is_on_the_trip(reading, change)
    if _NO_THING.match(str(change.value)) and _is_of(
        change.path, ("must_do", "interests", "avoid", "wishes")
    ):
        return False
    if _is_of(change.path, _TASTES) and (_ASKED_OF.match(whole) or _PRICED.search(whole)):
        return False
    wanted = bool(_WANTS.search(words)) and not _THIS_ONE.search(words)
    if change.path == "origin":
        return bool(_AWAY.search(words)) or (wanted and bool(re.search(r"\bfrom\b", words, re.I)))
    if _is_of(change.path, _STATED):
        return wanted or bool(_STATES.search(words)) or _is_bare(reading, whole, sentence)
    if _is_of(change.path, ("stay", "rooms", "transport", "transport_bans", "car", "destinations")):
        wanted = wanted or bool(_WILL.search(words) or _AT_MOST.search(words))
    if change.op != "remove" and (_ERRAND.search(words) or _is_of_a_sum(words, change)):
        return False
    if change.path == "avoid" and _STATES.search(words):
        return True  # "my husband can't do heights"
    return wanted or _is_bare(reading, whole, sentence)


def _is_on_the_trip(reading: Reading, change: Change) -> bool:
    """Whether an appointment is on one of the trip's days: the interview before it belongs to nobody here."""
    dates = reading.facts.dates
    day = str(change.value).split("|")[1:2]
    if not day or not day[0] or dates.start is None or dates.end is None:
        return True
    return dates.start <= dt.date.fromisoformat(day[0]) <= dates.end


def _is_of(path: str, paths: tuple[str, ...]) -> bool:
    return any(path == one or path.startswith(f"{one}.") for one in paths)


def _asks(words: str, whole: str) -> bool:
    """A question about something; a request in the form of one is none."""
    if _ASKS_FOR_WORDS.match(words):
        return True
    if _REQUEST.search(words):
        return False
    return whole.rstrip().endswith("?") or bool(_QUESTION.match(words))


def _is_of_a_sum(words: str, change: Change) -> bool:
    """ "Add dinner 250 MAD": a thing with its price is spent, and no wish; a hotel may cost what is said."""
    return not _is_of(change.path, ("stay", "budget")) and names_a_sum(words)


def _is_bare(reading: Reading, whole: str, sentence: Span) -> bool:
    """A few words that are only what they name: "vegetarian", "jazz and good food"."""
    return (
        len(whole.split()) <= _BARE_WORDS
        and not _ERRAND.search(whole)
        and not _PAST.search(whole)
        and not _JUDGES.search(whole)
        and not _VERB.search(whole)
        and not re.search(r"\d:\d|\b(?:am|pm)\b|\bat\s+\d", whole)
    )


_VERB = re.compile(
    r"\b(?:is|are|am|has|have|does|do|will|looks?|seems?|runs?|starts?|leaves?|goes|comes?|costs?|sells?|"
    r"smells?|tastes?|"
    r"says?|hurts?|works?|lives?)\b|\w(?:'s|'re)\s",
    re.IGNORECASE,
)


def _clause_around(reading: Reading, span: Span) -> Span:
    """The statement in which `span` stands, without another one that "and we …" joins to it."""
    statement = reading.statement_around(span)
    cuts = [match.end() for match in _CLAUSE.finditer(reading.view, statement.start, span.start)]
    after = _CLAUSE.search(reading.view, span.end, max(statement.end, span.end))
    return Span(cuts[-1] if cuts else statement.start, after.start() if after else statement.end)


def _parted(words: str) -> str:
    """ "We 'd" for "we'd", as the patterns here read it."""
    return _SHORTENED.sub(" '", words)
