"""Elements that arrive in batches, as the bytes of an answer do."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

from ._answer import Answer

T = TypeVar("T")

Batches = AsyncGenerator[list[T], None]

Started = tuple[list[T], AsyncGenerator[list[T], None]]
"""The first batch, and the rest."""


def started(batches_of: Callable[[Answer], Batches[T]]) -> Callable[[Answer], Awaitable[Started[T]]]:
    """Waits for the first batch: until it has arrived, a request can be sent again."""

    async def read(answer: Answer) -> Started[T]:
        batches = batches_of(answer)
        none: list[T] = []
        return await anext(batches, none), batches

    return read


async def elements_of(send: Callable[[], Awaitable[Started[T]]]) -> AsyncGenerator[T, None]:
    """One by one. Stopping early closes the connection."""
    first, rest = await send()
    async with aclosing(rest):
        for element in first:
            yield element
        async for batch in rest:
            for element in batch:
                yield element
