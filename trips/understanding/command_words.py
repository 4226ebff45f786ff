"""Plain words for commands that are asked for by what they tell: what can be said, where the trip stands, the
options, what is remembered, starting over, the plan as a file. Pure.

The message is the request as a whole; around it stands nothing but politeness. So a sentence that also tells
a fact, names a place or wishes for a change is none of these.
"""

from __future__ import annotations

import re

_HEAD = (
    r"(?>(?:please|pls|kindly|ok(?:ay)?|alright|all right|so|and|now|then|well|hey|hi|hello|wayfare|u+m+|hm+|"
    r"right|good|great|fine|nice|thanks|thank you|thx|sorry|just|but|oh|actually|maybe|perhaps|quickly|first|"
    r"(?:can|could|may|might|would|will) (?:you|i|we)(?: mind| please| maybe| just| quickly| also){0,8}|"
    r"let(?:'s| us| me)|(?:i|we)(?:'d| would) (?:like|love)(?: you)? to|(?:i|we) (?:want|need|wish|have)(?: "
    r"you)? to|"
    r"(?:do|would) you think (?:you|we|i) could|is it possible to|(?:could|can) (?:i|we) (?:possibly|"
    r"perhaps)|"
    r"(?:i|we) (?:forgot|forget|lost track)[:,]?|remind (?:me|us)[:,]?)[\s,:;.!–-]+){0,8}"
)
_TAIL = (
    r"(?:[\s,]+(?:please|pls|again|now|right now|once (?:more|again)|one more time|(?:for|to) (?:me|us)|"
    r"thanks|"
    r"thank you|then|at the moment|at this point|currently|quickly|in short|briefly|if (?:you can|possible)|"
    r"wayfare|exactly|actually|so far|by now|until now|till now|up to now|already|yet|today|here|"
    r"really)){0,8}"
)
_TRIP = (
    r"(?:(?:the|our|my|this)(?: whole| entire| current)? (?:trip|planning|plan|plans|journey|holiday|"
    r"vacation|"
    r"travel plans?|itinerary|process|preparations?|organi[sz]ation)|planning|things|everything|it all|all "
    r"this|"
    r"it|this|that|us|you)"
)
_WITH_TRIP = rf"(?: (?:of|on|for|with|about|in|regarding) {_TRIP})?"


def _whole(*requests: str) -> re.Pattern[str]:
    return re.compile(rf"{_HEAD}(?:{'|'.join(requests)}){_TAIL}", re.IGNORECASE)


