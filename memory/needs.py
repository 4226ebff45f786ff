"""Sentences that tell what somebody eats, cannot eat, needs to get about, or is afraid of. Pure.

Such a thing holds for all trips: one that the owner says of themselves becomes a line of their preferences
(`memory/spoken.py`), unless it says when it ends.
"""

from __future__ import annotations

import re

_KIN = (
    r"(?:wife|husband|partner|fianc[eé]e?|son|daughter|mother|father|mum|mom|dad|kids?|children|child|"
    r"parents|girlfriend|boyfriend|spouse|sister|brother|grand(?:mother|father|parents)|baby|toddler)"
)
_STATES = (
    r"allergic|intolerant|vegetarians?|vegans?|pescatarians?|coeliacs?|celiacs?|diabetics?|asthmatics?|"
    r"(?:lactose|gluten|dairy|fructose|histamine|egg|nut|wheat|soy)[\s-]intolerant|kosher|halal|muslim|"
    r"teetotal(?:l?er)?|claustrophobic|agoraphobic|epileptic|deaf|blind|hard\s+of\s+hearing|"
    r"visually\s+impaired|partially\s+sighted|disabled|lame|"
    r"(?:in|on|using|with)\s+(?:a\s+)?(?:wheelchair|crutches|rollator)|(?:a\s+)?wheelchair\s+users?|"
    r"(?:afraid|scared|terrified|frightened|petrified)\s+of"
)
_THINGS = (
    r"(?:\w+[\s-]){0,3}?(?:allerg(?:y|ies)|intolerances?|phobias?)|c(?:o)?eliac(?:\s+disease)?|"
    r"(?:type\s+\w+\s+)?diabetes|asthma|mobility\s+(?:issues|problems)|trouble\s+walking|epilepsy|"
    r"vertigo|arthritis|(?:a\s+)?(?:severe\s+|great\s+)?fear\s+of|"
    r"(?:an?\s+)?(?:bad|weak|artificial|sore)\s+(?:knees?|hips?|back|heart|legs?)|motion\s+sickness"
)
_AIDS = (
    r"wheelchairs?|crutch(?:es)?|walking\s+(?:stick|frame|aid)|cane|walker|rollator|"
    r"(?:mobility\s+)?scooter|"
    r"hearing\s+aids?|guide\s+dog|prosthe\w+|pushchair|pram|stroller"
)
_ACCESS = (
    r"step[\s-]free|wheelchair|barrier[\s-]free|accessib\w+|ground[\s-]floor|lifts?|elevators?|no\s+stairs|"
    r"(?:grab|hand)\s?rails?|walk-in\s+shower|ramps?"
)
_FOOD = (
    r"(?:gluten|wheat|dairy|lactose|milk|cheese|nuts?|peanuts?|eggs?|soya?|sesame|shellfish|seafood|fish|"
    r"meat|"
    r"pork|beef|sugar|alcohol|caffeine|fructose|histamine)"
)
_SUBJECT = rf"(?<![\w.])(?:i|we|both\s+of\s+us|all\s+of\s+us|(?:my|our)\s+(?:\w+\s+)?{_KIN})(?![\w.])"
_NEVER = (
    r"(?:not|no\s+longer|never|also|both|all|still|now|actually|really|very|strictly|mildly|severely|"
    r"deathly)"
)
_SAID = re.compile(
    rf"{_SUBJECT}\s+(?:{_NEVER}\s+){{0,2}}(?:"
    rf"(?:am|are|is|was|were|became|turned|went|being)\s+(?:{_NEVER}\s+){{0,3}}(?:an?\s+)?"
    rf"(?:type\s+\w+\s+|\w+\s+)?(?:{_STATES})\b|"
    rf"(?:have|has|got|had|suffers?\s+from|live\s+with|(?:have|has)\s+got|do(?:n['’]t|es\s?n['’]t|"
    rf"\s+not)\s+have)\s+"
    rf"(?:an?\s+|any\s+)?(?:{_THINGS})\b|"
    rf"(?:uses?|(?:do(?:n['’]t|\s+not)|does(?:n['’]t|\s+not))\s+use|rel(?:y|ies)\s+on|travels?\s+with|"
    rf"walks?\s+with|sits?\s+in)\s+"
    rf"(?:an?\s+|my\s+)?(?:\w+\s+)?(?:{_AIDS})\b|"
    rf"(?:needs?|requires?|depends?\s+on|do(?:n['’]t|\s+not)\s+need|does(?:n['’]t|"
    rf"\s+not)\s+need)\s+(?:\w+\s+){{0,4}}?(?:{_ACCESS})\b|"
    rf"(?:can(?:not|['’]?t|\s+not)|must(?:n['’]t|\s+not)|do(?:n['’]t|\s+not)|does(?:n['’]t|\s+not)|"
    rf"may\s+not|am\s+not\s+allowed\s+to)\s+"
    rf"(?:\w+\s+)?(?:eat|drink|tolerate|digest|climb\s+stairs|walk\s+(?:far|long|much))\b|"
    rf"(?:never|only)\s+(?:eats?|drinks?)\b|(?:eats?|drinks?)\s+no\b|"
    r"(?:can\s+|do\s+)?(?:(?:eats?|drinks?)\s+(?:\w+\s+){1,3}?(?:again|now)|"
    r"have\s+(?:\w+\s+){1,3}?again)\b|"
    rf"(?:(?:have|has|need|needs)\s+to\s+|must\s+|always\s+)?(?:avoids?|can(?:not|['’]?t)\s+have|"
    rf"stays?\s+away\s+from)\s+"
    rf"(?:any\s+|all\s+)?{_FOOD}\b|(?:am|are|is)\s+on\s+an?\s+[\w-]+\s+diet\b|"
    r"(?:am|are|is)\s+(?:not\s+able|unable)\s+to\s+(?:walk|climb|eat|drink)\b|carr(?:y|"
    r"ies)\s+an?\s+epi-?pen\b|"
    r"gets?\s+(?:dizzy|(?:sea|car|travel|motion|air)[\s-]?sick|(?:sick|ill)\s+(?:on|in)\s+(?!day\b)\w+)\b|"
    rf"(?:eats?|keeps?|follows?)\s+(?:(?:only|strictly|an?|everything|anything)\b\s*)?(?:(?:no|"
    rf"strict)\s+)?(?:halal|kosher|vegan|vegetarian|gluten[\s-]free|"
    rf"lactose[\s-]free|dairy[\s-]free|plant[\s-]based|low[\s-]carb|meat|fish|pork|(?<=everything)|"
    rf"(?<=anything))|"
    rf"(?:stopped|quit|gave\s+up|have\s+stopped|used\s+to)\s+(?:being|be|eating|eat)\s+(?:an?\s+)?\w+|"
    rf"(?:(?:have|has)\s+)?(?:outgrown|outgrew|got(?:ten)?\s+over)\s+(?:my|our|his|her|the|"
    rf"an?)\s+(?:\w+\s+)?(?:allergy|intolerance|fear)\b"
    rf")|\b(?:my|our)\s+(?:\w+\s+){{0,2}}?(?:allerg(?:y|ies)|intolerance|diabetes|fear\s+of)\b|"
    rf"^\W*(?:\w+\s+)?allergic\s+to\b|\bno\s+{_FOOD}\s+for\s+(?:me|us)\b|\bmakes?\s+(?:me|us)\s+(?:ill|"
    rf"sick)\b",
    re.IGNORECASE,
)
#: It is asked, supposed, or somebody else's.
_SUPPOSED = re.compile(
    r"\?\s*$|\b(?:if|whether|in\s+case|suppose|imagine|pretend|maybe|perhaps|might|unless|not\s+sure|"
    r"tonight|tomorrow|"
    r"never\s+(?:said|claimed|told)|did(?:n['’]?t|\s+not)\s+say|"
    r"(?:just\s+)?(?:joking|kidding)|ha(?:ha)+|lol)\b|"
    r"\ballergic\s+to\s+(?:mondays|mornings|work\w*|homework|effort|exercise|boredom|nonsense|bad\s+\w+)\b",
    re.IGNORECASE,
)
_FORMS = (
    *((re.compile(rf"\b{typed}\b", re.IGNORECASE), meant) for typed, meant in (
        (r"al+er+gi+c", "allergic"), (r"al+er+g(?:y|ie)", "allergy"), (r"al+er+gies", "allergies"),
        (r"veg[aei]t[aei]r[iy]ans?", "vegetarian"), (r"ve+gans?", "vegan"), (r"gl?ut+[ei]n", "gluten"),
        (r"lac?tos(?:e|s)?", "lactose"), (r"intol[ea]r[ea]nt", "intolerant"),
        (r"wh?e+lch[ae]+i?r", "wheelchair"),
        (r"celiac|coel?iac|ceoliac", "coeliac"), (r"diab[ei]tic", "diabetic"),
        (r"pesc[aeo]t[ae]rian", "pescatarian"),
        ("cant", "can't"), ("dont", "don't"), ("doesnt", "doesn't"), ("wont", "won't"), ("isnt", "isn't"),
    )),
    (re.compile(r"(?<![\w.])i\s?['’´`]\s?m\b", re.IGNORECASE), "I am"),
    (re.compile(r"(?<![\w.])im(?=\s+(?:an?|not|also|allergic|vegan|vegetarian)\b)", re.IGNORECASE), "I am"),
    (re.compile(r"(?<![\w.])(we|they|you)['’´`]re\b", re.IGNORECASE), r"\1 are"),
    (re.compile(r"(?<![\w.])(i|we|they|you)['’´`]ve\b", re.IGNORECASE), r"\1 have"),
    (re.compile(r"\b(is|are|was|were)n['’´`]t\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"(?<![\w.])(he|she|it|that)['’´`]s\b", re.IGNORECASE), r"\1 is"),
    (
        re.compile(
            rf"\b((?:my|"
            rf"our)\s+(?:\w+\s+)?{_KIN})['’´`]s\s+(?=(?:{_NEVER}\s+){{0,2}}(?:an?\s+)?(?:\w+\s+)?(?:{_STATES}))",
            re.IGNORECASE,
        ),
        r"\1 is ",
    ),
)  # fmt: skip


def spelt_out(sentence: str) -> str:
    """ "I'm", "we're", "she's" in full, whichever apostrophe was typed."""
    for pattern, full in _FORMS:
        sentence = pattern.sub(full, sentence)
    return sentence


def tells_need(sentence: str) -> bool:
    """Does somebody say of themselves or of their family what they eat, need or fear, or that no longer?"""
    plain = spelt_out(sentence)
    return _SAID.search(plain) is not None and not _SUPPOSED.search(plain)
