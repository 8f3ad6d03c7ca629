"""``queensbench compare RULESET --documents ONE TWO``: two documents held against each other as whole readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from queensbench.errors import BadInput

if TYPE_CHECKING:
    from queensbench.analyses.documents import Apart
    from queensbench.rendering.screen import Screen


def command(screen: Screen, path: str, documents: tuple[str, str], *, instance: str) -> int:
    """Hold two documents of a ruleset side by side, in one mode or all of them; the exit code.  Raises BadInput."""
    from queensbench.analyses import documents as analysis
    from queensbench.project import checking, projects
    from queensbench.rendering import document_tables

    selected = projects.load().selected([path])
    ruleset = selected[0][0]
    checking.check(ruleset)
    one, two = (analysis.named(ruleset, text) for text in documents)
    if one == two:
        raise BadInput(f"{one} is held against itself", remedy="name two documents")
    for _, mode in selected:
        if instance != mode.full.name:
            projects.mode_instance(mode, instance)
    chosen = () if all(instance == mode.full.name for _, mode in selected) else (instance,)
    rows: list[Apart] = []
    interrupted = False
    try:
        for _, mode in selected:
            rows.append(analysis.apart(ruleset, mode, (one, two), instances=chosen, progress=screen.progress))
            screen.done()
            document_tables.show(screen, rows[-1])
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    document_tables.answer(screen, (one, two), rows, interrupted=interrupted)
    return 130 if interrupted else 0