_HELP = _whole(
    r"help(?: (?:me|us))?(?: out)?",
    r"(?:i|we) (?:(?:could|can) use|need|want)(?: some| a little| a bit of| your)? help",
    r"(?:i'm|i am|we're|we are)(?: a (?:bit|little)| quite| totally| completely)? (?:lost|stuck|confused|"
    r"new)",
    r"(?:i|we) (?:don't|do not) know (?:how (?:this|it|that) works|how to use (?:this|it|you)|what to (?:say|"
    r"ask|"
    r"type|write|tell you))",
    r"how (?:does|do|can|should|would|shall) (?:all )?(?:this|it|that|you|i|we|wayfare|one)(?: all| thing| "
    r"site|"
    r" app)? (?:work|help(?: (?:me|us))?|use (?:this|it|you|wayfare)|talk to you|get started|start|begin)",
    r"what(?: all| else| exactly| (?:kinds?|sorts?) of (?:things?|stuff))? (?:can|could|do|will|would|are) "
    r"(?:you|wayfare|this)(?: all)? (?:do|help(?: (?:me|us))?(?: with)?|offer|capable of|able to(?: do)?|"
    r"good (?:at|for)|there for|for)",
    r"(?:what|which)(?: else)?(?: things?| words?| questions?| sentences?)? (?:can|could|may|should) (?:i|"
    r"we) (?:all )?"
    r"(?:say|ask(?: you)?(?: for| to do| about)?|type|write|tell you|use)(?: (?:in )?here)?",
    r"(?:what|which)(?: are| were)?(?: the| your| all| other| available| possible| slash){0,8} commands?(?: "
    r"(?:are there|"
    r"do you (?:have|know|understand)|(?:can|could|may) (?:i|we) (?:use|give(?: you)?)|exist|are "
    r"(?:available|"
    r"possible)|there are|you (?:have|know|understand)))?",
    r"(?:list|show|give|tell|name|explain|see|display)(?: (?:me|us))?(?: all| every)?(?: of)?(?: the| your)?"
    r"(?: available| possible| slash){0,8} commands?(?: (?:there are|you (?:have|know|understand)))?",
    r"(?:the |all |your ){0,8}commands|what is possible|how to use (?:this|it|you|wayfare)|instructions|"
    r"(?:the |a )?(?:user )?manual",
    r"who are you|what are you|what(?:'s| is) this(?: site| app)?",
    r"what are your (?:capabilities|skills|abilities|features|functions)",
    r"(?:explain|tell|show|teach)(?: (?:me|us))? (?:how (?:(?:this|it|you|wayfare|everything) works?|to use "
    r"(?:this|it|"
    r"you|wayfare)|i (?:can )?use (?:this|it|you))|what (?:you|i|we) can (?:do|say|ask(?: for)?|type|write))",
)
#: On the way "what can I do here?" asks for sights.
_HELP_BEFORE = _whole(r"what(?: else| all)? (?:can|could|do|should) i do here")

