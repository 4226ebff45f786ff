"""Every answer has its headers: pages, files, streams, errors of all kinds, and what Django never saw."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest

from tests.config.conftest import HOST, PASSWORD, Site, manage, production

pytestmark = pytest.mark.xdist_group("site")

A_TRIP = f"/trips/{uuid.UUID(int=7)}"
#: Kind: method, address, status; what it needs besides.
ANSWERS = {
    "front page": ("GET", "/", 200),
    "sign-in": ("GET", "/account/sign-in", 200),
    "redirect to sign-in": ("GET", "/trips/", 302),
    "admin": ("GET", "/admin/login/", 200),
    "style": ("GET", "/static/css/base.css", 200),
    "script": ("GET", "/static/js/page.js", 200),
    "drawing": ("GET", "/static/icon.svg", 200),
    "missing file": ("GET", "/static/nothing.css", 404),
    "alive": ("GET", "/healthz", 200),
    "missing page": ("GET", "/nowhere", 404),
    "missing trip": ("GET", f"{A_TRIP}/", 404),
    "refused stream": ("GET", f"{A_TRIP}/stream", 404),
    "other method on a stream": ("POST", f"{A_TRIP}/stream", 404),
    "form without a token": ("POST", "/start", 403),
    "wrong method": ("GET", "/start", 405),
    "odd method": ("PROPFIND", "/", 403),
    "long address": ("GET", "/?" + "x" * 9000, 414),
    "many fields": ("GET", "/account/sign-in?" + "&".join(["a=1"] * 1100), 400),
    "whom to tell": ("GET", "/.well-known/security.txt", 404),
}
DRAWN = ("/static/css/base.css", "/static/js/page.js", "/static/icon.svg")
PLAIN_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def holds(answer: httpx.Response) -> None:
    """What every answer has to say."""
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    if answer.url.path in DRAWN:  # no documents: what only these obey would be 500 bytes a file
        assert not {"content-security-policy", "permissions-policy", "x-frame-options"} & set(headers)
        return
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy and "http:" not in policy
    if headers.get("content-type", "").startswith("text/html") and not answer.is_redirect:
        for part in ("base-uri 'none'", "form-action 'self'", "script-src 'self'", "style-src 'self'"):
            assert part in policy
    else:
        assert policy == PLAIN_POLICY or "script-src 'self'" in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"] and "geolocation=()" in headers["permissions-policy"]
    for name in ("content-security-policy", "x-frame-options", "cache-control", "strict-transport-security"):
        assert len(headers.get_list(name)) == 1, name
    cache = headers["cache-control"]
    assert "no-store" in cache or answer.url.path.startswith("/static/") or answer.url.path == "/healthz"
    for cookie in headers.get_list("set-cookie"):
        name, _, attributes = cookie.partition("=")
        assert name.startswith("__Host-"), cookie
        assert "Secure" in attributes and "HttpOnly" in attributes and "Path=/" in attributes
        assert re.search(r"SameSite=(Lax|Strict)", attributes) and "Domain" not in attributes
    assert "Traceback" not in answer.text and "uvicorn" not in answer.text.lower()


def cookie(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_kind_of_answer_has_them(site: Site, kind: str) -> None:
    method, address, status = ANSWERS[kind]
    with site.browser() as browser:
        answer = browser.request(method, address)
    assert answer.status_code == status
    holds(answer)
    if status >= 400 and answer.headers["content-type"].startswith("text/html"):
        assert "Wayfare" in answer.text and "<h1>" in answer.text


def test_another_host_is_refused(site: Site) -> None:
    with site.browser(headers={"Host": "evil.example"}) as browser:
        answer = browser.get("/")
    assert answer.status_code == 400 and "This could not be read" in answer.text
    assert "evil" not in answer.text
    holds(answer)


def test_without_https_it_leads_there(site: Site) -> None:
    with site.browser(headers={"X-Forwarded-Proto": "http"}) as browser:
        answer = browser.get("/account/sign-in")
    assert (answer.status_code, answer.headers["location"]) == (301, f"https://{HOST}/account/sign-in")
    holds(answer)


def test_too_much_and_too_often(site: Site) -> None:
    with site.browser(headers={"X-Forwarded-For": "203.0.113.99"}) as browser:
        large = browser.post("/start", content=b"x" * 70_000)
        part = browser.post("/start", content=b"x" * 70_000, headers={"HX-Request": "true"})
        streams = [browser.get(f"{A_TRIP}/stream") for _ in range(21)]
        answers = [browser.get("/account/sign-in") for _ in range(610)]
    assert large.status_code == part.status_code == 413
    assert "<h1>This is too large to send</h1>" in large.text
    assert part.headers["hx-retarget"] == "#notices" and "<html" not in part.text
    assert [answer.status_code for answer in streams] == [404] * 20 + [429]
    assert {answer.status_code for answer in answers[:590]} == {200}
    last = answers[-1]
    assert last.status_code == 429 and "Too much at once" in last.text
    assert streams[-1].headers["retry-after"] and last.headers["retry-after"]
    for answer in (large, part, streams[-1], last):
        holds(answer)


def test_a_person_who_signs_in_gets_two_cookies_and_pages_that_are_not_kept(site: Site) -> None:
    with site.browser() as browser:
        page = browser.get("/account/sign-in")
        holds(page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
        cookies = {"__Host-csrftoken": re.search(r"__Host-csrftoken=(\w+)", page.headers["set-cookie"])[1]}
        words = {"username": "root", "password": PASSWORD, "csrfmiddlewaretoken": token}
        same = {"Referer": f"https://{HOST}/account/sign-in", "Origin": f"https://{HOST}"}
        into = browser.post("/account/sign-in", data=words, headers={**same, "Cookie": cookie(cookies)})
        assert into.status_code == 302
        holds(into)
        cookies["__Host-sessionid"] = re.search(
            r"__Host-sessionid=(\w+)", ",".join(into.headers.get_list("set-cookie"))
        )[1]
        for path in ("/trips/", "/account/", "/admin/", "/admin/trips/trip/", "/account/download"):
            answer = browser.get(path, headers={"Cookie": cookie(cookies)})
            assert answer.status_code == 200
            assert "no-store" in answer.headers["cache-control"]
            holds(answer)
        site.execute("ALTER TABLE django_session RENAME TO away")
        try:
            away = browser.get("/trips/", headers={"Cookie": cookie(cookies)})
            stream = browser.get(f"{A_TRIP}/stream", headers={"Cookie": cookie(cookies)})
        finally:
            site.execute("ALTER TABLE away RENAME TO django_session")
        site.execute("UPDATE trips_traveller SET currency = X'FF'")  # nobody expects that
        try:
            broken = browser.get("/account/download", headers={"Cookie": cookie(cookies)})
        finally:
            site.execute("UPDATE trips_traveller SET currency = ''")
        for answer in (away, stream, broken):
            assert "django_session" not in answer.text and "currency" not in answer.text
            holds(answer)
        assert (away.status_code, stream.status_code) == (503, 503)
        assert broken.status_code == 500 and "A fault on our side" in broken.text


def test_files_may_be_kept(site: Site) -> None:
    with site.browser() as browser:
        assert "max-age" in browser.get("/static/css/base.css").headers["cache-control"]


# --- Settings ----------------------------------------------------------------------------------


def test_the_settings_of_an_operator_have_nothing_to_mend(tmp_path) -> None:
    environment = production(DATABASE_URL=f"sqlite:///{tmp_path / 'none.sqlite3'}")
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    checked = manage(environment, "check", "--deploy", "--fail-level", "DEBUG")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "no issues (0 silenced)" in checked.stdout + checked.stderr
    without = manage({**environment, "HTTPS": "false"}, "check", "--deploy", "--fail-level", "WARNING")
    assert without.returncode == 1 and "security.W008" in without.stderr


@pytest.mark.django_db
def test_sessions_outlive_a_new_key(client, traveller, settings) -> None:
    """The old key stays as a fallback for a while; when it is taken out, everybody signs in anew."""
    client.force_login(traveller)
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [old]
    assert client.get("/account/").status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get("/account/").status_code == 200  # what was signed with the old key is signed anew
    client.force_login(traveller)
    settings.SECRET_KEY = "newer" * 20
    assert client.get("/account/").status_code == 302
