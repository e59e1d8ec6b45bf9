"""Adds to the stock of a pet or takes from it: compare and set, repeated as long as another client changes it first."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from .errors import PetstockError, StockRangeError
from .items import InventoryItem, UpdatedItem, is_quantity

T = TypeVar("T")

NEVER_MATCHES = 'W/"?"'
"""A weak tag never matches, so the answer is 412 with the item's present tag: this reads one pet without the whole list."""

PAUSE_MAX = 0.2


class Update(Protocol):
    """Sends one update. Raises `precondition_failed` with the present item if ``if_match`` does not match."""

    def __call__(self, quantity: int, if_match: str) -> Awaitable[UpdatedItem]: ...


async def adjust_stock(
    update: Update,
    sleep: Callable[[float], Awaitable[None]],
    *,
    by: int,
    known: InventoryItem | None,
    rounds_max: int,
) -> UpdatedItem:
    """The item after the adjustment. Raises `StockRangeError`, or what ``update`` raises in the last round.

    ``known``: the stock as far as the caller knows, such as from a list; may be out of date.
    """
    # Known stock may be out of date, so it never decides that there is not enough: the service's answer does.
    if known is not None and not is_quantity(known.quantity + by):
        known = None
    rounds = 0
    while True:
        rounds += 1
        try:
            if known is None:
                return await update(0, NEVER_MATCHES)
            return await update(known.quantity + by, known.etag)
        except PetstockError as error:
            if error.code != "precondition_failed" or error.item is None or rounds >= rounds_max:
                raise
            if not is_quantity(error.item.quantity + by):
                raise StockRangeError(error.item, by) from None
            is_collision = known is not None
            known = error.item
        # Another client was faster: a random pause keeps the two from colliding again. Reading the item needs none.
        if is_collision:
            await sleep(random.random() * min(PAUSE_MAX, 0.001 * 2.0 ** min(rounds, 16)))
