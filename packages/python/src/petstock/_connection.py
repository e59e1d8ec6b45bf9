"""The connection of a client to one service: its address, its key, and which requests are repeated."""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import httpx

from ._answer import Answer, error_from
from ._io import HttpRequest, Io
from ._retry import REPEATABLE_MAX, RetryPolicy, is_outcome_unknown, with_retries
from ._version import __version__
from .errors import RequestError, TransportError

T = TypeVar("T")

Effect = Literal["none", "repeatable", "once"]
"""What a request changes: nothing; the same if it is sent again; or more if it is sent again."""

TIMEOUT = 40.0
"""Longer than the service waits for its database (30 s), so that its own answer arrives first."""
TIMEOUT_MAX = 1_000_000.0
"""Some days. Sockets take no endless one."""
RETRIES = 4
RETRY_FOR = 60.0

NOT_MODIFIED = 304

_API_KEY = re.compile(r"[!-~]+")
_HOW_TO_GET_A_KEY = (
    "create one with `petstock keys create`, or in the dashboard under Keys; programs usually read it from "
    "an environment variable, which may be unset"
)


@dataclass(frozen=True)
class ApiRequest:
    method: Literal["GET", "PATCH", "POST", "PUT", "DELETE"]
    path: str
    """With ``/v1`` or ``/admin/v1``, and the query."""
    headers: Mapping[str, str] = field(default_factory=lambda: {})
    content: bytes | None = None
    timeout: float | None = None
    """Seconds; the connection's if None."""
    work: float = 0.0
    """Seconds beyond the timeout, for requests that take long to send or to carry out."""
    retries: int | None = None
    """The connection's if None."""


class Connection:
    def __init__(
        self,
        open_io: Callable[[], Io],
        url: str,
        api_key: str,
        *,
        timeout: float,
        retries: int,
        retry_for: float,
    ) -> None:
        """Raises TypeError or ValueError, before it opens the `Io`."""
        self._url = _base_of(url)
        self._authorization = f"Bearer {_checked_key(api_key)}"
        self.timeout = _checked("timeout", timeout, is_zero_allowed=False)
        self._policy = RetryPolicy(_checked("retries", retries), _checked("retry_for", retry_for))
        self.io = open_io()

    async def send(
        self,
        request: ApiRequest,
        effect: Effect,
        read: Callable[[Answer], Awaitable[T]],
        *,
        pet_id: int | None = None,
    ) -> T:
        """What ``read`` makes of the answer. Repeats the request if that is safe.

        The last error says whether the change may have been applied. ``pet_id``: of an update, for its error.
        """

        async def attempt() -> T:
            try:
                return await read(await self.ask(request, pet_id))
            except RequestError as error:
                error.may_be_applied = effect != "none" and is_outcome_unknown(error)
                raise

        retries = self._policy.retries
        if request.retries is not None:
            retries = _checked("retries", request.retries)
        longest = REPEATABLE_MAX if effect == "repeatable" else math.inf
        policy = RetryPolicy(retries, min(self._policy.retry_for, longest))
        return await with_retries(self.io, policy, effect != "once", attempt)

    async def ask(self, request: ApiRequest, pet_id: int | None = None) -> Answer:
        """One attempt: an answer of success, or a 304 if the request had ``If-None-Match``."""
        answer = Answer(self.io, await self._exchange(request))
        is_unchanged = answer.status == NOT_MODIFIED and "If-None-Match" in request.headers
        if is_unchanged or 200 <= answer.status < 300:
            return answer
        raise await error_from(answer, pet_id)

    async def _exchange(self, request: ApiRequest) -> httpx.Response:
        timeout = self.timeout
        if request.timeout is not None:
            timeout = _checked("timeout", request.timeout, is_zero_allowed=False)
        headers = {
            "Authorization": self._authorization,
            "User-Agent": f"petstock-python/{__version__}",
            **request.headers,
        }
        url = self._url + request.path
        timeout = min(timeout + request.work, TIMEOUT_MAX)
        try:
            return await self.io.send(HttpRequest(request.method, url, headers, request.content, timeout))
        except httpx.HTTPError as error:
            raise self._transport_error(error) from error

    def _transport_error(self, error: httpx.HTTPError) -> TransportError:
        why = str(error) or type(error).__name__
        is_timeout = isinstance(error, httpx.TimeoutException)
        # These happen before the first byte of the request, also in the handshake of TLS.
        if isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)):
            message = f"cannot connect to {self._url}, so nothing was sent: {why}"
            return TransportError("timeout" if is_timeout else "network_error", message, not_sent=True)
        if is_timeout:
            return TransportError("timeout", f"no answer from {self._url} in time: {why}")
        return TransportError("network_error", f"no answer from {self._url}: {why}")


def _base_of(url: str) -> str:
    """The service's address without ``/v1`` and ``/admin/v1``. Raises TypeError or ValueError."""
    if not isinstance(url, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"url must be a str such as 'http://127.0.0.1:8080'; got {type(url).__name__}")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        # The text itself is repeated nowhere here: it may hold a password or a key.
        raise ValueError("url must be the service's address, such as 'http://127.0.0.1:8080'") from None
    if parsed.userinfo:
        raise ValueError("url must not contain credentials: pass the API key as api_key")
    if parsed.scheme not in ("http", "https") or parsed.host == "":
        raise ValueError("url must begin with http:// or https://, and name a host")
    if parsed.query or parsed.fragment:
        raise ValueError("url must not have a query or a fragment: give the service's address alone")
    return re.sub(r"(?:(?:/admin)?/v1)?$", "", str(parsed).rstrip("/"), count=1)


def _checked_key(api_key: str) -> str:
    """Checked here, because a header that cannot be sent would look like a network error."""
    if not isinstance(api_key, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"api_key must be a str, not {type(api_key).__name__}: {_HOW_TO_GET_A_KEY}")
    if api_key == "":
        raise ValueError(f"api_key is empty: {_HOW_TO_GET_A_KEY}")
    if not _API_KEY.fullmatch(api_key):
        raise ValueError(
            "api_key contains white space or other characters that no API key has: pass only the key"
        )
    return api_key


def _checked(name: str, value: float, *, is_zero_allowed: bool = True) -> float:
    """Raises TypeError or ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{name} must be a number; got {value!r:.100}")
    # Not the opposite: NaN is neither.
    if not (value >= 0 if is_zero_allowed else value > 0):
        raise ValueError(f"{name} must be {'at least' if is_zero_allowed else 'above'} 0; got {value}")
    return value
