"""Words that travellers use for one thing: a question for one of them also finds the others, for less.

Written by hand, for travel and in English: no model, no download. Groups are short on purpose: every word of
a group stands for every other, and what is related to everything finds anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from memory.stemming import terms

#: Of one question; more would be a question about everything.
MOST = 40

GROUPS = """
vegetarian vegan meatless meat
fish seafood shellfish prawns shrimps crab lobster oysters mussels sushi
gluten coeliac celiac wheat
lactose dairy milk cheese
nuts peanuts walnuts almonds hazelnuts
allergy intolerance intolerant
diabetic diabetes insulin sugar
medicine medication pills insulin prescription pharmacy
medical health illness diabetic asthma epilepsy condition
halal muslim islam
kosher jewish synagogue
religious religion prays prayer mosque church faith
alcohol wine beer whisky sake cocktails
noodles ramen soba udon pasta
restaurant dining eatery meal dinner lunch
spicy hot chilli
cheap budget inexpensive affordable shoestring frugal thrifty
expensive luxury splurge upscale
hotel accommodation lodging hostel guesthouse ryokan apartment
room bedroom bed
sleep sleeping snores insomnia bed
train rail rails railway
plane planes flying flight airport airline
ship boat boats ferry cruise seasick
car drive driving rental licence
bus coach
bike bicycle cycling cyclist
walk walking hike hiking hikes trek stroll
wheelchair step accessible accessibility mobility ramp stairs lift elevator
injury surgery operation crutches knee
hike knee crutches
child kids toddlers baby infant
elderly senior pensioner old
early dawn sunrise morning
late midnight night
afraid scared fear phobia anxious
art museum gallery painting paintings painter
music concert jazz opera orchestra
nature mountains volcano volcanoes geysers waterfall forest
onsen spa bath sauna springs geysers
beach sea ocean coast seaside
sun sunny sunburn shade heat
cold winter snow freezing
rain rainy wet umbrella
language speaks fluent bilingual
job occupation profession employer career doctor teacher nurse engineer lawyer
anniversary wedding honeymoon jubilee
quiet noise noisy loud silent
shopping souvenirs shops market
photography photographs camera tripod photos
pet dog cat
passport visa
luggage suitcase baggage bag
stopover break layover
"""


@lru_cache(maxsize=1)
def _related() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in GROUPS.strip().splitlines():
        group = set(terms(line))
        for stem in group:
            found[stem] |= group - {stem}
    return {stem: frozenset(others) for stem, others in found.items()}


def related(asked: Iterable[str]) -> list[str]:
    """Stems that are related to these, without these."""
    asked = list(asked)
    others = (stem for term in asked for stem in sorted(_related().get(term, ())))
    return [stem for stem in dict.fromkeys(others) if stem not in set(asked)][:MOST]
