"""Twelve travellers: what each wishes for, hidden from the team, and how to see whether it was kept."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from tests.eval.wishes import Known, NotBefore, NotPlanned, Planned, Wish, Within

#: When all of them write.
TODAY = dt.date(2026, 11, 21)


@dataclass(frozen=True)
class Card:
    """`story` is all that the player of this traveller is told; `later` comes when a plan is chosen, one a
    message; `wishes` are seen in facts and plan at the end."""

    name: str
    story: str
    wishes: tuple[Wish, ...]
    later: tuple[str, ...] = ()
    language: str = "English"


def dates(start: str, end: str) -> tuple[Known, Known]:
    return Known("dates.start", dt.date.fromisoformat(start)), Known("dates.end", dt.date.fromisoformat(end))


CARDS = (
    Card(
        "boston",
        "Two adults from New York want a long weekend in Boston, 15 to 18 February 2027, mid-range. They "
        "love history and food, want a moderate pace, and must walk the Freedom Trail.",
        (
            Known("destinations", "Boston"),
            *dates("2027-02-15", "2027-02-18"),
            Known("party.adults", 2),
            Known("budget.level", "mid"),
            Known("interests", "history"),
            Known("must_do", "Freedom Trail"),
            Planned(("Freedom Trail",)),
        ),
        later=("The days begin too early: nothing before ten in the morning, please.",),
    ),
    Card(
        "japan-with-children",
        "Two adults and two children of 6 and 9 from San Francisco travel to Tokyo and Kyoto from 2 to 11"
        " April 2027. About 9,000 US dollars in all. Slow days, gardens and animals, no long museum "
        "visits.",
        (
            Known("destinations", "Tokyo"),
            Known("destinations", "Kyoto"),
            *dates("2027-04-02", "2027-04-11"),
            Known("party.adults", 2),
            Known("party.children", 2),
            Known("budget.amount", Decimal(9000)),
            Known("pace", "relaxed"),
            Known("interests", "garden"),
            Within(Decimal(9900), "USD"),
        ),
        later=("It rained all last week; what could we do with the kids on a wet day in Kyoto?",),
    ),
    Card(
        "paris-alone",
        "A woman alone from London, 6 to 9 May 2027, Paris, low budget. Art and bookshops. She is vegan "
        "and must see the Musée d'Orsay. She dislikes crowds and does not want to go up the Eiffel Tower.",
        (
            Known("destinations", "Paris"),
            *dates("2027-05-06", "2027-05-09"),
            Known("party.adults", 1),
            Known("budget.level", "low"),
            Known("dietary", "vegan"),
            Known("must_do", "Orsay"),
            Planned(("Orsay",)),
            NotPlanned(("Eiffel",)),
        ),
        later=("Please make the second day lighter, I will be tired.",),
    ),
    Card(
        "marrakesh-friends",
        "Four friends from Madrid, 5 to 9 March 2027, Marrakesh, 1,500 euros for everybody together. They"
        " eat no pork and want a packed programme, souks and a hammam. One of them has a wheelchair and "
        "needs step-free ways.",
        (
            Known("destinations", "Marrakesh"),
            *dates("2027-03-05", "2027-03-09"),
            Known("party.adults", 4),
            Known("budget.amount", Decimal(1500)),
            Known("budget.currency", "EUR"),
            Known("pace", "packed"),
            Known("access", "wheelchair"),
            Within(Decimal(1650), "EUR"),
        ),
        later=("That is too expensive for us. What can be left out?",),
    ),
    Card(
        "new-york-with-grandmother",
        "A couple with a grandmother of 78 from Chicago, New York City, 10 to 13 June 2027, high budget. "
        "Broadway and good food, relaxed, no long walks. They must see the Metropolitan Museum.",
        (
            Known("destinations", "New York"),
            *dates("2027-06-10", "2027-06-13"),
            Known("party.adults", 3),
            Known("budget.level", "high"),
            Known("pace", "relaxed"),
            Known("must_do", "Metropolitan"),
            Planned(("Metropolitan Museum", "The Met")),
        ),
        later=("Could we have dinner near the theatre on the last evening?",),
    ),
    Card(
        "paris-other-dates",
        "Two adults from Lyon, Paris, first 14 to 17 May 2027, mid-range, history, moderate. Nobody has "
        "must-dos.",
        (
            Known("destinations", "Paris"),
            Known("dates.start", dt.date(2027, 5, 21)),
            Known("party.adults", 2),
            Known("dates.end", dt.date(2027, 5, 24)),
            Known("budget.level", "mid"),
        ),
        later=("Something came up: we have to go one week later, 21 to 24 May. Everything else stays.",),
    ),
    Card(
        "kyoto-in-french",
        "Deux adultes de Bruxelles vont à Kyoto du 3 au 8 novembre 2027, budget moyen. Ils aiment les "
        "temples et la cuisine japonaise, rythme tranquille. Ils veulent absolument voir Fushimi Inari. "
        "Un des deux est végétarien.",
        (
            Known("destinations", "Kyoto"),
            *dates("2027-11-03", "2027-11-08"),
            Known("party.adults", 2),
            Known("dietary", "vegetarian"),
            Known("pace", "relaxed"),
            Planned(("Fushimi Inari",)),
        ),
        later=("Le premier jour est trop chargé, pouvez-vous l'alléger ?",),
        language="French",
    ),
    Card(
        "ghent",
        "Two adults from London, a long weekend in Ghent, 7 to 10 May 2027, mid-range, relaxed, food and"
        " history. They must see the Gravensteen and the altarpiece in Saint Bavo's Cathedral.",
        (
            Known("destinations", "Ghent"),
            *dates("2027-05-07", "2027-05-10"),
            Known("party.adults", 2),
            Known("budget.level", "mid"),
            Known("pace", "relaxed"),
            Planned(("Gravensteen", "Castle of the Counts")),
            Planned(("Bavo", "Altarpiece")),
        ),
        later=("Is anything closed on Monday? If so, move it.",),
    ),
    Card(
        "braga-in-spanish",
        "Una pareja de Madrid va a Braga del 12 al 15 de marzo de 2027, presupuesto bajo, con un bebé de"
        " un año. Les gusta el vino y pasear por el centro, ritmo tranquilo. Quieren ver el Bom Jesus do "
        "Monte.",
        (
            Known("destinations", "Braga"),
            *dates("2027-03-12", "2027-03-15"),
            Known("party.adults", 2),
            Known("party.children", 1),
            Known("budget.level", "low"),
            Planned(("Bom Jesus",)),
        ),
        later=("La cena es demasiado tarde para el bebé, mejor a las siete.",),
        language="Spanish",
    ),
    Card(
        "graz-by-train",
        "One man from Vienna, Graz, 18 to 21 June 2027, 600 euros, by train and not by plane. New "
        "architecture, coffee, a walk up the Schlossberg. Allergic to nuts.",
        (
            Known("destinations", "Graz"),
            *dates("2027-06-18", "2027-06-21"),
            Known("party.adults", 1),
            Known("budget.amount", Decimal(600)),
            Known("transport_bans", "flight"),
            Known("dietary", "nut"),
            Planned(("Schlossberg",)),
        ),
        later=("I would rather go up the Schlossberg on the second day.",),
    ),
    Card(
        "tbilisi",
        "Three friends from Berlin, Tbilisi, 4 to 9 September 2027, mid-range, moderate. Wine, sulphur "
        "baths, old town. They get up late: nothing before ten. They must see the Narikala fortress.",
        (
            Known("destinations", "Tbilisi"),
            *dates("2027-09-04", "2027-09-09"),
            Known("party.adults", 3),
            Known("budget.level", "mid"),
            Planned(("Narikala",)),
            Planned(("bath", "Abanotubani")),
            NotBefore(dt.time(10)),
        ),
        later=("We were told the cable car is closed for repairs. Does that matter for our plan?",),
    ),
    Card(
        "boston-complaint",
        "A couple from Toronto, Boston, 1 to 4 October 2027, mid-range, moderate, art and the sea, no "
        "must-dos. Neither drinks alcohol.",
        (
            Known("destinations", "Boston"),
            *dates("2027-10-01", "2027-10-04"),
            Known("party.adults", 2),
            Known("interests", "art"),
            Planned(("Museum of Fine Arts", "Gardner")),
            NotPlanned(("Brewery",)),
        ),
        later=(
            "I am not happy: there is far too much walking on the second day, and no art at all on the "
            "third.",
        ),
    ),
)
