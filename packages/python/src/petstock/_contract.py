# ruff: noqa: E501
"""Generated from admin.yaml by scripts/python-types.ts; unknown members of an answer are ignored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ._values import PetStatus
from .items import InventoryItem


@dataclass(frozen=True)
class Me:
    """An answer of the service."""

    key_id: str
    """The key's id, as the ledger and ``actors`` name it."""
    name: str
    account: str
    role: str
    """What an API key may do; each role includes the ones before it. Later versions may add roles; of a request only these are taken."""
    expires_at: datetime | None
    """None if the key does not expire."""
    version: str
    """Version of the service, such as 1.2.3, or 1.3.0-dev+0123abc between releases."""
    position: str
    """A point in the history of the inventory, the ``ETag`` of the list; opaque."""
    store: str | None = None
    """The store's name, as its operator has set it; absent if none is set."""


@dataclass(frozen=True)
class Stock:
    """Stock of one pet at one time."""

    quantity: int
    """Stock count; never negative, and within an int32."""
    status: PetStatus
    """Sales status of a pet."""


@dataclass(frozen=True)
class Label:
    """What people call a pet; at least one member beside ``pet_id`` is not None."""

    pet_id: int
    """Identifier of the animal that an entry tracks; any int64."""
    name: str | None
    """To show and search."""
    kind: str | None
    """To show and search, such as dog."""
    code: str | None
    """For a barcode."""
    low: int | None
    """The pet is low at this quantity and below, unless it is sold."""


@dataclass(frozen=True)
class LabelState:
    """A label at one time."""

    name: str | None
    kind: str | None
    code: str | None
    low: int | None


@dataclass(frozen=True)
class LabelMovement:
    """Absent if the label did not change."""

    before: LabelState | None
    """None if the pet had no label."""
    after: LabelState | None
    """None if the label was removed."""


@dataclass(frozen=True)
class LabelResult:
    """An answer of the service."""

    revision: int
    """Its own revision; the newest one if nothing changed or with ``dry_run``."""
    position: str
    """A point in the history of the inventory, the ``ETag`` of the list; opaque."""
    created: int
    """How many; never negative."""
    updated: int
    """How many; never negative."""
    removed: int
    """How many; never negative."""
    unchanged: int
    """How many; never negative."""
    dry_run: bool
    tag: str
    """Of the labels afterwards, for ``If-Match``; opaque."""
    request_id: str | None = None


@dataclass(frozen=True)
class Entry:
    """An entry of the list with what is known about it."""

    pet_id: int
    """Identifier of the animal that an entry tracks; any int64."""
    quantity: int
    """Stock count; never negative, and within an int32."""
    status: PetStatus
    """Sales status of a pet."""
    tag: str
    """The tag of an entry, ``"<quantity>-<status>"`` with its quotes."""
    revision: int
    """The revision that changed the entry last."""
    label: Label | None
    """None if the pet has no label."""


@dataclass(frozen=True)
class ActorPets:
    """Pets that one actor changed with one key, and that nothing else changed."""

    actor: str
    """``key:<name>`` for an API key, ``cli:<user>`` for the command line, or ``Long Beach sample`` for the quickstart's sample."""
    key_id: str | None
    """The id of the API key that acted, since names repeat; None for the command line."""
    pet_ids: tuple[int, ...]
    """Ascending."""


@dataclass(frozen=True)
class Changes:
    """What differs from a position."""

    position: str
    """A point in the history of the inventory, the ``ETag`` of the list; opaque."""
    items: tuple[InventoryItem, ...]
    """The items that are new or have changed, as they are now."""
    removed: tuple[int, ...]
    """The pets that were removed."""
    labels: tuple[Label, ...]
    """The labels that are new or have changed, as they are now; also of pets that are not in the inventory."""
    unlabeled: tuple[int, ...]
    """The pets that have no label any more."""
    actors: tuple[ActorPets, ...] = ()
    """With ``actors=true``: the pets whose changes since the position, of stock and label, one actor made with one key, by both. A pet that several have changed is in no group; after more than 500,000 changes none is."""


