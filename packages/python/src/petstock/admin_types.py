"""What the operations of the Admin API take and give. Unknown members of an answer are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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


class LabelMembers(TypedDict, total=False):
    """Members of a label: None is no value, an absent one does not matter."""

    name: str | None
    kind: str | None
    code: str | None
    low: int | None


class _PetRow(LabelMembers, total=False):
    quantity: int
    status: PetStatus


class PetRow(_PetRow):
    """A row of an import with stock, members of the label, or both: an absent member stays as it is."""

    pet_id: int


Row = tuple[int, int, PetStatus] | tuple[int, int] | PetRow
"""A row of an import: pet_id, quantity and status, such as an `InventoryItem`; without a status, it stays as it is."""


@dataclass(frozen=True, kw_only=True)
class _WithLabel:
    """What a change may do beside its own effect."""

    label: LabelMembers | None = field(default_factory=LabelMembers, hash=False)
    """What changes of the label; None removes it."""
    if_label: LabelMembers | None = field(default_factory=LabelMembers, hash=False)
    """The members that the label must have; None: the pet must have no label."""


@dataclass(frozen=True)
class SetQuantity(_WithLabel):
    """Sets the quantity of a pet."""

    pet_id: int
    quantity: int
    if_match: str | None = None
    """The tag that the item must have, such as that of `InventoryItem.etag`."""


@dataclass(frozen=True)
class AdjustQuantity(_WithLabel):
    """Adds to the quantity of a pet, or takes from it."""

    pet_id: int
    by: int
    if_match: str | None = None


@dataclass(frozen=True)
class SetStatus(_WithLabel):
    """Sets the status of a pet."""

    pet_id: int
    status: PetStatus
    if_match: str | None = None


@dataclass(frozen=True)
class CreatePet(_WithLabel):
    """Creates a pet, which must not be in the inventory."""

    pet_id: int
    quantity: int
    status: PetStatus
    create: Literal[True] = True


@dataclass(frozen=True)
class RemovePet(_WithLabel):
    """Removes a pet from the inventory."""

    pet_id: int
    if_match: str | None = None
    remove: Literal[True] = True


@dataclass(frozen=True)
class ChangeLabel:
    """Changes the label of a pet and nothing else. Without ``if_match`` the pet need not be in the inventory."""

    pet_id: int
    label: LabelMembers | None = field(hash=False)
    """What changes of the label; None removes it."""
    if_match: str | None = None
    if_label: LabelMembers | None = field(default_factory=LabelMembers, hash=False)
    """The members that the label must have; None: the pet must have no label."""


Change = SetQuantity | AdjustQuantity | SetStatus | CreatePet | RemovePet | ChangeLabel


class LabelChange(LabelMembers):
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
    searched_back_to: datetime | None = None
    """Only of an empty page of the ledger: everything after this time was searched; go on with ``next``."""
    through: int | None = None
    """Only of the last page of the ledger with ``order="asc"``: all movements up to this revision were read."""


@dataclass(frozen=True)
class Snapshot:
    """The whole inventory as of one position."""

    position: str
    items: InventoryList
