"""Whole messages of twenty thousand characters that once held a worker, or are of their kind."""

from __future__ import annotations

import random

LENGTH = 20_000


def filled(unit: str) -> str:
    return (unit * (LENGTH // len(unit) + 1))[:LENGTH]


def _differing(sentence: str) -> str:
    """Sentences of which no two are the same, so that nothing read once serves again."""
    return " ".join(sentence.format(n=n, day=n % 9 + 1, hour=n % 24) for n in range(LENGTH // 10))[:LENGTH]


def _mixed(words: str, seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311 (no secret)
    return " ".join(chance.choices(words.split("|"), k=LENGTH))[:LENGTH]


_NAMES = {
    "who": "I|we|my wife|our son Tom|my mother|Anna|the kids|my friend|our daughter|Ben",
    "thing": "museums|street food|jazz|old churches|hiking|quiet beaches|vineyards|modern art|gardens|ramen",
    "other": "markets|opera|football|castles|ceramics|sunsets|bookshops|cycling|hot springs|architecture",
    "food": "nuts|gluten|shellfish|pork|meat|dairy|eggs|soy|fish|spicy food|raw onions|mushrooms|sesame",
    "place": "Fushimi Inari|Kinkaku-ji|Nijo Castle|Nishiki Market|Gion|Arashiyama|the Railway Museum",
    "town": "Rome|Kyoto|Osaka|Lyon|Porto|Graz",
}


def _sentences(forms: str, seed: int, paragraph: int = LENGTH) -> str:
    """Sentences of these forms about changing people, things and figures; an empty line behind each
    `paragraph` of them."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    told = []
    for number in range(1, LENGTH // 10):
        words = {name: chance.choice(values.split("|")) for name, values in _NAMES.items()}
        figures = {"day": chance.randint(1, 9), "hour": chance.randint(7, 22), "sum": chance.randint(3, 900)}
        told.append(chance.choice(forms.split("|")).format(**words, **figures))
        told.append("\n\n" if number % paragraph == 0 else " ")
    return "".join(told)[:LENGTH]


def _random(signs: str, seed: int) -> str:
    return "".join(random.Random(seed).choices(signs, k=LENGTH))  # noqa: S311


_PRINTED = "".join(map(chr, range(32, 127)))
#: Sentences of which hardly any two are the same, and signs without sense.
GENERATED = {
    "wishes in paragraphs": _sentences(
        "{who} would love to see {thing} and {other} on day {day}.|"
        "We want {thing} in the morning, then {other}.|{who} really likes {thing} but not {other}.|"
        "Please plan {day} hours for {thing}.|"
        "No {thing} please, rather {other}.|{who} wants to visit {place} because of {thing}.",
        11,
        paragraph=4,
    ),
    "needs that differ": _sentences(
        "{who} can't eat {food}.|{who} is allergic to {food} and {thing}.|No {food} for {who}.|"
        "{who} doesn't eat {food}, but {thing} is fine.|{who} is vegetarian except {food}.",
        14,
    ),
    "edits that differ": _sentences(
        "add {place} at {hour}.|move {place} to day {day}.|drop {place} on day {day}.|"
        "start day {day} at {hour}.|put {place} before {thing} on day {day}.|lunch at {hour} near {place}.",
        15,
    ),
    "spending that differs": _sentences(
        "Lunch at {place} was {sum} euros.|I paid {sum} yen for {thing}.|"
        "{who} paid {sum} for the taxi to {place}.|The {thing} tickets cost {sum} USD, split by {day}.",
        16,
    ),
    "reports that differ": _sentences(
        "{place} was great, but {thing} was too crowded.|{who} loved {place}.|Day {day} was exhausting.|"
        "We skipped {place} because it rained.|The walk to {place} was too long for {who}.",
        17,
    ),
    "questions that differ": _sentences(
        "When does {place} open on day {day}?|How far is {place} from {town}?|Can {who} eat {food} there?|"
        "What is the best {thing} near {place}?|Should we book {place} for day {day}?",
        18,
    ),
    "orders to memory that differ": _sentences(
        "Remember that {who} loves {thing}.|Forget that {who} hates {food}.|Next time no {thing}.|"
        "{who} always takes the window seat, never {thing}.|{who} is afraid of {thing} and can't eat {food}.",
        19,
    ),
    "dates that differ": _sentences(
        "From {day} to {hour} May {town}.|We leave on {hour} June and return on {day} July.|"
        "{hour} nights in {town}.|Then {town} until {day} August, {who} joins.",
        20,
    ),
    "random signs": _random(_PRINTED, 12),
    "random lines": _random(_PRINTED + "\n  .  ", 13),
    "random letters of many scripts": _random("abcäßéñçøłşğіжщλωאבشع東京のは한국" + " .,?!\n" * 2, 21),
}
#: What a reader looks for, again and again.
UNITS = {
    "a statement that is quoted": 'he said "we are vegan". ',
    "words that are quoted": 'said "i a b". ',
    "words in quotation marks": '"a b c". ',
    "quotations after a colon": ': "i a b". ',
    "curly quotations": "he says “we are vegan”. ",
    "single quotations": "he said 'we are vegan'. ",
    "quotations that are not closed": "“„«‘a b c’»”” ",
    "quoted names": '"Rome" ',
    "Japanese quotations": "「私は」と言った。",
    "currencies": "USD EUR 5 GBP JPY ",
    "sums": "$1,000.00€ ",
    "sums of towns that are none": "Abcdeff 5 EUR, Bcdefga 6 EUR, ",
    "budgets": "5000 per person, ",
    "raised budgets": "raise the budget by 500. ",
    "sentences of expenses": "Lunch was 12 euros. ",
    "shares": "half of 60 euro, 10% tip of 30 EUR, ",
    "dotted figures": "1.2.-3.4. ",
    "clock times": "10:30-11:45 ",
    "dates of digits": "2027-05-03 3/5/2027, ",
    "numbers": "1 2 3 4 5 6 7 8 9 ",
    "ages": "my son Tom (5), kids 3, 5 and 7. ",
    "questions of a day": "what is on day 2? ",
    "questions of prices": "how much is lunch on day 3? ",
    "questions of hours": "is the museum closed on Monday? ",
    "questions without a mark": "what should we pack for tomorrow and where are we at 3 ",
    "changes of days": "swap day 1 and day 2. add Louvre to day 1 at 10. ",
    "what shall be remembered": "remember that I like tea. ",
    "ratings": "5/5 was great! ",
    "lines set in": "a:\n    b c\n\n",
    "pages below an announcement": "the blog says:\n\n" + "we are nice. " * 60 + "\n\n",
    "spans of code": "`a b c d` ",
    "numbered lines": "1. Rome\n",
    "lines of Windows": "a\r\n",
}
ATTACKS = {
    "a no with an end that is none": "no thanks, " + "it is " * 40 + "x",
    "a no that goes on": "no thanks, " + filled("it is ")[: LENGTH - 20] + "x",
    "capitals": "A" * 5_000,
    "empty lines": "\n" * (LENGTH - 1) + "x",
    "blanks": "x" + " " * (LENGTH - 2) + "x",
    "tabs and lines": "x" + filled(" \n\t")[: LENGTH - 2] + "x",
    "dots": "." * LENGTH,
    "digits": "1" * LENGTH,
    "figures": filled("1,"),
    "initials": filled("A.B "),
    "quotation marks": filled("“I "),
    "fences": filled("```\na\n"),
    "facts beside fences": filled("I love museums. We are vegan. ```x```. Two kids. No hiking. "),
    "tags": filled("<b>a "),
    "tables": filled("|a|b|\n|--|--|\n"),
    "headings": filled("# my trip\na\n"),
    "announcements": filled("the site says:\n"),
    "addresses": filled("https://a.example\nb\n"),
    "quoted lines": filled("> a\nb\n"),
    "politeness": filled("could you please just now, "),
    "thanks": filled("thx. "),
    "wishes": filled("we want to see the museum and "),
    "dates": filled("from 3 to 5 May, "),
    "cities": filled("Rome, Paris and "),
    "expenses": filled("lunch 12 euros, no 13, "),
    "habits": filled("I also really love trains but "),
    "forgetting": filled("forget the museum, don't remember that I "),
    "orders": filled("move the museum to day 2, then "),
    "Japanese": filled("東京へ行きたいです"),
    "combining marks": filled("e\u0301"),
    "control characters": filled("\x01\x1e\x7f"),
    "many fillers": _mixed(
        "ok|so|well|please|just|now|then|also|actually|no|yes|it is|that|the|we|I|want", 1
    ),
    "many subjects": _mixed(
        "I|we|my wife|our son|is|am|allergic|to|not|any more|nuts|love|hate|the|museum,|and", 2
    ),
    "prose": _mixed(
        "We would like to go to Rome in May with two kids.|It should be quiet.|Around 3,000 euros.", 3
    ),
    "places that differ": _differing("We want to see place{n} on day {day} at {hour}:00."),
    "expenses that differ": _differing("{n} EUR for thing{n},"),
    "orders to drop": filled("drop the Louvre, the Orsay, the "),
    **{name: filled(unit) for name, unit in UNITS.items()},
    **GENERATED,
}
