"""The pool of processes: lost ones are replaced, errors come whole, and none outlives its parent."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import pytest
import z3

from queensbench.engines.runtime import pool as pools
from queensbench.engines.runtime.pool import Answering, Pool, Said, Tell
from queensbench.errors import BadInput, InternalError, ProcessLost, Refused
from tests.lifetimes import SOON, alive, gone
from tests.processes import environment

ONCE_MORE = "; another takes its place, and its question is asked once more"
OPEN = ", the second one at the same question, which is asked no more"


# ------------------------------------------------------------------------------------- what processes do


def doubling() -> Answering:
    """Answers numbers."""
    return lambda question, tell: 2 * question


def sizing(given: bytes) -> Answering:
    """Adds the length of what it is given."""
    return lambda question, tell: len(given) + question


def dying(folder: str, times: int) -> Answering:
    """Answers numbers; of the number 13 it dies so many times before."""

    def answer(question: int, tell: Tell) -> int:
        died = len(list(Path(folder).iterdir()))
        if question == 13 and died < times:
            tell("alive")
            Path(folder, str(died)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * question

    return answer


def counting() -> Answering:
    """Tells numbers on the way, keeps how many questions it has answered, and says so."""
    kept: list[int] = []

    def answer(question: int, tell: Tell) -> list[int]:
        for number in range(question):
            tell(number)
        kept.append(question)
        return kept

    return answer


def failing(error: Exception | str) -> Answering:
    """Fails."""

    def answer(question: int, tell: Tell) -> Any:
        if question == 0:
            return "well"
        if isinstance(error, str):
            raise KeyError(error)
        raise error

    return answer


def standing() -> Answering:
    """Says how far its process stands back."""
    return lambda question, tell: os.getpriority(os.PRIO_PROCESS, 0)


def never_made() -> Answering:
    """Cannot be made."""
    raise KeyError("not there")


def ending(code: int) -> Answering:
    """Ends its process."""

    def answer(question: int, tell: Tell) -> Any:
        os._exit(code)

    return answer


def working() -> Answering:
    """Tells its number and works without end: in z3, in Python, or by processes of its own."""

    def answer(question: str, tell: Tell) -> Any:
        tell(os.getpid())
        if question == "z3":
            x, y = z3.BitVecs("x y", 128)
            solver = z3.Solver()
            solver.add(z3.UGT(x, 1), z3.UGT(y, 1), z3.ULT(x, 2**63), z3.ULT(y, 2**63))
            solver.add(x * y == (2**61 - 1) * (2**62 - 57))
            solver.check()
        elif question == "pool":
            with Pool[str](working, called="a process below") as below:
                below.submit(0, "z3")
                while True:
                    for said in below.results():
                        tell(said.value)
        while True:
            pass

    return answer


WORK = ("z3", "python", "pool")


def parent() -> None:
    """A process with a pool, every process of which works without end: it prints their numbers."""
    try:
        with Pool[str](working, called="a process that works") as pool:
            for place, question in enumerate(WORK):
                pool.submit(place, question)
            while True:
                for said in pool.results():
                    print(said.value, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)


def by_thread() -> None:
    """As if the system could not end a process with its parent."""
    pools.leash = lambda parent: False  # type: ignore[attr-defined]


THREAD = """
from tests.engines import test_pool
test_pool.by_thread()
if __name__ == "__main__":
    test_pool.parent()
