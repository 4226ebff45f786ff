"""A damaged backup is refused, whatever happened to it, and the database stays as it is."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import pytest
from django.db import connection  # noqa: F401  (in the marks)

from config.backup.archive import MANIFEST, WORKPLACE, Archive, BackupRefused, Damaged, workplace
from config.backup.engines import Mending
from config.backup.making import make_backup, verify_backup
from config.backup.restoring import restore_backup


def content(path: Path) -> str:
    """The data of a backup, hashed. Raises BackupRefused."""
    with Archive(path) as archive:
        sink = io.BytesIO()
        archive.copy_to(sink)
        return hashlib.sha256(sink.getvalue()).hexdigest() + archive.manifest.as_json()


def test_a_file_that_was_cut_off_is_refused(scratch, kept):
    before = scratch.tables()
    whole = make_backup(kept / "one").path.read_bytes()
    cut = kept / "cut"
    lengths = {0, 1, 30, len(whole) // 4, len(whole) // 2, len(whole) - 100, len(whole) - 22, len(whole) - 1}
    for length in sorted(lengths):
        cut.write_bytes(whole[:length])
        with pytest.raises(Damaged):
            restore_backup(cut, Mending(), replace=True)
        with pytest.raises(Damaged):
            verify_backup(cut)
    assert scratch.tables() == before


def test_a_changed_byte_is_found_wherever_it_matters(scratch, kept):
    """Bytes of the ZIP that mean nothing (its own time stamps) may change; what is read is the same."""
    path = make_backup(kept / "one").path
    whole, expected = path.read_bytes(), content(path)
    chance = random.Random(11)
    spoiled, refused = kept / "spoiled", 0
    for position in chance.sample(range(len(whole)), min(300, len(whole))):
        changed = bytearray(whole)
        changed[position] ^= chance.randrange(1, 256)
        spoiled.write_bytes(changed)
        try:
            assert content(spoiled) == expected
        except BackupRefused:
            refused += 1
    assert refused > 250


def test_rows_that_are_not_those_of_the_manifest_are_refused(scratch, kept):
    before = scratch.tables()
    path = make_backup(kept / "one").path
    with zipfile.ZipFile(path) as archive:
        data, manifest = archive.read("data"), json.loads(archive.read(MANIFEST))
    manifest["tables"]["odd table"]["checksum"] = "0" * 16
    manifest["tables"]["empty_one"]["rows"] = 3
    with zipfile.ZipFile(kept / "lie", "w") as archive:
        archive.writestr("data", data)
        archive.writestr(MANIFEST, json.dumps(manifest))
    for look in (verify_backup, lambda path: restore_backup(path, Mending(), replace=True)):
        with pytest.raises(
            Damaged, match="empty_one: 0 rows, 3 expected; odd table: 5 rows, of which some differ"
        ):
            look(kept / "lie")
    assert scratch.tables() == before


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "format 2"),
        ({"product": "other"}, "no backup of Wayfare"),
        ({"tables": None}, "manifest"),
    ],
)
def test_a_manifest_of_somebody_else_is_refused(make_scratch, point_at, kept, change, said):
    point_at(make_scratch("sqlite")).fill()
    path = make_backup(kept / "one").path
    with zipfile.ZipFile(path) as archive:
        data, manifest = archive.read("data"), json.loads(archive.read(MANIFEST))
    with zipfile.ZipFile(kept / "other", "w") as archive:
        archive.writestr("data", data)
        archive.writestr(MANIFEST, json.dumps({**manifest, **change}))
    with pytest.raises(Damaged, match=said):
        verify_backup(kept / "other")


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(BackupRefused, match="no file"):
        Archive(tmp_path / "nowhere")
    (tmp_path / "other").write_text("SELECT 1;")
    with pytest.raises(Damaged):
        Archive(tmp_path / "other")


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
def test_a_damaged_live_file_is_put_aside(make_scratch, point_at, kept):
    live = point_at(make_scratch("sqlite"))
    live.fill()
    before = live.tables()
    make_backup(kept / "one")
    Path(live.name).write_bytes(b"no database at all " * 400)
    with pytest.raises(BackupRefused, match="damaged"):
        restore_backup(kept / "one", Mending())
    restore_backup(kept / "one", Mending(), replace=True)
    assert live.tables() == before
    aside = [path.name for path in Path(live.name).parent.iterdir() if ".damaged-" in path.name]
    assert len(aside) == 1


def test_what_a_killed_process_left_is_removed_and_what_is_used_stays(tmp_path):
    left = tmp_path / f"{WORKPLACE}left"
    left.mkdir()
    (left / "lock").touch()
    (left / "copy").write_text("half")
    with workplace(tmp_path) as mine:
        assert not left.exists()
        with workplace(tmp_path) as other:
            assert mine.exists() and other.exists()
    assert list(tmp_path.iterdir()) == []
