from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"

    def ready(self) -> None:
        from memory import account_file  # noqa: F401  (adds its part to the account's file)
