"""The words in which people tell how a day was: what was good or bad, how much strength was left, what was
too much. Patterns only; `reports.py` reads with them."""

from __future__ import annotations

import re

_I = re.IGNORECASE
_GOOD = """great good nice lovely amazing awesome wonderful fantastic excellent superb delicious tasty yummy
beautiful gorgeous stunning breathtaking incredible unforgettable magical brilliant fun interesting
fascinating friendly helpful kind delightful charming perfect fabulous spectacular impressive relaxing relaxed
peaceful cosy cozy comfortable clean spotless cute memorable pleasant splendid terrific outstanding phenomenal
divine heavenly scrumptious exquisite enjoyable entertaining worthwhile best better favourite favorite
superlative marvellous marvelous lovable sublime mouthwatering sensational top-notch first-class idyllic
informative knowledgeable welcoming easy smooth highlight hit treat blast joy dream gem
heaven paradise bliss fab epic stellar brill lush""".split()
_BAD = """bad awful terrible horrible dreadful disappointing boring dull tedious bland tasteless overcooked
undercooked greasy stale gross disgusting nasty dirty filthy noisy loud smelly rude unfriendly unhelpful
overpriced overrated underwhelming mediocre meh so-so crowded overcrowded touristy stressful hectic chaotic
confusing uncomfortable cramped miserable lousy poor worst worse ugly forgettable soggy unpleasant annoying
expensive pricey rushed scary dangerous monotonous uninteresting flavourless flavorless inedible soulless
letdown let-down disappointment disaster nightmare tourist-trap rip-off ripoff bore waste low-point
lowlight slow salty lukewarm tiring exhausting unbearable painful stuffy grim unimpressive average
overwhelming overwhelmed hard cold shabby run-down dated sticky ridiculous""".split()
_PHRASES_GOOD = (
    r"worth (?:it|every \w+|the \w+|a visit|seeing)|out of this world|to die for|second to none|"
    r"(?:ten|10) out of (?:ten|10)|couldn't have been better|could not have been better|"
    r"a (?:big |huge |real |complete )?success|like a dream|top of the list|well done|well worth(?: \w+)?|"
    r"less \w+ than (?:expected|feared|i thought|we thought)|better than \w+"
)
_PHRASES_BAD = (
    r"not worth(?: (?:it|(?:the|your) \w+|\w+))?|nothing special|nothing to write home about|"
    r"a tourist trap|a rip[- ]off|"
    r"a waste of (?:time|money)|could have been better|could've been better|a let[- ]?down|"
    r"left (?:me|us) cold|a drag|a (?:bit|little|tad) much|"
    r"(?:a (?:bit of a |real )?|bit of a )slog|too (?:much|many|\w+)|the low point|falling apart|"
    r"not (?:my|our) thing|"
    r"worse than \w+|hit and miss|all hype|so so|full of (?:people|tourists)|packed(?! lunch)"
)
#: Single words of judgement.
TERMS = (*_GOOD, *_BAD)
#: One term of judgement; groups `good` and `bad`, the longer ones first.
JUDGED = re.compile(
    rf"(?<![\w-])(?:(?P<good>{_PHRASES_GOOD}|{'|'.join(sorted(_GOOD, key=len, reverse=True))})"
    rf"|(?P<bad>{_PHRASES_BAD}|{'|'.join(sorted(_BAD, key=len, reverse=True))}))(?![\w-])",
    _I,
)
#: Behind a judgement of this kind its word says more than "bad".
PLAIN = frozenset(
    "bad awful terrible horrible dreadful worst worse poor lousy nasty disappointing letdown let-down "
    "disappointment disaster nightmare waste lowlight low-point mediocre meh so-so".split()
)
#: Turns the word that follows round: "not bad", "wasn't great", "anything but boring".
NEGATED = re.compile(
    r"(?:\b(?:not|no|nobody|no one|nothing|none of (?:us|it|them|that)|never|hardly|barely|without|neither|"
    r"nor|isnt|wasnt|werent|"
    r"didnt|far from|"
    r"anything but)\b|n't\b)"
    r"(?:\s+(?:any|even|really|very|so|too|that|all|at|all that|particularly|especially|exactly|quite|a|an|"
    r"the|much|call|calling|find|finding|it|been|being|feel|felt|as|overly|remotely|get|got|be|have|of|in|"
    r"our|my|was|were|terribly|"
    r"awfully|one|bit|single|many)){0,4}\s*$",
    _I,
)
#: Not a denial: "never been so tired", "not only good".
NO_DENIAL = re.compile(
    r"\b(?:i've |we've |had |have )?never (?:been|felt|seen|eaten|had|tasted|slept)"
    r"(?= (?:so|such|this|more|a more|a better|better|anything|as|worse|a worse))|\bnot only\b|\bnot just\b|"
    r"\bno (?:doubt|question|wonder)\b",
    _I,
)
COPULA = re.compile(
    r"(?P<before>^.*?|^)\s*(?:\b(?:(?:was|were|is|are)(?:\b|(?=n't))|(?:felt|feels|feel|feeling|seemed|"
    r"seems|tasted|"
    r"tastes|looked|sounded|"
    r"turned out(?: to be)?|proved(?: to be)?|has been|had been|have been|got|became|wasnt|werent)\b)"
    r"|(?:(?<=\bit)|(?<=\bthat)|(?<=\bthey)|(?<=\bthere)|(?<=\bthis))'(?:s|"
    r"re)\b)(?P<not>n't)?\s*(?P<after>.+)$",
    _I | re.DOTALL,
)
#: "The best part was …", "what we liked most was …": the thing stands behind.
SUPERLATIVE = re.compile(
    r"\b(?:(?P<good>best|highlights?|favou?rites?|high point|loved most|liked (?:most|best)|"
    r"enjoyed (?:the )?most|"
    r"(?:great|good|nice|lovely) (?:thing|part|bit))|"
    r"(?P<bad>worst|low point|lowlights?|liked least|only (?:downside|problem|complaint|issue)|downside|"
    r"bad (?:thing|part|bit)))\b",
    _I,
)
LIKED = re.compile(
    r"\b(?:loved|enjoyed|liked|adored|(?:'re|are|am|'m) (?:loving|enjoying)|relished|appreciated|"
    r"savou?red|fell in love with|"
    r"(?:were|was|got|are|am) (?:blown away|impressed|amazed|thrilled|enchanted|charmed|"
    r"delighted) (?:by|with)|"
    r"(?:can't|couldn't|cannot|could not) get enough of|"
    r"had (?:a |an |so much |such |such a |the )?(?:great|good|lovely|fun|wonderful|amazing|fantastic|nice|"
    r"brilliant|blast|ball|excellent|perfect)(?: (?:time|fun))?(?: (?:at|in|on|with|during))?(?= (?:the|"
    r"our|it)\b)|"
    r"would (?:definitely |certainly |absolutely |happily |love to )?"
    r"(?:go|come|return|visit|eat|stay|do|recommend|repeat)"
    r"(?: back)?(?: to| at| there| in)?|had fun (?:at|in|on|with)|"
    r"can(?:'t| not|not) recommend|recommend|worth seeing:?)\s+(?P<thing>.+)$",
    _I | re.DOTALL,
)
#: In the present it tells of the trip only with something of it: "we love this hotel".
LIKED_NOW = re.compile(
    r"(?:^|\b(?:i|we|they|he|she|you|kids|children|everyone|all|both|really|just|absolutely|don't|do not|"
    r"doesn't|not|"
    r"also|do|does|and|still)\s+)(?P<verb>love|adore|enjoy|like|hate|dislike|can't stand|cannot stand|"
    r"dread)\s+"
    r"(?P<thing>(?:this|these|it here|it$|the|our|that)\b.*)$",
    _I | re.DOTALL,
)
DISLIKED = re.compile(
    r"\b(?:(?:(?:were|was|are|is)(?:n't| not)|wasnt|werent) (?:\w+ )?(?:interested in|keen on|fond of|"
    r"fans? of|a fan of|"
    r"impressed (?:by|with)|taken with)|hated|disliked|despised|regretted|detested|loathed|resented|"
    r"(?:couldn't|could not|can't|cannot) stand|"
    r"(?:did not|didn't|did never|never)(?: really| much| particularly| quite)? "
    r"(?:enjoy|like|love|care (?:much )?for|"
    r"appreciate|get much out of|warm to|get the point of|see the point of)|"
    r"(?:were|was|got|are|am|'re|'m|is)?\s*(?:so |really |very |rather |quite |a bit |completely |totally )?"
    r"(?:bored|disappointed|annoyed|put off|let down|underwhelmed|unimpressed) (?:by|with|in|at|of|about|on)|"
    r"(?:fed up|sick|tired|sick and tired|bored|weary) (?:with|of)|"
    r"(?:had|seen|visited|done|eaten) (?:quite |more than )?enough(?: of)?|"
    r"wouldn't (?:go|come|return|visit|eat|stay|do|recommend|bother)"
    r"(?: back)?(?: to| at| in| with)?|would not (?:go|come|return|visit|eat|stay|do|recommend|bother)"
    r"(?: back)?(?: to| at| in| with)?|"
    r"would never (?:go|come|return|visit|eat|stay|do|recommend)(?: back)?(?: to| at| in)?)\s+(?P<thing>.+)$",
    _I | re.DOTALL,
)
#: "We had an amazing lunch", "ate the best sushi of our lives".
HAD = re.compile(
    r"\b(?:had|ate|got|tried|found|saw|met|drank|booked|visited|did|took|went (?:to|on|for|up)|"
    r"stayed (?:at|in)|"
    r"there (?:was|were)|it's|served (?:us)?|walked|watched|listened to)\s+(?P<thing>.+)$",
    _I | re.DOTALL,
)

