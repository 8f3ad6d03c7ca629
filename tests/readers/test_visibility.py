"""What guards read beyond what their decider may see, in full."""

import importlib.util
import sys
from pathlib import Path

from queensbench.readers.system import build
from queensbench.readers.visibility import peeks

CARDS = Path(__file__).parents[1] / "good" / "cards.py"


def test_the_peeks_of_a_small_model() -> None:
    spec = importlib.util.spec_from_file_location("good_cards", CARDS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    found = peeks(build(module.mode, module.mode.full), module.mode)
    lines = CARDS.read_text().splitlines()
    seen = []
    for peek in found:
        file, line = peek.place.rsplit(":", 1)
        assert file == str(CARDS)
        seen.append((peek.transition, lines[int(line) - 1].strip(), peek.field, peek.why))
    other = "its owner alone sees it, who is not known to be the decider, unless open is true"
    both = "its owner and partners alone see it, who is not known to be the decider"
    assert seen == [
        ("others", "require(s.hand[p, k] == Card.ACE)", "hand[p, k]", other),
        ("through_rules", "require(has_king(s, other(s, s.turn)))", "hand[..., ...]", other),
        ("through_rules", "require(s.hand[p, k] == Card.NONE)", "hand[..., k]", other),
        ("by_local", "require(s.hand[who, k] != card)", "hand[BEN, k]", other),
        ("by_branch", "require(len(s.pile) > 0)", "len(pile)", "nobody sees it"),
        ("by_branch", "require(len(s.pile) > 0)", "trump[...]", both),
    ]
    assert str(found[0]) == f"{found[0].place}: others reads hand[p, k]: {other}"