@dataclass(frozen=True)
class PreviewedChange:
    """What a change set would do to one pet."""

    pet_id: int
    """Identifier of the animal that an entry tracks; any int64."""
    before: Stock | None
    """None if the pet is not in the inventory."""
    after: Stock | None
    """None if the pet is not in the inventory afterwards."""
    index: int | None = None
    """Of a JSON change set, from 0."""
    line: int | None = None
    """Of rows, from 1; absent where replace removes the pet."""
    label: LabelMovement | None = None
    """Absent if the label did not change."""


@dataclass(frozen=True)
class Preview:
    """With ``preview``, the first changes of each kind, in the order of the body; pets that ``replace`` removes come last, by their ids."""

    created: tuple[PreviewedChange, ...]
    updated: tuple[PreviewedChange, ...]
    removed: tuple[PreviewedChange, ...]
    relabelled: tuple[PreviewedChange, ...]
    """Pets whose label changes, also those of the lists before."""
    unchanged: tuple[PreviewedChange, ...]


@dataclass(frozen=True)
class ChangeSetResult:
    """An answer of the service."""

    revision: int
    """Its own revision; the newest one if nothing changed or with ``dry_run``."""
    position: str
    """A point in the history of the inventory, the ``ETag`` of the list; opaque."""
    created: int
    """How many; never negative."""
    updated: int
    """How many; never negative."""
    removed: int
    """How many; never negative."""
    relabelled: int
    """Of how many pets the label changes, also of those that are counted before."""
    unchanged: int
    """How many; never negative."""
    dry_run: bool
    preview: Preview | None = None
    """With ``preview``, the first changes of each kind, in the order of the body; pets that ``replace`` removes come last, by their ids."""
    plan: str | None = None
    """The changes that a dry run showed, for ``If-Match``; an opaque tag, in its quotes."""
    request_id: str | None = None


@dataclass(frozen=True)
class UndoResult(ChangeSetResult):
    """An answer of the service."""

    skipped: tuple[int, ...] = ()
    """With ``skip_changed``, the pets that have changed since and were left as they are, the first 1,000."""
    skipped_total: int | None = None
    """With ``skip_changed``, how many pets were left as they are."""


@dataclass(frozen=True)
class Revision:
    """An entry of the activity."""

    revision: int
    at: datetime
    """RFC 3339, in UTC."""
    actor: str
    """``key:<name>`` for an API key, ``cli:<user>`` for the command line, or ``Long Beach sample`` for the quickstart's sample."""
    key_id: str | None
    reason: str
    """Why the stock changed: a reason of ``Reason``, or the operation or command that changed it. Later versions may add others."""
    note: str | None
    undoes: int | None
    """Of an undo, the revision that it took back."""
    pets: int
    """The number of pets that it changed."""
    labels: int
    """The number of pets whose label it changed."""
    quantity_change: int
    """Total quantity after it, less the total before."""
    undoable: bool | None
    """Whether it can be undone whole, because none of its pets has changed since; None if that would take too long to find out: a dry run of the undo tells."""


@dataclass(frozen=True)
class Movement:
    """An entry of the ledger, what a revision changed of one pet."""

    revision: int
    pet_id: int
    """Identifier of the animal that an entry tracks; any int64."""
    before: Stock | None
    """None if the pet was not in the inventory."""
    after: Stock | None
    """None if the pet is not in the inventory; the same as ``before`` where only the label changed."""
    reason: str
    """Why the stock changed: a reason of ``Reason``, or the operation or command that changed it. Later versions may add others."""
    note: str | None
    undoes: int | None
    """Of an undo, the revision that it took back."""
    actor: str
    """``key:<name>`` for an API key, ``cli:<user>`` for the command line, or ``Long Beach sample`` for the quickstart's sample."""
    key_id: str | None
    request_id: str | None
    at: datetime
    """RFC 3339, in UTC."""
    label: LabelMovement | None = None
    """Absent if the label did not change."""


@dataclass(frozen=True)
class Totals:
    """What came in and went out within one step of time, and the stock at its end."""

    at: datetime
    """The start of the step."""
    quantity: int
    """How many; never negative."""
    in_stock: int
    """How many; never negative."""
    available: int
    """How many; never negative."""
    pending: int
    """How many; never negative."""
    sold: int
    """How many; never negative."""
    in_: int
    """How many; never negative."""
    out: int
    """How many; never negative."""


