"""Words of taste and need: interests by the tags of the places, cuisines, pace, wishes."""

from __future__ import annotations

import re

#: Tag of the places → words for it. A "~" before a word: only beside words of liking or other interests.
_INTERESTS: dict[str, str] = {
    "history": r"history|historic(?:al)?(?:\s+(?:sites?|places?|sights?|buildings?))?|heritage|ancient\s+(?:ruins|sites?)|ruins|"
    r"archaeolog(?:y|ical(?:\s+sites?)?)|castles?|palaces?|medieval|colonial|old\s+towns?|geschichte|"
    r"historia|histoire|storia|monuments?",
    "art": r"arts?(?!\s+of\b)|galler(?:y|ies)|paintings?|street\s+art|kunst|arte|contemporary\s+art|modern\s+art|sculptures?",
    "museum": r"museums?|museos?|musées?|museen|exhibitions?|exhibits",
    "food": r"food(?:ies?|ie)?(?!\s+(?:allerg|intoleran|poison|court))|foodie|gastronom(?:y|ic)|culinary|cuisine|eating(?:\s+out)?|eat(?:ing)?\s+well|"
    r"restaurants?|street\s+food|local\s+(?:food|dishes|cuisine)|good\s+food|fine\s+dining|"
    r"cooking(?:\s+class(?:es)?)?|comida|essen|nourriture|"
    r"wine(?:\s+tasting|s|ries|ry)?|(?:craft\s+)?beers?|whisk(?:e)?y|breweries|coffee|cafés?|cafes|"
    r"tapas\s+bars?|desserts?|pastries",
    "architecture": r"architecture|architectural|buildings|skyscrapers?|cathedrals?|architektur|arquitectura",
    "park": r"~parks?|green\s+spaces?|parques?",
    "garden": r"gardens?|botanic(?:al)?(?:\s+gardens?)?|jardines|jardins|gärten|flowers|cherry\s+blossoms?|sakura",
    "view": r"~views?|viewpoints?|panoram(?:as?|ic)|scenic|scenery|skylines?|landscapes?|lookouts?|rooftops?|sunsets?",
    "walk": r"walking(?:\s+tours?)?|walks|~walk|strolls?|strolling|wander(?:ing)?|flaneur|~hik(?:es?|ing)",
    "neighbourhood": r"neighbou?rhoods?|local\s+life|quarters|districts|backstreets|hidden\s+corners|alleys",
    "market": r"markets?|bazaars?|souks?|flea\s+markets?|mercados?|marchés?|märkte|christmas\s+markets?",
    "shopping": r"shopping|shops|boutiques|malls?|fashion|outlets?|souvenirs|antiques|compras|einkaufen|vintage(?:\s+shops)?",
    "music": r"~music|concerts?|live\s+music|jazz|opera|classical\s+music|música|musik|gigs|flamenco|blues",
    "theatre": r"theat(?:re|er)s?|broadway(?:\s+shows?)?|~shows?|musicals?|ballet|plays|west\s+end\s+shows?|performing\s+arts",
    "nightlife": r"nightlife(?:\s+enthusiasts?)?|night\s+life|clubs|clubbing|bars|bar[\s-]hopping|pubs?|part(?:y|ying|ies)(?!\s+of)|cocktails?|"
    r"dancing|vida\s+nocturna|nachtleben|izakayas?",
    "science": r"~science|technology|tech|planetariums?|space|observator(?:y|ies)|gadgets|robots",
    "family": r"family[\s-](?:friendly|trip|holiday|vacation|fun)|kid[\s-]friendly|child(?:ren)?[\s-]friendly|"
    r"(?:fun|things|activities|stuff)\s+for\s+(?:the\s+)?(?:kids|children)|theme\s+parks?|"
    r"amusement\s+parks?|disney(?:land|world|sea)?|playgrounds?|"
    r"with\s+(?:the\s+)?(?:kids|children)|for\s+(?:the\s+)?(?:kids|children)",
    "animals": r"~animals?|wildlife|zoos?|aquariums?|safaris?|birds?(?:watching|ing)?|bird\s+watching|whale\s+watching|penguins|elephants|pandas",
    "beach": r"beach(?:es)?(?!\s+(?:hotel|house|resort))|seaside|swimming|sunbathing|playas?|strand|plages?|snorkel(?:l)?ing|surf(?:ing)?|diving",
    "water": r"boat\s+(?:trips?|tours?|rides?)|sailing|kayak(?:ing)?|lakes|waterfalls?|rivers?|canals|cruises?|boating|rafting|islands",
    "religion": r"religio(?:us|n)(?:\s+sites?)?|churches|mosques|synagogues?|pilgrimage|spiritual(?:ity)?|monaster(?:y|ies)",
    "temple": r"temples?|shrines?|templos?|tempel",
    "literature": r"literature|literary|books|reading|bookshops?|bookstores?|libraries|poetry|writers",
    "sports": r"sports?|football|soccer|baseball|basketball|hockey|golf(?:ing)?|tennis|cycling|bik(?:e|ing)|bicycles?|ski(?:ing)?|snowboard(?:ing)?|"
    r"climbing|running|marathon|adventure(?:\s+sports)?|adrenaline|trekking|outdoor(?:s|\s+activities)?|"
    r"active",
    "photography": r"photograph(?:y|ers?|ing)|photos?|photo\s+spots?|instagram(?:mable)?|fotograf(?:ie|ía)|pictures",
    "romantic": r"romantic|romance|couples?\s+(?:trip|getaway|retreat)|honeymoon|anniversary|date\s+nights?",
    "anime": r"anime|manga|otaku|pokemon|pokémon|ghibli|video\s+games|gaming|arcades?",
    "onsen": r"onsens?|hot\s+springs?|thermal\s+(?:baths?|springs?)|~spas?|wellness",
    "hammam": r"hammams?|turkish\s+baths?",
    "hidden_gem": r"hidden\s+gems?|off[\s-]the[\s-]beaten[\s-](?:path|track)|authentic|less(?:er)?[\s-](?:known|touristy)|secret\s+spots?|local\s+secrets?",
    "nature": r"nature|natur(?:al\s+(?:beauty|wonders?|parks?))?|mountains?|forests?|national\s+parks?|naturaleza|wilderness|countryside|"
    r"volcano(?:es)?|hik(?:es?|ing)|hikers?|fjords?|glaciers?",
    "culture": r"cultur(?:e|al)(?:\s+(?:sites?|experiences?))?|traditions?|traditional\s+(?:crafts?|culture)|kultur|cultura|festivals?|local\s+culture|crafts?|"
    r"geishas?|tea\s+ceremon(?:y|ies)|customs",
}  # fmt: skip
INTEREST_PATTERNS: tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None], ...] = ()


