from __future__ import annotations

from decimal import Decimal

from tests.trips.planning.validator import making as m
from trips.schemas import Cap, StayWish


def test_banned_transport():
    result = m.result(25, m.plan(), m.facts(transport_bans=["train"]))
    assert (result.status, result.severity, len(result.items)) == ("failed", "error", 2)
    assert m.result(25, m.plan(), m.facts(transport_bans=["flight"])).message == "Holds: no flight."


def with_cellar(**more):
    plan = m.plan(**more)
    m.insert(plan, 1, m.visit("steep-cellar", m.TUESDAY, "14:00", "15:00"))
    return plan


def test_steps():
    for need, status in (
        ("wheelchair", "failed"),
        ("step_free", "failed"),
        ("stroller", "failed"),
        ("elderly", "failed"),
        ("sign language", "not_checked"),
    ):
        assert m.result(25, with_cellar(), m.facts(access=[need])).status == status, need
        expected = "not_checked" if status == "not_checked" else "passed"
        assert m.result(25, m.plan(), m.facts(access=[need])).status == expected, need


def test_a_stroller_asks_sights_only():
    plan = m.plan()
    gazetteer = m.gazetteer()
    row = gazetteer.place("boston:red-spoon").model_copy(update={"step_free": "no"})
    from tests.trips.given_rows import GivenRows
    from trips.catalogue.gazetteer import Gazetteer
    from trips.planning.validator import check_plan

    rows = Gazetteer(GivenRows([row if one.id == row.id else one for one in m.ROWS]))
    for need, status in (("stroller", "passed"), ("wheelchair", "failed")):
        verdict = check_plan(plan, m.facts(access=[need]), rows)
        assert next(one for one in verdict.results if one.id == 25).status == status


def test_short_walks():
    facts = m.facts(access=["short_walks"])
    plan = m.plan()
    walks = [item for day in plan.days for item in day.items if item.kind == "leg" and item.mode == "walk"]
    for walk in walks:
        walk.distance_km = 0.9
    assert m.result(25, plan, facts).status == "passed"
    walks[0].distance_km = 1.4
    failed = m.result(25, plan, facts)
    assert failed.status == "failed" and "1.4 km on foot" in failed.message
    assert failed.items == [walks[0].uid]
    assert m.result(25, plan, m.facts()).status == "passed"


def test_what_is_partly_step_free_is_said():
    from tests.trips.given_rows import GivenRows
    from trips.catalogue.gazetteer import Gazetteer
    from trips.planning.validator import check_plan

    rows = [
        row.model_copy(update={"step_free": "partly"}) if row.id == "boston:iron-museum" else row
        for row in m.ROWS
    ]
    verdict = check_plan(m.plan(), m.facts(access=["wheelchair"]), Gazetteer(GivenRows(rows)))
    result = next(one for one in verdict.results if one.id == 25)
    assert (result.status, "Only partly step-free: Iron Museum." in result.message) == ("passed", True)


def test_children():
    assert m.result(25, with_cellar()).status == "passed"
    result = m.result(25, with_cellar(ages=[8]))
    assert (result.status, result.message) == ("failed", "Steep Cellar is not for children.")


def test_children_and_unlisted():
    plan = m.plan(ages=[8])
    m.insert(plan, 1, m.unlisted_visit("Aunt Mary's house", m.TUESDAY, "14:00", "15:00"))
    assert m.result(25, plan).status == "not_checked"


def test_pets():
    assert m.result(25, m.plan(), m.facts(access=["travelling with a dog"])).status == "passed"


def test_must_dos_by_name_alias_area_dish_and_spelling():
    for must, status in (
        ("Iron Museum", "passed"),
        ("the iron museum", "passed"),
        ("see the Iron Musuem", "passed"),
        ("The Iron", "passed"),
        ("Moon Tower", "failed"),
        ("walk through Testville", "passed"),
        ("a garden", "passed"),
        ("bungee jumping", "failed"),
    ):
        assert m.result(26, m.plan(), m.facts(must_do=[must])).status == status, must


def test_a_missing_must_do_that_is_in_our_data():
    result = m.result(26, m.plan(), m.facts(must_do=["the moon tower"]))
    assert (result.severity, result.repair) == ("error", "Add Moon Tower.")


def test_an_unlisted_must_do_counts_by_its_name():
    plan = m.plan()
    m.insert(plan, 1, m.unlisted_visit("Aunt Mary's house", m.TUESDAY, "14:00", "15:00"))
    result = m.result(26, plan, m.facts(must_do=["visit Aunt Mary’s House"]))
    assert (result.status, result.grade) == ("passed", "official")


def test_the_stay_named():
    for name, status in (("Harbour Inn", "passed"), ("Grand Palace", "failed")):
        assert m.result(26, m.plan(), m.facts(stay=StayWish(name=name))).status == status


def test_things_to_avoid():
    for thing, status in (
        ("museums", "failed"),
        ("Iron Museum", "failed"),
        ("Italian food", "failed"),
        ("trains", "failed"),
        ("the moon tower", "passed"),
        ("crowds of people", "not_checked"),
        ("flying", "passed"),
    ):
        assert m.result(26, m.plan(), m.facts(avoid=[thing])).status == status, thing


def test_caps():
    for category, amount, status in (
        ("visits", "80", "passed"),
        ("visits", "79", "failed"),
        ("stay", "400", "passed"),
        ("food", "100", "failed"),
    ):
        cap = Cap(category=category, amount=Decimal(amount), currency="USD")
        result = m.result(26, m.plan(), m.facts(caps=[cap]))
        assert result.status == status, category
    assert result.repair == "Raise the cap by $10 or choose cheaper."
    odd = Cap(category="food", amount=Decimal(1), currency="XXA")
    assert m.result(26, m.plan(), m.facts(caps=[odd])).status == "not_checked"


def test_the_price_of_a_night():
    for most, status in ((200, "passed"), (199, "failed")):
        wish = StayWish(max_price=Decimal(most))
        assert m.result(26, m.plan(), m.facts(stay=wish)).status == status


def test_interests_that_could_be_covered_are():
    assert m.result(26, m.plan(), m.facts(interests=["history", "food"])).status == "passed"
    result = m.result(26, m.plan(), m.facts(interests=["animals"]))
    assert (result.status, result.severity) == ("failed", "warning")
    assert m.result(26, m.plan(), m.facts(interests=["numismatics"])).status == "passed"


def test_nothing_asked():
    assert m.result(26, m.plan()).message == "You named nothing that must be seen or avoided."
