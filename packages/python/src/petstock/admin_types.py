"""What the operations of the Admin API take and give. Unknown members of an answer are ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, TypedDict, TypeVar

from ._values import PetStatus
from .items import InventoryItem, InventoryList

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


@dataclass(frozen=True)
class Me:
    """The API key of a client."""

    name: str
    account: str
    role: str
    expires_at: datetime | None
    """None if the key does not expire."""
    position: str
    """The current position."""


@dataclass(frozen=True)
class Label:
    """What people call a pet."""

    pet_id: int
    name: str | None
    kind: str | None
    """Such as dog."""
    code: str | None
    """For a barcode."""
    low: int | None
    """The quantity from which on the pet needs attention."""


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
class LabelResult:
    created: int
    updated: int
    removed: int
    unchanged: int
    dry_run: bool
    tag: str
    """Of the labels afterwards, for ``if_match``."""
    request_id: str | None = None


@dataclass(frozen=True)
class Entry:
    """An item of the list with what is known about it."""

    pet_id: int
    quantity: int
    status: PetStatus
    tag: str
    revision: int
    """The revision that changed it last."""
    label: Label | None


@dataclass(frozen=True)
class Changes:
    """What differs from a position."""

    position: str
    items: tuple[InventoryItem, ...]
    """New or changed, as they are now."""
    removed: tuple[int, ...]
    """The ids of removed pets."""


@dataclass(frozen=True)
class ChangeSetResult:
    revision: int
    """Its own revision; the newest one if nothing changed or with ``dry_run``."""
    position: str
    created: int
    updated: int
    removed: int
    unchanged: int
    dry_run: bool
    request_id: str | None = None


@dataclass(frozen=True)
class UndoResult(ChangeSetResult):
    skipped: tuple[int, ...] = ()
    """With ``skip_changed``: the first 1,000 pets that have changed since and were left as they are."""
    skipped_total: int | None = None
    """With ``skip_changed``: how many pets were left as they are."""


@dataclass(frozen=True)
class Revision:
    """An entry of the activity."""

    revision: int
    at: datetime
    actor: str
    """``key:NAME`` for an API key, ``cli:USER`` for the command line."""
    key_id: str | None
    reason: str
    """A `Reason`, or the operation that changed the stock, such as ``import``."""
    note: str | None
    pets: int
    """How many pets it changed."""
    quantity_change: int
    """The total quantity after it, less the total before."""
    undoable: bool | None
    """Whether it can be undone whole; None if that would take too long to find out: a dry run of the undo tells."""
    undoes: int | None = None
    """Of an undo, the revision that it took back."""


@dataclass(frozen=True)
class Stock:
    """Stock of one pet at one time."""

    quantity: int
    status: PetStatus


@dataclass(frozen=True)
class Movement:
    """An entry of the ledger: what a revision changed of one pet."""

    revision: int
    pet_id: int
    before: Stock | None
    """None if the pet was created."""
    after: Stock | None
    """None if the pet was removed."""
    reason: str
    """A `Reason`, or the operation that changed the stock, such as ``import``."""
    note: str | None
    actor: str
    """``key:NAME`` for an API key, ``cli:USER`` for the command line."""
    key_id: str | None
    request_id: str | None
    at: datetime
    undoes: int | None = None
    """Of an undo, the revision that it took back."""


@dataclass(frozen=True)
class Totals:
    """What came in and went out within one step of time, and the stock at its end."""

    at: datetime
    """The start of the step."""
    quantity: int
    in_stock: int
    """How many pets have stock; then how many pets have each status."""
    available: int
    pending: int
    sold: int
    in_: int
    """Quantity that came in."""
    out: int
    """Quantity that went out."""


@dataclass(frozen=True)
class Key:
    """An API key, without the key itself."""

    id: str
    name: str
    account: str
    role: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None


@dataclass(frozen=True)
class CreatedKey(Key):
    """A new API key, with the key itself."""

    key: str
    """Shown only here."""


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