_STATE = (
    r"(?:status|state(?: of (?:play|affairs|things))?|progress|overview|summary|recap|standing|checklist|"
    r"check list|"
    r"to-?do(?: ?list)?|to-?dos|open (?:points|tasks|items|questions|issues|things|ends))"
)
_STATUS = _whole(
    rf"(?:(?:what(?:'s| is| are)|how(?:'s| is)|show(?: (?:me|us))?|give(?: (?:me|us))?|tell(?: (?:me|us))?|"
    rf"check|see|"
    rf"get|have|view|display|read(?: (?:me|us))?|i(?:'d like| want| need)) )?"
    rf"(?:(?:the|our|my|your|a|an|any|current|quick|short|brief|latest|overall|present|full|travel) ){{0,8}}"
    rf"(?:(?:trip|journey|planning|project)(?:'s)? )?{_STATE}{_WITH_TRIP}",
    rf"(?:(?:tell|show|explain to)(?: (?:me|us))? )?where (?:do |did |are |were |have )?(?:we|i|things)(?: "
    rf"now| currently| all)?"
    rf"(?: are| were| stand| at| now| left off| leave off| left it| stop(?:ped)?| got to| get "
    rf"to)?{_WITH_TRIP}",
    rf"how far(?: along)? (?:are|have|did) (?:we|you|things)(?: got(?:ten)?| come| get)?(?: "
    rf"along)?{_WITH_TRIP}",
    rf"how(?:'s| is| are| does| do)(?: all)? {_TRIP} (?:going|coming(?: along| on)?|looking|look|getting on|"
    rf"progressing|shaping up|stand)",
    rf"how are we (?:getting on|coming along|progressing){_WITH_TRIP}",
    r"what(?: else)?(?:'s| is| are)? (?:still open|(?:still )?(?:left|missing|outstanding|remaining|remains|"
    r"pending|"
    r"unfinished|undone|needed|required))(?: (?:to (?:do|decide|settle|answer|plan|arrange|prepare|be "
    r"(?:done|decided|"
    rf"settled|answered|arranged))|from (?:me|us)|before (?:you|we) can (?:plan|start|begin|go on|leave)|"
    rf"before we "
    rf"(?:go|leave)))?{_WITH_TRIP}",
    rf"what (?:still (?:needs|has)|needs|has)(?: still)? to (?:be )?(?:done|do|decided?|settled?|answered|"
    rf"happen)"
    rf"{_WITH_TRIP}",
    r"what(?:'s| is| are)? (?:there )?still (?:there )?to (?:be )?(?:done|do|decided?|settled?|answered|"
    r"arranged)",
    r"what(?: else| more| other information| information| details?)? do you (?:still |also )?(?:need|require|"
    r"want)"
    r"(?: (?:from|of) (?:me|us))?(?: to (?:know|plan|start|begin|go on))?(?: (?:from|of) (?:me|us))?"
    r"(?: before you can (?:plan|start|begin|go on))?",
    r"what(?: else)? do (?:i|we) (?:still |also )?(?:have|need) to (?:do|decide|tell you|answer|settle|"
    r"arrange|prepare)"
    r"(?: (?:before (?:we (?:go|leave)|the trip)|for the trip))?",
    rf"(?:is|are|do you need)(?: there)? (?:anything|something)(?: else| still|"
    rf" more){{0,8}}(?: (?:missing|left|"
    rf"outstanding|needed|required|unsettled))?(?: (?:to (?:do|decide|settle|answer)|from (?:me|"
    rf"us)))?{_WITH_TRIP}",
    rf"are we (?:all )?(?:done|finished|ready|complete|set|good to go)(?: to go)?{_WITH_TRIP}",
    r"is (?:everything|all|it all)(?: now| all)? (?:ready|done|set|settled|complete|arranged)",
    rf"(?:catch|fill|bring|get|put) (?:me|us) (?:up|in|up to (?:date|speed)|in the picture){_WITH_TRIP}",
    rf"(?:re-?cap|summari[sz]e|sum up|sum it up)(?: (?:{_TRIP}|where (?:we|things) (?:are|stand)|what (?:we|"
    rf"you) (?:have|"
    rf"know|decided|agreed(?: on)?)))?{_WITH_TRIP}",
    r"what (?:have|did) (?:we|you) (?:all |already )?(?:got|done|decided?|settled?|achieved?|agreed?(?: "
    r"(?:on|upon))?|"
    r"fixed?|figured? out|worked? out)",
    r"(?:what do we have|what we have|what(?:'s| is) (?:decided|settled|fixed|done|planned)) (?:so far|"
    r"already|by now|"
    r"until now|up to now)",
)
_NEXT = _whole(
    r"what(?:'s| is| are| comes| happens| will happen| would be| will be| follows| do (?:i|we|you) do| "
    r"(?:should|must|"
    r"can|shall|could|would|will) (?:i|we|you)(?: do)?| (?:do|will) (?:i|we) (?:have|need) to do| to do)?(?: "
    r"up)? "
    r"(?:coming next|next|now|from here|(?:after|from) (?:this|that|here))",
    rf"(?:what(?:'s| is| are| would be| will be) |show(?: (?:me|us))? |tell(?: (?:me|us))? )?(?:(?:the|our|"
    rf"my|your|any|"
    rf"some) ){{0,8}}(?:next|following) (?:steps?|things?(?: to do)?|moves?|actions?|tasks?){_WITH_TRIP}",
    r"(?:now what|what then|and now|what now)",
    r"how (?:do|should|can|shall) (?:we|i) (?:go on|proceed|continue|move on|carry on)(?: from here)?",
    r"how (?:does|do|will) (?:it|this|things) (?:go on|continue|proceed)",
    r"(?:tell|show)(?: (?:me|us))? what (?:comes|is|happens|to do) (?:next|now)",
)
_NEXT_ON_THE_WAY = _whole(
    r"what(?:'s| is| comes| are we doing| do (?:i|we) do| should we do)(?: up)?(?: coming)? (?:next|now)"
)

