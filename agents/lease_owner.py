"""Whose lease is it, and does that process still live? (docs/architecture.md, the fence)

An owner is `host:pid:start:machine`. `start` is when the process started, in clock ticks since the machine
did: a pid that was given to another process is not mistaken for the first. `machine` is one run of one kernel
and one namespace of process ids: containers with the same host name do not look for each other's processes.
A wrong "it is gone" would cost an attempt and nothing else: the fence moves, the late one stops.
"""

from __future__ import annotations

import os
import re
import socket
from functools import lru_cache
from pathlib import Path

PROC = Path("/proc")
#: Nothing is known of this machine's processes: only the lease tells.
UNKNOWN = "unknown"
_DEAD_STATES = "ZX"  # ended, and its parent has not looked yet


def lease_owner() -> str:
    """This process, as a lease names it."""
    pid = os.getpid()
    _state, start = _state_and_start(pid) or ("", 0)
    return f"{socket.gethostname()[:50].replace(':', '-')}:{pid}:{start}:{machine()}"


@lru_cache(maxsize=1)
def machine() -> str:
    """This run of this kernel and this namespace of process ids; `UNKNOWN` where there is no such thing."""
    try:
        if int(os.readlink(PROC / "self")) != os.getpid():  # the folder of another namespace
            return UNKNOWN
        boot = (PROC / "sys/kernel/random/boot_id").read_text("ascii").strip().replace("-", "")
        namespace = "".join(re.findall(r"\d+", os.readlink(PROC / "self/ns/pid")))
    except (OSError, ValueError):
        return UNKNOWN
    return f"{boot[:16]}.{namespace}" if boot and namespace else UNKNOWN


def is_gone(owner: str) -> bool:
    """Was it a process of this machine that certainly does not live any more? When in doubt, no."""
    parts = owner.split(":")
    if len(parts) != 4 or not (parts[1].isdigit() and parts[2].isdigit()):
        return False
    pid, start = int(parts[1]), int(parts[2])
    if parts[3] != machine() or machine() == UNKNOWN or not (pid and start):
        return False
    try:
        os.kill(pid, 0)  # asks, does nothing
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        pass
    found = _state_and_start(pid)
    if found is None:  # it lives, and we may not look at it
        return False
    return found[0] in _DEAD_STATES or found[1] != start


def _state_and_start(pid: int) -> tuple[str, int] | None:
    """A process's state and its start in clock ticks, from its `stat`: the 3rd and the 22nd field."""
    try:
        # The 2nd field is the program's name in brackets, which may hold anything.
        fields = (PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        return fields[0], int(fields[19])
    except (OSError, IndexError, ValueError):
        return None
