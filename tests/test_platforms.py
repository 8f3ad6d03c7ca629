"""What only some systems have: every use of it stands in a list with what is done elsewhere, and commands do without."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import queensbench
from tests.processes import ROOT, environment
from tests.surfaces.projects import MANY, write
from tests.surfaces.test_interrupt import LOST, PATIENCE

PACKAGE = Path(queensbench.__file__).parent

#: attributes that Windows does not have, or macOS
MISSING = {
    "mmap": {"MADV_HUGEPAGE", "MAP_ANONYMOUS", "MAP_PRIVATE"},
    "os": {
        *("chown", "execv", "execvp", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid"),
        *("getloadavg", "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "getxattr", "initgroups"),
        *("killpg", "lchown", "lockf", "mkfifo", "mknod", "nice", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW"),
        *("O_NONBLOCK", "openpty", "pipe2", "posix_fadvise", "posix_spawn", "pread", "preadv", "pwrite"),
        *("readv", "register_at_fork", "sched_getaffinity", "sched_setaffinity", "sendfile", "set_blocking"),
        *("setpgid", "setpriority", "setsid", "splice", "statvfs", "sync", "sysconf", "uname", "wait3"),
        *("wait4", "waitid", "WIFSIGNALED", "WNOHANG"),
    },
    "select": {"epoll", "kqueue", "poll"},
    "signal": {
        *("alarm", "getitimer", "ITIMER_PROF", "ITIMER_REAL", "pause", "pthread_kill", "pthread_sigmask"),
        *("setitimer", "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGPROF", "siginterrupt"),
        *("SIGUSR1", "SIGUSR2", "sigwait"),
    },
    "time": {"clock_gettime", "pthread_getcpuclockid", "tzset"},
}
MODULES = {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
"""Modules that not every system has."""

#: each use in the package, with what happens where it is missing
LISTED = {
    "conformance/processes.py": (
        "os.set_blocking select.poll",
        "conform: one line, no program can be supervised",
    ),
    "conformance/python_host.py": (
        "signal.ITIMER_REAL signal.SIGALRM signal.getitimer signal.setitimer",
        "no deadline for engines within the process",
    ),
    "conformance/warden.py": (
        (
            "os.WNOHANG os.execvp os.fork os.killpg os.set_blocking os.setsid select.poll signal.SIGCHLD signal.SIGHUP "
            "signal.SIGKILL signal.SIGPIPE"
        ),
        "no program can be supervised",
    ),
    "engines/confirm/apart.py": (
        "signal.ITIMER_PROF signal.setitimer",
        "other solvers are stopped by the clock, not by processor time",
    ),
    "engines/explore/state_table.py": (
        "mmap.MADV_HUGEPAGE mmap.MAP_ANONYMOUS mmap.MAP_PRIVATE",
        "arrays of zeros, without huge pages",
    ),
    "engines/runtime/ctrl_c.py": (
        "signal.pthread_kill signal.pthread_sigmask",
        "Python takes note of the signal itself, and none is kept from a thread",
    ),
    "engines/runtime/leash.py": (
        "os.execvp signal.SIGKILL",
        "a thread of each process waits for the parent's end",
    ),
    "engines/runtime/memory.py": (
        "os.sysconf resource",
        "4G are taken for available; memory in use is not told on Windows",
    ),
    "engines/runtime/pool.py": ("os.nice", "processes have the rank of their parent"),
    "files/locking.py": ("fcntl msvcrt", "one or the other"),
    "files/own_folders.py": ("os.getuid", "a user's folders are taken for private"),
    "files/writing.py": ("os.sync", "files are synced one by one"),
    "project/trust.py": ("os.geteuid", "every project is taken for one's own"),
    "readers/temporary.py": ("os.getuid", "every folder of this user's temporary ones is taken for own"),
    "surfaces/command/printing.py": ("os.geteuid", "nobody is the superuser"),
    "surfaces/pytest/mutation.py": (
        "os.WIFSIGNALED os.fork signal.ITIMER_PROF signal.SIGPROF signal.setitimer",
        "one line: tests cannot be asked about faults",
    ),
}


def used(path: Path) -> set[str]:
    """What a module uses of all that; names that it looks up by ``getattr`` have their default there."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in MISSING.get(node.value.id, ()):
                found.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in MODULES}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {node.module or ""} & MODULES
            found |= {
                f"{node.module}.{alias.name}"
                for alias in node.names
                if alias.name in MISSING.get(node.module or "", ())
            }
    return found


def test_every_use_of_what_some_systems_lack_is_listed_with_what_is_done_there() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): used(path) for path in PACKAGE.rglob("*.py")}
    assert {name: uses for name, uses in found.items() if uses} == {
        name: set(uses.split()) for name, (uses, _) in LISTED.items()
    }


def test_the_guide_says_what_is_done_elsewhere() -> None:
    text = " ".join((ROOT / "docs" / "guide" / "promises.md").read_text(encoding="utf-8").split())
    assert [said for _, said in LISTED.values() if said not in text] == []


#: takes away what Windows lacks, as far as Python's own library for this system does without
WITHOUT = """
import mmap, os, select, signal, sys, sysconfig
for module, names in {
    os: ("chown", "getegid", "geteuid", "getgid", "getuid", "killpg", "nice", "sched_getaffinity", "set_blocking",
         "setsid", "sync", "sysconf"),
    signal: ("alarm", "getitimer", "pthread_kill", "pthread_sigmask", "setitimer", "SIGALRM", "SIGHUP"),
    select: ("epoll", "poll"),
    mmap: ("MADV_HUGEPAGE",),
}.items():
    for name in names:
        delattr(module, name)
sys.modules["resource"] = None
sysconfig.get_config_vars()  # it looks for a file of the system
sys.platform = "another"
"""
COMMANDS: dict[tuple[str, ...], tuple[int, str, str]] = {
    ("explore", "counter", "-i", "small"): (0, "counter/count small", ""),
    ("audit", "counter", "-i", "small", "--json"): (0, "{", ""),
    ("prove", "counter", "--json"): (3, "{", ""),
    ("rulings", "counter"): (0, "2 rulings", ""),
    ("conform", "counter", "--", "true"): (
        2,
        "",
        "queensbench: conform: this system cannot supervise programs; use Linux or macOS\n",
    ),
}


def test_commands_do_without(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}\n{MANY}"],
        cwd=write(tmp_path / "project"),
        env=environment(),
        input=json.dumps([list(words) for words in COMMANDS]),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert [
        (code, out[: len(begin)], err)
        for (code, out, err), (_, begin, _) in zip(found, COMMANDS.values(), strict=True)
    ] == [*COMMANDS.values()]


def test_an_interrupt_that_waits_comes_again_where_threads_get_no_signals() -> None:
    short = LOST.replace("sleep(60)", "sleep(2)")  # nothing ends it early where threads get no signals
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}\n{short}", "z3.z3core", "nothing"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert re.fullmatch(r"answered\n130\n", done.stdout), done.stderr


def test_every_reason_is_one_line() -> None:
    assert all(said and "\n" not in said and said[-1] != "." for _, said in LISTED.values())