_OFFERS = r"(?:options|choices|proposals|alternatives|itineraries|offers|variants|suggestions|plan options)"
_OFFERED = (
    r"(?:that )?(?:(?:you|we|i|there)(?:'ve| have| had| are| were|'d)?(?: (?:made|offered|found|gave|given|"
    r"showed|shown|"
    r"proposed|suggested|prepared|worked out|put together|came up with|come up with|got|have|had|to choose "
    r"from))?"
    r"(?: (?:for )?(?:me|us))?(?: (?:before|earlier|first|at first))?|on offer|on the table|from (?:before|"
    r"earlier|the beginning)|"
    r"side by side|available|before|earlier|to choose (?:from|between))"
)
_OPTIONS = _whole(
    rf"(?:(?:the|all|my|our|your|those|these|both) ){{0,8}}(?:two |three |2 |3 |travel |trip |kept |old "
    rf")?{_OFFERS}(?: {_OFFERED})?",
    rf"(?:show|give|list|tell|display|print|read|name|repeat|recall|bring (?:up|back)|open|pull up|see|view|"
    rf"look at|(?:have|"
    rf"take) (?:a(?:nother)? )?look at|look (?:back )?at|go (?:back )?(?:over|through|to)|return to|get back "
    rf"to|remind (?:me|us) "
    rf"of|take (?:me|us) (?:back )?to|what (?:are|were)|which (?:are|were)|where (?:are|were)|back to|what "
    rf"about)"
    rf"(?: (?:me|us))?(?: again| back)?(?: (?:all|both))?(?: of)? (?:the|my|our|your|those|these|all)(?: "
    rf"(?:two|three|2|3|"
    rf"remaining|available|travel|trip|first|original|earlier|previous|old|"
    rf"kept)){{0,8}} {_OFFERS}(?: {_OFFERED}){{0,8}}",
    rf"(?:show|list|see|view|display)(?: (?:me|us))? (?:all )?{_OFFERS}(?: {_OFFERED}){{0,8}}",
    rf"(?:what|which)(?: other)? {_OFFERS} (?:do|did|have|had|are|were|was|can|could) (?:i|we|you|there)(?: "
    rf"(?:have|had|got|get|"
    rf"offer(?:ed)?|propose(?:d)?|suggest(?:ed)?|ma[dk]e|found|find|on offer|to choose from|choose (?:from|"
    rf"between)|see))?"
    rf"(?: (?:for )?(?:me|us))?",
    rf"(?:what|which) {_OFFERS} (?:are|were) (?:on offer|available|on the table)",
    r"what(?: else| all)? (?:did|have|had) you (?:offer(?:ed)?|propose(?:d)?|suggest(?:ed)?)(?: (?:for "
    r")?(?:me|us))?",
    r"what(?: else)?(?:'s| is| was| were) (?:on offer|on the table|offered|proposed)",
    r"what(?: else)? (?:can|could|do|did) (?:i|we) (?:have to )?choose (?:from|between|among)",
    r"what is there to choose(?: from)?",
)
#: Beside a chosen plan "the other options" are those that were kept; before, they are new ones.
_OTHERS = _whole(
    rf"(?:(?:show|give|list|tell|see|view|look at|go back to|what (?:are|were|about))(?: (?:me|us))?(?: "
    rf"again)? )?(?:the|my|our|"
    rf"those|these)(?: two| three| 2| 3)? other(?: two| three| 2| 3)? {_OFFERS}(?: {_OFFERED}){{0,8}}"
)

