"""Differences between lists, computed and applied, agree with a model."""

from __future__ import annotations

import random

from petstock import InventoryItem, PetStatus
from petstock._changes import change_between, change_by

STATUSES: tuple[PetStatus, ...] = ("available", "pending", "sold")


def random_list(source: random.Random) -> list[InventoryItem]:
    ids = sorted(source.sample(range(-9, 9), source.randrange(10)))
    return [InventoryItem(pet_id, source.randrange(2), source.choice(STATUSES)) for pet_id in ids]


def test_a_difference_of_two_lists_leads_from_one_to_the_other() -> None:
    seed = random.randrange(2**32)
    source = random.Random(seed)
    for _ in range(300):
        before, after = random_list(source), random_list(source)
        computed = change_between(before, after)
        assert computed.items == after, seed
        assert set(computed.changed) == set(after) - set(before), seed
        assert set(computed.removed) == {i.pet_id for i in before} - {i.pet_id for i in after}, seed
        applied = change_by(before, computed.changed, computed.removed)
        assert (applied.items, applied.changed, applied.removed) == (
            after,
            computed.changed,
            computed.removed,
        )


def test_changes_without_effect_are_left_out() -> None:
    before = [InventoryItem(1, 2, "sold")]
    change = change_by(before, before, [404])
    assert (change.items, change.changed, change.removed) == (before, [], [])