@dataclass(frozen=True)
class KeyActor:
    """Who made, replaced or revoked an API key, or made a hook."""

    actor: str
    """``key:<name>`` for an API key, ``cli:<user>`` for the command line, or ``Long Beach sample`` for the quickstart's sample."""
    key_id: str | None
    """The id of the API key that acted, since names repeat; None for the command line."""


@dataclass(frozen=True)
class KeyLink:
    """The link by which a browser gets the key, once. Until then the key does not exist."""

    expires_at: datetime
    """When the link ends, never later than the key."""
    opened_at: datetime | None
    """When the key was made; None if the link was not opened."""


@dataclass(frozen=True)
class Key:
    """An API key, without the key itself."""

    id: str
    name: str
    account: str
    role: str
    """What an API key may do; each role includes the ones before it. Later versions may add roles; of a request only these are taken."""
    created_at: datetime
    """RFC 3339, in UTC."""
    created_by: KeyActor
    """Who made, replaced or revoked an API key, or made a hook."""
    replaces: str | None
    """The id of the key that it replaced, at ``created_at`` by ``created_by``; None if it was not made by a rotation."""
    expires_at: datetime | None
    """None if the key does not expire."""
    revoked_at: datetime | None
    """None if the key is not revoked."""
    revoked_by: KeyActor | None
    """None if the key is not revoked."""
    last_used_at: datetime | None
    """None if the key was never used."""
    link: KeyLink | None
    """None if the key was made without a link."""


@dataclass(frozen=True)
class CreatedKey(Key):
    """A new API key, with the key itself."""

    key: str
    """The key, shown only here."""


@dataclass(frozen=True)
class CreatedLink(Key):
    """A key that does not exist until its link is opened, with the code of the link."""

    code: str
    """The code of the link, shown only here; opaque."""


@dataclass(frozen=True)
class HookAnswer:
    """What a receiver answered."""

    at: datetime
    """RFC 3339, in UTC."""
    status: int | None
    """The HTTP status; None if there was no answer."""
    problem: str | None
    """In words; None if it took the message."""


@dataclass(frozen=True)
class HookFailure:
    """Deliveries that have failed since the last one that succeeded."""

    since: datetime
    """RFC 3339, in UTC."""
    attempts: int
    next_attempt_at: datetime
    """RFC 3339, in UTC."""


@dataclass(frozen=True)
class HookPause:
    """Since when and why nothing is delivered."""

    at: datetime
    """RFC 3339, in UTC."""
    reason: str
    """``request``: an admin paused it; ``failing``: no delivery has succeeded for three days; ``receiver``: it answered 410; ``restored``: it comes from a backup, and the database may be a copy of a live one."""


@dataclass(frozen=True)
class Hook:
    """A receiver, without its secret, and what its deliveries have come to."""

    id: str
    name: str
    url: str
    events: tuple[str, ...]
    """What the receiver is told: ``changes``, all changes of stock and labels; ``low``, the pets that have become low."""
    state: str
    """``failing``: the last delivery failed, and is tried again at ``failure.nextAttemptAt``; ``paused``, by an admin, and ``stopped``, for another ``pause.reason``: nothing is delivered until an admin resumes it."""
    position: str
    """All before it was delivered."""
    lag: int
    """How many revisions there are after the position."""
    delivered_at: datetime | None
    """When a delivery succeeded last; None if none has."""
    answer: HookAnswer | None
    """What the last delivery came to; None if there was none."""
    failure: HookFailure | None
    """None if the last delivery succeeded."""
    pause: HookPause | None
    """None if the hook is not paused."""
    previous_secret_until: datetime | None
    """Until when the secret before signs, too; None if only the newest does."""
    created_at: datetime
    """RFC 3339, in UTC."""
    created_by: KeyActor
    """Who made, replaced or revoked an API key, or made a hook."""


@dataclass(frozen=True)
class CreatedHook(Hook):
    """A hook, with its secret."""

    secret: str
    """``whsec_`` and the key's bytes in Base64, as libraries of Standard Webhooks take it. In this response and in no other."""