_OF_ME = r"(?:about|of|on|from) (?:me|us|myself|ourselves|my (?:past|earlier|last|previous) trips?)"
_MEMORY = _whole(
    rf"(?:(?:show|open|list|see|view|display|give|read|tell|check|look at)(?: (?:me|us))? )?(?:(?:the|my|"
    rf"your|our|all|all of) ){{0,8}}"
    rf"(?:memory|memories|memory page|remembered (?:things|notes|facts)|notes (?:{_OF_ME}|you (?:keep|have|"
    rf"took|made))(?: {_OF_ME})?|"
    rf"(?:my|your) notes)",
    rf"(?:show|list|see|tell|read|give|look at|check|correct|edit|change)(?: (?:me|us))? (?:all |everything |"
    rf"whatever )?(?:that )?(?:what )?"
    rf"(?:you|is|was)(?: have| all)? (?:remember(?:ed)?|know {_OF_ME}|known {_OF_ME}|stored?|noted? {_OF_ME}|"
    rf"kept|keep|saved?|"
    rf"learn(?:ed|t)?)(?: {_OF_ME})?",
    r"(?:what(?: all| else| exactly)?|how much)(?: (?:do|did|have|will|can|would) you)(?: still| already| "
    r"all){0,8} remember(?:ed)?"
    rf"(?: {_OF_ME})?",
    rf"(?:what(?: all| else| exactly)?|how much|which (?:things|facts|notes|data)|what (?:data|information|"
    rf"notes|things|facts))"
    rf"(?: (?:do|did|have|will|can|would) you)(?: still| already| all){{0,8}} (?:know|known|stored?|"
    rf"saved?|keep|"
    rf"kept|learn(?:ed|t)?|record(?:ed)?|"
    rf"memori[sz]ed?|retain(?:ed)?|got|have|hold|noted?)(?: (?:stored|saved|on file|in (?:your|the) "
    rf"memory))? {_OF_ME}",
    rf"do you(?: still| already)? (?:remember|know|keep|store|have|hold)(?: (?:anything|something|things|"
    rf"notes|data|information))? {_OF_ME}",
    r"do you(?: still)? remember (?:me|us)",
    rf"what(?:'s| is| was)(?: all)? (?:remembered|stored|saved|kept|known {_OF_ME}|noted {_OF_ME}|in (?:your|"
    rf"the|my) memory)(?: {_OF_ME})?",
    rf"(?:forget|delete|erase|clear|wipe|remove)(?: (?:everything|all|anything|whatever|all of it|what))?(?: "
    rf"(?:that )?(?:you|is|was)(?: have)? "
    rf"(?:know|known|remember(?:ed)?|stored?|noted?|learn(?:ed|t)?|saved?|kept))? {_OF_ME}",
    r"(?:clear|delete|erase|wipe|empty|edit|correct)(?: all)?(?: of)? (?:my|your|the) (?:memory|memories)",
    r"(?:stop|quit) remembering(?: (?:me|us|things|anything|everything))?|(?:switch|turn) (?:off "
    r")?remembering(?: off)?",
)

_ANEW = (
    r"(?:over|again|afresh|anew|fresh|from (?:scratch|zero|nothing|square one|the (?:very )?(?:start|"
    r"beginning|top))|"
    r"(?:back )?(?:at|to) (?:the (?:very )?(?:start|beginning)|zero|square one))"
)
_AND_ANEW = (
    rf"(?: and (?:then )?(?:re-?start|(?:start|begin|go|try)(?: all| everything)?(?: {_ANEW}){{1,8}}))?"
)
_ALL_OF_IT = (
    r"(?:it all|everything|all(?: of (?:it|this|that))?|the (?:whole|entire) (?:trip|thing|lot|planning)|"
    r"(?:all )?(?:the|my|our) facts|"
    r"(?:everything|all|what)(?: that)? (?:i|we)(?:'ve| have)? (?:said|told you|entered|written))"
)
_RESET = _whole(
    rf"(?:re-?start|(?:start|begin)(?: all| (?:everything|it all|(?:the|this|our|my) (?:whole )?(?:trip|"
    rf"planning|thing)))?"
    rf"(?: all)?(?: {_ANEW}){{1,8}})",
    rf"(?:do|redo) (?:it all|everything|(?:the|this) whole (?:thing|trip))(?: {_ANEW}){{1,8}}",
    r"go (?:right |all the way )?back to (?:the (?:very )?(?:start|beginning)|zero|square one)|back to "
    r"square one",
    r"(?:make |have |give (?:me|us) )?a (?:fresh|new|clean) (?:start|slate)",
    rf"(?:re-?start|reset|re-?set)(?: (?:{_ALL_OF_IT}|it|this|(?:the|this|my|our) (?:whole |entire )?(?:trip|"
    rf"planning|plans?|conversation)))?",
    rf"(?:forget|delete|clear|erase|wipe|discard|scrap|scratch|throw)(?: (?:away|out))? {_ALL_OF_IT}(?: "
    rf"(?:away|out))?{_AND_ANEW}",
    rf"(?:clear|wipe|scrap)(?: (?:away|out))? (?:the|this|my|our) trip(?: (?:away|out))?{_AND_ANEW}",
)

