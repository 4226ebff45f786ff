"""Hours as guides write them: the right week, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trips.catalogue.city_hours import hours_text
from trips.catalogue.imports.prose_hours import hours_in
from trips.schemas import Hours

#: Language and text; below it the week.
READ = """
en: 10AM-5PM, closed Tu
  Mo 10:00-17:00; We-Su 10:00-17:00
en: M-Th 11AM-10PM, F Sa 11AM-11PM, Su noon-9PM
  Mo-Th 11:00-22:00; Fr-Sa 11:00-23:00; Su 12:00-21:00
en: Su–Th 10:00–18:00, F,Sa 10:00–20:00
  Mo-Th 10:00-18:00; Fr-Sa 10:00-20:00; Su 10:00-18:00
en: M–F 09:00–12:00, 13:00–17:00, Sa 09:00–12:00
  Mo-Fr 09:00-12:00,13:00-17:00; Sa 09:00-12:00
en: 7:30AM-4PM M-F, 8AM-2PM Sa
  Mo-Fr 07:30-16:00; Sa 08:00-14:00
en: W–M 10:00–22:00, Tu 10:00–17:00
  Mo 10:00-22:00; Tu 10:00-17:00; We-Su 10:00-22:00
en: daily 07:00–03:00 next day
  Mo-Su 07:00-03:00
en: Mon-Wed and Fri 10am to 6pm, Thu 10am to 8pm
  Mo-We 10:00-18:00; Th 10:00-20:00; Fr 10:00-18:00
en: 5PM-midnight daily
  Mo-Su 17:00-24:00
en: 24 hours daily
  24/7
de: Di-So 10-17 Uhr, Mo Ruhetag
  Tu-Su 10:00-17:00
de: täglich 10:00 bis 18:00 Uhr
  Mo-Su 10:00-18:00
de: Mo, Mi-Fr 11:30-14:00 und 17:30-22:00
  Mo 11:30-14:00,17:30-22:00; We-Fr 11:30-14:00,17:30-22:00
fr: du lundi au vendredi de 9h à 12h et de 14h à 18h30
  Mo-Fr 09:00-12:00,14:00-18:30
fr: tous les jours 10h-18h
  Mo-Su 10:00-18:00
"""


@pytest.mark.parametrize(("text", "week"), list(zip(*[iter(READ.strip().splitlines())] * 2, strict=True)))
def test_a_whole_week_is_read(text, week):
    language, _, said = text.partition(": ")
    assert hours_text(hours_in(said, language)) == week.strip()


@pytest.mark.parametrize(
    "text",
    [
        "10:00–18:00",  # on which days?
        "9AM-noon",
        "M-F 9:00-5:00",  # which half of the day?
        "10:00-12:00 daily",
        "M–F 09:00–05:30",
        "11:00-08:00 daily",
        "M-F 11:30AM-2PM and 5-10PM",
        "Daily 10AM-6PM, F 10AM-9PM",  # Friday twice
        "9AM-5PM daily, until 9PM F",
        "Tu-Su 9AM-5PM, 6PM-9PM F",  # whose hours?
        "10AM-5PM M-F, Sa 10AM-2PM",
        "M-F 9AM-5PM, closed Su",  # and Saturday?
        "M-F 9AM-5PM, closed public holidays",
        "F 8PM-Sa 2AM",
        "Apr-Oct daily 10AM-5PM",
        "T-F 10AM-5PM",  # Tuesday or Thursday
        "M-F 12AM-3PM",
        "M-F 10AM-10AM",
        "Every year on a Saturday in March, 17:00-05:00",
        "closed",
        "daily",
        "",
    ],
)
def test_what_is_doubtful_is_refused(text):
    assert hours_in(text, "en") is None


def test_the_last_entry_is_minutes_before_closing():
    hours = hours_in("Tu–Su 10:00–18:00 (last entrance 17:30)", "en")
    assert hours.last_entry_min == 30 and "mon" not in hours.week
    assert hours_in("M 10:00-18:00, Tu 10:00-20:00 (last entrance 17:30)", "en") is None


def test_closing_days_alone():
    assert hours_in("closed M", "en") == Hours(closed=["mon"])
    assert hours_in("Mo Ruhetag", "de") == Hours(closed=["mon"])


def test_a_language_nobody_listed_is_refused():
    assert hours_in("lun-vie 10:00-18:00", "es") is None


@given(st.text("MTuWhFSa 0123456789:-–,;.apmAPMdailyclosed()", max_size=40))
def test_no_text_breaks_it(text):
    hours = hours_in(text, "en")
    assert hours is None or hours.week or hours.closed or hours.always
