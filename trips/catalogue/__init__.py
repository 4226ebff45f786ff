"""The world: cities, airports, countries, climate, holidays, exchange rates, places and connections."""
