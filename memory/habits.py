"""Sentences that tell how somebody likes to travel, eat, sleep and spend, whichever trip it is. Pure.

A taste ("I hate crowds"), a habit ("we never stay in hostels"), what a body can do ("my knees are shot") or
needs ("I take insulin"). Such a thing becomes a line of their preferences (`memory/spoken.py`). Not what is
said of this plan ("I love the second option"), supposed, wished for, or over.
"""

from __future__ import annotations

import re

from memory.subjects import is_place

_S = r"(?<![\w.])(?:i|we|both\s+of\s+us|all\s+of\s+us)"
_AM = r"(?:['’](?:m|re)|\s+(?:am|are))"
_HAVE = r"(?:['’]ve|\s+have)?"
_ADVERB = (
    r"(?:(?:really|quite|both|all|absolutely|just|also|do|still|actually|totally|simply|very|much|"
    r"generally|usually|"
    r"normally|mostly|typically|personally|honestly|too|so|such|always|secretly|particularly|especially|"
    r"now|"
    r"only|definitely|truly|rather|a\s+bit)\s+)"
)
_SO = rf"{_ADVERB}{{0,8}}"
_BAD = (
    r"(?:nauseous|nauseated|nervous|anxious|uneasy|panicky|sick|ill|dizzy|queasy|claustrophobic|"
    r"sleepy|hyper|itchy|bloated|sneeze|cough)"
)
_BODY = (
    r"(?:knees?|hips?|back|feet|ankles?|legs?|heart|joints|lungs|hearing|eyesight|eyes|balance|"
    r"shoulder|stomach)"
)
_MEDICINE = (
    r"(?:insulin|blood[\s-]thinners?|medication|medicines?|meds|tablets|pills|antidepressants|statins|"
    r"beta[\s-]blockers?|steroids|"
    r"painkillers|antihistamines?|warfarin|metformin|lithium|an?\s+inhaler|an?\s+epi-?pen|chemo\w*)"
)
_NO_GOOD = (
    r"(?:useless|worthless|grumpy|unbearable|a\s+(?:mess|wreck|zombie|monster|bear|pain)|no\s+(?:good|"
    r"use|fun)|"
    r"not\s+(?:human|myself|ourselves|a\s+person)|dead)"
)
_PATTERNS = (
    # tastes
    rf"{_S}\s+{_SO}(?:love|like|enjoy|adore|prefer|hate|dislike|detest|loathe|despise|(?:can['’]?t|"
    rf"cannot|can\s+not)\s+(?:stand|bear|stomach|"
    r"handle|live\s+without|do\s+without|get\s+enough)|(?:do|are)(?:n['’]?t|\s+not)\s+(?:really\s+|"
    r"much\s+|particularly\s+)?(?:like|love|enjoy|care\s+(?:much\s+)?for|mind|do|get\s+on\s+with))\s+\w",
    rf"{_S}{_AM}\s+(?:not\s+)?{_SO}(?:an?\s+)?(?:\w+\s+)?(?:keen\s+on|fond\s+of|into\s+\w|fans?\s+of|"
    rf"crazy\s+about|mad\s+about|obsessed\s+with|"
    r"allergic|partial\s+to|addicted\s+to|suckers?\s+for|nuts\s+about|picky\s+about|fussy\s+about|"
    r"particular\s+about)\b",
    rf"{_S}\s+(?:could|would)\s+(?:happily\s+)?(?:eat|drink|live\s+on|watch|"
    rf"spend)\b[^.!?]{{0,160}}\b(?:every\s+day|all\s+day|forever|for\s+hours)\b",
    rf"{_S}(?:['’]d|\s+would)\s+(?:always\s+|much\s+|sooner\s+)?(?:rather|sooner)\s+[^.!?]{{1,160}}\bthan\b",
    rf"{_S}(?:['’]d|\s+would)\s+never\b",
    rf"{_S}{_AM}\s+{_SO}(?:fine|ok(?:ay)?|happy|comfortable|cool)\s+(?:with|to\s+(?:pay|spend|share|walk|"
    rf"take|use|splurge)|about|on|in|taking|using|paying|spending|sharing)\b",
    rf"{_S}{_HAVE}\s+{_SO}(?:gone\s+off|given\s+up|gave\s+up|quit|stopped|started|begun|taken\s+up|"
    rf"become|became|turned|gone\s+vega?\w+|went\s+vega?\w+|"
    r"come\s+(?:round|around)\s+to|warmed\s+to|learn(?:t|ed)\s+to)\s+\w",
    rf"{_S}{_AM}\s+{_SO}(?:over|past)\s+my\s+(?:fear|phobia)\b|{_S}{_AM}\s+{_SO}(?:too\s+old|done|"
    rf"fed\s+up)\s+(?:for|with)\b",
    r"^\W*(?:(?:really|absolutely|also)\s+)?(?:love|hate|dislike|adore|detest|can['’]?t\s+stand|"
    r"cannot\s+stand|can['’]?t\s+do|"
    r"can['’]?t\s+(?:eat|drink|handle|stomach)|don['’]?t\s+(?:like|eat|drink|do)|(?:not\s+(?:a\s+|"
    r"an\s+)?|(?:a\s+)?)(?:big\s+|great\s+|huge\s+)fans?\s+of|"
    r"not\s+(?:a\s+)?fans?\s+of|not\s+(?:keen|fond)\s+(?:on|of))\s+\w",
    rf"{_S}\s+{_SO}find\s+[^.!?]{{1,160}}?\s+(?:depressing|boring|stressful|exhausting|tiring|overwhelming|scary|"
    rf"relaxing|fascinating|"
    rf"uncomfortable|unbearable|too\s+\w+)\b",
    # habits
    rf"^\W*(?:no\s+|need\s+)?[\w\s'’-]{{1,120}}?\s+(?:first\s+thing(?:\s+in\s+the\s+morning)?|or\s+else|every\s+"
    rf"(?:day|morning|night)),?\s+(?:or|otherwise)\s+{_S}{_AM}\s+{_SO}{_NO_GOOD}\b|"
    rf"{_S}(?:{_AM}\s+{_SO}{_NO_GOOD}|\s+(?:do(?:n['’]?t|\s+not)|can(?:['’]?t|"
    rf"not))\s+(?:really\s+)?function)\s+"
    r"(?:without|before|until|after|in\s+the)\b|^\W*no\s+(?P<thing>\w+),?\s+no\s+(?:me|fun\s+with\s+me)\b",
    rf"{_S}\s+can\s+only\s+(?:sleep|eat|drink|travel|work|walk|stay)\b|{_S}\s+{_SO}(?:swear\s+by|"
    rf"wear\s+\w+|keep\s+(?:to\s+)?an?\s+"
    rf"(?:\w+\s+)?(?:budget|diet|diary|routine))\b|"
    rf"{_S}\s+(?:always\s+)?need\s+an?\s+[^.!?]{{1,160}}\s+for\s+my\s+(?:\w+\s+)?"
    rf"(?:insulin|medicines?|medication|meds|wheelchair|back|knees?|cpap|dog|work|asthma|breast\s+milk)\b",
    rf"{_S}\s+{_SO}avoid\s+\w|{_S}\s+{_SO}travel\s+(?:with|by|on|in|without|off)\s+(?!(?:from|to|on|the|"
    rf"my|our)\b)\w+|"
    rf"{_S}\s+{_SO}(?:take|make)\s+(?:loads|lots|tons|plenty)\s+of\b|{_S}\s+(?:can['’]?t|"
    rf"cannot)\s+(?:sleep|work|relax|function)\s+"
    rf"(?:without|with|in|on|near)\b|{_S}\s+need\s+[^.!?]{{1,160}}\b(?:wherever|whenever|everywhere|"
    rf"every\s+(?:day|night|morning|time))\b|"
    rf"{_S}{_HAVE}\s+cut\s+(?:out|down\s+on)\s+\w|{_S}\s+go(?:es)?\s+to\s+bed\b",
    rf"{_S}\s+(?:always|never|usually|normally|generally|rarely|seldom|hardly\s+ever|almost\s+never|"
    rf"typically|often|mostly|tend\s+to|only\s+ever|"
    r"try\s+to\s+avoid|make\s+a\s+point\s+of)\s+\w",
    rf"^\W*(?:normally|usually|generally|typically|as\s+a\s+rule|in\s+general),?\s+{_S}\s+\w",
    rf"{_S}\s+{_SO}(?:don['’]?t|do\s+not|can['’]?t|cannot|won['’]?t|refuse\s+to|\b)\s*{_SO}(?:fly|drive|"
    rf"swim|smoke|vape|snore|ski|dive|cycle|gamble|sleepwalk|cook|"
    r"tip|camp|nap|hike|sleep\s+(?:well|badly|in|late|poorly|lightly)|skip\s+\w+|(?:pack|travel)\s+light|"
    r"get\s+up|wake\s+up|go\s+to\s+bed|eat\s+(?:late|early|out|breakfast|lunch|dinner)|"
    r"do\s+(?:hostels|mornings|breakfast|camping|cruises|tours|buses|dairy|gluten|meat|museums|crowds|"
    r"heights)|walk\s+\d+|drink\s+(?:coffee|tea|wine|alcohol))\b",
    rf"{_S}{_AM}\s+{_SO}(?:not\s+)?(?:an?\s+)?{_SO}(?:(?:light|heavy|deep|bad|poor|good)\s+sleepers?|"
    rf"early\s+(?:birds?|risers?)|late\s+risers?|night\s+owls?|morning\s+(?:person|people)|"
    r"(?:\w+\s+)?eaters?|foodies?|(?:\w+\s+)?(?:drinkers?|walkers?|hikers?|cyclists?|swimmers?|divers?|"
    r"skiers?|smokers?|non-smokers?|photographers?|birdwatchers?|"
    r"readers?|addicts?|packers?|backpackers?|campers?|flyers?|fliers?|tippers?|planners?|introverts?|"
    r"extroverts?|minimalists?|budget\s+travell?ers?|solo\s+travell?ers?|lovers?|buffs?|haters?|"
    r"snorers?))\b",
    rf"{_S}\s+need\s+(?:{_ADVERB}|my\s+|at\s+least\s+|\d+\s+|\w+\s+hours\s+of\s+|a\s+lot\s+of\s+|"
    rf"lots\s+of\s+|an?\s+){{0,8}}"
    r"(?:(?<=of\s)sleep|naps?|siestas?|beauty\s+sleep|quiet(?:\s+(?:rooms?|at\s+night))?|(?:firm|hard|soft|"
    r"orthop\w+)\s+mattress(?:es)?|blackout\s+\w+|air[\s-]?con\w*|(?:morning\s+)?coffee\b|downtime|"
    r"(?:two\s+)?separate\s+(?:rooms?|beds?)|twin\s+beds)",
    rf"{_S}\s+(?:always\s+|often\s+|regularly\s+|usually\s+)?need\s+(?:to\s+(?:take|have)\s+)?"
    r"(?:(?:my|our|some|many|a\s+few|regular|frequent|lots\s+of|a\s+lot\s+of|plenty\s+of|long|short|proper|"
    r"little|enough)\s+){0,8}(?:breaks|rests|pauses|rest\s+days|early\s+nights|late\s+starts|slow\s+mornings|"
    r"lie-?ins|downtime|free\s+(?:time|evenings|afternoons|mornings)|"
    r"time\s+(?:out|off|alone|to\s+(?:rest|recover|digest|ourselves|myself)|for\s+(?:ourselves|myself)))\b|"
    rf"{_S}\s+(?:always\s+|often\s+|usually\s+)?need\s+(?:(?:to\s+(?:take|have)\s+)?(?:an?|my|our)\s+(?:\w+\s+)?"
    r"(?:break|rest|pause|sit-?down)|to\s+(?:sit\s+down|lie\s+down|rest|stop|eat(?:\s+something)?|stretch))\s+"
    r"(?:every|each|between|in\s+the\s+(?:mornings?|afternoons?|evenings?)|at\s+(?:midday|noon)|"
    r"after\s+(?:lunch|dinner|breakfast|meals|eating|walking|flights|flying|driving|long|each|every)|"
    r"from\s+time\s+to\s+time|now\s+and\s+then|regularly|often|a\s+lot)\b",
    r"^\W*no\s+[\w\s'’-]{1,120}?(?:,?\s+ever|\s+for\s+(?:me|us)|\s+if\s+(?:i|we)\s+can\s+help\s+it)\b",
    r"^\W*my\s+favou?rite\s+\w+",
    # what a body can do, and needs
    rf"^\W*[\w\s'’-]{{1,120}}?\s+(?:makes?|make)\s+(?:me|us)\s+(?:\w+\s+){{0,4}}?{_BAD}\b|"
    rf"^\W*[\w\s'’-]{{1,120}}?\s+(?:scares?|terrif(?:y|ies)|frightens?|stress(?:es)?|bores?|drains?|"
    r"exhausts?|bothers?|trigger)\s+(?:me|us|my\s+\w+)\b",
    r"^\W*[\w\s'’-]{1,120}?\s+(?:gives?)\s+(?:me|us)\s+(?:\w+\s+)?(?:migraines?|headaches?|hives|rash\w*|"
    r"heartburn|the\s+creeps|nightmares|vertigo|panic\s+attacks|cramps)\b",
    r"^\W*[\w\s'’-]{1,120}?\s+makes?\s+me\s+(?:come\s+out\s+in|swell|break\s+out|throw\s+up|faint)\b",
    r"\b(?:and\s+i|with\s+me)\s+(?:do(?:n['’]?t|\s+not)|never)\s+(?:get\s+(?:along|on)|agree|mix)\b|"
    r"\b(?:does|do)(?:n['’]?t|\s+not)\s+agree\s+with\s+(?:me|us|my\s+\w+)\b",
    rf"{_S}\s+{_SO}(?:take|inject|am\s+on|carry|use|depend\s+on|rely\s+on|need)\s+(?:my\s+|daily\s+|"
    rf"regular\s+){{0,8}}{_MEDICINE}\b|{_S}{_AM}\s+(?:still\s+)?on\s+(?:\w+\s+)?{_MEDICINE}\b",
    rf"\bmy\s+(?:\w+\s+)?{_BODY}\s+(?:is|are|isn['’]?t|aren['’]?t|hurts?|aches?|needs?|can['’]?t|gives?|"
    rf"plays?\s+up|swells?)\b|{_S}{_HAVE}\s+(?:got\s+)?(?:an?\s+)?(?:\w+\s+)?"
    rf"(?:bad|dodgy|weak|artificial|sore|new|replaced|injured|stiff)\s+{_BODY}\b",
    rf"{_S}\s+(?:can|could|do|walk|manage)(?:n?['’]?t|not|\s+not)?\s+(?:only\s+)?(?:manage|handle|"
    rf"cope\s+with|walk|climb|do|stand|queue|sit|lift|carry|see|hear|hike|run)\b[^.!?]{{0,160}}"
    r"\b(?:stairs?|steps|flights?|hills?|slopes|far|long|hours?|minutes?|km|kilomet\w+|miles?|metres|"
    r"heavy|bags?|luggage|well|steep|altitude|heat|cold|again)\b",
    rf"{_S}\s+(?:get|run)\s+(?:\w+\s+)?(?:out\s+of\s+breath|breathless|dizzy|tired\s+(?:quickly|easily)|"
    rf"(?:sea|car|travel|motion|air|altitude)[\s-]?sick|sick\s+on|migraines?|sunburn\w*|vertigo|"
    rf"cold\s+easily|"
    r"jet[\s-]?lag\w*|hangry|anxious|nervous|panic\w*)\b|{_S}\s+tire\s+(?:quickly|easily)\b",
    rf"^\W*[\w\s'’-]{{1,120}}?\s+(?:is|are)\s+(?:a\s+)?(?:\w+\s+)?(?:problem|poison|struggle|nightmare|trigger|"
    rf"no-?go|deal-?breaker|torture|"
    rf"challenge|difficult|hard|impossible)\s+for\s+(?:me|us)\b|"
    rf"^\W*[\w\s'’-]{{1,120}}?\s+kills?\s+my\s+{_BODY}\b|^\W*bad\s+{_BODY}\b",
    rf"{_S}(?:{_HAVE}|\s+have)\s+(?:got\s+)?(?:had\s+)?(?:an?\s+)?(?:\w+\s+)?(?:pacemaker|replacement|"
    rf"bypass|stent|stoma|prosthe\w+|"
    rf"transplant|condition|disorder|syndrome|disability|migraines|insomnia|tinnitus|dyslexia|adhd|"
    rf"autism|anxiety|ibs|reflux|"
    rf"eczema|hay\s+fever|low\s+blood\s+pressure|high\s+blood\s+pressure)\b",
    rf"{_S}{_AM}\s+{_SO}(?:[\w-]+\s+){{0,2}}?(?:pregnant|colou?r[\s-]?blind|short[\s-]?sighted|dyslexic|"
    rf"autistic|neurodivergent|anaemic|"
    rf"anemic|immunocompromised|hypersensitive|breast-?feeding|in\s+recovery)\b",
    # money
    rf"{_S}\s+(?:never\s+|don['’]?t\s+|won['’]?t\s+)(?:pay|spend|splurge)\b|"
    rf"{_S}\s+(?:always\s+)?(?:splurge|save|haggle|tip)\s+\w|\b(?:money|price|"
    rf"cost)\s+(?:is\s+)?(?:no\s+object|never\s+matters)\b",
)
_HABIT = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
#: Of this plan, this moment, or of what somebody only asks, wishes or supposes.
_NOT_LASTING = re.compile(
    r"\?\s*$|\b(?:if\s+(?:i|we|it|there|you)|whether|in\s+case|suppose|imagine|pretend|maybe|perhaps|"
    r"might|unless|not\s+sure|wonder\w*|"
    r"joking|kidding|just\s+a\s+joke|lol|haha\w*|such\s+an?|my\s+(?:dad|mum|mom|mother|father|gran\w*|"
    r"wife|husband)\s+(?:always\s+)?(?:says|said)|one\s+day\b|some\s?day)\b|"
    r"\b(?:today|tonight|tomorrow|right\s+now|at\s+the\s+moment|this\s+(?:year|week|month|morning|"
    r"afternoon|evening)|day\s+(?:\d+|one|two|three|four|five)|on\s+day|for\s+now|"
    r"on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?!s))|"
    r"\b(?:i|we)(?:['’]d|\s+would)\s+(?:like|love|prefer|hate|enjoy)\b|\bto\s+(?:mondays|work|mornings|"
    r"homework|effort)\s*[.!]*$|"
    r"\b(?:love|like|hate|enjoy|prefer|dislike|adore|mind|stand|bear)\s+(?:it|this|that|these|those|them|"
    r"him|her|you|how|what|when|your|to\s+(?:know|hear|see\s+you|say|admit|"
    r"ask|be\s+a\s+pain)|(?:the\s+(?:\w+\s+)?)?(?:one|options?|plans?|ideas?|suggestions?|sounds?|looks?|"
    r"hotel(?!\s+rooms)|itinerary|schedule|agenda|proposal|summary|answer|"
    r"draft|version|choice|pick|restaurant)\b(?!s))|"
    r"\b(?:picky|fussy|particular)\s+about\s+(?:the|this|that)\b|\bhere\b|\bhate\s+to\s+(?:complain|"
    r"bother|be|sound)\b|"
    r"^\W*no\s+(?:problems?|rush|worries|idea|way|thanks|thank\s+you|need|hurry|chance|news|change|"
    r"changes|objections?|preference)\b|"
    r"\bfind\s+(?:the|this|that|it|your|our|my)\b|\bavoid\s+(?:answering|the|this|that|it)\b|"
    r"\b(?:any|all|most|none|some|one|either|both|neither)\s+of\s+(?:these|those|them|your|the)\b|"
    r"\b(?:option|plan|version|number)\s+(?:\d|[abc]\b|one|two|three)|\b(?:the|your|this|"
    r"that)\s+(?:first|second|third|last|other)\s+(?:one|option|plan|idea)|"
    r"\b(?:said|says|told|claims?|thinks?|joked|wrote|reads?)\s*[,:]?\s*[\"“”‘']|"
    r"\b(?:someone|somebody|people|some|others|everyone|friends?|neighbou?rs?|colleagues?|guidebook|book|"
    r"review\w*|article|blog)\s+(?:always\s+)?(?:says?|said|thinks?|writes?|claims?|told)\b|"
    r"\b(?:forgot|remember(?:ed)?)\s+(?:to|that|it)\b|\b(?:never|always)\s+(?:mind|mentioned|said|told|"
    r"knew|thought|heard|got\s+(?:an?|the|your)\s+\w+|received|saw|asked|wanted)\b|"
    r"\b(?:i|we)\s+(?:always\s+)?(?:stopped|started|quit|turned|became)\s+(?:at|in|by|over|off|reading|"
    r"looking|planning|packing|with|here|there|a\s+(?:conversation|chat))\b",
    re.IGNORECASE,
)
#: How somebody is now, and asks for no more than a glass of water.
_OF_THE_MOMENT = re.compile(
    r"\b(?:i|we)(?:['’](?:m|re)|\s+(?:am|are))\s+(?:\w+\s+)?(?:dying\s+for|starving|hungry|tired|"
    r"happy\s+with\s+(?:the|this|that|it|your|option)|ok(?:ay)?\s+with\s+(?:the|this|that|it|your)|"
    r"fine\s+with\s+(?:the|this|that|it|your|option|day|everything|either)|into\s+(?:it|this|that))\b",
    re.IGNORECASE,
)
_PAST_ALWAYS = re.compile(
    r"\b(?:i|we)\s+(?:never|always|often|usually|rarely)\s+(?!need\b)(?:\w{2,}ed|was|were|had|did|went|"
    r"came|saw|"
    r"made|took|found|felt|left|ate|drank|slept|ran|got)\b",
    re.IGNORECASE,
)
#: What somebody has and does nothing with, so that it is no habit; of a name the gazetteer knows.
_HAVING = re.compile(
    r"\b(?:i|we)\s+(?:will\s+)?(?:always|never|often|usually|rarely|still|mostly|generally)\s+have\s+(?:"
    r"(?P<name>(?-i:[A-ZÀ-Þ])[\w'’-]+(?:\s+(?-i:[A-ZÀ-Þ])[\w'’-]+){0,8})\s*[.!,;]*\s*$|"
    r"(?:(?:so\s+much|much|such|any|enough|lots\s+of|a\s+lot\s+of|great|good|the|our|these|those|an?|real)\s+){0,8}"
    r"(?:fun|luck|time|hope|faith|trust|each\s+other|one\s+another|memor(?:y|ies)|photos|(?:good|great|lovely|"
    r"nice|wonderful|amazing|fantastic)\s+(?:time|day|trip|memories)|blast|laughs?|ideas?|questions?|doubts?|"
    r"choice|options|plan\s+b)\b(?!\s+(?:to\s+(?:sleep|eat|rest|walk)|for\s+(?:breakfast|lunch|dinner|museums?|"
    r"shopping)\b)))",
    re.IGNORECASE,
)


