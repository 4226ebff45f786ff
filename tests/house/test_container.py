"""The image and the composition name things that exist; nothing here needs an engine."""

from __future__ import annotations

import re

import pytest
import yaml
from celery.app.utils import find_app
from uvicorn.middleware.proxy_headers import _TrustedHosts

from config.celery import app
from tests.house.documents import settings_documented
from tests.house.sources import LAYERS, ROOT

#: Read by the web server, not by us.
NOT_OURS = {"FORWARDED_ALLOW_IPS"}


@pytest.fixture(scope="module")
def services() -> dict:
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]


def test_it_composes_the_grown_form(services):
    assert set(services) == {"prepare", "web", "worker", "postgres", "redis"}
    environment = services["web"]["environment"]
    assert environment == services["worker"]["environment"] == services["prepare"]["environment"]
    assert environment["DATABASE_URL"].endswith("@postgres/wayfare")
    assert environment["CELERY_BROKER_URL"].startswith("redis://redis:")


def test_it_sets_settings_that_exist(services):
    documented = settings_documented(ROOT / "docs" / "settings.md")
    assert sorted(set(services["web"]["environment"]) - set(documented) - NOT_OURS) == []


def test_nobody_gets_more_rights_than_needed(services):
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"] and "cap_add" not in service, name
        assert service["security_opt"] == ["no-new-privileges:true"] and "privileged" not in service, name
        assert service["read_only"] is True and "/tmp" in service["tmpfs"], name
        assert service["mem_limit"] and service["pids_limit"] > 0, name
        assert "build" in service or service["user"] != "root", name  # ours says so in its Dockerfile
    assert re.search(r"^USER (?!root)\w+$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)


def test_only_the_web_process_can_be_reached_and_only_from_this_machine(services):
    reached = {name: service["ports"] for name, service in services.items() if "ports" in service}
    assert list(reached) == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in reached["web"])


def test_nobodys_forwarded_address_is_believed_until_a_proxy_is_named(services):
    assert services["web"]["environment"]["FORWARDED_ALLOW_IPS"] == "${TRUSTED_PROXY:-}"
    trusted = _TrustedHosts("")
    assert not any(host in trusted for host in ("127.0.0.1", "10.0.0.7", "172.31.253.1", "192.168.0.9"))
    named = _TrustedHosts("172.31.253.1")
    assert "172.31.253.1" in named and "172.31.253.2" not in named


def test_what_waits_for_another_names_it(services):
    waited_for = {name for service in services.values() for name in service.get("depends_on", {})}
    assert waited_for <= set(services)


def test_the_workers_command_finds_our_celery(services):
    name = re.search(r"celery -A (\w+) worker", services["worker"]["command"])[1]
    assert find_app(name) is app


def test_the_image_holds_the_project():
    lines = re.findall(r"^COPY (\S+) (\S+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert [source for source, _target in lines if not (ROOT / source).exists()] == []
    assert {*LAYERS, "templates", "static", "manage.py", "requirements.txt"} == {
        source for source, _ in lines
    }
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert ".env" in left_out and not set(left_out) & {source for source, _ in lines}
