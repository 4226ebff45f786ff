from tests.agents.management.served import server  # noqa: F401  (a fixture)
