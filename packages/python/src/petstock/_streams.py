"""Streams of changes: opens the next one where the last one ended, so that no change is skipped."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import TypeVar

from ._answer import Answer
from ._connection import ApiRequest, Connection
from ._events import EventReader, ServerEvent
from ._json import object_in
from ._records import record
from ._requests import query_of
from ._retry import pause_after
from .admin_types import Changes
from .errors import PetstockError, RequestError

T = TypeVar("T")

SILENCE = 30.0
"""Seconds. The service answers at once, and writes a comment every 15 s, also if nothing changes."""

STABLE = 5.0
"""Seconds. A stream that lived so long was no failure. Longer than a proxy takes to refuse one."""

Reopens = Callable[[RequestError, bool, int], bool]
"""Whether to open another stream after an error: the error, whether the stream had given changes, and how many streams
were lost shortly before it."""


async def follow_changes(
    connection: Connection,
    since: str | None,
    *,
    actors: bool,
    reopens: Reopens,
    on_trouble: Callable[[RequestError], None] | None,
) -> AsyncGenerator[Changes, None]:
    """Without end. Raises `position_gone` if the position is no longer in the history, and what ``reopens`` refuses."""
    failures = 0
    while True:
        started = time.monotonic()
        is_open = False
        retry_after: float | None = None
        try:
            async with aclosing(open_changes(connection, since, actors)) as stream:
                async for changes in stream:
                    is_open = True
                    since = changes.position
                    yield changes
        except RequestError as error:
            if not reopens(error, is_open, failures):
                raise
            if on_trouble is not None:
                on_trouble(error)
            retry_after = error.retry_after
        if time.monotonic() - started >= STABLE:
            failures = 0
        await connection.io.sleep(pause_after(failures, retry_after))
        failures += 1


async def open_changes(
    connection: Connection, since: str | None, actors: bool
) -> AsyncGenerator[Changes, None]:
    """The changes since the position, then each later change, until the connection ends. Raises `position_gone`."""
    path = f"/admin/v1/changes{query_of(since=since, actors=actors)}"
    # Not the connection's timeout: a shorter one would end every stream between two comments.
    request = ApiRequest("GET", path, {"Accept": "text/event-stream"}, timeout=SILENCE)
    answer = await connection.ask(request)
    has_event = False
    async with aclosing(_events_of(answer)) as events:
        async for event in events:
            has_event = True
            if event.name == "gone":
                raise _position_gone(answer)
            if event.name == "changes":
                yield _changes_in(answer, event.data)
    if not has_event:
        raise answer.error("broken_body", "the stream ended before its first event")


async def _events_of(answer: Answer) -> AsyncGenerator[ServerEvent, None]:
    if not (answer.header("Content-Type") or "").startswith("text/event-stream"):
        await answer.discard()
        raise answer.error("unexpected_answer", "the answer is not a stream of events")
    reader = EventReader()
    async with aclosing(answer.chunks()) as chunks:
        async for chunk in chunks:
            try:
                events = reader.push(chunk)
            except ValueError as error:
                raise answer.error("unexpected_answer", str(error)) from error
            for event in events:
                yield event


def _changes_in(answer: Answer, data: str) -> Changes:
    try:
        return record(Changes, object_in(data))
    except ValueError as error:
        raise answer.error("unexpected_answer", f"an event is not a change: {error}") from error


def _position_gone(answer: Answer) -> PetstockError:
    """The same error as that of a stream that is opened at such a position."""
    message = "the position is no longer in the history: read the list, and continue from its tag"
    return PetstockError("position_gone", message, status=410, request_id=answer.request_id)
