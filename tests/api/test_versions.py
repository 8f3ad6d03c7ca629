"""What a comparison of two versions says of all its modes."""

from __future__ import annotations

import pytest

import queensbench as qb


@pytest.mark.parametrize(
    ("verdicts", "code", "same"),
    [
        ({"m/one": "same", "m/two": "same"}, 0, True),
        ({"m/one": "same"}, 130, False),
        ({"m/one": "same", "m/two": "not seen"}, 1, False),
        ({}, 0, False),
    ],
    ids=["all", "interrupted", "not all", "none"],
)
def test_versions_are_the_same_if_all_their_modes_were_shown_to_be(
    verdicts: dict[str, str], code: int, *, same: bool
) -> None:
    found = qb.VersionDifferences(mode="m", instance="", data={}, verdicts=verdicts, code=code)
    assert found.same is same
