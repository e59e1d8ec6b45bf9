"""Reads an answer: its body, its error, or the item in it."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx

from ._io import Io
from ._json import item_in, object_in
from ._records import record
from ._retry import retry_after_in
from .errors import (
    ErrorDetails,
    InsufficientStockError,
    PetstockError,
    RequestError,
    TransportCode,
    TransportError,
)
from .items import UpdatedItem, item_of_etag

TEXT_BYTES_MAX = 262_144
"""An item takes some hundred bytes, an error with lists some thousand. Bounds the memory that a proxy's page can take."""

GATEWAY_STATUSES = frozenset((502, 504))
"""Only a proxy answers so, and what the service behind it did is unknown."""

_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}")


class Answer:
    """An answer whose body is read at most once: as `chunks`, as `text`, or not at all (`discard`)."""

    def __init__(self, io: Io, response: httpx.Response) -> None:
        self._io = io
        self._response = response
        self.status = response.status_code

    def header(self, name: str) -> str | None:
        value: str | None = self._response.headers.get(name)
        return value

    @property
    def request_id(self) -> str | None:
        return self.header("X-Request-Id")

    @property
    def retry_after(self) -> float | None:
        return retry_after_in(self.header("Retry-After"), time.time())

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """Raises `TransportError` if the body breaks off. Stopping early closes the connection."""
        try:
            async for chunk in self._io.chunks(self._response):
                yield chunk
        except httpx.TimeoutException as error:
            raise self.error("timeout", "the rest of the answer did not arrive in time") from error
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise self.error("broken_body", f"the answer broke off: {error}") from error
        finally:
            await self._io.discard(self._response)

    async def text(self, bytes_max: int = TEXT_BYTES_MAX) -> str:
        """The body; bytes that are not UTF-8 are replaced. Raises `unexpected_answer` if it is longer."""
        body = bytearray()
        async with aclosing(self.chunks()) as chunks:
            async for chunk in chunks:
                body += chunk
                if len(body) > bytes_max:
                    raise self.error("unexpected_answer", f"the answer is longer than {bytes_max} bytes")
        return body.decode(errors="replace")

    async def discard(self) -> None:
        await self._io.discard(self._response)

    def error(self, code: TransportCode, message: str) -> TransportError:
        return TransportError(
            code, message, status=self.status, request_id=self.request_id, retry_after=self.retry_after
        )


async def item_from(answer: Answer) -> UpdatedItem:
    """The item in a 200. Raises `TransportError` if there is none."""
    text = await answer.text()
    try:
        item = UpdatedItem(*item_in(object_in(text)))
    except ValueError as error:
        raise answer.error("unexpected_answer", f"the answer is not an item: {error}") from error
    item.request_id = answer.request_id
    item.replayed = answer.header("Idempotency-Replayed") == "true"
    return item


async def error_from(answer: Answer, pet_id: int | None) -> RequestError:
    """The error in an answer. ``pet_id``: of the update that failed.

    Every Error body is a `PetstockError`, also with a code that this version does not know.
    """
    text = await answer.text()
    try:
        body = object_in(text)
        code, message, status = body["code"], body["message"], body["status"]
        is_error = isinstance(code, str) and _CODE.fullmatch(code) and isinstance(message, str)
        if not is_error or status != answer.status or status in GATEWAY_STATUSES:
            raise ValueError("not an Error body")
        details = record(ErrorDetails, body)
    except (KeyError, ValueError):
        location = answer.header("Location")
        what = (
            f"not an error of the service: {text[:100]}"
            if location is None
            else f"a redirect to {location[:200]}"
        )
        return answer.error("unexpected_answer", f"status {answer.status}, {what}")
    if code == "insufficient_stock":
        return InsufficientStockError(
            message,
            status=answer.status,
            request_id=answer.request_id,
            retry_after=answer.retry_after,
            details=details,
        )
    etag = answer.header("ETag")
    return PetstockError(
        code,
        message,
        status=answer.status,
        request_id=answer.request_id,
        retry_after=answer.retry_after,
        item=None if pet_id is None or etag is None else item_of_etag(pet_id, etag),
        details=details,
    )
