"""Words of spending: what is bought, how paying is said, and what only sounds like it."""

from __future__ import annotations

import re
from typing import Literal

Category = Literal["stay", "food", "transport", "visits", "other"]

#: The first list that has the word wins; stems, so that plurals and compounds count.
_WORDS: tuple[tuple[Category, str], ...] = (
    (
        "transport",
        "taxis? cabs? uber lyft grab bolt rickshaws? tuk-?tuks? metro subway underground tram trams "
        "bus buses coach coaches trains? shinkansen bullet rail railway flights? airfare airline "
        "plane planes ferry ferries boats? ride rides parking petrol gas gasoline fuel diesel tolls? "
        "car\\s+rental rental\\s+car rented\\s+car hire\\s+car scooters? bikes? bicycles? mopeds? "
        "suica pasmo icoca oyster transit transport transportation transfers? shuttle "
        "airport\\s+express jr\\s+pass rail\\s+pass day\\s+pass travel\\s+card luggage\\s+storage "
        "lockers? baggage bahn zug fahrkarte(?:n)? flug tren trenes autobús bus(?:se)? vuelos? vols? "
        "avion treni biglietti\\s+del\\s+treno benzin parken parkplatz ticket machine\\s+ticket "
        "eurostar tgv thalys ouigo flixbus amtrak train\\s+tickets? bus\\s+tickets? metro\\s+tickets? fares?",
    ),
    (
        "stay",
        "hotels? hostels? rooms? ryokans? riads? guest-?houses? airbnb apartments? flats? b&b lodging "
        "accommodation inn inns campsite camping motel resort pension hütte unterkunft zimmer "
        "alojamiento hôtel hébergement albergo minshuku capsule\\s+hotel city\\s+tax tourist\\s+tax "
        "night\\s+at bed\\s+and\\s+breakfast overnight",
    ),
    (
        "visits",
        "museums? museo museu galler(?:y|ies) exhibitions? temples? shrines? castles? palaces? "
        "towers? gardens? zoo aquarium entry entrance admissions? entrada eintritt entrée tours? "
        "guide guides guided cruise concerts? opera theatre theater cinema movies? film show shows "
        "shrine pagoda cathedral basilica church park parks theme\\s+park observatory onsen hammam "
        "spa sento massages? class classes workshop lesson lessons excursions? day\\s+trip "
        "boat\\s+tour ceremony match game tickets? sights? sightseeing attractions? monument ruins "
        "planetarium ski\\s+pass lift\\s+pass kayak kayaking snorkel(?:l)?ing diving karaoke club",
    ),
    (
        "food",
        "breakfasts? brunch lunch(?:es)? dinners? suppers? meals? food snacks? coffees? tea teas "
        "espresso cappuccinos? lattes? matcha beers? wine wines cocktails? drinks? sake water ramen "
        "sushi sashimi udon soba tempura curry pizza pizzas pasta burgers? sandwich(?:es)? kebabs? "
        "tacos? tapas pintxos croissants? pastr(?:y|ies) cakes? gelato ice\\s+creams? desserts? "
        "groceries grocery supermarket konbini bakery bakeries cafe café restaurants? bistro izakaya "
        "pub bar bars diner street\\s+food takeaway bento noodles? okonomiyaki takoyaki yakitori "
        "tagines? couscous tasting\\s+menu picnic fruit chocolate chocolates smoothies? juice juices "
        "steak seafood oysters? tips? frühstück mittagessen abendessen essen trinken kaffee bier wein "
        "comida desayuno almuerzo cena cerveza café déjeuner petit-déjeuner dîner repas pranzo "
        "colazione caffè vino birra kaiseki bagels? waffles? crepes? crêpes? fondue raclette paella "
        "risotto schnitzel currywurst poutine lobster chowder falafel hummus shawarma empanadas? "
        "ceviche padthai pad\\s+thai kimchi bibimbap satay laksa dim\\s+sum hot-?dogs? fries "
        "dumplings? gyoza pho mochi bread cheese herrings? fish meat chicken eggs? milk yog(?:h)?urt "
        "nuts dates olives honey apples? oranges? bananas? strawberr(?:y|ies) vegetables sweets "
        "candy biscuits? cookies? crisps chips soup salads? rice beef pork ham sausages? lemonade "
        "soda cola coke spirits whisk(?:e)?y gin rum",
    ),
    (
        "other",
        "souvenirs? gifts? presents? shopping clothes shirts? t-shirts? shoes hats? umbrellas? "
        "raincoats? sim\\s+cards? e?sim esims? postcards? stamps? laundry pharmacy medicine sunscreen "
        "guide-?books? books? magnets? toiletries adapters? chargers? batteries insurance visas? "
        "passport\\s+photos? doctor hospital haircut kimono yukata fans? ceramics pottery carpets? "
        "rugs? lamps? spices jewell?ery fee fees fine deposit donation donations toilets? wifi "
        "data\\s+plan roaming laundromat knife knives perfume flowers",
    ),
)
_CATEGORIES = tuple(
    (category, re.compile(rf"(?<![\w-])(?:{'|'.join(words.split())})(?![\w-])", re.IGNORECASE))
    for category, words in _WORDS
)
#: "a ticket for the museum" is no ride: words that tell little give way to any other.
_FAINT = re.compile(
    r"(?:tickets?|fares?|rides?|fees?|tips?|deposit|machine|rooms?|bar|guide|water)$", re.IGNORECASE
)

