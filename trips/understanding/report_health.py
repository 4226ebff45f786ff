"""Words for being ill or hurt, told of people: "I have a cold", "the oysters made me sick". Patterns only.

What only looks like it is none: cold beer, sick of temples, a headache that is gone.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
_QUITE = (
    r"(?:(?:a (?:bit|little|touch)|really|very|so|quite|rather|pretty|violently|too|still|both|all|just|"
    r"slightly|somewhat|seriously|properly|feeling|all of) ){0,3}"
)
_ILL = (
    r"(?:sick(?! (?:of|and tired)\b| views?\b)|ill\b(?! at ease)|unwell|poorly(?= *$| *[,.!;]| today| and\b)|"
    r"nauseous|nauseated|queasy|dizzy|faint(?= *$| *[,.!;]| and\b| from\b)|light-?headed|feverish|"
    r"under the weather|off colou?r|dehydrated|delirious|"
    r"throw up|vomit|(?:sea|car|air|bus|motion|travel)[- ]?sick)"
)
_WHOM = (
    r"(?:me|us|him|her|them|everyone|everybody|(?:both|all|half|some|two|one) of us|"
    r"(?:my|our|the) \w+(?: and (?:my |our |the )?\w+)?)"
)
_PART = r"(?:stomachs?|tumm(?:y|ies)|bell(?:y|ies)|throats?|tooth|teeth|ears?|heads?|guts?|chest|eyes?|skin)"
_COLD = (
    r"(?:have|has|had|having|got|get|gets|getting|caught|catch(?:ing)?|with|'ve|nursing|fighting|"
    r"coming down with|came down with|down with) (?:got )?(?:a |an |the |this |my )?"
    r"(?:(?:bad|nasty|terrible|awful|heavy|slight|stinking|little|summer|head|real|bit of a|"
    r"horrible) )*colds?"
    r"(?=\s*(?:$|[,.;:!?)–-]|and\b|so\b|but\b|since\b|from\b|today\b|now\b|again\b|that\b|which\b|because\b|"
    r"for\b|coming\b|or\b|i\b|we\b|this\b|too\b|as\b|yesterday\b|on\b|in\b|at\b|after\b|during\b|when\b|"
    r"while\b))"
)
#: Somebody is not well. What was eaten or ridden stands in `MADE_ILL`.
ILL = re.compile(
    rf"(?:\b|(?='))(?:(?:feel(?:s|ing)?|felt|am|r|'m|'re|'s|are|(?<!it )(?<!that )(?:is|was)|were|be|been|"
    rf"got|gets?|getting|became|fell|turned|looks?|looked|seems?) {_QUITE}{_ILL}"
    rf"|(?:made|makes?|making) {_WHOM} (?:feel )?{_QUITE}{_ILL}"
    r"|feel(?:s|ing)? (?:really |so |pretty )?(?:awful|terrible|rotten|rough|lousy|horrible|wretched)"
    r"(?=\s*$|\s*[,.;!]| today| and\b| since\b| this\b| all\b)"
    r"|(?:don't|doesn't|didn't|do not|does not|did not|not) feel(?:ing)? (?:\w+ )?"
    r"(?:well|good|great|right|ok(?:ay)?|fine|my best|100 ?%|a hundred percent)"
    r"|(?:(?:am|is|are|was|were) not|'(?:s|m|re) not|isn't|aren't|wasn't|weren't) (?:\w+ )?well"
    r"(?=\s*$|\s*[,.;!]|\s+(?:today|at all|enough|since|so|and|but|this|yesterday)\b)|under the weather"
    rf"|{_COLD}"
    r"|com(?:e|es|ing) down with (?:something|a|the)\b|came down with\b"
    r"|food[- ]?poison(?:ing|ed)|fevers?\b(?! pitch)|feverish|(?:high |a )temperature of 3\d|"
    r"3[89](?:[.,]\d)? fever|head-?ach(?:e|es|y)|migraines?|(?:stomach|tummy|belly|tooth|ear)[- ]?aches?"
    rf"|(?:upset|sore|dodgy|delicate|bad|queasy|aching|funny|swollen|itchy) {_PART}"
    rf"|{_PART} (?:(?:is|are|was|were|'s|has been|feels?|felt) )?(?:\w+ )?"
    r"(?:hurt(?:s|ing)?|upset|ach(?:es?|ed|ing)|sore|pounding|throbbing|kill(?:s|ing)|burning|cramping|"
    r"swollen|in knots)"
    r"|(?:stomach|tummy|nasty|tropical|flu) bug|stomach flu|(?:caught|have|has|had|got|picked up) (?:a|"
    r"some) bug|(?:stomach|period|bad|menstrual) cramps?"
    r"|threw up|throw(?:s|n|ing)? up|throw-?up|vomit(?:ed|ing|s)?|puk(?:ed|ing|es)|barf(?:ed|ing)|"
    r"diarr?h(?:o?ea|ea)|the runs|(?:the |a |some )?flu\b|influenza|covid\w*|corona(?:virus)?|"
    r"(?:sea|car|air|travel|motion|altitude|bus)[- ]?sick(?:ness)?|morning sickness|mountain sickness|"
    r"nausea|(?:heat|sun)[- ]?stroke|heat exhaustion|(?:bad|terrible|awful|severe|nasty) sun-?burns?|"
    r"badly sun-?burn(?:t|ed)|allergic reaction|hay fever|"
    r"bronchitis|tonsillitis|sinusitis|pneumonia|(?:\w+ )?infection|(?:a |the |some )(?:\w+ )?virus|"
    r"cough(?:s|ed|ing)?\b|sniffles|chills\b|runny nose|dehydrated|fainted|passed out|nosebleeds?|a rash|"
    r"(?:had to|went to|need(?:ed)? to|saw|see|seeing) (?:see |go to )?(?:a |the )?(?:doctor|hospital|"
    r"clinic|er\b)|"
    r"(?:has|have|had|got|running|ran) a (?:high |slight )?temperature|full of (?:a )?cold|(?:stung|"
    r"bitten) by|in (?:the )?hospital|ate something (?:bad|off|wrong|dodgy|funny)|something (?:i|we|he|she|"
    r"they) ate|"
    rf"(?:disagreed|(?:didn't|did not|doesn't) (?:agree|sit well)) with {_WHOM}|"
    r"in (?:a lot of |terrible |great |so much |awful |real |some )?pain\b|(?:bad|awful|terrible) pains?\b|"
    r"(?:back|chest|stomach|shoulder|neck|period|tummy|growing) pains?\b|"
    r"(?:hurt|injured|cut|burn(?:t|ed)) (?:myself|himself|herself|themselves|ourselves)|(?:is|was|got|are|"
    r"were) injured|"
    r"(?:broke|cut|burnt|burned|bruised|bumped|hit|banged|sprained|hurt|fractured|twisted|pulled) "
    r"(?:my|his|her|their|our|a|an) (?:head|arm|hand|wrist|nose|tooth|finger|thumb|shoulder|elbow|neck|"
    r"back|muscle|rib)s?"
    r")\b",
    _I,
)
#: "The food stalls made me sick", "sick from the oysters": what it came from, as far as they say.
MADE_ILL = re.compile(
    rf"^(?P<thing>.+?)\s+(?:has |have |had |really |just )*(?:(?:made|"
    rf"makes?) {_WHOM} (?:feel )?{_QUITE}{_ILL}|"
    rf"(?:gave|gives?|left) {_WHOM} (?:with )?(?:a |an |the |some )?(?:\w+ )?(?:food[- ]?poisoning|"
    rf"stomach ?ache|headache|upset stomach|stomach cramps|diarrh\w+|the runs|rash|migraine)|"
    rf"(?:disagreed|(?:didn't|did not|doesn't) (?:agree|sit well)) with {_WHOM})"
    r"|\b(?:sick|ill|queasy|food[- ]?poison(?:ing|ed)|diarrh\w+|allergic reaction|stomach ?ache|threw up|"
    r"nauseous|headache)\s+(?:from|off|because of|thanks to|due to|after eating|after drinking|to|on)\s+"
    r"(?P<from>.+)$",
    _I,
)
#: Over it: what is told of here is behind them.
_OVER = re.compile(
    r"\b(?:gone|went away|got over|gotten over|over (?:the|my|his|her|our|their)\b|(?:much |a lot |"
    r"far )?better|"
    r"recovered|passed|no longer|any ?more|cured|(?:used to|could|might|nearly|almost) (?:be|get|got|have|"
    r"feel))\b",
    _I,
)
_NOT_OVER = re.compile(
    r"\b(?:still|not (?:yet |much |any |really |feeling )?(?:better|gone|over)|n't (?:\w+ )?better|"
    r"(?:isn't|hasn't|haven't|aren't) (?:gone|over|better|recovered|passed)|no better|worse)\b",
    _I,
)


def is_over(text: str) -> bool:
    """Is the illness that a clause names one that has passed?"""
    return bool(_OVER.search(text)) and not _NOT_OVER.search(text)
