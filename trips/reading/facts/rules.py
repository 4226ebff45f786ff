"""Rules for what is said of a trip's money, stays, cars and appointments."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

from trips.reading.chart import Rule
from trips.reading.values import Day, Money

CASH = [
    Rule("cash", "<amount>", lambda amount: amount),
    Rule("cash", "<money>", lambda money: money.amount),
]
MONEY = [
    Rule("no_sum", "<amount> <counted_thing>", True, 3.0),
    Rule("no_sum", "<amount> - <amount:b> <counted_thing>", True, 3.0),
    Rule("no_sum", "(rated | rating) <amount> (of <amount:b>)?", True, 3.0),
    Rule("range_sum", "<money:a> (to | - | and | or) <money:b>", lambda a, b: max(a, b, key=lambda one: one.amount)),
    Rule("range_sum", "(<amount:a> | <thousands:a>) (to | - | and | or) <money:b>", lambda a, b: b if b.amount > a else None),
    Rule("range_sum", "<money:a> (to | - | and | or) <amount:b>", lambda a, b: replace(a, amount=b) if b > a.amount else None),
    Rule("range_sum", "<amount> ish <currency>", lambda amount, currency: Money(amount, tuple(currency.split()))),
    Rule("range_bare", "<amount:a> (to | - | and | or) <amount:b>", lambda a, b: b if b > a else None),
    Rule("change_by", "(raise | increase | extend | up) (the | our | my) .? budget by (about | another)? <cash>", lambda cash: cash),
    Rule("change_by", "(lower | reduce | cut | decrease | shrink) (the | our | my) .? budget by about? <cash>", lambda cash: -cash),
    Rule("change_by", "(add | put) (about | another)? <cash> more? (to | on | onto) (the | our | my) .? budget", lambda cash: cash),
    Rule("change_by", "(take | cut | knock | shave | remove) about? <cash> (off | from) (the | our | my) .? budget", lambda cash: -cash),
    Rule("change_by", "(have | has | got | spend | there is | there are) (got | about | only | now)* <cash> (less | fewer)", lambda cash: -cash),
    Rule("change_by", "(have | has | got | spend | there is | there are) (got | about | only | now)* <cash> (more | extra)", lambda cash: cash),
    Rule("change_by", "budget (is | has | went | gone | can | be | was | about)* <cash> (less | lower | smaller | tighter)", lambda cash: -cash),
    Rule("change_by", "budget (is | has | went | gone | can | be | was | about)* <cash> (more | higher | bigger | larger)", lambda cash: cash),
    Rule("change_by", "budget (is | has | went | gone | was | been | to | be)* (down | shrunk | fell | dropped | reduced | cut | lowered) by about? <cash>", lambda cash: -cash),
    Rule("change_by", "budget (is | has | went | gone | was | been | to | be)* (up | risen | rose | grew | grown | raised | increased) by about? <cash>", lambda cash: cash),
]  # fmt: skip
STAYS = [
    Rule("stars", "(<decimal> | <number>) (- | +)? (star | ★)", lambda decimal=None, number=None: Decimal(decimal or number)),
    Rule("rooms_said", "(<number> | a | an) <room_kind>* (room | zimmer | habitacion | habitaciones | chambre | camere)", lambda number=1: number),
    Rule("rooms_said", "room (: | =) <number>", lambda number: number),
    Rule("near_district", "<near> the? <district>", True),
    Rule("in_district", "in the? <district>", True),
]  # fmt: skip
_RENT = "(rent | renting | hire | hiring | arrange | book | get | need)"
CARS = [
    Rule("rents", f"{_RENT} (a | an | the | our | some) (rental | hire | small | big | large | cheap | electric | family)* <vehicle>", lambda words: words.split()[-1]),
    Rule("rents", "(rent | hire) (a | an | the | our) .", lambda words: words.split()[-1]),
    Rule("rents", "(rental | hire) <vehicle> | car (rental | hire) | rent (car | <number> car) | self (drive | driving)", "car"),
    Rule("seats", "(should | must | needs to | has to | can | which | that | it)* (seat | seats | fit | fits | seating) <number> (people | person | passenger | seats | of us)?", lambda number: number),
    Rule("seats", "<number> - seater | <number> seater | <number> seats | with <number> seats", lambda number: number),
]  # fmt: skip
FIXED = [
    Rule("moment", "<time:at> (- | to | until | till) <time:b>", lambda at, b: (at, b if b > at else None)),
    Rule("moment", "<time:at>", lambda at: (at, None)),
    Rule("moment", "<int> (h | uhr | o'clock)", lambda int: (dt.time(int), None) if 0 < int < 24 else None),
    Rule("moment", "(at | from | @) <int>", lambda int: (dt.time(int), None) if 0 < int < 24 else None, 0.5),
    Rule("nearly_moment", "(around | about) <int>", lambda int: (dt.time(int + 12 * (int < 7)), None) if 0 < int < 24 else None, 0.5),
    Rule("moment", "half past <number> (in the (morning | afternoon | evening))?", lambda number, words: (dt.time(number + 12 * ("noon" in words or "evening" in words), 30), None) if 0 < number < 12 else None),
    Rule("moment", "(at | around)? (<number> | <int>) (in the | o'clock in the) (morning | afternoon | evening)", lambda words, number=0, int=0: (dt.time((number or int) + 12 * ("morning" not in words)), None) if 0 < (number or int) < 12 else None),
    Rule("on_day", "on? the? <nth> (night | evening | day)", lambda nth, words: Day(number=nth - (nth < 0 and words.endswith("night")))),
    Rule("on_day", "(on)? the? <weekday> (<day_number> (st | nd | rd | th))?", lambda weekday, day_number=None: Day(day_number, weekday=weekday)),
    Rule("on_day", "(on)? the? <weekday> <day_number>", lambda weekday, day_number: Day(day_number, weekday=weekday), 0.5),
    Rule("on_day", "on the? <day_number> (st | nd | rd | th)?", lambda day_number: Day(day_number)),
    Rule("on_day", "on? (<date:at> | <bare_day:at> | <trip_day:at>)", lambda at: at),
    Rule("on_days", "(from | on)? <day_number:a> (- | to | until | till) <date:b>", lambda a, b: Day(a, b.month)),
    Rule("on_day", "<day_number> . <month>", lambda day_number, month, words: Day(day_number, month) if words.split()[1] == "." else None),
]  # fmt: skip