#: The thing stands in front: "the castle left a lot to be desired", "the soup hit the spot".
LET_DOWN = re.compile(
    r"^(?P<thing>.+?)\s+(?:really |just |rather |totally )?(?:left (?:a lot|much|something|lots|"
    r"plenty) to be desired|"
    r"let (?:us|me) down|disappointed(?: (?:us|me|a bit|a little))?|fell (?:flat|short)|fell short of .+|"
    r"didn't live up to .+|did not live up to .+|went (?:badly|wrong)|spoil(?:ed|t) .+|ruined .+)"
    r"(?:\s+(?:today|yesterday|tonight|last night|this \w+))?$",
    _I | re.DOTALL,
)
PLEASED = re.compile(
    r"^(?P<thing>.+?)\s+(?:really |just |totally |completely )?(?:(?:blew|knocked) (?:us|me|everyone) away|"
    r"exceeded (?:\w+ )*expectations|hit the spot|made (?:my|our|the) (?:day|trip|evening)|"
    r"went (?:down )?(?:\w+ )?(?:well|smoothly|like clockwork|to plan|as planned)|"
    r"rocked|did not disappoint|didn't disappoint|never disappoints?|stole the show|lived up to .+|"
    r"took (?:my|our) breath away|saved (?:the|our|my) day)"
    r"(?:\s+(?:today|yesterday|tonight|last night|this \w+))?$",
    _I | re.DOTALL,
)

