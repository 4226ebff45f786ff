"""Read notes back from memory files: `manage.py import_memory TRIP FILE_OR_DIR …`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from memory.files import Imported, MemoryFile, read_back, read_file, take_in
from memory.management.naming import trip_named
from memory.text import Refused
from trips.models import Trip

LARGEST = 10 * 1024 * 1024  # bytes


class Command(BaseCommand):
    help = (
        "Read the notes zone of memory files (research.md, planner.md …) into a trip. What stands already is "
        "kept; nothing is removed; what was forgotten, retired, replaced or corrected does not come back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("trip", metavar="TRIP", help="the trip's number or id")
        parser.add_argument("paths", metavar="FILE_OR_DIR", nargs="+", type=Path, help="files named by agent")

    def handle(self, *args: Any, **options: Any) -> None:
        trip = trip_named(options["trip"])
        files = [(path, self._read(path)) for path in self._files(options["paths"])]
        for path, read, done in self._taken_in(trip, files):
            for one in read.unread:
                self.stderr.write(f"{path.name}: line {one.number} not read: {one.line} ({one.why})")
            for line, why in done.refused:
                self.stderr.write(f"{path.name}: refused: {line} ({why})")
            self.stdout.write(
                f"{path.name}: {done.added} added, {done.kept} there already, {done.changed} changed, "
                f"{done.proposed} proposed, {len(done.refused)} refused, {_lines(len(read.unread))} not read"
            )

    @transaction.atomic
    def _taken_in(
        self, trip: Trip, files: list[tuple[Path, MemoryFile]]
    ) -> list[tuple[Path, MemoryFile, Imported]]:
        """What came of each. Raises CommandError, and then nothing of any file is in."""
        done = []
        for path, read in files:
            try:
                done.append((path, read, take_in(trip, path.stem, read, by="staff")))
            except (Refused, LookupError) as problem:
                raise CommandError(f"{path}: {problem}") from problem
        return done

    def _files(self, paths: list[Path]) -> list[Path]:
        """Files as given; of a folder those named after an agent that has something to read back."""
        found: list[Path] = []
        for path in paths:
            if path.is_dir():
                found += [file for agent in read_back() if (file := path / f"{agent}.md").is_file()]
            else:
                found.append(path)
        if not found:
            raise CommandError("There is no memory file to read.")
        return found

    def _read(self, path: Path) -> MemoryFile:
        try:
            if path.stat().st_size > LARGEST:
                raise CommandError(f"{path} is larger than {LARGEST // 1024**2} MB.")
            return read_file(path.read_bytes().decode("utf-8"))
        except OSError as problem:
            raise CommandError(f"{path} cannot be read: {problem.strerror}.") from problem
        except UnicodeDecodeError as problem:
            raise CommandError(f"{path} is not UTF-8.") from problem
        except Refused as problem:
            raise CommandError(f"{path}: {problem}") from problem


def _lines(count: int) -> str:
    return f"{count} line" if count == 1 else f"{count} lines"