def _compiled() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str] | None], ...]:
    rows = []
    for tag, words in _INTERESTS.items():
        parts = _alternatives(words)
        sure = "|".join(part for part in parts if not part.startswith("~"))
        doubtful = "|".join(part[1:] for part in parts if part.startswith("~"))
        rows.append(
            (
                tag,
                re.compile(rf"(?<![\w-])(?:{sure})(?![\w]|-\w)", re.IGNORECASE),
                re.compile(rf"(?<![\w-])(?:{doubtful})(?![\w]|-\w)", re.IGNORECASE) if doubtful else None,
            )
        )
    return tuple(rows)


def _alternatives(pattern: str) -> list[str]:
    """The top-level alternatives of a pattern."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(pattern):
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and depth == 0:
            parts.append(pattern[start:index])
            start = index + 1
    return [*parts, pattern[start:]]


INTEREST_PATTERNS = _compiled()


def interest_of(words: str) -> str | None:
    """The interest that these words name as a whole; None when they name none."""
    for tag, sure, doubtful in INTEREST_PATTERNS:
        if sure.fullmatch(words) or (doubtful and doubtful.fullmatch(words)):
            return tag
    return None


#: Words after "must see" that name no place.
GENERIC = frozenset(
    "it that this them everything all sights sightseeing thesights highlights themain themainsights attractions "
    "thecity citysights somethingnew things stuff whatever nothing a lot places themost the mainattractions more "
    "touristattractions thehighlights landmarks usualsights famousplaces someplace".split()
)

#: What people avoid and rows have no tag for.
AVOIDABLE = re.compile(
    r"(?:(?:big|large|huge)\s+)?crowds?|crowded(?:\s+(?:places?|areas?|spots?))?|touristy?(?:\s+(?:traps?|"
    r"places?|spots?|areas?|stuff))?|tourist\s+traps?|"
    r"queues?|(?:long\s+)?lines|waiting|early\s+(?:mornings?|starts?|flights?)|late\s+nights?|"
    r"long\s+(?:walks?|hikes?|drives?|flights?|queues?|layovers?|transfers?)|"
    r"layovers?|spicy(?:\s+food)?|raw\s+fish|seafood|alcohol|smoking|loud\s+(?:places?|music)|noise|"
    r"noisy(?:\s+(?:places?|areas?))?|heights|hiking|hikes|"
    r"(?:very\s+)?(?:expensive|fancy)\s+(?:places?|restaurants?)|fast\s+food|chain\s+restaurants?|chains|"
    r"dogs|animals|zoos?|rush(?:ing)?|"
    r"(?:big|large)\s+(?:cities|hotels|groups)|group\s+tours?|guided\s+tours?|bus\s+tours?|"
    r"roller\s?coasters?|cold(?:\s+weather)?|rain|heat|hot\s+weather|"
    r"dangerous\s+(?:areas?|places?)|churches|stairs\s+climbing",
    re.IGNORECASE,
)

_CUISINES = (
    "italian japanese french thai indian mexican spanish chinese korean vietnamese greek turkish lebanese moroccan "
    "ethiopian american mediterranean portuguese peruvian brazilian argentinian persian georgian german austrian cajun "
    "creole cantonese sichuan szechuan taiwanese malaysian indonesian filipino hawaiian caribbean jamaican cuban israeli "
    "syrian egyptian african russian polish ukrainian hungarian czech scandinavian nordic british irish basque catalan "
    "sicilian neapolitan tuscan provençal breton asian latin tex-mex middle\\s+eastern jewish"
)
CUISINE_NAMES = "|".join(_CUISINES.split())
CUISINE = re.compile(
    rf"\b(?P<c>{CUISINE_NAMES})\s+(?:food|cuisine|restaurants?|cooking|dishes|kitchen|"
    rf"bistros?|meals?|eats|places?\s+to\s+eat|"
    r"brasseries?|trattorias?)\b",
    re.IGNORECASE,
)
#: Dishes and kinds of kitchen that count as a cuisine of their own when someone wants to eat them.
DISH = re.compile(
    r"\b(?P<d>sushi|ramen|soba|udon|tempura|okonomiyaki|yakitori|tonkatsu|kaiseki|izakaya|pizza|pasta|"
    r"tapas|paella|tacos?|burritos?|curry|curries|"
    r"dim\s+sum|dumplings|pho|banh\s+mi|kebabs?|falafel|hummus|couscous|tagines?|burgers?|barbecue|bbq|"
    r"steaks?|seafood|lobster|oysters|fish\s+and\s+chips|"
    r"croissants?|crêpes|crepes|cheese|chocolate|gelato|pastries|bagels|noodles|hot\s*pot|street\s+food|"
    r"michelin(?:[\s-]star(?:red)?)?|omakase|"
    r"soul\s+food|clam\s+chowder|cannoli|pintxos|mezze|sashimi)\b",
    re.IGNORECASE,
)
EATING = re.compile(
    r"\b(?:eat(?:ing)?|try(?:ing)?|lov(?:e|es|ing)|crav(?:e|ing)|want|like|enjoy|favou?rite|fans?\s+of|"
    r"food|dishes|best|good|great|into|taste|tasting|have|for|cuisine)"
    r"[^.!?]{0,40}$",
    re.IGNORECASE,
)

PACES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"(?<![\w-])(?:{words})(?!\w|-\w)", re.IGNORECASE))
    for name, words in (
        ("relaxed", r"(?:very\s+|nice\s+and\s+|quite\s+|pretty\s+)?(?:relaxed|relaxing|slow(?:er|ly)?(?:[\s-]paced?|\s+travel)?(?!\s+walkers?)|easy[\s-]?going|leisurely|laid[\s-]?back|"
         r"chill(?:ed|ing)?|unhurried|gentle|calm|tranquil)(?:\s+pace)?|easy\s+pace|no\s+(?:rush(?:ing)?|"
         r"stress|hurry)|take\s+(?:it|things)\s+(?:easy|slow(?:ly)?)|"
         r"not\s+(?:too\s+|so\s+|very\s+|that\s+)?(?:packed|busy|rushed|full|hectic|fast|stressful|"
         r"crammed)|without\s+(?:rushing|stress|hurry)|(?:plenty|lots)\s+of\s+(?:free|down)\s*time|"
         r"entspannt|gemütlich|tranquilo|relajado|tranquille|lento|low[\s-]key|don't\s+want\s+to\s+rush"),
        ("packed", r"(?:very\s+|pretty\s+)?(?:packed|action[\s-]packed|fast(?:er)?(?:[\s-]paced?)?|jam[\s-]packed|intense|intensive|busy|full[\s-]on|hectic|energetic)"
         r"(?:\s+(?:pace|schedule|days|itinerary|trip))?|full\s+(?:days|schedule|programme|program)|"
         r"as\s+much\s+as\s+(?:possible|we\s+can|i\s+can)|see\s+everything|"
         r"(?:tight|busy)\s+schedule|cram(?:med)?|max(?:imi[sz]e|imum)\s+(?:sightseeing|activities)|"
         r"high\s+pace|quick\s+pace"),
        ("moderate", r"moderate(?!ly|\s+(?:budget|price|hik))(?:[\s-]pace[d]?)?|(?:medium|normal|average|balanced|steady|regular|comfortable|mixed|in[\s-]between|standard)\s+pace|"
         r"balanced(?!\s+(?:one|option|diet))|not\s+too\s+(?:slow|relaxed)|mix\s+of\s+(?:relax\w*|rest|"
         r"activity|busy)[^.,;]{0,30}"),
    )
)  # fmt: skip

WISHES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("warm", r"(?:somewhere\s+|some\s+place\s+|anywhere\s+|nice\s+and\s+)?(?:warm(?:er)?(?:\s+(?:weather|place|destination|country))?|hot\s+(?:weather|place|country)|tropical)"),
        ("sunny", r"sunn(?:y|ier)|sunshine|(?:lots\s+of\s+|some\s+)?sun(?:\s+and\s+(?:sea|beach|sand))?"),
        ("cool", r"(?:somewhere|cooler)\s+cool(?:er)?(?!\s+to)|cooler\s+weather|escape\s+the\s+heat"),
        ("snow", r"snow(?:y)?|ski\s+resort"),
        ("by the sea", r"(?:by|at|near|on|close\s+to)\s+the\s+(?:sea(?:side)?|ocean|coast|water)|seaside|coastal|am\s+meer|junto\s+al\s+mar|bord\s+de\s+(?:la\s+)?mer|beach\s+(?:holiday|vacation|destination)"),
        ("in the mountains", r"(?:in|near|to)\s+the\s+(?:mountains|alps)|mountain\s+(?:retreat|village|getaway)"),
        ("on an island", r"(?:on\s+)?an?\s+island|island[\s-]hopping"),
        ("in the countryside", r"(?:in\s+the\s+)?(?:countryside|rural(?:\s+area)?)"),
        ("quiet", r"quiet(?:er)?|peaceful|away\s+from\s+it\s+all"),
        ("in Europe", r"(?:somewhere|anywhere|a\s+city)\s+in\s+europe"),
        ("city break", r"city[\s-](?:break|trip|getaway)s?|städtereise"),
        ("road trip", r"road[\s-]?trips?(?:ping)?"),
        ("business travel", r"business\s+(?:travell?ers?|trip|travel)|work\s+trip"),
        ("solo woman", r"(?:solo|single)\s+(?:wom[ae]n|female(?:\s+travell?ers?)?|lady)|wom[ae]n\s+travell?ing\s+(?:solo|alone)"),
        ("honeymoon", r"honeymoon(?:ers)?"),
        ("anniversary", r"(?:wedding\s+)?anniversary"),
        ("birthday", r"birthday"),
        ("cruise", r"cruise\s+(?:ship|holiday|vacation)"),
        ("safe", r"safe(?:ty)?(?:\s+(?:area|place|destination|city))?"),
        ("direct flights only", r"direct\s+flights?"),
        ("breakfast included", r"(?:with\s+)?breakfast\s+included|includ(?:es|ing)\s+breakfast"),
        ("pool", r"(?:(?:with|have|has)\s+(?:a\s+)?|swimming\s+)pool"),
        ("walkable", r"walkable|walking\s+distance"),
        ("sustainable", r"sustainable|eco[\s-]?(?:friendly|tourism)|low[\s-]carbon"),
        ("educational", r"educational"),
    )
)  # fmt: skip
