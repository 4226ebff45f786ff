"""Words for people: who counts as a child, who as company."""

from __future__ import annotations

KID = (
    r"(?:kids?|child(?:ren)?|little\s+ones?|toddlers?|bab(?:y|ies)|infants?|newborns?|teenagers?|teens?|"
    r"twins|triplets|sons?|daughters?|boys?|girls?|grand(?:kids?|child(?:ren)?|sons?|daughters?)|"
    r"niñ[oa]s?|hij[oa]s?|enfants?|kinder[n]?|kind|bambin[io]|figli|crianças?|filh[oa]s?)"
)
ADULT = r"(?:adults?|grown-?ups?|adultos?|adultes?|erwachsenen?|adulti)"
PEOPLE = (
    r"(?:people|ppl|persons?|pax|travell?ers?|guests?|passengers?|adventurers|visitors|lads|gals|participants|"
    r"seniors|retirees|"
    r"students|(?:wo)?men|ladies|guys|gents|tourists|backpackers|personas?|personnes?|personen|person[ae]|"
    r"pessoas?|"
    r"viajer[oa]s|voyageurs|reisende|人|名)"
)
#: One other adult.
RELATION = (
    r"(?:wife|husband|hubby|partner|girlfriend|boyfriend|gf|bf|fianc[ée]e?|spouse|other\s+half|better\s+half|"
    r"significant\s+other|m[uoa]m(?:my|a|ma)?|mother(?:-in-law)?|dad(?:dy)?|father(?:-in-law)?|papa|"
    r"sister(?:-in-law)?|"
    r"brother(?:-in-law)?|sibling|twin|best\s+friend|bestie|friend|buddy|mate|pal|cousin|aunt(?:ie)?|uncle|"
    r"grand(?:ma|mother|pa|father|dad)|nan(?:a|ny)?|gran(?:ny)?|niece|nephew|colleague|co-?worker|boss|"
    r"roommate|"
    r"flatmate|neighbou?r|frau|mann|freundin|freund|femme|mari|mujer|esposa|esposo|marido|novia|novio|pareja|"
    r"moglie|marito)"
)
#: Two other adults.
RELATION_PLURAL = r"(?:parents(?:-in-law)?|folks|in-?laws|grandparents|eltern|padres|genitori)"
