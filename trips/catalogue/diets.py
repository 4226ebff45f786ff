"""What people eat: needs as travellers say them, and the diets of the rows that answer them."""

from __future__ import annotations

from trips.catalogue.names import words

#: Diets that every food row states: where one of them is missing, the place does not suit.
STATED = ("vegetarian", "vegan", "halal", "kosher", "gluten_free")
#: Diets that another one satisfies: what a vegetarian asks, a vegan kitchen serves.
_IMPLIED = {
    "vegetarian": ("vegan",),
    "pescatarian": ("vegetarian", "vegan"),
    "lactose_free": ("dairy_free", "vegan"),
    "dairy_free": ("lactose_free", "vegan"),
    "no_pork": ("halal", "kosher", "vegetarian", "vegan"),
}
#: Other words for the diets of the rows.
_SYNONYMS = {
    "plant_based": "vegan",
    "veggie": "vegetarian",
    "celiac": "gluten_free",
    "coeliac": "gluten_free",
    "gluten": "gluten_free",
    "wheat": "gluten_free",
    "dairy": "dairy_free",
    "milk": "dairy_free",
    "lactose": "lactose_free",
    "lactose_intolerant": "lactose_free",
}
#: Words around a need that say nothing of it.
_AROUND = frozenset({"allergy", "allergies", "allergic", "to", "diet"})
#: What rows say of their kitchens; of any other need (nuts, shellfish) they say nothing.
ANSWERED_BY_ROWS = frozenset({*STATED, *_IMPLIED})


def need_of(said: str) -> str:
    """ "allergy: gluten" → gluten_free; "nuts" of "allergy: nuts"."""
    need = "_".join(word for word in words(said) if word not in _AROUND)
    return _SYNONYMS.get(need, need)


def answers(need: str) -> frozenset[str]:
    """The diets of a row that satisfy it."""
    return frozenset({need, *_IMPLIED.get(need, ())})


def in_words(need: str) -> str:
    return need.replace("_free", "-free").replace("_", " ")
