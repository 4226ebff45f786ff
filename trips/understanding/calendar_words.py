"""The words of the calendar, as patterns: months and weekdays."""

from __future__ import annotations

_MONTH_NAMES = {
    1: "january jan enero janvier januar jänner gennaio janeiro",
    2: "february feb febrero février fevrier februar febbraio fevereiro",
    3: "march mar marzo mars märz maerz março",
    4: "april apr abril avril aprile",
    5: "may mayo mai maggio maio",
    6: "june jun junio juin juni giugno junho",
    7: "july jul julio juillet juli luglio julho",
    8: "august aug agosto août aout",
    9: "september sept sep septiembre septembre settembre setembro",
    10: "october oct octubre octobre oktober okt ottobre outubro",
    11: "november nov noviembre novembre novembro",
    12: "december dec diciembre décembre decembre dezember dez dicembre dezembro",
}
MONTHS: dict[str, int] = {name: number for number, names in _MONTH_NAMES.items() for name in names.split()}
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_WEEKDAY_NAMES = (
    "monday|mon|lunes|lundi|montag",
    "tuesday|tues|tue|martes|mardi|dienstag",
    "wednesday|wed|miércoles|miercoles|mercredi|mittwoch",
    "thursday|thurs|thur|thu|jueves|jeudi|donnerstag",
    "friday|fri|viernes|vendredi|freitag",
    "saturday|sat|sábado|sabado|samedi|samstag",
    "sunday|sun|domingo|dimanche|sonntag",
)
WEEKDAYS: dict[str, int] = {
    name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names.split("|")
}
WEEKDAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})\b\.?"
