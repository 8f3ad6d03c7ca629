"""Tests compute what they ask for: no verdict comes from a store, and none is left in one.

Machine code alone is shared, by all processes of one run: the same rules are compiled once.
"""

import gc
import os
import signal

import pytest

from queensbench.engines.runtime import gc_policy
from queensbench.engines.runtime.leash import leash

os.environ["QUEENSBENCH_STORE"] = "off"
os.environ["QUEENSBENCH_KEY"] = "of the tests, which leave the key of whoever runs them alone"

# As the command does: there are many objects, and few cycles among them.
gc_policy.seldom()

# Processes that share the tests end with the one that has started them, also where a signal ends that one.
if "PYTEST_XDIST_WORKER" in os.environ:
    leash(os.getppid())

# Whatever started the tests may ignore Ctrl-C, as a shell does for what runs in the background; the tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """No search for cycles looks at the tests themselves from now on."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _machine_code(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A folder for machine code beside what all processes of this run write."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    os.environ["QUEENSBENCH_CODE"] = str(base / "code")
