"""What every page may say about who answers."""

from django.http import HttpRequest

from agents import minds


def mind(request: HttpRequest) -> dict:
    return {"offline_planner": not minds.configured()}
