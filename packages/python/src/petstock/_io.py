"""The two ways to wait: on the calling thread, or in an event loop.

The core of the client is written once, as coroutines that wait only through an `Io`. `BlockingIo` blocks
instead of suspending, so that `run` finishes a coroutine of the core with one step and without an event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class HttpRequest:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout: float
    """Seconds: the longest wait for a connection, and for the next bytes."""


class Io(Protocol):
    """Raises the errors of httpx."""

    async def send(self, request: HttpRequest) -> httpx.Response:
        """The answer without its body, which must be read or discarded."""
        ...

    def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]: ...

    async def discard(self, response: httpx.Response) -> None: ...

    async def sleep(self, seconds: float) -> None: ...

    async def close(self) -> None: ...


class AsyncIo:
    """Suspends the calling task. A client that was given stays open."""

    def __init__(self, client: httpx.AsyncClient | None) -> None:
        self._owned = client is None
        self._client = client or httpx.AsyncClient()

    async def send(self, request: HttpRequest) -> httpx.Response:
        # The service never redirects, and a key must not be sent to another host.
        return await self._client.send(
            _built(self._client, request), stream=True, auth=None, follow_redirects=False
        )

    def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        return response.aiter_bytes()

    async def discard(self, response: httpx.Response) -> None:
        await response.aclose()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def close(self) -> None:
        if self._owned:
            await self._client.aclose()


class BlockingIo:
    """Blocks the calling thread. A client that was given stays open."""

    def __init__(self, client: httpx.Client | None) -> None:
        self._owned = client is None
        self._client = client or httpx.Client()

    async def send(self, request: HttpRequest) -> httpx.Response:
        return self._client.send(
            _built(self._client, request), stream=True, auth=None, follow_redirects=False
        )

    async def chunks(self, response: httpx.Response) -> AsyncIterator[bytes]:
        for chunk in response.iter_bytes():
            yield chunk

    async def discard(self, response: httpx.Response) -> None:
        response.close()

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def close(self) -> None:
        if self._owned:
            self._client.close()


def _built(client: httpx.Client | httpx.AsyncClient, request: HttpRequest) -> httpx.Request:
    return client.build_request(
        request.method,
        request.url,
        headers=dict(request.headers),
        content=request.content,
        timeout=request.timeout,
    )


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits only through a `BlockingIo`."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    work.close()
    raise RuntimeError("the coroutine waited for an event loop")


def iterate(items: AsyncGenerator[T, None]) -> Generator[T, None, None]:
    """The items of an asynchronous generator that waits only through a `BlockingIo`."""
    try:
        while True:
            try:
                item = run(items.__anext__())
            except StopAsyncIteration:
                return
            yield item
    finally:
        run(items.aclose())
