from django.apps import AppConfig


class AgentsConfig(AppConfig):
    name = "agents"

    def ready(self) -> None:
        from agents import beginning_research, checks, erasure  # noqa: F401  (all register themselves)
        from memory.registry import policies_from

        policies_from(_policies)


def _policies():
    """Asked for when a brief is built: the team's files are not loaded while the apps are set up."""
    from agents.runtime.policies import policies

    return policies()
