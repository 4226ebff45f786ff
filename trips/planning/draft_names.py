"""City names as a draft writes them → the cities of the trip."""

from __future__ import annotations

from trips.catalogue.gazetteer import City
from trips.catalogue.names import words
from trips.planning.request import Request


class Names:
    """City names of a draft → the trip's cities, the origin included."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.cities = [goal.city for goal in request.goals] + ([request.origin] if request.origin else [])
        self._said: dict[str, City | None] = {}
        for destination in request.facts.destinations:
            for city in self.cities:
                if destination.city_id == city.id:
                    self._said[" ".join(words(destination.name))] = city
        if request.facts.origin and request.origin:
            self._said[" ".join(words(request.facts.origin.name))] = request.origin

    def city(self, name: str) -> City | None:
        folded = " ".join(words(name))
        if folded not in self._said:
            self._said[folded] = self._find(name)
        return self._said[folded]

    def _find(self, name: str) -> City | None:
        for city in self.cities:
            if words(name) == words(city.name) or name == city.curated:
                return city
        guess = self.request.gazetteer.best_city(name) if name.strip() else None
        return next((city for city in self.cities if guess and city.id == guess.id), None)
