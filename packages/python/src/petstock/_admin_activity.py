"""The activity and the ledger, undo, and the stock over time."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from ._admin_answers import WORK, AdminBase, entries_of, members, page, result_as
from ._batches import elements_of, started
from ._connection import ApiRequest
from ._movement_lines import movement_batches
from ._requests import (
    checked_pet_id,
    idempotency_headers,
    integer,
    query_of,
    time_text,
)
from ._values import Order, Step
from .admin_types import (
    Movement,
    Page,
    Revision,
    Time,
    Totals,
    UndoResult,
)


class ActivityOperations(AdminBase):
    def revisions(
        self, *, page_size: int | None = None, timeout: float | None = None, retries: int | None = None
    ) -> AsyncGenerator[Revision, None]:
        """The activity, newest first. Reads further pages as they are needed. ``page_size``: 1 to 1,000."""

        async def read(cursor: str | None) -> Page[Revision]:
            return await self.revision_page(
                cursor=cursor, page_size=page_size, timeout=timeout, retries=retries
            )

        return entries_of(read)

    async def revision_page(
        self,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Page[Revision]:
        """One page of the activity. ``cursor``: the ``next`` of the page before."""
        path = f"/revisions{query_of(before=cursor, limit=page_size)}"
        return await self._get(path, page(Revision, "revisions"), timeout, retries)

    def movements(
        self,
        *,
        pet_id: int | None = None,
        revision: int | None = None,
        key: str | None = None,
        reason: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        request_id: str | None = None,
        order: Order | None = None,
        after_revision: int | None = None,
        page_size: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncGenerator[Movement, None]:
        """The ledger, newest first. Reads further pages as they are needed.

        ``key``: an API key's id, or its name. ``until``: exclusive. ``page_size``: 1 to 1,000. ``order``: ``asc`` for
        oldest first, after ``after_revision`` if it is given.
        """

        async def read(cursor: str | None) -> Page[Movement]:
            return await self.movement_page(
                pet_id=pet_id,
                revision=revision,
                key=key,
                reason=reason,
                since=since,
                until=until,
                request_id=request_id,
                order=order,
                after_revision=after_revision,
                cursor=cursor,
                page_size=page_size,
                timeout=timeout,
                retries=retries,
            )

        return entries_of(read)

    async def movement_page(
        self,
        *,
        pet_id: int | None = None,
        revision: int | None = None,
        key: str | None = None,
        reason: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        request_id: str | None = None,
        order: Order | None = None,
        after_revision: int | None = None,
        cursor: str | None = None,
        page_size: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Page[Movement]:
        """One page of the ledger; may have fewer entries than ``page_size``, or none, and still a ``next``.

        None only after a search of two seconds: see ``searched_back_to``. The last one of ``order="asc"`` has ``through``,
        the ``after_revision`` to go on with next time.
        """
        query = query_of(
            pet_id=None if pet_id is None else checked_pet_id(pet_id),
            revision=revision,
            key=key,
            reason=reason,
            since=time_text("since", since),
            until=time_text("until", until),
            request_id=request_id,
            order=order,
            limit=page_size,
            after=after_revision if cursor is None else cursor,
        )
        return await self._get(f"/movements{query}", page(Movement, "movements"), timeout, retries)

    def stream_movements(
        self,
        *,
        pet_id: int | None = None,
        revision: int | None = None,
        key: str | None = None,
        reason: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        request_id: str | None = None,
        order: Order | None = None,
        after_revision: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncGenerator[Movement, None]:
        """All movements of the filter as of now, in one response, one by one as they arrive.

        The quickest way to read a long ledger. Counts as a download. Raises `broken_body` if it breaks off after its first
        movement.
        """
        query = query_of(
            pet_id=None if pet_id is None else checked_pet_id(pet_id),
            revision=revision,
            key=key,
            reason=reason,
            since=time_text("since", since),
            until=time_text("until", until),
            request_id=request_id,
            order=order,
            after=after_revision,
        )
        headers = {"Accept": "application/x-ndjson"}
        request = ApiRequest("GET", f"/movements{query}", headers, timeout=timeout, retries=retries)
        return elements_of(lambda: self._send(request, "none", started(movement_batches)))

    async def undo(
        self,
        revision: int,
        *,
        dry_run: bool = False,
        skip_changed: bool = False,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> UndoResult:
        """Takes one revision back, as a new revision. Raises `changed_since` with ``conflicts``.

        ``skip_changed``: leave out the pets that have changed since; the result lists them. ``idempotency_key``: as in
        ``update_inventory``.
        """
        query = query_of(dry_run=dry_run, skip_changed=skip_changed)
        path = f"/revisions/{integer('revision', revision)}/undo{query}"
        headers = {} if dry_run else idempotency_headers(idempotency_key)
        request = ApiRequest("POST", path, headers, timeout=timeout, work=WORK, retries=retries)
        return await self._send(request, "none" if dry_run else "repeatable", result_as(UndoResult))

    async def totals(
        self,
        *,
        since: Time | None = None,
        until: Time | None = None,
        step: Step | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> list[Totals]:
        """The stock over time, ascending; the last 30 days by the day unless the options say otherwise."""
        query = query_of(since=time_text("since", since), until=time_text("until", until), step=step)
        return await self._get(f"/totals{query}", members(Totals, "totals"), timeout, retries)