#: Beside a sum these say how much it is, not what it was for.
NO_THING = frozenset(
    """
    now then rather actually instead sorry yes yeah nope okay fine say says let lets make makes just only
    really exactly maybe perhaps probably roughly approximately circa approx almost nearly correction wrong
    right minus plus extra less more lower higher than not but please thanks thank you the and our your
    for all everything everyone everybody each person people head family kids group total sum amount money
    cash number price level max maximum minimum limit cap ceiling budget low mid high cheap cheaper dearer
    better nicer luxury comfort honeymoon holiday vacation trip journey option plan week weeks month months
    year years spring summer autumn winter january february march april may june july august september
    october november december that this these those with without hello hey good great perfect what
    change raise increase lower reduce adjust update new old other another same about around between under
    over below above within still left remaining rest also too again back off down
    """.split()
)

_PLACED = re.compile(r"\b(?:at|in|to|from|of|near|with|for|on|by|inside)\b", re.IGNORECASE)


def category_of(words: str) -> Category | None:
    """What was paid for, by the word that tells most: "dinner at the hotel" is food; None: no word known."""
    head = _PLACED.split(words, maxsplit=1)[0]
    for part, faint in ((head, False), (words, False), (words, True)):
        found = [
            (match.end(), category)
            for category, pattern in _CATEGORIES
            for match in pattern.finditer(part)
            if faint or not _FAINT.match(match.group())
        ]
        if found:
            return max(found)[1]
    return None


#: Said of money that has gone. "cost" and "was" need a look at what stands around them.
PAID = re.compile(
    r"\b(?:spent|paid|payed|bought|purchased|splurged|shelled\s+out|forked\s+(?:out|over)|coughed\s+up|"
    r"dropped|"
    r"blew|tipped|settled|split|handed\s+over|laid\s+out|(?:came|amounted|added\s+up)\s+to|set\s+(?:us|me|"
    r"them|him|her)"
    r"\s+back|(?:was|were|got|been)\s+charged|charged\s+(?:us|me)|cost\s+(?:us|me|him|her|them|"
    r"a\s+total\s+of)|"
    r"(?:has|have|had|'ve)\s+cost|ended\s+up\s+(?:being|at|costing|paying|spending)|treated|covered|"
    r"(?:had|made\s+(?:us|me))\s+(?:to\s+)?(?:pay|buy|spend|shell\s+out|fork\s+out)|went\s+on|"
    r"(?:bill|check|tab|damage|total|fare|price|fee|ticket|tickets|entry|entrance)\s+(?:was|came\s+to|"
    r"were)|"
    r"bezahlt|gezahlt|zahlten|zahlte|ausgegeben|gekostet|kostete|kosteten|gekauft|"
    r"pagué|pagamos|pagó|pagado|gasté|gastamos|gastado|costó|costaron|compré|compramos|"
    r"payé|dépensé|coûté|acheté|pagato|speso|costato|comprato|paguei|gastei)(?!\w)",
    re.IGNORECASE,
)
#: Past, and a payment only when the sum follows as one: "had lunch for 12 euros", "dinner was 40 euros".
HAD = re.compile(
    r"\b(?:was|were|had|got|grabbed|took|ate|drank|ordered|rented|hired|refuel\w*|filled\s+up|"
    r"topped\s+up|loaded|"
    r"visited|went\s+to|caught|hopped\s+on|picked\s+up|stopped\s+(?:for|at)|enjoyed|shared|gave|left)\b",
    re.IGNORECASE,
)
#: Between such a word and the sum.
AS_PRICE = re.compile(
    r"(?:\b(?:for|at|was|were|cost|of|to)\s+(?:about|around|only|just|like|roughly|a\s+total\s+of)?\s*|"
    r"[,:(=-]\s*)$|"
    r"\b(?:was|were|gave|left)\s+(?:[\w']+\s+){0,2}(?:a\s+)?$",
    re.IGNORECASE,
)
#: "The taxi cost 18 dollars": past for one thing; for several it may be what they always cost.
COST = re.compile(r"\bcost\b(?!s|ing)", re.IGNORECASE)

