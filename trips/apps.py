from django.apps import AppConfig


class TripsConfig(AppConfig):
    name = "trips"

    def ready(self) -> None:
        from trips import checks  # noqa: F401  (register themselves)
