from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    name = "memory"

    def ready(self) -> None:
        from memory import (  # noqa: F401  (the file's part; system checks; listeners)
            account_file,
            checks,
            fulltext,
            hearing,
            indexing,
            indexing_found,
            leftovers,
            moving,
            triggers,
        )
        from memory.admin import curators, note_search

        post_migrate.connect(curators.make_group, sender=self)
        post_migrate.connect(note_search.after_migrate, sender=self)
        post_migrate.connect(fulltext.after_migrate, sender=self)
