"""Sentences that tell who somebody is: home, languages, papers, memberships, work, family, journeys. Pure.

Each becomes a line of their profile (`memory/spoken.py`), unless it is asked, supposed or of this trip only.
"""

from __future__ import annotations

import re

from memory.habits import of_the_moment
from memory.subjects import subjects
from trips.understanding.calendar_words import MONTH
from trips.understanding.counting import COUNT
from trips.understanding.people_words import KID, RELATION, RELATION_PLURAL

_S = r"(?<![\w.])(?:i|we|both\s+of\s+us)"
_AM = r"(?:['’](?:m|re)|\s+(?:am|are))"
_HAVE = r"(?:['’]ve(?:\s+got)?|\s+have(?:\s+got)?)"
_NOW = r"(?:(?:now|just|recently|also|both|currently|actually|still|only|already|finally|really)\s+)*"
_PLACE = r"(?-i:[A-ZÀ-Þ])[\w'’-]+"
_STRANGER = (
    r"(?:best\s+)?(?:friends?|bestie|buddy|mate|pal|colleague|co-?worker|boss|roommate|flatmate|"
    r"neighbou?rs?)\b"
)
_OURS = (
    rf"\b(?:my|our)\s+(?!(?:[\w-]+\s+)?{_STRANGER})(?:[\w-]+\s+)?(?:{KID}|{RELATION}|{RELATION_PLURAL})"
    rf"(?:,?\s+{_PLACE},?)?(?:,?\s+who)?"
)
_LANGUAGE = (
    r"(?:english|french|spanish|german|italian|portuguese|dutch|polish|russian|ukrainian|czech|greek|"
    r"turkish|arabic|hebrew|hindi|urdu|bengali|punjabi|"
    r"japanese|korean|chinese|mandarin|cantonese|thai|vietnamese|swedish|danish|norwegian|finnish|"
    r"hungarian|romanian|catalan|welsh|irish|swahili|persian|"
    r"farsi|tamil|malay|indonesian|tagalog|latin|(?:british\s+|american\s+)?sign\s+language|languages?)"
)
_NATION = r"(?-i:[A-ZÀ-Þ])[\w-]+(?:\s+(?-i:[A-Z])[\w-]+)?"
_PROGRAMME = (
    r"(?:member(?:ship)?|status(?!\s+updates?)|card(?!s?\s+to)|miles|points(?!\s+(?:to|about))|avios|"
    r"railcard|bahncard|interrail|lounge\s+(?:access|"
    r"pass|membership)|priority\s+pass|"
    r"frequent[\s-]fl(?:y|i)er|bonvoy|honors|hyatt|accor|amex|nectar|national\s+trust|rail\s+pass|"
    r"museum\s+pass|season\s+ticket|travelcard)"
)
_JOBS = (
    r"(?:paramedic|plumber|electrician|carpenter|mechanic|driver|pilot|flight\s+attendant|"
    r"steward(?:ess)?|police\s?(?:wo)?man|police\s+officer|firefighter|soldier|"
    r"teacher|lecturer|professor|tutor|librarian|nurse|midwife|doctor|gp|surgeon|dentist|vet|pharmacist|"
    r"therapist|psychologist|physio\w*|social\s+worker|carer|"
    r"engineer|developer|programmer|coder|architect|designer|scientist|researcher|chemist|biologist|"
    r"physicist|lawyer|solicitor|barrister|judge|accountant|"
    r"banker|broker|consultant|manager|director|ceo|founder|entrepreneur|salesman|saleswoman|"
    r"shop\s+assistant|cashier|clerk|secretary|receptionist|"
    r"journalist|editor|writer|author|poet|translator|interpreter|photographer|artist|painter|musician|"
    r"singer|actor|actress|dancer|filmmaker|chef|cook|baker|"
    r"barista|bartender|waiter|waitress|butcher|farmer|gardener|florist|hairdresser|barber|builder|"
    r"bricklayer|joiner|welder|tailor|cleaner|janitor|"
    r"student|apprentice|trainee|freelancer|pensioner|retiree|homemaker|housewife|househusband|"
    r"stay-at-home\s+\w+|priest|vicar|pastor|politician|civil\s+servant|"
    r"analyst|administrator|technician|contractor|courier|postman|trucker|lorry\s+driver|bus\s+driver|"
    r"train\s+driver|guide|coach|trainer|instructor|athlete|"
    r"estate\s+agent|realtor|head\s?teacher|headmaster|veterinarian|optician|radiographer|geologist|"
    r"historian|archaeologist|economist|sailor|fisherman|nanny|"
    r"childminder|data\s+\w+|software\s+\w+)"
)
#: Not "my wife is tired", "my son wants", "my partner is coming": that is of today, or of this trip.
_LASTS = (
    r"(?:(?:['’]s|is|are|isn['’]?t|aren['’]?t)\s+(?!(?:\w+\s+)?(?:tired|ill|sick|hungry|late|here|there|"
    r"asleep|the\s+(?:groom|bride|one)|coming|joining|arriving|picking|meeting|flying|driving|bringing|"
    r"getting|paying|looking|"
    r"visiting|running|booking|thinking|away|asking|waiting|going|fine|ok(?:ay)?|"
    r"happy|worried|excited|busy|right|sure|back|ready|with\s+(?:me|us)|in\s+(?:the|our|my|bed|town)|"
    r"at\s+(?:the|home|work)|on\s+(?:the|her|his)\s+way)\b)|"
    r"was\s+born|turn(?:s|ed)?\s+\d|turn(?:s|ed)?\s+\w+\s+(?:in|last|this|yesterday|on)|has\s+(?:an?|no|"
    r"autism|asthma|diabetes|epilepsy|adhd|dementia|arthritis|to)|"
    r"have\s+(?:an?|no|two|to)|uses?|needs?|can(?:not|['’]?t|\s+not|\s+only)|do(?:es)?\s?(?:n['’]?t|"
    r"\s+not)\s+(?!(?:know|think|want|believe|remember|answer)\b)|"
    r"goes\s+to|eats?|loves?|hates?|likes?|dislikes?|adores?|prefers?|enjoys?|fears?|gets?|walks?|tires?|"
    r"snores?|speaks?|works?|drinks?|smokes?|keeps?|sleeps?|"
    r"suffers?|takes|lives?(?!\s+for\b)|died|passed\s+away|never|always|only|refuses?|won['’]?t|"
    r"must(?:n['’]?t)?|"
    r"moved|graduated|plays?|collects?|wears?|uses?|relies|rely)\b"
)
_PATTERNS = (
    # name, home and papers
    rf"(?:^|[,;.!]\s*)\W*(?:(?:hi|hello|hey)[\s,!]+)?(?:i['’]m|i\s+am|"
    rf"this\s+is)\s+{_PLACE}(?:\s+{_PLACE})?(?:,?\s+by\s+the\s+way|,?\s+btw|,\s+nice\s+to\s+meet\b.*)\W*$|"
    r"\b(?:everyone|everybody|people|friends|they\s+all)\s+calls?\s+(?:me|us)\s+(?-i:[A-ZÀ-Þ])|"
    r"\bi\s+go\s+by\s+(?-i:[A-ZÀ-Þ])|\bmy\s+(?:full|real|first|last|middle|maiden)\s+name\s+is\b|"
    r"\bi['’]?d\s+rather\s+be\s+called\b|\bmy\s+pronouns\b",
    rf"{_S}{_AM}\s+{_NOW}(?:originally\s+)?from\s+(?:the\s+)?{_PLACE}|{_S}\s+(?:come|"
    rf"hail)\s+from\s+(?:the\s+)?{_PLACE}|{_S}\s+(?:was|were)\s+born\s+(?:and\s+raised\s+)?in\b|"
    rf"{_S}\s+grew\s+up\s+(?:in|near|on)\b",
    rf"{_S}(?:{_AM}\s+|\s+){_NOW}(?:an?\s+)?(?:dual\s+)?{_NATION}\s+(?:citizens?|nationals?|"
    rf"passport\s+holders?|expats?)\b|{_S}\s+(?:hold|have|travel\s+on|carry|own)\s+(?:an?\s+|two\s+|"
    rf"dual\s+)?(?:\w+\s+)?(?:passports?|nationalit\w+|citizenship)\b",
    r"\b(?:my|our)\s+(?:\w+\s+)?(?:passports?|visas?|green\s+card|driving\s+licence|"
    r"driver['’]?s\s+licen[cs]e|id\s+card|residence\s+permit)(?:['’]s|\s+(?:is|are|expires?|runs?\s+out|"
    r"was|will))\b",
    rf"{_S}(?:{_HAVE}|\s+(?:hold|don['’]?t\s+have|do\s+not\s+have|lost|renewed|got|passed|"
    rf"got))\s+{_NOW}(?:(?:an?|my|no|the|any)\s+)?(?:[\w-]+\s+){{0,2}}?"
    r"(?:visas?\s+(?:for|to|in)|schengen\s+visa|green\s+card|global\s+entry|tsa\s+pre\w*|nexus|esta|"
    r"residence\s+permit|driving\s+(?:licence|license|test|permit)|driver['’]?s\s+licen[cs]e)\b",
    rf"\b(?:born\s+and\s+(?:bred|raised)|raised)\s+in\s+{_PLACE}|\bcall\s+{_PLACE}\s+home\b|"
    rf"\bthis\s+is\s+{_PLACE}\s+from\s+{_PLACE}|"
    r"^\W*(?:i['’]m|i\s+am)\s+(?!(?-i:OK|In|Out|Back|Done|Ready|Sorry|Sure)\b)(?-i:[A-ZÀ-Þ])[a-zà-ÿ-]+\W*$|"
    r"\bmy\s+(?:surname|family\s+name|nickname|last\s+name)\s+is\b",
    # languages
    rf"{_S}\s+(?:can\s+|also\s+|only\s+|both\s+)*(?:speak|understand|read|know|(?:do(?:n['’]?t|\s+not)|"
    rf"can(?:['’]?t|not))\s+(?:speak|understand|read))\s+(?:[\w'-]+\s+(?:and\s+|of\s+|"
    rf"bit\s+)*){{0,4}}?{_LANGUAGE}\b(?!\s+\w+\s+(?:is|are|was|were|have|has)\b)",
    rf"{_S}{_AM}\s+{_NOW}(?:bi|tri|multi)lingual\b|"
    rf"{_S}{_AM}\s+{_NOW}(?:\w+\s+)?(?:fluent|bilingual|trilingual|learning|studying|native|"
    rf"rusty)\s+(?:in\s+|speakers?\s+)?(?:\w+\s+)?(?:of\s+)?(?:{_LANGUAGE}|and|speakers?|$)|"
    rf"\b(?:my|our)\s+{_LANGUAGE}\s+(?:is|isn['’]?t)\b|\bmy\s+(?:native|first|second|"
    rf"mother)\s+(?:language|tongue)\b",
    rf"{_S}{_AM}\s+{_NOW}(?:moving|relocating|emigrating)\s+(?:back\s+)?to\s+{_PLACE}\b[^.!?]{{0,160}}?"
    rf"(?:\bin\s+(?:the\s+)?(?:{MONTH}|spring|summer|autumn|fall|winter|20\d\d|(?:{COUNT}|"
    rf"\d+)\s+(?:months|years))\b|"
    r"\b(?:next|this)\s+(?:year|summer|spring|autumn|fall|winter)\b|\b(?:soon|for\s+good|permanently|"
    r"for\s+work|"
    r"for\s+(?:my|our|a|the)\s+(?:\w+\s+)?job)\b)",
    # memberships
    rf"{_S}{_AM}\s+{_NOW}(?:an?\s+)?(?:[\w&'’-]+\s+){{0,5}}?{_PROGRAMME}\b|{_S}(?:{_HAVE}|\s+(?:hold|"
    rf"collect|own|use|earn))\s+{_NOW}(?:(?:an?|my|the)\s+)?(?:[\w&'’+-]+\s+){{0,5}}?{_PROGRAMME}\b",
    # work
    rf"{_S}{_AM}\s+{_NOW}(?:an?\s+)(?:[\w-]+\s+){{0,3}}?{_JOBS}\b|{_S}\s+(?:run|own|"
    rf"manage)\s+an?\s+(?:\w+\s+){{0,3}}?(?!(?:bath|marathon|mile|risk|fever)\b)\w+|"
    rf"{_S}\s+work\s+(?:from\s+home|remotely|(?:night|late|early)?\s*shifts|nights|in\s+\w+|"
    rf"part[\s-]time|full[\s-]time|freelance|as)\b|"
    rf"{_S}(?:{_HAVE}|{_AM})?\s+{_NOW}(?:retired|retiring|been\s+made\s+redundant|between\s+jobs|"
    rf"out\s+of\s+work|unemployed|self-employed|on\s+parental\s+leave|on\s+sabbatical)\b",
    rf"\bas\s+an?\s+(?:\w+\s+)?{_JOBS},?\s+(?:i|we)\b|{_S}{_HAVE}\s+lost\s+my\s+job\b|{_S}\s+(?:lost|"
    rf"quit|left)\s+my\s+job\b|"
    rf"{_S}{_AM}\s+in\s+(?:finance|it|marketing|sales|education|healthcare|construction|hospitality|"
    rf"retail|publishing|insurance|"
    rf"tech|advertising|logistics|real\s+estate|law|the\s+(?:army|navy|police|military|music\s+business|"
    rf"film\s+industry))\b",
    # family
    rf"{_S}{_AM}\s+{_NOW}an?\s+(?:single|proud|new|young|working)?\s*(?:mum|mom|mother|dad|father|parent|"
    rf"grandmother|grandfather|"
    rf"widow(?:er)?)\b|{_S}\s+(?:foster|look\s+after|care\s+for|share\s+custody)\b|"
    rf"\b(?:my|our)\s+(?:eldest|oldest|youngest|middle\s+(?:one|child))\b,?\s+(?:{_PLACE},?\s+)?{_LASTS}|"
    rf"\bthe\s+(?:kids|children|boys|girls|twins)\s+(?:always\s+)?(?:go\s+to\s+bed|nap|sleep|"
    rf"wake\s+up|get\s+up|(?:eat|hate|love|need)(?!\s+(?:the|this|that|it|to|a)\b)|"
    rf"are\s+(?:allergic|afraid|scared|picky|\d))",
    rf"{_OURS}\s+{_LASTS}|{_OURS}['’]s\s+(?:an?\s|not\s+an?\s|allergic|vega?n|vegetarian|coeliac|afraid|"
    rf"scared|pregnant|deaf|\d)",
    rf"{_S}\s+(?:do(?:n['’]?t|\s+not)\s+)?own\s+an?\s+(?:\w+\s+)?(?:car|credit\s+card|smartphone|"
    rf"camper\s?van|caravan|motorbike|boat|suit)\b",
    rf"{_S}(?:{_AM}|{_HAVE}|\s)\s*{_NOW}(?:getting\s+married|(?:got|gotten)\s+(?:married|divorced|"
    rf"engaged)|split\s+up|broken\s+up|broke\s+up|separated|expecting\s+(?:our|a|my|another|twins)|"
    rf"pregnant|"
    r"(?:adopted|had)\s+a\s+(?:baby|child|son|daughter|girl|boy))\b",
    rf"{_S}{_HAVE}\s+(?:no|{COUNT}|\d+|an?)\s+(?:\w+\s+){{0,2}}?(?:{KID}|(?:grand)?child(?:ren)?|dogs?|"
    rf"cats?|pets?|brothers?|sisters?|siblings)\b(?!['’]|\s+(?:tickets?|seats?|beds?|menus?|meals?|"
    rf"fares?))|{_S}\s+(?:do(?:n['’]?t|"
    rf"\s+not))\s+have\s+(?:any\s+)?(?:kids|children|pets|siblings)\b",
    rf"{_S}(?:{_AM}|\s+(?:always|usually|prefer\s+to|only))\s+(?:\w+\s+)?travel(?:l?ing)?\s+(?:alone|"
    rf"solo|as\s+a\s+(?:couple|family)|with\s+(?:my|our)\s+(?:dog|cat))\b",
    r"\b(?:my|our)\s+(?:dog|cat)['’]?s?\s+(?:name|is\s+called|died|comes|travels|always|passed)\b",
    # journeys made
    rf"{_S}{_HAVE}\s+(?:already\s+|both\s+)?(?:been\s+to|visited|travelled\s+to|"
    rf"travelled\s+(?:all\s+)?(?:around|through)|lived\s+in|seen)\s+(?:the\s+)?{_PLACE}|"
    rf"{_S}(?:['’]ve|\s+have)\s+never\s+(?:been|visited|travelled|flown|left|stayed|tried|seen|skied|"
    rf"used)\b|{_S}(?:['’]ve|\s+have)\s+(?:always\s+)?(?:been|travelled)\s+\w+\s+times\b",
    rf"{_S}\s+(?:honeymooned|visited|loved\s+\w+|saw|stayed|went|travelled|flew|were|was|holidayed|"
    rf"spent\s+[\w\s]{{1,60}}?)\s+(?:on\s+[\w\s]{{1,60}}?\s+)?(?:to|in|around|"
    rf"through)\s+(?:the\s+)?{_PLACE}\b[^.!?]{{0,160}}\b(?:last\s+(?:year|summer|spring|autumn|fall|winter|time)|"
    r"(?:19|20)\d\d|(?:years?|months?)\s+ago|before|as\s+a\s+(?:child|kid|student)|honeymoon)|\b(?:i|"
    r"we)\s+honeymooned\s+in\b",
)
_TOLD = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
_WISHED = re.compile(
    r"\b(?:i|we|he|she|they)(?:['’](?:d|ll)|\s+(?:would|will|might|may|could|want|wish|hope|plan|"
    r"used))\b(?!\s+never)",
    re.IGNORECASE,
)
#: What somebody has to do one day, where a paper lies, and words of another.
_OF_ONE_DAY = re.compile(
    r"\bha(?:s|ve)\s+(?:an?|no)\s+(?:\w+\s+)?(?:meeting|exam|appointment|interview|flight|question|idea|"
    r"point|cold|"
    r"headache|fever|test|match|game|concert|reservation|booking|party|wedding|birthday)\b|"
    r"\b(?:passport|visa|licen[cs]e)s?\s+(?:is|are)\s+(?:at|in\s+(?:my|the|our)|on\s+the|here|with|"
    r"packed|ready)\b|"
    r"\b(?:loves?|hates?|likes?|enjoys?|prefers?)\s+(?:it|this|that|the\s+(?:idea|plan|option|sound|look|"
    r"hotel|"
    r"itinerary))\b",
    re.IGNORECASE,
)
_PLACES = frozenset({"home", "airport"})


def tells_profile(sentence: str) -> bool:
    """Does the traveller tell who they are, for good?"""
    if of_the_moment(sentence) or _WISHED.search(sentence) or _OF_ONE_DAY.search(sentence):
        return False
    sentence = re.sub(r"^(\W*)im\b", r"\1I'm", sentence, flags=re.IGNORECASE)
    return bool(subjects(sentence) & _PLACES) or any(one.search(sentence) for one in _TOLD)
