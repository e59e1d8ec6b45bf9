"""Watches the list: follows its changes over a stream, so that it is read only once.

Where the service offers no stream, reads the list repeatedly: each request sends the last list's tag, so that an
unchanged list costs a 304 without a body.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing

from ._changes import change_between, change_by
from ._connection import Connection
from ._list import read_list
from ._retry import TEMPORARY_STATUSES, is_retryable, pause_after
from ._streams import follow_changes
from .errors import RequestError, TransportError
from .items import InventoryChange, InventoryItem

PART_OF_TIME = 10
"""A list that takes a second is read at most every ten seconds: a watch uses a tenth of a connection."""
JITTER = 0.25
"""Up to a quarter longer each time, so that clients that started together spread."""
STREAM_RETRY = 60.0
"""Seconds. The service has no stream for this client now, such as beyond a limit, or a proxy holds it back."""
REFUSED_ATTEMPTS = 8
"""Attempts to open a stream while the service refuses everything, such as while it ends: some ten seconds."""

OnTrouble = Callable[[RequestError], None]


class Watch:
    def __init__(
        self, connection: Connection, *, interval: float, stream: bool, on_trouble: OnTrouble | None
    ) -> None:
        self._connection = connection
        self._interval = interval
        self._on_trouble = on_trouble
        self._known: Sequence[InventoryItem] | None = None
        # The tag of the known list; None if the list must be read whole.
        self._etag: str | None = None
        # When to open a stream next.
        self._stream_at = 0.0 if stream else math.inf
        self._transfer = 0.0
        self._failures = 0
        self._pause = 0.0

    async def changes(self) -> AsyncGenerator[InventoryChange, None]:
        while True:
            change = await self._read()
            if change is not None:
                yield change
            async with aclosing(self._follow()) as stream:
                async for change in stream:
                    yield change
            least = max(self._interval, self._transfer * PART_OF_TIME) * (1 + random.random() * JITTER)
            await self._connection.io.sleep(max(self._pause, least))

    async def _read(self) -> InventoryChange | None:
        """Reads the list once. None if it is unchanged, or if it could not be read now."""
        self._pause = 0.0
        started = time.monotonic()
        try:
            items = await read_list(self._connection, etag=self._etag)
        except RequestError as error:
            # A temporary error does not end the watch; a permanent one, such as a revoked key, does.
            if not is_retryable(error, True):
                raise
            self._tell(error)
            self._pause = pause_after(self._failures, error.retry_after)
            self._failures += 1
            return None
        self._failures = 0
        if items is None:
            return None
        self._transfer = time.monotonic() - started
        self._etag = items.etag
        return self._shown(change_between(self._known or (), items))

    async def _follow(self) -> AsyncGenerator[InventoryChange, None]:
        """Follows the changes of the known list as long as streams can be opened."""
        if self._etag is None or time.monotonic() < self._stream_at:
            return
        stream = follow_changes(
            self._connection, self._etag, actors=False, reopens=is_reopened, on_trouble=self._on_trouble
        )
        try:
            async with aclosing(stream):
                async for changes in stream:
                    self._etag = changes.position
                    change = self._shown(change_by(self._known or (), changes.items, changes.removed))
                    if change is not None:
                        yield change
        except RequestError as error:
            self._end_stream(error)

    def _shown(self, change: InventoryChange) -> InventoryChange | None:
        """The change, unless it changes nothing. The first list is always shown."""
        is_news = self._known is None or change.changed or change.removed
        self._known = change.items
        return change if is_news else None

    def _end_stream(self, error: RequestError) -> None:
        """Continues with the list: it decides whether the error is permanent, such as a revoked key."""
        if error.code == "position_gone":
            self._etag = None
        elif is_retryable(error, True):
            self._tell(error)
            if not _is_refused(error):
                self._stream_at = time.monotonic() + STREAM_RETRY
        else:
            self._stream_at = math.inf

    def _tell(self, error: RequestError) -> None:
        if self._on_trouble is not None:
            self._on_trouble(error)


def is_reopened(error: RequestError, was_open: bool, failures: int) -> bool:
    """A restart of the service must not make every client read the list again."""
    if was_open:
        return is_retryable(error, True)
    return error.code == "network_error" or (_is_refused(error) and failures < REFUSED_ATTEMPTS)


def _is_refused(error: RequestError) -> bool:
    """Then reading the list would fail as well."""
    is_proxy = isinstance(error, TransportError) and error.status in TEMPORARY_STATUSES
    return error.code == "unavailable" or is_proxy
