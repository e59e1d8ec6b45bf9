"""The items of the inventory, and their tags."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ._values import PET_STATUSES, QUANTITY_MAX, PetStatus

PET_ID_MIN: Final = -(2**63)
PET_ID_MAX: Final = 2**63 - 1


class InventoryItem(NamedTuple):
    """The stock of one pet."""

    pet_id: int
    """An int64, with every digit."""
    quantity: int
    """0 to 2147483647."""
    status: PetStatus

    @property
    def etag(self) -> str:
        """The item's tag for ``If-Match``, such as ``"12-available"`` with its quotes."""
        return f'"{self.quantity}-{self.status}"'


class UpdatedItem(InventoryItem):
    """An item as it is after its update, with facts of the answer; equal to the same `InventoryItem`."""

    request_id: str | None = None
    """Identifies the update in the service's log and ledger; None if a proxy removed it."""
    replayed: bool = False
    """An earlier request with the same key had applied the update; this is its answer."""


class InventoryList(list[InventoryItem]):
    """Every item, ascending by ``pet_id``."""

    etag: str | None = None
    """The list's tag, which is its position in the history; None if a proxy removed it."""
    request_id: str | None = None
    """Identifies the request in the service's log; None if a proxy removed it."""


@dataclass(frozen=True)
class InventoryChange:
    """The present list, and its difference from the one before."""

    items: Sequence[InventoryItem]
    """Ascending by ``pet_id``."""
    changed: Sequence[InventoryItem]
    """New or changed, as they are now."""
    removed: Sequence[int]
    """The ids of removed pets."""


def is_quantity(value: object) -> bool:
    return type(value) is int and 0 <= value <= QUANTITY_MAX


def status_in(value: object) -> PetStatus:
    """Raises ValueError."""
    status = PET_STATUSES.get(value) if isinstance(value, str) else None
    if status is None:
        raise ValueError(f"{value!r:.100} is not a status")
    return status


_ETAG = re.compile(r'"([0-9]{1,10})-([a-z]+)"')


def item_of_etag(pet_id: int, etag: str) -> InventoryItem | None:
    """The item that a tag describes; None if the text is not an item's tag."""
    match = _ETAG.fullmatch(etag)
    status = None if match is None else PET_STATUSES.get(match[2])
    if match is None or status is None or not is_quantity(int(match[1])):
        return None
    return InventoryItem(pet_id, int(match[1]), status)
