"""Differences between states of the inventory: computed from two lists, or applied to one. Lists ascend by pet_id."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import attrgetter

from .items import InventoryChange, InventoryItem

_pet_id = attrgetter("pet_id")


def change_between(before: Sequence[InventoryItem], after: Sequence[InventoryItem]) -> InventoryChange:
    """The change to the list ``after``."""
    known = set(before)
    present = {item.pet_id for item in after}
    changed = [item for item in after if item not in known]
    removed = [item.pet_id for item in before if item.pet_id not in present]
    return InventoryChange(after, changed, removed)


def change_by(
    before: Sequence[InventoryItem], changed: Iterable[InventoryItem], removed: Iterable[int]
) -> InventoryChange:
    """The change to the list before, without what had no effect: a change that was taken back has none."""
    items = list(before)
    created: list[InventoryItem] = []
    effective: list[InventoryItem] = []
    for item in changed:
        at = _place_of(items, item.pet_id)
        if at is None:
            created.append(item)
        elif items[at] == item:
            continue
        else:
            items[at] = item
        effective.append(item)
    gone = [pet_id for pet_id in removed if _place_of(items, pet_id) is not None]
    if gone:
        absent = set(gone)
        items = [item for item in items if item.pet_id not in absent]
    if created:
        # Nearly linear: the sort finds the list in order.
        items = sorted([*items, *created], key=_pet_id)
    return InventoryChange(items, effective, gone)


def _place_of(items: Sequence[InventoryItem], pet_id: int) -> int | None:
    at = bisect_left(items, pet_id, key=_pet_id)
    return at if at < len(items) and items[at].pet_id == pet_id else None
