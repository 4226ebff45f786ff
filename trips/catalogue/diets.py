"""What people eat: needs as travellers say them, and the diets of the rows that answer them."""

from __future__ import annotations

from collections.abc import Sequence

from trips.catalogue.matching import is_among
from trips.catalogue.names import words
from trips.schemas import Place

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
#: Cuisines that satisfy a diet by themselves.
_CUISINES_THAT_SUIT = {"pescatarian": ("seafood", "sushi", "fish")}
#: Words of dishes by whom they suit: a dish with any other word is not known to suit.
_PLANTS = frozenset(
    """almond apple apples apricot artichoke artichokes aubergine avocado banana bananas beer
    beetroot beets bread broccoli buckwheat bulgur cabbage caponata cardamom carrot carrots
    cauliflower chickpea chickpeas chilli chips cider cinnamon cocktails coconut coffee corn
    couscous cucumber cucumbers dal dates eggplant espresso falafel fennel fig figs flatbread fries
    fruit fruits fruity garlic ginger grapes greens guacamole herb herbs hummus jackfruit juice
    juices kale leek leeks lemon lemonade lentil lentils lime lychee mango mashed mint mushroom
    mushrooms nuts oats olive olives onion onions orange oranges pea pear peas peppers pickles plum
    plums porcini potato potatoes pumpkin quinoa rosemary salad salads seaweed seitan smoothie
    smoothies sorbet sourdough spinach squash strawberries strawberry tea teas tempeh toast tofu
    tomato tomatoes truffle vegan vegetable vegetables walnut walnuts wine wines yuba""".split()
)
_DAIRY_AND_EGGS = frozenset(
    """brioche brownie brownies burrata butter cake cakes cannoli cappuccino caramel cheese
    cheesecake cheeses chocolate cream crepes croissant croissants crêpes custard doughnut doughnuts
    egg eggs feta flan gelato gnocchi goat's granola halloumi hotcakes ice kaiserschmarrn lassi
    latte macarons margherita milk milkshakes mozzarella nata omelette omelettes pancake pancakes
    paneer pasta pastries pastry pastéis pistachio porridge pretzels ricotta rösti scones scrambled
    shakshuka spätzle strudel tart tarts tiramisu vegetarian waffle waffles yoghurt yogurt""".split()
)
_FISH = frozenset(
    """anchovies bass bream cod crab crabs fish herring lobster mackerel mussels octopus oyster
    oysters prawn prawns salmon sardine sardines sashimi scallops seafood shrimp shrimps sole squid
    trout tuna""".split()
)
_DISHES = {
    "vegan": _PLANTS,
    "vegetarian": _PLANTS | _DAIRY_AND_EGGS,
    "pescatarian": _PLANTS | _DAIRY_AND_EGGS | _FISH,
    "no_pork": _PLANTS | _DAIRY_AND_EGGS | _FISH,
    "dairy_free": _PLANTS,
    "lactose_free": _PLANTS,
}
#: Words that say nothing of what a dish is made of.
_BETWEEN = frozenset(
    """a and cold creamy de drip filter foraged fresh from garden green grilled hot in marinated
    mixed of on or organic pickled raw red roast roasted seasonal spiced spicy steamed stewed sweet
    the warm white wild with yellow young""".split()
)
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


def answered_by(diet: str) -> frozenset[str]:
    """The diets of a row that satisfy what the traveller named; empty: our rows do not say."""
    need = need_of(diet)
    return answers(need) if need in ANSWERED_BY_ROWS or "allerg" not in diet.casefold() else frozenset()


def suits(row: Place, diet: str) -> bool | None:
    """Whether a food place has what the traveller eats; None where its row does not say."""
    suiting = answered_by(diet)
    kitchens = _CUISINES_THAT_SUIT.get(diet.casefold().strip(), ())
    if suiting & set(row.diet) or is_among(row.cuisine, kitchens):
        return True
    return False if suiting and suiting <= set(STATED) else None


def unknown_diets(row: Place | None, diets: Sequence[str]) -> str:
    """What the travellers eat that nobody knows to be served there, in words; empty where all of it is."""
    unknown = [need_of(diet) for diet in diets if row is None or suits(row, diet) is None]
    return " and ".join(dict.fromkeys(map(in_words, unknown)))


def dishes_for(row: Place, diets: Sequence[str]) -> list[str]:
    """Its dishes that are known to suit everybody: all of them where nobody has a diet."""
    needs = [need_of(diet) for diet in diets]
    return [dish for dish in row.dishes if all(_dish_suits(dish, row, need) for need in needs)]


def _dish_suits(dish: str, row: Place, need: str) -> bool:
    said = [word for word in dish.casefold().replace("-", "_").split() if word not in _BETWEEN]
    kitchen = words(row.cuisine)
    if any(diet in said or diet in kitchen for diet in answers(need)):
        return True
    return bool(said) and _DISHES.get(need, frozenset()).issuperset(said)
