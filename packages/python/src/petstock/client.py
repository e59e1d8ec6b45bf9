"""The clients: for threads (`Petstock`, `PetstockAdmin`) and for an event loop (`AsyncPetstock`, `AsyncPetstockAdmin`).

Both have the same methods, which are written once: `InventoryOperations` and `AdminOperations`.
"""

from __future__ import annotations

from abc import abstractmethod
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ._admin import AdminOperations
from ._blocking import Blocking, blocking, blocking_iterator
from ._connection import RETRIES, RETRY_FOR, TIMEOUT, Connection
from ._inventory import InventoryOperations
from ._io import AsyncIo, BlockingIo, run
from ._operations import Operations

Core = TypeVar("Core", bound=Operations, covariant=True)
AsyncSelf = TypeVar("AsyncSelf", bound="AsyncClient")
BlockingSelf = TypeVar("BlockingSelf", bound="BlockingClient[Any]")


class AsyncClient(Operations):
    """A client for asyncio. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        retry_for: float = RETRY_FOR,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """See `BlockingClient`."""
        super().__init__(
            Connection(
                lambda: AsyncIo(http_client),
                url,
                api_key,
                timeout=timeout,
                retries=retries,
                retry_for=retry_for,
            )
        )

    async def __aenter__(self: AsyncSelf) -> AsyncSelf:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class BlockingClient(Blocking[Core]):
    """A client that blocks; threads may share it. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        retry_for: float = RETRY_FOR,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Raises TypeError or ValueError if an argument is invalid.

        ``url``: the service's address, such as ``http://127.0.0.1:8080``; with or without ``/v1``.
        ``api_key``: made by ``petstock keys create --name NAME``, or on the dashboard.
        ``timeout``: seconds, the longest wait for the next bytes of an answer, for each attempt.
        ``retries``: attempts after the first, if they are safe.
        ``retry_for``: seconds; no attempt starts later than this after the first.
        ``http_client``: sends the requests, for proxies, certificates or limits of your own; it is not closed.
        """
        connection = Connection(
            lambda: BlockingIo(http_client),
            url,
            api_key,
            timeout=timeout,
            retries=retries,
            retry_for=retry_for,
        )
        self._core = self._over(connection)

    @abstractmethod
    def _over(self, connection: Connection) -> Core: ...

    def close(self) -> None:
        """Closes the connections; those of an ``http_client`` that was given stay open."""
        run(self._core.close())

    def __enter__(self: BlockingSelf) -> BlockingSelf:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncPetstock(AsyncClient, InventoryOperations):
    """The operations of ``/v1`` for asyncio: the methods of `Petstock`, to be awaited."""


class AsyncPetstockAdmin(AsyncClient, AdminOperations):
    """The Admin API for asyncio: the methods of `PetstockAdmin`, to be awaited."""


class Petstock(BlockingClient[InventoryOperations]):
    """The operations of ``/v1``: lists, watches and changes the stock of pets."""

    def _over(self, connection: Connection) -> InventoryOperations:
        return InventoryOperations(connection)

    list_inventory = blocking(InventoryOperations.list_inventory)
    stream_inventory = blocking_iterator(InventoryOperations.stream_inventory)
    watch_inventory = blocking_iterator(InventoryOperations.watch_inventory)
    update_inventory = blocking(InventoryOperations.update_inventory)
    adjust = blocking(InventoryOperations.adjust)


class PetstockAdmin(BlockingClient[AdminOperations]):
    """The Admin API. Each operation needs an API key of the role that the service's docs/admin-api.md names."""

    def _over(self, connection: Connection) -> AdminOperations:
        return AdminOperations(connection)

    me = blocking(AdminOperations.me)
    entry = blocking(AdminOperations.entry)
    entries_by_code = blocking_iterator(AdminOperations.entries_by_code)
    snapshot = blocking(AdminOperations.snapshot)
    changes = blocking(AdminOperations.changes)
    watch_changes = blocking_iterator(AdminOperations.watch_changes)
    apply_changes = blocking(AdminOperations.apply_changes)
    apply_rows = blocking(AdminOperations.apply_rows)
    revisions = blocking_iterator(AdminOperations.revisions)
    revision_page = blocking(AdminOperations.revision_page)
    movements = blocking_iterator(AdminOperations.movements)
    movement_page = blocking(AdminOperations.movement_page)
    stream_movements = blocking_iterator(AdminOperations.stream_movements)
    undo = blocking(AdminOperations.undo)
    totals = blocking(AdminOperations.totals)
    labels = blocking(AdminOperations.labels)
    put_labels = blocking(AdminOperations.put_labels)
    keys = blocking(AdminOperations.keys)
    create_key = blocking(AdminOperations.create_key)
    create_link = blocking(AdminOperations.create_link)
    renew_link = blocking(AdminOperations.renew_link)
    rotate_key = blocking(AdminOperations.rotate_key)
    rotate_key_by_link = blocking(AdminOperations.rotate_key_by_link)
    revoke_key = blocking(AdminOperations.revoke_key)
    hooks = blocking(AdminOperations.hooks)
    create_hook = blocking(AdminOperations.create_hook)
    update_hook = blocking(AdminOperations.update_hook)
    rotate_hook = blocking(AdminOperations.rotate_hook)
    test_hook = blocking(AdminOperations.test_hook)
    delete_hook = blocking(AdminOperations.delete_hook)