#: What somebody will do otherwise from the next trip on.
_NEXT_TIME = re.compile(
    r"^\W*(?:(?:and|but|so|well|oh|ok(?:ay)?|please|also)\W+){0,8}(?:(?:for|on)\s+)?(?:(?:the|our|my)\s+)?"
    r"next\s+(?:time|trip|holiday|vacation|journey)(?:\s+(?:around|(?:i|we)\s+(?:go|travel)))?,?\s+(?:i|we)"
    r"(?:['’](?:ll|d)|\s+(?:will|would|want|need|prefer|should|won['’]?t|do(?:n['’]?t|\s+not)\s+want))\s+"
    r"(?!(?:see|know|think|tell|ask|let)\b)(?![^?]*\?)",
    re.IGNORECASE,
)


def of_the_moment(sentence: str) -> bool:
    """Is it asked, supposed, wished for, said of this plan and this day only, or no more than a phrase?"""
    return any(one.search(sentence) for one in (_NOT_LASTING, _OF_THE_MOMENT)) or _only_has(sentence)


def tells_habit(sentence: str) -> bool:
    """Does the traveller say of themselves how they like to travel, or what they can do or need, for good?"""
    if _NEXT_TIME.match(sentence):
        return True
    if of_the_moment(sentence) or _PAST_ALWAYS.search(sentence):
        return False
    return any(one.search(sentence) for one in _HABIT)


def _only_has(sentence: str) -> bool:
    """ "We always have Paris", "we always have fun": nothing that anybody does or likes."""
    match = _HAVING.search(sentence)
    return match is not None and (match["name"] is None or is_place(match["name"]))