#: Anywhere before the sum in its statement: no money has gone.
NOT_SPENT_BEFORE = re.compile(
    r"\b(?:how\s+(?:much|many)|what(?:'s|\s+is|\s+are|\s+does|\s+do|\s+would|\s+will|\s+if|\s+about)?|"
    r"why|is\s+(?:it|there|that|this)|are\s+there|"
    r"worth|should|shall|would|could|might|may\s+(?:i|we|be|cost)|will|'ll|'d\s+have|won't|wouldn't|gonna|going\s+to|"
    r"about\s+to|plan(?:s|ning|ned)?\b(?!\s+b)|budget(?:s|ed|ing)?|"
    r"afford|limit(?:ed|s)?|max(?:imum)?|cap(?:ped)?|ceiling|up\s+to|at\s+most|at\s+least|no\s+more\s+than|"
    r"not\s+more\s+than|less\s+than|more\s+than|cheaper\s+than|under|below|beneath|within|between|"
    r"upwards\s+of|"
    r"if|unless|suppose|supposed|imagine|assum\w+|in\s+case|whether|"
    r"want(?:s|ed)?|wish|hope|hoping|need(?:s|ed)?\s+(?:a|an|to|some)|look(?:ing)?\s+for|find|search\w*|"
    r"book(?!ed|s\b|\s+was)|reserve|"
    r"recommend\w*|suggest\w*|propose\w*|swap|replace|change(?:\s+the|\s+my|\s+our)?|switch|move|"
    r"instead\s+of|rather\s+than|prefer\w*|"
    r"let's|please\s+(?:find|book|make|keep|plan)|make\s+(?:it|the|sure)|keep\s+(?:it|the)|set\s+(?:the|"
    r"a|my|our)|raise|lower|increase|decrease|reduce|"
    r"says?|said|according\s+to|estimat\w+|quot(?:e|es|ed|ing)|asking|asks?|advertised|listed|lists|"
    r"website|online\s+price|"
    r"menu\s+(?:says|shows|price)|itinerary|forecast|expect\w*|prices?\s+(?:is|are|start|range|from)|"
    r"priced|starting\s+(?:at|from)|"
    r"offered|offers|wanted|wants|claims?|thought|think|guess|believe|heard|read\s+that|supposedly|"
    r"usually|normally|typically|generally|always|on\s+average|average|per\s+capita|"
    r"last\s+(?:year|month|time|trip|summer|winter)|years?\s+ago|months?\s+ago|back\s+home|"
    r"(?:did|have|has|had|do|does|was|were|is|are)(?:n't|nt|\s+not)|never|without\s+paying|not\s+yet|"
    r"unpaid|nobody|no\s+one|not\s+(?:pay|paid|spen[dt])|"
    r"tomorrow|next\s+(?:week|month|day|year|time)|later\s+today|"
    r"withdr(?:ew|awn|aw)|took\s+out|cash\s+out|atm|exchang\w+|changed|converted|"
    r"won\b(?=\s+(?:\D{0,12})\d)|earned|saved?|saving|owes?|owed|lent|borrowed|"
    r"lost|found|stole\w*|have\s+(?:about\s+|around\s+|only\s+|still\s+)?(?=[\d$€£¥])|has\s+(?=[\d$€£¥])|"
    r"costs|charges|goes\s+for|runs?\s+(?:about|to|at)|sells?|sold|"
    r"kostet|kosten|würde|möchte|soll|wie\s+viel|cuánto|cuesta|cuestan|combien|coûte|quanto\s+costa|costa|"
    r"(?:went|gone|goes|go)\s+(?:up|down)|gave\s+(?:us|me)|given|pays|pickpocket\w*|thief|thieves|robbed|asked\s+(?:us\s+|me\s+)?for|"
    r"can|can't|cannot|spend|pay|buy|get(?:ting)?\s+(?:a|an|the)|spending(?!\s+was)|trip\s+(?:for|of)|"
    r"travel(?:l?ing)?\s+(?:to|for))\b",
    re.IGNORECASE,
)
#: "is" and "are" tell a price, whoever pays it.
PRESENT = re.compile(
    r"(?:\b(?:is|are)|(?<=\w)'s(?!\s+(?:treat|card|birthday)))\s*(?:only\s+|just\s+|about\s+|around\s+|a\s+)?$",
    re.IGNORECASE,
)
NOT_SPENT_AFTER = re.compile(
    r"^\s*(?:\w+\s+)?(?:cheaper|less|more\b(?!\s+(?:on|for))|extra\s+per|dearer|too\s+(?:much|"
    r"expensive)|off\b|discount|left\b|"
    r"(?:was|were|got)\s+(?:stolen|lost)|before\s*(?:$|[.,;!])|previously|originally|"
    r"remaining|remain|back\b|"
    r"budget|limit|cap\b|max(?:imum)?|or\s+(?:less|so\s+per|under|more)|voucher|gift\s+card|(?:over|under)\s*(?:$|(?:the\s+|our\s+|my\s+)?(?:budget|limit|plan))|"
    r"in\s+(?:the\s+|our\s+)?plan\b|note\b|to\s+spend|to\s+spare|in\s+total\s+for\s+the\s+trip)",
    re.IGNORECASE,
)
#: After a sum that nobody says was paid: a budget.
OF_THE_TRIP = re.compile(
    r"^\s*(?:for\s+(?:everything|(?:the|this|our)\s+(?:whole\s+|entire\s+)?(?:trip|holiday|journey))|"
    r"in\s+(?:all|total)|all\s+in)",
    re.IGNORECASE,
)
#: A sum for one of several: what was paid in all is not said.
EACH = re.compile(
    r"^\s*(?:,\s*)?(?:each\b|apiece|a\s+piece|per\s+(?:person|head|night|day|hour|ticket|adult|child|"
    r"piece|week|km|kilo\w*)|"
    r"a\s+(?:night|day|head|person|week|month|pop)\b|an\s+hour|/\s*(?:night|day|person|pp|hour|head|"
    r"week)|p\.?p\.?(?![a-z])|"
    r"pro\s+(?:person|nacht|tag)|por\s+(?:persona|noche|día)|par\s+(?:personne|nuit|jour)|nightly|daily)",
    re.IGNORECASE,
)
REFUND = re.compile(
    r"\b(?:refund\w*|reimburs\w*|paid\s+(?:us|me)\s+back|(?:got|get|received|gave)\b[^.!?]{0,60}\bback|"
    r"money\s+back|cashback)\b",
    re.IGNORECASE,
)
#: "Log 12 euros for coffee": asks outright to be written down.
LOG = re.compile(
    r"^\s*(?:please\s+|pls\s+|can\s+you\s+|could\s+you\s+)?(?:(?:log|note(?:\s+down)?|record|track|"
    r"enter|put\s+down|write\s+down|jot\s+down)\b|"
    r"add\s+(?=(?:an?\s+)?(?:expense|cost|spending)|[\d$€£¥₹])|(?:an?\s+|new\s+|"
    r"another\s+)?(?:expenses?|spending|spendings|costs?|spent)\s*(?:today|yesterday)?\s*[:\-])"
    r"\s*(?:that\s+)?(?:an?\s+)?(?:expenses?|costs?|spending)?\s*(?:of|:|-)?",
    re.IGNORECASE,
)
#: A fragment has none of these: with them it is a sentence that says something else.
SENTENCE_WORDS = re.compile(
    r"\b(?:i|we|you|they|he|she|it|is|are|am|be|been|do|does|did|has|have|had|can|want|need|go|going|"
    r"travel\w*|visit|stay|trip|days?|nights?|weeks?|"
    r"people|persons?|adults?|kids?|children|budget|total|plan|from|to|until|between|under|around|about|"
    r"per|each|fly|flying|"
    r"find|book|show|give|make|add|swap|replace|remove|drop|delete|erase|cancel|scrap|undo|stolen|asked|wants?|"
    r"costs?|cheaper|maybe|probably|ideally|"
    r"mid-?range|comfortable|luxury)\b",
    re.IGNORECASE,
)