# --- Strength -----------------------------------------------------------------------------------

_FAMILY = (
    r"(?:me|us|him|her|them|(?:(?:my|our|the) )?(?:kids?|children|boys?|girls?|baby|toddlers?|mum|mom|dad|"
    r"mother|father|parents|grand\w+|granny|nan|son|daughter|wife|husband|older ones|little ones))"
)
LOW = re.compile(
    r"\b(?:exhaust(?:ed|ing|ion)|tired(?! of\b)|tiring|worn[- ]out|wiped(?:[- ]out)?|knackered|"
    r"shattered|drained|"
    r"pooped|dead (?:tired|on (?:my|our|his|her|their) feet|beat)|burn(?:t|ed)[- ]out|fatigued?|sleepy|"
    r"weary(?! of\b)|(?:was|were|am|are|'m|'re|felt|so|totally|completely|dead|absolutely) "
    r"(?:beat|spent|done(?: in)?)(?=\s*$|[,.!]| (?:by|after|at|from|today|when|in the)\b)|"
    r"out of (?:energy|steam|breath|juice)|ran out of (?:energy|steam)|"
    r"no (?:energy|strength)(?: left)?|low (?:on )?energy|"
    r"energy (?:was |is |level (?:was |is )?)?(?:very |really |pretty |quite )?(?:low|gone|zero)|"
    r"jet[- ]?lag(?:ged)?|"
    r"(?:couldn't|could not|can't|cannot) (?:keep up|go on|walk any|take another step|move)|"
    r"(?:could|can) (?:barely|hardly) (?:walk|stand|move|keep|stay awake)|"
    r"need(?:ed|s)? (?:a |some |more |to )?(?:nap|rest\b|lie[- ]?down|sleep|day off)|overtired|cranky|grumpy|"
    r"melt(?:ed)?[- ]?downs?|whin(?:y|ing|ed)|groggy|running on empty|collapsed|"
    r"slept (?:badly|poorly|terribly|awfully|so little|little)|"
    r"(?:didn't|did not|barely|hardly|couldn't) (?:get (?:much|any|enough) )?(?:sleep|slept)|"
    rf"too much for {_FAMILY}|"
    r"zonked|bushed|frazzled|(?:was|were|am|are|'m|'re|felt|so|totally|completely|absolutely) (?:wrecked|"
    r"fried)"
    r"(?=\s*$|[,.!]| (?:by|after|at|from|today|when|in the)\b)|"
    r"on (?:my|our|his|her|their) last legs|running on fumes|"
    r"(?:couldn't|could not|hardly) stay awake|fell asleep (?:in|on|at|over|standing)|"
    r"tantrums?|cried (?:all|the whole|for|a lot|half)|crying (?:all|the whole)|fussy|"
    r"wouldn't (?:sleep|nap|settle)|(?:missed|skipped|without) (?:his|her|their|the|a) naps?|no naps?|"
    r"(?:done|finished|overdid it|over-did it|overdone it) for the day|overdid (?:it|things))",
    _I,
)
MILD = re.compile(
    r"\b(?:a (?:bit|little|touch)|slightly|somewhat|a tad|kind of|kinda)\s+(?:too\s+)?"
    r"(?:tired|sleepy|tiring|weary|exhausted|worn out|jet[- ]?lagged)\b|"
    r"\benergy (?:was |is )?(?:ok(?:ay)?|medium|fine|average|alright|so-so)\b|\b(?:medium|moderate) energy\b",
    _I,
)
HIGH = re.compile(
    r"\b(?:full of (?:energy|beans)|energi[sz]ed|well[- ]rested|(?:felt|feel|feeling|was|were|am|are|'m|'re) "
    r"(?:\w+ )?(?:rested|refreshed|fresh|fit|great today|recharged|wide awake)|plenty of energy|"
    r"lots of energy|energy (?:was |is |level (?:was |is )?)?(?:very |really |pretty |quite )?high|"
    r"high energy|"
    r"in (?:great|top|good) (?:shape|form|spirits)|could have (?:gone on|walked on|kept going)|"
    r"slept (?:very |really |so )?(?:well|great|wonderfully|like (?:a )?(?:logs?|bab(?:y|ies)|stones?)))\b",
    _I,
)

