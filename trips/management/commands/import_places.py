"""Read places of a city out of files of OpenStreetMap and Wikivoyage, or take them out again."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trips import imports
from trips.catalogue import world
from trips.catalogue.gazetteer import City
from trips.catalogue.imports.extract import Unreadable, Watch, share_read
from trips.models import PlaceSource
from trips.places import current_gazetteer
from trips.wording import counted

#: Of GeoNames, digits.
LONGEST_NUMBER = 12


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        more = {"action": "append", "default": []}
        page = "The wikitext of a page, or a dump (.xml, .xml.bz2). May be given more than once."
        kinds = PlaceSource.Kind.values
        parser.add_argument("city", nargs="?", help="Name, or GeoNames id.")
        parser.add_argument("--osm", type=Path, metavar="FILE", help="An extract of OpenStreetMap, .osm.pbf.")
        parser.add_argument("--wikivoyage", type=Path, metavar="FILE", help=page, **more)
        parser.add_argument("--article", help="Its title, where it isn't the city's name.", **more)
        parser.add_argument("--at", metavar="LAT,LON", help="Of a place that is not among the cities.")
        parser.add_argument("--country", default="", help="Of that place: FR. Else the nearest city's.")
        parser.add_argument("--dry-run", action="store_true", help="Count, and write nothing.")
        parser.add_argument("--undo", choices=kinds, help="Take a source of the city out again.")
        parser.add_argument("--list", action="store_true", help="What was imported so far.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            return self._list()
        self.country = options["country"].upper()
        if self.country and not current_gazetteer().country(self.country):
            raise CommandError(f"{self.country} is no country: give the two letters of ISO 3166, like FR.")
        try:
            city = self._city(options["city"]) or self._new_town(options)
        except Unreadable as problem:
            raise CommandError(str(problem)) from problem
        if options["undo"]:
            count = imports.undo(city, options["undo"])
            return self.stdout.write(f"{city.name}: {counted(count, 'row')} taken out.")
        if not options["osm"] and not options["wikivoyage"]:
            raise CommandError("Give a file with --osm or --wikivoyage, or use --undo or --list.")
        titles, write = options["article"] or [city.name], not options["dry_run"]
        watch, self.files = Watch(self._progress), [*filter(None, [options["osm"]]), *options["wikivoyage"]]
        self.stdout.write(f"{city.name}, {city.country_name} ({city.id})")
        files = {"osm": [options["osm"]] if options["osm"] else [], "wikivoyage": options["wikivoyage"]}
        try:
            for kind, paths in files.items():
                if paths:
                    told = imports.import_places(kind, city, paths, titles, watch, write=write)
                    self._tell(PlaceSource.Kind(kind).label, told, write)
        except Unreadable as problem:
            raise CommandError(f"{problem} Nothing of {kind} was changed.") from problem

    def _city(self, text: str | None) -> City | None:
        if not text:
            raise CommandError("Which city? Give its name or its GeoNames id.")
        is_number, gazetteer = text.isdecimal() and len(text) <= LONGEST_NUMBER, current_gazetteer()
        city = gazetteer.city(int(text)) if is_number else gazetteer.best_city(text)
        return city if city and self.country in ("", city.country) else None

    def _new_town(self, options: dict[str, Any]) -> City:
        """A place that is not among the cities, where the options or else the extract say."""
        name, at, file, of = (
            options["city"],
            options["at"],
            options["osm"],
            self.country and f" of {self.country}",
        )
        spots = [_position(at)] if at else imports.osm.places_named(file, name) if file else []
        if len(spots) != 1:
            found = f" the file has {len(spots)}: {spots[:5]}." if spots else ""
            raise CommandError(
                f"{name} is no city{of} that is known;{found} say where it is with --at=LAT,LON."
            )
        if town := world.new_town(name, *spots[0], self.country):
            return town
        raise CommandError(f"No city{of} lies within 300 km of {spots[0]}: mend --at or --country.")

    def _progress(self, count: int) -> None:
        """A line of a terminal that is written over."""
        if self.stdout.isatty():
            done = max(map(share_read, self.files))
            bar = f"[{'#' * round(20 * done):20}] {done:4.0%}, " if done else ""
            self.stdout.write(f"\x1b[2K  {bar}{count:,} read", ending="\r")
            self.stdout.flush()

    def _list(self) -> None:
        for source in PlaceSource.objects.all():
            kept = _listed(source.counts.get("kept", {}))
            self.stdout.write(f"{source.city}  {source.kind}  {source.file}  {source.as_of or '?'}  {kept}")

    def _tell(self, name: str, told: dict[str, Any] | None, written: bool) -> None:
        if told is None:
            return self.stdout.write(f"{name}: this very file is imported. Nothing has changed.")
        lines = {
            "read": f"{told['read']:,}, as of {told['as_of'] or 'an unknown date'}",
            "kept": _listed(told["kept"]),
            "map": _listed(told["shapes"]),
            "hours": _listed(told["hours"]),
            "merged": f"{told['merged']} with rows that were there",
            "refused": _listed(told["refused"]),
            "rows": ", ".join(f"{count} {name}" for name, count in told["rows"].items()),
            "seconds": str(told["seconds"]),
        }
        self.stdout.write(f"{name}{'' if written else ' (dry run: nothing is written)'}")
        for title, said in [*lines.items(), *(("note", note) for note in told["notes"])]:
            if said:
                self.stdout.write(f"  {title:8} {said}")


def _position(text: str) -> tuple[float, float]:
    try:
        lat, lon = map(float, text.split(","))
    except ValueError:
        lat = lon = 1000.0
    if not (abs(lat) <= 90 and abs(lon) <= 180):
        raise CommandError(f"{text} is no position: give --at=LAT,LON in degrees.")
    return lat, lon


def _listed(counts: Any) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
