"""Words that take back what was done last: an order, or that it was not meant. Pure."""

from __future__ import annotations

import re

from trips.understanding.finding_words import asking

#: Arguments of /undo: it was not meant; a change, whatever was noted since; the plan's last change.
NOT_MEANT, CHANGE, PLAN = "not meant", "change", "plan"
_LAST = (
    r"(?:that|this|it|them|everything|all that|"
    r"(?:the|my|our) (?:last |latest |previous )?(?:plan )?(?:change|edit|step)s?|"
    r"what (?:you|we|i) just (?:did|changed))"
)
_BEFORE = (
    r"(?:the )?(?:(?:last|old|earlier|previous|former) (?:plan|version)|(?:plan|version) (?:from )?before)"
)
_FACTS = {
    "dates": r"(?:travel )?dates?|days|start|beginning|end",
    "budget": r"budget|money",
    "pace": r"pace|speed",
    "destinations": r"destinations?|places|cit(?:y|ies)",
    "party": r"party|people|travell?ers|number of (?:people|travell?ers)",
    "interests": r"interests?",
    "must_do": r"must[\s-]?(?:dos?|sees?)",
    "avoid": r"(?:things to )?avoid(?:ed|ing)?",
    "origin": r"origin|start(?:ing)? (?:point|place|city)|departure city",
    "stay": r"stay|hotel|lodging|accommodation",
}
_A_FACT = (
    rf"(?:the|my|our|old|previous|original)(?: (?:old|previous|original))? (?:{'|'.join(_FACTS.values())})"
)
_AS_BEFORE = (
    r"(?: (?:to )?(?:how|what|the way|as|where) (?:it|they|that|everything) (?:was|were)(?: before)?)?"
)
_ORDER = (
    rf"(?:(?:undo|revert|reverse|roll back|take back)(?: (?:{_LAST}|{_A_FACT}))?|"
    rf"(?:take|roll) (?:{_LAST}|{_A_FACT}) back|"
    rf"(?:put|change|turn|set|bring|switch|move) (?:{_LAST}|{_A_FACT}) back{_AS_BEFORE}|"
    rf"(?:put|change|turn|set|bring) back (?:{_LAST}|{_A_FACT})|"
    rf"(?:go|change|switch) back to (?:{_BEFORE}|{_A_FACT})|"
    rf"(?:restore|(?:give me|get) back) (?:{_BEFORE}|{_A_FACT})|"
    rf"i want (?:{_BEFORE}|{_A_FACT}) back)"
)
_WRONG = (
    r"(?:(?:that|this|it)(?:(?:'|’)s| is| was| wasn(?:'|’)?t| isn(?:'|’)?t)(?: not)?(?: at all)? "
    r"(?:(?:what|how) (?:i|we) (?:meant|wanted|said|asked(?: for)?)|meant(?: like that| that way)?|intended|"
    r"wanted|wrong|a mistake|by mistake|an accident)|"
    r"(?:i|we) (?:did not|didn(?:'|’)?t|never) (?:mean|want|ask for|say|intend) (?:that|this|it)(?: at all)?|"
    r"not (?:what|how) (?:i|we) (?:meant|wanted|said|asked(?: for)?)|not meant(?: like that)?|my mistake)"
)
_AFTER = r"(?: (?:again|please|now|then))*"
_BETWEEN = r"[\s,.;:!–-]+(?:(?:and|so|but|please)\s+)?"
_SORRY = r"(?:(?:no|nope|oh|oops|sorry|wait|stop|hey|hm+|ah|but)[\s,.!]+)*"
_ALL = asking(
    rf"{_SORRY}(?:(?P<order>{_ORDER}){_AFTER}|(?P<wrong>{_WRONG}){_AFTER}(?:{_BETWEEN}(?P<then>{_ORDER}){_AFTER})?)"
    r"\s*[?.!]*$"
)


def undo_meant(text: str) -> str | None:
    """What /undo is asked for: "" the last thing, NOT_MEANT, CHANGE, PLAN or the fact that is named. None:
    the words take nothing back, or say more than that."""
    match = _ALL.match(text)
    if match is None:
        return None
    order = (match["order"] or match["then"] or "").casefold()
    if not order:
        return NOT_MEANT
    if re.search(r"\b(?:plan|version)\b", order):
        return PLAN if re.search(r"\bplan change\b", order) else ""
    if root := fact_named(order):
        return root
    return CHANGE if re.search(r"\b(?:change|edit)s?\b(?! (?:it|that|this|back))", order) else ""


def fact_named(words: str) -> str:
    """The part of the facts that these words are about; "" for none."""
    if words in _FACTS:
        return words
    said = re.search(_A_FACT, words)
    return next(
        (root for root, names in _FACTS.items() if said and re.search(rf"\b(?:{names})$", said[0])), ""
    )