_FORMATS = {
    "ics": r"(?:(?:i|google |outlook |apple )?calend[ae]r|\.?ics|ical)",
    "md": r"(?:markdown|\.?md|(?:plain |offline )?text)",
    "json": r"\.?json",
    "print": r"(?:\.?pdf|paper|print(?:able|-?out|ed)?(?: (?:version|form|copy|page))?)",
    "csv": r"(?:\.?csv|excel|spreadsheet)",
}
_PLAN = (
    r"(?:it|this|that|everything|all of it|(?:the|my|our|this)(?: whole| entire| full| final)? (?:plan|trip|"
    r"itinerary|agenda|"
    r"schedule|programme|program|journey))"
)
_KIND = r"(?: (?:file|version|copy|form|format|document|entries|export|events?))?"
_TAKE = (
    r"(?:have|get|give|send|export|download|save|put|add|make|turn|convert|produce|create|want|need|like|"
    r"take(?: away)?|write|share|"
    r"generate|print|bring|transfer|copy|import|load|show)"
)
_ME = r"(?: (?:me|us))?"
_EXPORTS = tuple(
    (
        name,
        _whole(
            rf"(?:{_TAKE}|(?:i|we)(?:'d like| want| need| would like| could use)|is there|do you have|have "
            rf"you got)(?: me| us)?"
            rf"(?: to)?(?: (?:have|get|see))? (?:{_PLAN} )?(?:out |over |down )?(?:(?:as|in|into|to|on|for|"
            rf"onto|in the form of) )?"
            rf"(?:(?:a|an|the|my|our|your) )?{words}{_KIND}(?: (?:of|for|with) {_PLAN})?",
            rf"{words}{_KIND}(?: (?:of|for|with) {_PLAN})?",
        ),
    )
    for name, words in _FORMATS.items()
)
_EXPORT = _whole(
    rf"(?:export|download|save)(?:{_ME} {_PLAN})?(?: (?:as|to|into) (?:a )?file)?",
    rf"(?:{_TAKE}|(?:i|we)(?:'d like| want| need))(?: me| us)? {_PLAN} (?:with (?:me|us)|along|offline|as a "
    rf"file)",
    rf"how (?:do|can) (?:i|we) (?:export|download|save|take along) {_PLAN}",
)


def asks_for_command(text: str, *, planned: bool, started: bool) -> tuple[str, str] | None:
    """The command's name and what comes after it; None when the message asks for none of these. `planned`: a
    plan is chosen; `started`: its first day has come."""
    words = " ".join(text.replace("’", "'").split()).strip(' .,;:!?–…"“”()')
    if not words or len(words) > 160:
        return None
    if started and _NEXT_ON_THE_WAY.fullmatch(words):
        return "agenda", ""
    for name, pattern in _BY_NAME:
        if pattern.fullmatch(words):
            return name, ""
    if not started and _HELP_BEFORE.fullmatch(words):
        return "help", ""
    return _beside_a_plan(words) if planned else None


def _beside_a_plan(words: str) -> tuple[str, str] | None:
    if _OTHERS.fullmatch(words):
        return "options", ""
    for kind, pattern in _EXPORTS:
        if pattern.fullmatch(words):
            return "export", kind
    return ("export", "") if _EXPORT.fullmatch(words) else None


_BY_NAME = (
    ("reset", _RESET),
    ("help", _HELP),
    ("memory", _MEMORY),
    ("options", _OPTIONS),
    ("status", _STATUS),
    ("status", _NEXT),
)
