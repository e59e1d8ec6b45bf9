"""Sends requests of the Admin API, and reads their answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace as replaced
from typing import TypeVar, cast

from ._answer import Answer
from ._connection import ApiRequest, Effect
from ._json import JsonObject, object_in
from ._operations import Operations
from ._records import record, time_in
from .admin_types import (
    ChangeSetResult,
    LabelResult,
    Page,
    UndoResult,
)

T = TypeVar("T")
R = TypeVar("R", ChangeSetResult, UndoResult, LabelResult)

TEXT_BYTES_MAX = 256 * 1024 * 1024
"""Bounds the memory that another server's answer can take; the labels of a million pets have less."""

WORK = 300.0
"""Seconds. An undo, or an import that replaces everything, takes the service long: a million rows about half a minute."""

UPLOAD_BYTES_PER_SECOND = 64_000
"""The slowest connection over which rows are sent in time; it also leaves the service time to apply them."""


class AdminBase(Operations):
    async def _get(
        self,
        path: str,
        read: Callable[[Answer], Awaitable[T]],
        timeout: float | None,
        retries: int | None,
    ) -> T:
        return await self._send(ApiRequest("GET", path, timeout=timeout, retries=retries), "none", read)

    async def _send(self, request: ApiRequest, effect: Effect, read: Callable[[Answer], Awaitable[T]]) -> T:
        request = replaced(request, path=f"/admin/v1{request.path}")
        return await self._connection.send(request, effect, read)


async def body_of(answer: Answer, read: Callable[[JsonObject], T]) -> T:
    """Raises `unexpected_answer` if ``read`` raises a ValueError."""
    text = await answer.text(TEXT_BYTES_MAX)
    try:
        return read(object_in(text))
    except ValueError as error:
        raise answer.error("unexpected_answer", f"the answer is not of the contract: {error}") from error


def read_as(kind: type[T]) -> Callable[[Answer], Awaitable[T]]:
    return lambda answer: body_of(answer, lambda body: record(kind, body))


def result_as(kind: type[R]) -> Callable[[Answer], Awaitable[R]]:
    """With the id of the request."""

    async def read(answer: Answer) -> R:
        return replaced(await read_as(kind)(answer), request_id=answer.request_id)

    return read


def members(kind: type[T], name: str) -> Callable[[Answer], Awaitable[list[T]]]:
    return lambda answer: body_of(answer, lambda body: _records(kind, body, name))


def page(kind: type[T], name: str) -> Callable[[Answer], Awaitable[Page[T]]]:
    def page_in(body: JsonObject) -> Page[T]:
        cursor: object = body.get("next")
        searched: object = body.get("searchedBackTo")
        through: object = body.get("through")
        return Page(
            _records(kind, body, name),
            None if cursor is None else str(cursor),
            None if searched is None else time_in(searched, "searchedBackTo"),
            through if isinstance(through, int) else None,
        )

    return lambda answer: body_of(answer, page_in)


async def entries_of(read: Callable[[str | None], Awaitable[Page[T]]]) -> AsyncGenerator[T, None]:
    """The entries of all pages. Reads the next page when its first entry is asked for."""
    cursor: str | None = None
    while True:
        page = await read(cursor)
        for entry in page.entries:
            yield entry
        if page.next is None:
            return
        cursor = page.next


def _records(kind: type[T], body: JsonObject, name: str) -> list[T]:
    entries: object = body.get(name)
    if not isinstance(entries, list):
        raise ValueError(f"{name} is not an array")
    return [record(kind, entry) for entry in cast(Sequence[object], entries)]


def upload(body: bytes) -> float:
    return len(body) / UPLOAD_BYTES_PER_SECOND
