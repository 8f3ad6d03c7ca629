"""Tests compute what they ask for: no verdict comes from a store, and none is left in one.

Machine code alone is shared, by all processes of one run: the same rules are compiled once.
"""

import gc
import os
import signal

import pytest

# Many processes import numpy, whose library starts a thread for each processor, which wait busily for work of a kind that
# there is none of.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from queensbench.engines.runtime import gc_policy
from queensbench.engines.runtime.leash import leash
from tests import processes

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
    """A folder for machine code beside what all processes of this run write; there it goes by its text.

    Commands have a user's cache instead (`tests.processes.environment`), in which code goes by what its text follows
    from: they need not write that text.  Tests change the toolkit in their own process, where that would be wrong.
    """
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    os.environ["QUEENSBENCH_CODE"] = str(base / "code")
    processes.CODE, processes.CACHE = str(base / "code"), str(base / "cache")
