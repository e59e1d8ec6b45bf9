"""The operations of the inventory, as coroutines over a `Connection`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from typing import Literal

from ._adjust import adjust_stock
from ._answer import item_from
from ._connection import ApiRequest, Effect
from ._list import LIST_PATH, read_list, stream_list
from ._operations import Operations
from ._requests import JSON_TYPE, checked_pet_id, idempotency_headers, integer, ledger_headers
from ._values import Reason
from ._watch import Watch
from .errors import RequestError
from .items import InventoryChange, InventoryItem, InventoryList, UpdatedItem


class InventoryOperations(Operations):
    """``timeout`` and ``retries`` of a method replace the client's for that call."""

    async def list_inventory(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> InventoryList:
        """Every pet's stock, ascending by ``pet_id``. A list that breaks off is an error, never a shorter list."""
        items = await read_list(self._connection, timeout=timeout, retries=retries)
        return InventoryList() if items is None else items

    def stream_inventory(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> AsyncGenerator[InventoryItem, None]:
        """The same, item by item as they arrive. Raises `broken_body` if the list breaks off after its first item."""
        return stream_list(self._connection, timeout=timeout, retries=retries)

    def watch_inventory(
        self,
        *,
        stream: bool = True,
        interval: float = 1.0,
        on_trouble: Callable[[RequestError], None] | None = None,
    ) -> AsyncGenerator[InventoryChange, None]:
        """The list at once, and again after each change, until you stop or an error is permanent.

        ``stream``: follow the changes over a stream where the service offers one, instead of reading the list again.
        ``interval``: the fewest seconds between two requests for the list; longer if the list takes long.
        ``on_trouble``: called with each error that does not end the watch.
        """
        return Watch(self._connection, interval=interval, stream=stream, on_trouble=on_trouble).changes()

    async def update_inventory(
        self,
        pet_id: int,
        quantity: int,
        *,
        if_unchanged: InventoryItem | None = None,
        idempotency_key: str | Literal[False] | None = None,
        reason: Reason | None = None,
        note: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> UpdatedItem:
        """Sets the stock of one pet. A result means that the change is on disk.

        ``if_unchanged``: update only if the item still is so; `precondition_failed` with the present item otherwise.
        ``idempotency_key``: for this update alone, 1 to 255 visible ASCII characters; generated if absent, so that a
        lost answer changes nothing twice. Store your own to repeat the update after a crash, for a day. False: none, so
        that the update is not sent again after a lost answer.
        ``reason``, ``note``: why, for the ledger; a note has 1 to 200 characters.
        """
        pet_id = checked_pet_id(pet_id)
        if if_unchanged is not None and if_unchanged.pet_id != pet_id:
            raise ValueError(f"if_unchanged is pet {if_unchanged.pet_id}, not {pet_id}")
        headers = {**ledger_headers(reason, note), **idempotency_headers(idempotency_key)}
        if if_unchanged is not None:
            headers["If-Match"] = if_unchanged.etag
        return await self._update(pet_id, integer("quantity", quantity), headers, timeout, retries)

    async def adjust(
        self,
        pet: int | InventoryItem,
        by: int,
        *,
        idempotency_key: str | None = None,
        rounds_max: int = 50,
        reason: Reason | None = None,
        note: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> UpdatedItem:
        """Adds to the stock of one pet, or takes from it, exactly once, also while other clients change it.

        Takes one request if ``pet`` is an unchanged item, two if it is an id. Raises `StockRangeError` if there is not
        enough stock. ``rounds_max``: the most attempts while other clients change the item first.
        """
        by = integer("by", by)
        known = pet if isinstance(pet, InventoryItem) else None
        pet_id = checked_pet_id(pet.pet_id if isinstance(pet, InventoryItem) else pet)
        # One key for all rounds: if a round succeeds and its answer is lost, the service replays that success to later rounds.
        headers = {**ledger_headers(reason, note), **idempotency_headers(idempotency_key)}

        async def update(quantity: int, if_match: str) -> UpdatedItem:
            return await self._update(pet_id, quantity, {**headers, "If-Match": if_match}, timeout, retries)

        return await adjust_stock(
            update, self._connection.io.sleep, by=by, known=known, rounds_max=rounds_max
        )

    async def _update(
        self,
        pet_id: int,
        quantity: int,
        headers: dict[str, str],
        timeout: float | None,
        retries: int | None,
    ) -> UpdatedItem:
        request = ApiRequest(
            "PATCH",
            f"{LIST_PATH}/{pet_id}",
            {**JSON_TYPE, **headers},
            json.dumps({"quantity": quantity}).encode(),
            timeout=timeout,
            retries=retries,
        )
        effect: Effect = "repeatable" if "Idempotency-Key" in headers else "once"
        return await self._connection.send(request, effect, item_from, pet_id=pet_id)
