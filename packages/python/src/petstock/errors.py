"""The errors of a request: an error body of the service, or no answer of the service at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from ._contract import LabelState
from ._values import PetStatus
from .items import InventoryItem

TransportCode = Literal["network_error", "timeout", "broken_body", "unexpected_answer"]
"""Why there is no answer of the service.

- ``network_error``: no connection, or it broke before the answer
- ``timeout``: nothing arrived for ``timeout`` seconds
- ``broken_body``: the answer broke off before its end
- ``unexpected_answer``: not an answer of the service, such as a proxy's error page
"""


class RequestError(Exception):
    """A request that failed. Always a `PetstockError` or a `TransportError`."""

    message: str
    """For people. Its text may change."""
    request_id: str | None
    """Identifies the request in the service's log and ledger."""
    retry_after: float | None
    """Seconds that the answer asked to wait."""
    may_be_applied: bool
    """Whether the change may have been applied despite the error.

    True: read the item before you decide, or repeat the change with the same ``idempotency_key``.
    False: nothing was changed.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self._code = code
        self._status = status
        self.message = message
        self.request_id = request_id
        self.retry_after = retry_after
        self.may_be_applied = False

    @property
    def code(self) -> str:
        """What went wrong. Switch on it, and expect codes that you do not know."""
        return self._code

    @property
    def status(self) -> int | None:
        """The HTTP status; None if there was no answer."""
        return self._status


@dataclass(frozen=True)
class Problem:
    """What is wrong with one entry of a change set, of rows or of labels."""

    code: str
    message: str
    index: int | None = None
    """Of a list, from 0."""
    line: int | None = None
    """Of rows, from 1."""
    pet_id: int | None = None
    """None if it could not be read."""
    quantity: int | None = None
    """With ``insufficient_stock``, what is there."""
    by: int | None = None
    """With ``insufficient_stock``, the difference that was asked for."""


@dataclass(frozen=True)
class Conflict:
    """A pet that has changed, as it is now; quantity and status are None if it is not in the inventory."""

    pet_id: int
    quantity: int | None
    status: PetStatus | None
    label: LabelState | None = None
    """Where ``if_label`` did not hold, the label as it is; None if there is none."""


@dataclass(frozen=True)
class ErrorDetails:
    """What an error body has besides code, message and status."""

    problems: tuple[Problem, ...] = ()
    problems_total: int | None = None
    conflicts: tuple[Conflict, ...] = ()
    conflicts_total: int | None = None
    history_start: int | None = None
    key_id: str | None = None


class PetstockError(RequestError):
    """The service answered with an error body.

    The codes are listed in the service's ``docs/errors.md``. Later versions of the service may add codes.
    """

    item: InventoryItem | None
    """With ``precondition_failed`` of an update: the item as it is now."""
    problems: Sequence[Problem]
    """With ``invalid_changes`` or ``insufficient_stock``: the first problems. Empty otherwise."""
    problems_total: int
    """How many problems there are."""
    conflicts: Sequence[Conflict]
    """With ``precondition_failed``, ``changed_since`` or ``plan_changed``: the first pets that have changed."""
    conflicts_total: int
    """How many pets have changed."""
    history_start: int | None
    """With ``revision_not_found`` of a revision that was pruned: the history begins after this one."""
    key_id: str | None
    """With ``key_made``: the id of the key that the request has made, and whose answer was lost."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int,
        request_id: str | None = None,
        retry_after: float | None = None,
        item: InventoryItem | None = None,
        details: ErrorDetails | None = None,
    ) -> None:
        super().__init__(code, message, status=status, request_id=request_id, retry_after=retry_after)
        details = details or ErrorDetails()
        self.item = item
        self.problems = details.problems
        self.problems_total = _total(details.problems_total, details.problems)
        self.conflicts = details.conflicts
        self.conflicts_total = _total(details.conflicts_total, details.conflicts)
        self.history_start = details.history_start
        self.key_id = details.key_id

    @property
    def status(self) -> int:
        """The HTTP status."""
        return cast(int, self._status)


@dataclass(frozen=True)
class Shortage:
    """One pet of which a change set asks for more than is there."""

    pet_id: int
    quantity: int
    """What is there."""
    by: int
    """What was asked for, below 0: the ``by`` of the change."""
    index: int | None = None
    """Of the change in the change set, from 0."""


class InsufficientStockError(PetstockError):
    """A change set asks with ``by`` for more than is there (``insufficient_stock``). Nothing was changed."""

    shortages: Sequence[Shortage]
    """The first of them; ``problems_total`` says how many there are."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        request_id: str | None = None,
        retry_after: float | None = None,
        details: ErrorDetails | None = None,
    ) -> None:
        super().__init__(
            "insufficient_stock",
            message,
            status=status,
            request_id=request_id,
            retry_after=retry_after,
            details=details,
        )
        self.shortages = tuple(
            Shortage(each.pet_id, each.quantity, each.by, each.index)
            for each in self.problems
            if each.pet_id is not None and each.quantity is not None and each.by is not None
        )


def _total(total: int | None, entries: Sequence[object]) -> int:
    return len(entries) if total is None else total


class TransportError(RequestError):
    """The service's answer did not arrive. The original error is ``__cause__``."""

    not_sent: bool
    """No byte of the request was sent, as when the connection was refused: nothing was changed. False: unknown."""

    def __init__(
        self,
        code: TransportCode,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        not_sent: bool = False,
    ) -> None:
        super().__init__(code, message, status=status, request_id=request_id, retry_after=retry_after)
        self.not_sent = not_sent

    @property
    def code(self) -> TransportCode:
        """Why there is no answer of the service."""
        return cast(TransportCode, self._code)


class StockRangeError(ValueError):
    """An adjustment would make the stock negative, or larger than the contract allows. Nothing was changed.

    Of ``adjust``, not of a change set.
    """

    item: InventoryItem
    """The item as it is now."""
    by: int

    def __init__(self, item: InventoryItem, by: int) -> None:
        super().__init__(f"pet {item.pet_id} has {item.quantity}: it cannot be adjusted by {by}")
        self.item = item
        self.by = by