"""


# --------------------------------------------------------------------------------------- answers, errors


def answers(pool: Pool[int], questions: Sequence[int], count: int = 2) -> dict[int, Any]:
    return {said.question: said.answer() for said in pool.each(questions, count)}


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_every_question_is_answered(start: str) -> None:
    with Pool[int](doubling, called="a process that doubles", start=start) as pool:
        assert answers(pool, range(20)) == {number: 2 * number for number in range(20)}
        assert answers(pool, []) == {}
        assert sorted(pool.processes) == [0, 1]
        assert pool.results() == []
        processes = [one.process for one in pool.processes.values()]
        pipes = [one.pipe for one in pool.processes.values()]
        assert all(process.is_alive() for process in processes)
    assert not any(process.is_alive() for process in processes)
    assert all(pipe.closed for pipe in pipes)


def test_what_was_forked_needs_nothing_that_can_be_sent() -> None:
    table = {1: "one"}
    with Pool[int](lambda: lambda question, tell: table[question], called="a fork", start="fork") as pool:
        assert answers(pool, [1]) == {1: "one"}


def test_a_process_keeps_what_it_has_and_tells_on_the_way() -> None:
    with Pool[int](counting, called="a process that counts") as pool:
        assert pool.idle(2) == [0, 1]
        pool.submit(1, 3)
        assert (pool.idle(2), pool.asked, sorted(pool.processes)) == ([0], {1: 3}, [1])
        heard: list[Said[int]] = []
        while pool.asked:
            heard += pool.results(10)
        assert heard == [
            *(Said(1, 3, number, last=False) for number in range(3)), Said(1, 3, [3], last=True)
        ]  # fmt: skip
        pool.submit(1, 0)
        assert pool.results(10) == [Said(1, 0, [3, 0], last=True)]
        pool.start(2)
        assert sorted(pool.processes) == [0, 1]


def test_who_waits_does_not_wait_for_longer_than_it_wants() -> None:
    with Pool[str](working, called="a process that works") as pool:
        pool.submit(0, "python")
        [said] = pool.results()
        begun = time.monotonic()
        assert pool.results(0.1) == []
        assert 0.1 <= time.monotonic() - begun < 1
        assert pool.asked == {0: "python"}
        pool.drop(0)
        assert (pool.asked, pool.processes) == ({}, {})
        assert gone([said.value], 0.0)
        pool.submit(0, "python")
        assert pool.results()[0].value != said.value


@pytest.mark.parametrize(
    "error",
    [
        MemoryError("no more"),
        BadInput("it is odd", where="here", remedy="mend it"),
        Refused("s.at > 1", clauses=("go",), file="rules.py", line=3),
    ],
)
def test_an_error_comes_whole_and_the_process_goes_on(error: Exception) -> None:
    with Pool[int](failing, error, called="a process that fails") as pool:
        pool.submit(0, 1)
        [said] = pool.results()
        assert (type(said.value), str(said.value), vars(said.value)) == (type(error), str(error), vars(error))
        with pytest.raises(type(error)):
            said.answer()
        assert answers(pool, [0]) == {0: "well"}


def failed(pool: Pool[int]) -> InternalError:
    """How a pool answers a question where there is nothing but a fault of the toolkit."""
    with pool, pytest.raises(InternalError) as caught:
        answers(pool, [1])
    return caught.value


def test_what_is_a_fault_of_the_toolkit_is_told_as_one() -> None:
    found = failed(Pool[int](failing, "nowhere", called="a process that fails"))
    assert str(found) == "a process that fails has failed: KeyError: 'nowhere'"
    assert "in answer" in found.sent
    found = failed(Pool[int](never_made, called="a process that fails"))
    assert str(found) == "a process that fails has failed: KeyError: 'not there'"
    found = failed(Pool[int](failing, InternalError("a contradiction"), called="a process that fails"))
    assert str(found) == "a contradiction"
    assert "in answer" in found.__notes__[0]


def test_what_cannot_be_sent_is_told() -> None:
    found = failed(
        Pool[int](lambda: lambda question, tell: tell, called="a process that fails", start="fork")
    )
    assert str(found).startswith("a process that fails has failed: ")
    assert re.search("pickle|local object", str(found))  # the words are Python's


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_processes_step_back_behind_their_parent() -> None:
    here = os.getpriority(os.PRIO_PROCESS, 0)
    for nice in (0, 7):
        with Pool[int](standing, called="a process that stands back", nice=nice) as pool:
            assert answers(pool, [1]) == {1: min(here + nice, 19)}


# ----------------------------------------------------------------------------------------- lost processes


def test_a_lost_process_is_told_and_replaced_and_its_question_asked_once_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Pool[int](dying, str(tmp_path), 1, called="a process that dies") as pool:
        assert answers(pool, [12, 13, 14]) == {12: 24, 13: 26, 14: 28}
        assert len(pool.processes) == 2
    assert capsys.readouterr().err == f"queensbench: a process that dies was ended by SIGKILL{ONCE_MORE}\n"


def test_a_question_that_ends_two_processes_stays_open(tmp_path: Path) -> None:
    lines: list[str] = []
    with Pool[int](dying, str(tmp_path), 2, called="a process that dies", told=lines.append) as pool:
        said = {one.question: one for one in pool.each([12, 13, 14], 2)}
        assert {number: said[number].value for number in (12, 14)} == {12: 24, 14: 28}
        assert isinstance(said[13].value, ProcessLost)
        with pytest.raises(ProcessLost) as caught:
            said[13].answer()
        assert answers(pool, [13]) == {13: 26}
    assert str(caught.value) == (
        "a process that dies was ended by SIGKILL, the second one at the same question; "
        "free memory or ask for less"
    )
    how = "a process that dies was ended by SIGKILL"
    assert lines == [how + ONCE_MORE, how + OPEN]


def test_a_process_that_ends_itself_is_lost_as_well() -> None:
    lines: list[str] = []
    pool = Pool[int](ending, 3, called="a process that ends", told=lines.append)
    with pool, pytest.raises(ProcessLost):
        answers(pool, [1], 1)
    how = "a process that ends ended with exit code 3"
    assert lines == [how + ONCE_MORE, how + OPEN]


def test_a_process_killed_in_mid_question_or_before_it_is_replaced() -> None:
    lines: list[str] = []
    with Pool[str](working, called="a process that works", told=lines.append) as pool:
        pool.submit(0, "z3")
        [said] = pool.results()
        os.kill(said.value, signal.SIGKILL)
        assert pool.results() == []
        [again] = pool.results()
        assert again.value != said.value
    assert lines == ["a process that works was ended by SIGKILL" + ONCE_MORE]
    with Pool[int](doubling, called="a process that doubles", told=lines.append) as numbers:
        numbers.start(1)
        numbers.processes[0].process.kill()
        numbers.processes[0].process.join()
        assert answers(numbers, [4], 1) == {4: 8}
    assert lines[1:] == ["a process that doubles was ended by SIGKILL" + ONCE_MORE]


def alone(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """A script, in a Python of its own."""
    script = folder / "alone.py"
    script.write_text(text)
    command = [sys.executable, str(script)]
    env = environment(PYTHONPATH=str(Path(__file__).parents[2]))
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)


class Blocked:
    """An argument that becomes, in the process that receives it, whether Ctrl-C waits there."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _blocked, ()


