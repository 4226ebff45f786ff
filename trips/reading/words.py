"""Words of people, as regular expressions for those who look whether some are there."""

from __future__ import annotations

KID = (
    r"(?:kids?|child(?:ren)?|little\s+ones?|toddlers?|bab(?:y|ies)|infants?|newborns?|teenagers?|teens?|twins|"
    r"triplets|sons?|daughters?|boys?|girls?|grand(?:kids?|child(?:ren)?|sons?|daughters?))"
)
ADULT = r"(?:adults?|grown-?ups?)"
PEOPLE = (
    r"(?:people|ppl|persons?|pax|travell?ers?|guests?|passengers?|visitors|lads|gals|participants|seniors|"
    r"retirees|students|(?:wo)?men|ladies|guys|gents|tourists|backpackers)"
)
#: One other adult.
RELATION = (
    r"(?:wife|husband|hubby|partner|girlfriend|boyfriend|gf|bf|fianc[ée]e?|spouse|(?:other|better)\s+half|"
    r"significant\s+other|m[uoa]m(?:my|a|ma)?|(?:mother|father|sister|brother)(?:-in-law)?|dad(?:dy)?|papa|"
    r"sibling|twin|best\s+friend|bestie|friend|buddy|mate|pal|cousin|aunt(?:ie)?|uncle|niece|nephew|"
    r"grand(?:ma|mother|pa|father|dad)|nan(?:a|ny)?|gran(?:ny)?|colleague|co-?worker|boss|roommate|flatmate|"
    r"neighbou?r)"
)
#: Two other adults.
RELATION_PLURAL = r"(?:(?:grand)?parents(?:-in-law)?|folks|in-?laws)"
