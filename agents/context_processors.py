"""What every page may say about who answers."""

from django.http import HttpRequest

from agents.llm import select


def mind(request: HttpRequest) -> dict:
    return {"offline_planner": not select.configured()}
