"""Reads the stock and its changes, and changes many pets at once."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable

from ._admin_answers import WORK, AdminBase, entries_of, page, read_as, result_as, upload
from ._connection import ApiRequest
from ._list import read_list
from ._requests import (
    JSON_TYPE,
    change_set_body,
    checked_pet_id,
    idempotency_headers,
    ledger_headers,
    query_of,
    rows_body,
    rows_type,
)
from ._retry import is_retryable
from ._streams import follow_changes
from ._values import Reason
from .admin_types import (
    Change,
    Changes,
    ChangeSetResult,
    Entry,
    Me,
    Page,
    Row,
    RowFormat,
    Snapshot,
)
from .errors import RequestError
from .items import InventoryList


class StockOperations(AdminBase):
    async def me(self, *, timeout: float | None = None, retries: int | None = None) -> Me:
        """The API key of this client, and the current position."""
        return await self._get("/me", read_as(Me), timeout, retries)

    async def entry(self, pet_id: int, *, timeout: float | None = None, retries: int | None = None) -> Entry:
        """One entry, with its revision and its label. Raises `pet_not_found`."""
        return await self._get(f"/inventory/{checked_pet_id(pet_id)}", read_as(Entry), timeout, retries)

    def entries_by_code(
        self,
        code: str,
        *,
        page_size: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncGenerator[Entry, None]:
        """The entries of all pets whose label has this code, ascending by ``pet_id``; usually one, maybe none."""

        async def read(cursor: str | None) -> Page[Entry]:
            query = query_of(code=code, after=cursor, limit=page_size)
            return await self._get(f"/inventory{query}", page(Entry, "entries"), timeout, retries)

        return entries_of(read)

    async def snapshot(self, *, timeout: float | None = None, retries: int | None = None) -> Snapshot:
        """The whole inventory, and its position."""
        items = await self._list(timeout, retries)
        if items.etag is not None:
            return Snapshot(items.etag, items)
        # A proxy removed the tag. A position from before the list skips no change; one from after it might.
        me = await self.me(timeout=timeout, retries=retries)
        return Snapshot(me.position, await self._list(timeout, retries))

    async def changes(
        self,
        since: str | None = None,
        *,
        actors: bool = False,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Changes:
        """What differs from a position now. Without one: the current position. Raises `position_gone`.

        ``actors``: ask who made the changes, such as to leave out one's own; they are in ``actors`` of the result.
        """
        path = f"/changes{query_of(since=since, actors=actors)}"
        return await self._get(path, read_as(Changes), timeout, retries)

    def watch_changes(
        self,
        since: str | None = None,
        *,
        actors: bool = False,
        on_trouble: Callable[[RequestError], None] | None = None,
    ) -> AsyncGenerator[Changes, None]:
        """Each change as it happens, over a stream that is opened again after it was lost, without end.

        ``since``: the position to start from; the present one if None. ``actors``: as in ``changes``. ``on_trouble``:
        called with each error after which another stream is opened. Raises `position_gone` if the position is no longer
        in the history: take a snapshot, and continue from its position.
        """
        return follow_changes(
            self._connection,
            since,
            actors=actors,
            reopens=lambda error, was_open, failures: is_retryable(error, True),
            on_trouble=on_trouble,
        )

    async def apply_changes(
        self,
        changes: Iterable[Change],
        *,
        reason: Reason | None = None,
        note: str | None = None,
        dry_run: bool = False,
        preview: int | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ChangeSetResult:
        """Applies all changes as one revision, or none: at most one for each pet, at most 1 MiB as JSON.

        ``dry_run``: report only; change nothing. ``preview``: with ``dry_run``, how many changes of each kind the
        result's ``preview`` has, 0 to 1,000; the result then has a ``plan``, too. ``if_match``: such a plan; only if
        the same changes have the effects that it showed. ``idempotency_key``: as in ``update_inventory``. Raises
        `invalid_changes` with ``problems``, an `InsufficientStockError` with ``shortages``, or `precondition_failed` or
        `plan_changed` with ``conflicts``.
        """
        body = change_set_body(changes, reason, note)
        request = ApiRequest(
            "POST",
            f"/revisions{query_of(dry_run=dry_run, preview=preview)}",
            {
                **JSON_TYPE,
                **_plan_headers(if_match),
                **({} if dry_run else idempotency_headers(idempotency_key)),
            },
            body,
            timeout=timeout,
            work=upload(body),
            retries=retries,
        )
        return await self._send(request, "none" if dry_run else "repeatable", result_as(ChangeSetResult))

    async def apply_rows(
        self,
        rows: str | bytes | Iterable[Row],
        *,
        format: RowFormat = "csv",
        replace: bool = False,
        if_unchanged_since: str | None = None,
        reason: Reason | None = None,
        note: str | None = None,
        dry_run: bool = False,
        preview: int | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ChangeSetResult:
        """Imports rows as one revision, or none: tuples, dicts, or the text of a CSV or NDJSON file, at most 64 MiB.

        ``format``: of text. ``replace``: remove the pets that are not in the rows. ``if_unchanged_since``: only if
        nothing has changed since this position; `changed_since` otherwise. ``preview`` and ``if_match``: as in
        ``apply_changes``.
        """
        body = rows_body(rows)
        query = query_of(
            dry_run=dry_run, preview=preview, replace=replace, if_unchanged_since=if_unchanged_since
        )
        key = {} if dry_run else idempotency_headers(idempotency_key)
        request = ApiRequest(
            "POST",
            f"/revisions{query}",
            {**rows_type(rows, format), **ledger_headers(reason, note), **_plan_headers(if_match), **key},
            body,
            timeout=timeout,
            work=upload(body) + (WORK if replace else 0.0),
            retries=retries,
        )
        return await self._send(request, "none" if dry_run else "repeatable", result_as(ChangeSetResult))

    async def _list(self, timeout: float | None, retries: int | None) -> InventoryList:
        items = await read_list(self._connection, timeout=timeout, retries=retries)
        return InventoryList() if items is None else items


def _plan_headers(plan: str | None) -> dict[str, str]:
    return {} if plan is None else {"If-Match": plan}
