"""Questions answered by forked processes, which share the code compiled for all mutants and the games played so far.

Where the system cannot fork, one process does it all.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from queensbench.engines.runtime.pool import Answering, Pool
from queensbench.errors import ProcessLost

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answered(
    questions: Sequence[Question], answer: Callable[[Question], Answer], processes: int
) -> Iterator[tuple[Question, Answer | ProcessLost]]:
    """Each question with its answer, in no order; with the error if two processes were lost over it."""
    if processes < 2 or len(questions) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from ((question, answer(question)) for question in questions)
        return
    with Pool[Question](_answering, answer, called="a process that tries mutants", start="fork") as pool:
        for said in pool.each(questions, processes):
            yield said.question, said.value if isinstance(said.value, ProcessLost) else said.answer()


def _answering(answer: Callable[[Any], Any]) -> Answering:
    return lambda question, tell: answer(question)
