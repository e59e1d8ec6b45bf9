"""What the operations of the Admin API take and give. Unknown members of an answer are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypedDict, TypeVar

from ._contract import *  # noqa: F403 (generated types are part of this module)
from ._contract import Label
from ._values import PetStatus
from .items import InventoryList

T = TypeVar("T")

Time = datetime | str
"""A `datetime` with a time zone, or RFC 3339."""

RowFormat = Literal["csv", "ndjson"]

Row = tuple[int, int, PetStatus] | tuple[int, int]
"""A row of an import: pet_id, quantity and status, such as an `InventoryItem`; without a status, it stays as it is."""


@dataclass(frozen=True)
class SetQuantity:
    """Sets the quantity of a pet."""

    pet_id: int
    quantity: int
    if_match: str | None = None
    """The tag that the item must have, such as that of `InventoryItem.etag`."""


@dataclass(frozen=True)
class AdjustQuantity:
    """Adds to the quantity of a pet, or takes from it."""

    pet_id: int
    by: int
    if_match: str | None = None


@dataclass(frozen=True)
class SetStatus:
    """Sets the status of a pet."""

    pet_id: int
    status: PetStatus
    if_match: str | None = None


@dataclass(frozen=True)
class CreatePet:
    """Creates a pet, which must not be in the inventory."""

    pet_id: int
    quantity: int
    status: PetStatus
    create: Literal[True] = True


@dataclass(frozen=True)
class RemovePet:
    """Removes a pet from the inventory."""

    pet_id: int
    if_match: str | None = None
    remove: Literal[True] = True


Change = SetQuantity | AdjustQuantity | SetStatus | CreatePet | RemovePet


class _LabelMembers(TypedDict, total=False):
    name: str | None
    kind: str | None
    code: str | None
    low: int | None


class LabelChange(_LabelMembers):
    """Changes of a label: a member that is absent stays, unless all labels are replaced; None removes it."""

    pet_id: int


class Labels(list[Label]):
    """All labels, ascending by ``pet_id``."""

    etag: str | None = None
    """For ``if_match``; None if a proxy removed it."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of the ledger or of the activity; may be empty and still have a ``next``."""

    entries: Sequence[T]
    next: str | None
    """The cursor of the next page; None at the end."""


@dataclass(frozen=True)
class Snapshot:
    """The whole inventory as of one position."""

    position: str
    items: InventoryList