def _blocked() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def began_with(blocked: bool) -> Answering:
    """Says what it was given."""
    return lambda question, tell: blocked


FIRST = """
from queensbench.engines.runtime.pool import Pool
from tests.engines.test_pool import Blocked, answers, began_with

if __name__ == "__main__":
    with Pool(began_with, inherited=(Blocked(),), called="a process that starts") as pool:
        print(sorted(answers(pool, [1, 2]).items()))
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signals here")
def test_ctrl_c_waits_in_the_very_first_process_from_its_start_on(tmp_path: Path) -> None:
    """Python starts a process of its own together with the first one, and leaves signals as it likes them."""
    done = alone(tmp_path, FIRST)
    assert (done.stdout, done.stderr) == ("[(1, True), (2, True)]\n", "")


STARTS = """
import multiprocessing.spawn, sys
from queensbench.engines.runtime.pool import Pool
from tests.engines.test_pool import answers, sizing

if __name__ == "__main__":
    lines = []
    with Pool(sizing, bytes(2_000_000), called="a process that starts", told=lines.append) as pool:
        kept = multiprocessing.spawn.get_command_line
        killed = [sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"]
        multiprocessing.spawn.get_command_line = lambda **given: killed
        pool.start(2)
        multiprocessing.spawn.get_command_line = kept
        print(sorted(answers(pool, [4, 5]).items()))
    print(*lines, sep="\\n")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
def test_a_process_that_is_killed_while_it_starts_does_not_hold_up_its_parent(tmp_path: Path) -> None:
    """It has read nothing of what it is given, which is more than a pipe holds; a parent that writes would not end."""
    done = alone(tmp_path, STARTS)
    lost = "a process that starts was ended by SIGKILL" + ONCE_MORE
    assert (done.stdout.splitlines(), done.stderr) == (["[(4, 2000004), (5, 2000005)]", lost, lost], "")


# ------------------------------------------------------------------------------------------- parents gone


def begun(command: Sequence[str], count: int) -> tuple[subprocess.Popen[str], IO[str], list[int]]:
    """A command in a group of its own, its output, and the numbers of the processes that are at work."""
    process = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    return process, process.stdout, [int(process.stdout.readline()) for _ in range(count)]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals here")
@pytest.mark.parametrize("leash", ["kernel", "thread"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_its_parent(number: signal.Signals, leash: str, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(THREAD if leash == "thread" else THREAD.replace("test_pool.by_thread()", ""))
    process, out, below = begun([str(script)], len(WORK) + 1)
    assert len(set(below)) == len(WORK) + 1
    time.sleep(0.2)
    assert all(alive(one) for one in below)
    process.send_signal(number)
    assert process.wait(SOON) == -number
    assert gone(below)
    before = time.monotonic()
    assert out.read() == ""  # nobody holds the pipe
    assert time.monotonic() - before < SOON
    process.communicate()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes here")
def test_ctrl_c_is_for_the_parent_which_ends_them() -> None:
    command = ["-c", "from tests.engines.test_pool import parent; parent()"]
    process, _, below = begun(command, len(WORK) + 1)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(SOON) == 130
    assert gone(below, 0.2)
    assert process.communicate()[1] == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux ends processes")
def test_a_process_belongs_to_the_thread_that_has_started_it() -> None:
    import threading

    faults: list[BaseException] = []

    def ask(pool: Pool[int]) -> None:
        try:
            pool.submit(1, 1)
        except AssertionError as fault:
            faults.append(fault)

    with Pool[int](doubling, called="a process that doubles") as pool:
        pool.start(1)
        thread = threading.Thread(target=ask, args=(pool,))
        thread.start()
        thread.join()
    assert len(faults) == 1


def test_a_pool_that_nobody_closes_ends_with_its_parent() -> None:
    code = (
        "from tests.engines.test_pool import *; pool = Pool(working, called='it'); "
        "pool.submit(0, 'python'); print(pool.results()[0].value)"
    )
    before = time.monotonic()
    process, _, below = begun(["-c", code], 1)
    assert process.wait(10) == 0
    assert time.monotonic() - before < 10
    assert gone(below)
    assert process.communicate()[1] == ""
