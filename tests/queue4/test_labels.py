"""The cards of Queue 4 go by the names that they have at the table, in every box."""

import pytest

from queensbench.project import projects
from queensbench.rendering.names import names_of


@pytest.mark.parametrize(
    ("mode", "text", "told"),
    [
        ("standard", "reveal(card=1) reveal(card=10) reveal(card=12)", "reveal(card=Ace) reveal(card=10) reveal(card=Queen)"),
        ("bouquets", "reveal(card=1) reveal(card=24)", "reveal(card=red Ace) reveal(card=black Queen)"),
        ("royal-ball", "turn_up(card=11) turn_up(card=13)", "turn_up(card=Jack) turn_up(card=King)"),
    ],
)  # fmt: skip
def test_cards_of_the_box_as_sold(mode: str, text: str, told: str) -> None:
    assert names_of(f"queue4/{mode}", "full")(text) == told


def test_a_small_box_names_its_own_court() -> None:
    names = names_of("queue4/royal-ball", "opening")
    assert names("turn_up(card=1) turn_up(card=2) turn_up(card=3)") == (
        "turn_up(card=Ace) turn_up(card=Jack) turn_up(card=Queen)"
    )


def test_every_label_of_every_box_is_there_and_told_apart() -> None:
    from queensbench.readers.interpreter import Interpreter

    for ruleset in projects.load().rulesets.values():
        for mode in ruleset.modes.values():
            for instance in mode.all_instances():
                for arguments in Interpreter(mode, instance).domains.values():
                    for _, domain in arguments:
                        labels = getattr(domain, "labels", {})
                        assert len(set(labels.values())) == len(labels)