# --- Causes: what can be done something about -----------------------------------------------------

_BODY = r"(?:feet|foot|legs?|knees?|back|ankles?|hips?|toes|calves|shins?|heels?|soles|hamstrings?)"
CAUSES: dict[str, re.Pattern[str]] = {
    "walking": re.compile(
        rf"\b{_BODY} (?:is|are|was|were) (?:\w+ )?bad\b|"
        r"\b(?:barely|hardly) (?:get|climb|manage|make it|made it|got) (?:up|down|the (?:stairs|steps|"
        r"hill))\b|"
        rf"\b{_BODY}\b[^,.;]{{0,30}}\b(?:(?:couldn't|can't|could not) (?:take|cope|handle|do)|hurt(?:s|"
        rf"ing)?|sore|ach(?:e[sd]?|ing)|kill(?:ing|ed)|swollen|blister\w*|"
        r"gave (?:out|up)|gone|finished|throbbing|burning|on fire)\b"
        rf"|\b(?:sore|aching|blistered|swollen|tired|painful) {_BODY}\b|\bblisters?\b|\blimp(?:ed|ing)\b"
        r"|\b(?:too|so|way too) (?:much|many) (?:walking|steps|stairs|climbing|hills)\b"
        r"|\b(?:a lot|lots|loads|tons) of (?:walking|stairs|steps)\b"
        r"|\bwalked (?:way |far )?too (?:much|far|long)\b|\btoo far to walk\b"
        r"|\b(?:walk|walks|walking|hike|climb|distances?)\b[^,.;]{0,20}\btoo (?:long|much|far|steep|hard)\b"
        r"|\bstruggled (?:with|on|up) (?:\w+ )?(?:stairs|steps|hills?|slopes?|walk\w*|climb)\b|"
        r"\b(?:twisted|sprained|hurt) (?:my|her|his|their|an) (?:ankle|knee|foot|leg|hip|back)\b|"
        r"\b(?:can't|cannot|couldn't|could not|struggles? to) (?:manage|cope with|handle|climb|do) "
        r"(?:\w+ ){0,2}(?:stairs|steps|hills?|climb|slopes?|walk\w*)\b|"
        r"\bwalked (?:about |over |around |almost |nearly |more than |some )?(?:(?:1[5-9]|"
        r"[2-9]\d)(?:[.,]\d)? ?(?:km|"
        r"kilomet\w+)|(?:1\d|2\d) miles)\b|"
        r"\b(?:can't|cannot|couldn't|could not) walk (?:much|far|any|well)\b|"
        r"\bendless (?:walk\w*|stairs)\b|\bfootsore\b|\b\d{2}[,.]?000 steps\b|\b(?:2|"
        r"3)\d(?:\.\d)? ?km on foot\b",
        _I,
    ),
    "pace": re.compile(
        r"\b(?:rush(?:ed|ing)?\b(?!.hour)|hectic|in a (?:rush|hurry)|hurried|no time (?:to|for|at|left)|"
        r"not enough time|(?:didn't|did not|don't) have (?:enough|much|any) time|"
        r"have liked (?:\w+ )?more time|too little time|ran out of time|"
        r"too (?:packed|full|busy|ambitious|rushed|tight|intense|fast|"
        r"much(?! (?:for (?:me|us|him|her|them|the|mum|mom|dad|my|our|grand\w+|granny|kids|children)|"
        r"walking|stairs|steps|climbing|hills|"
        r"salt|sugar|"
        r"money|traffic|noise|food|sauce|spice|sun|rice|garlic|oil|meat|fish|smoke|wine|beer))|"
        r"many (?:things|stops|sights|visits|places|"
        r"temples|shrines|museums|churches|palaces|galleries|cathedrals|activities|mosques|towers|castles))|"
        r"(?:packed|overloaded|overfull|jam-packed|crammed|overstuffed) "
        r"(?:day|schedule|programme|program|itinerary|plan)|"
        r"(?:day|schedule|programme|program|itinerary|plan) (?:was |is |felt )?(?:\w+ )?"
        r"(?:packed|crammed|jam-packed|overloaded|too long)|"
        r"(?:too|such a|very|really|a) long (?:a )?day|"
        r"crammed|breathless(?:ly)?|needed (?:a break|breaks|more (?:time|breaks))|"
        r"(?:wish|wished) (?:we|i) (?:had|'d had|could have had) more (?:\w+ )?time|no breaks?|"
        r"without a break|"
        r"running from (?:one|place|sight)|overdid (?:it|things))\b",
        _I,
    ),
    "early": re.compile(
        r"\b(?:too early(?! to)|so early|early starts?|(?:ungodly|crazy) hour|crack of dawn|"
        r"start(?:ed|ing)? (?:was |is )?(?:far |way )?too early|up at (?:4|5|five|four)\b)",
        _I,
    ),
    "crowds": re.compile(
        r"\b(?:(?:over)?crowded|crowds?|overrun|mobbed|rammed|heaving|(?:people|tourists) (?:everywhere|"
        r"pushing)|"
        r"shoulder to shoulder|too many (?:people|tourists)|full of tourists|"
        r"packed with (?:people|tourists)|queue[sd]?|queu(?:e)?ing|(?:long|endless|huge) (?:lines?|waits?)|"
        r"waited (?:in line|(?:for )?(?:an|over an|two|\d+) ?(?:hours?|min\w*)|forever|ages)|touristy)\b",
        _I,
    ),
    "bored": re.compile(r"\b(?:bored|boring|dull|tedious|a bore|uninteresting|lost interest)\b", _I),
    "weather": re.compile(
        r"\b(?:rain(?:ed|ing|y|s)?|pour(?:ed|ing)|drizzl\w+|storm(?:ed|y|s)?|snow(?:ed|ing|y)?|soaked|"
        r"drenched|"
        r"thunder\w*|typhoon|"
        r"too (?:hot|cold|humid|windy)|so (?:hot|cold|humid|windy)|heat(?:wave)?|scorching|boiling|"
        r"sweltering|freezing|humid|(?:we|i|everyone) (?:nearly |almost )?melted|(?:was|were|are|is|am|'re|"
        r"'m) melting|"
        r"(?:3[2-9]|4\d) ?(?:degrees|°c?))(?!\w)",
        _I,
    ),
    "price": re.compile(
        r"\b(?:(?:too|so|very|really|way too|quite) (?:expensive|pricey|dear)|overpriced|rip[- ]?off|"
        r"cost (?:too much|a fortune|an arm)|prices? (?:was|were|are|is) (?:\w+ )?(?:high|crazy|insane)|"
        r"over (?:the|our) budget)\b",
        _I,
    ),
}
