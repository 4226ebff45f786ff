"""The facts of a trip: what they are called, how they change, what is missing, how they read.

Everything here takes values and returns values. `apply_changes` is the only way in; a form, a message
and a model all speak to it in `Change`s. The paths, as `PATHS` documents them (a test keeps this table
and `PATHS` the same):

| path | value | ops |
|---|---|---|
| origin | a city, country or airport code | set, remove |
| destinations | a city, country or region; subject = the one to replace | set, add, remove |
| destinations.nights | whole nights; subject = the destination | set, remove |
| trip_type | round, one_way | set, remove |
| dates.start, dates.end | YYYY-MM-DD, first and last day, both included | set, remove |
| dates.earliest, dates.latest | YYYY-MM-DD, the window the trip lies in | set, remove |
| dates.days | days, both travel days counted | set, remove |
| party.adults, party.children | how many | set, remove |
| party.ages | ages of the children in years, "4,7" | set, add, remove |
| rooms | how many | set, remove |
| budget.amount | a sum | set, remove |
| budget.currency | ISO 4217 | set, remove |
| budget.scope | total, per_person, per_day | set, remove |
| budget.approximate | true or false | set, remove |
| budget.level | low, mid, high | set, remove |
| pace | relaxed, moderate, packed | set, remove |
| interests, dietary, access, cuisines | one word or phrase | set, add, remove |
| stay.name, stay.area, stay.kind | words | set, remove |
| stay.stars | 1 to 5, halves allowed | set, remove |
| stay.max_price | a sum a room and night | set, remove |
| car.at_hand, car.wanted | true or false | set, remove |
| car.kind | words | set, remove |
| car.seats | how many | set, remove |
| car.price_per_day | a sum | set, remove |
| transport_bans | walk, transit, taxi, train, coach, flight, car, ferry | set, add, remove |
| hours.first, hours.last | HH:MM | set, remove |
| hours.rest | HH:MM–HH:MM | set, remove |
| travel_by, stay_wishes, seen_before, must_do, avoid, wishes | one name or phrase | set, add, remove |
| appointments | what\\|YYYY-MM-DD\\|HH:MM\\|HH:MM\\|where | set, add, remove |
| caps | category\\|sum\\|currency for the whole trip; stay, food, transport, visits | set, add, remove |
"""

from trips.facts.applying import Applied, AppliedChange, apply_changes, working_order
from trips.facts.assuming import assume, default_currency
from trips.facts.describing import FactLine, describe, differences, shown_name
from trips.facts.limits import MAX_CHILD_AGE, MAX_DAYS, MAX_TRAVELLERS
from trips.facts.missing import missing_facts, optional_topics
from trips.facts.naming import group_label, label_of
from trips.facts.paths import PATHS, PathRule
from trips.facts.places import UnknownPlace, resolve_place, unknown_places
