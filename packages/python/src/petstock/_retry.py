"""Decides whether a request is sent again and after which pause: only if that is safe, with jitter, and within a limit."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from itertools import count
from typing import TypeVar

from ._io import Io
from .errors import PetstockError, RequestError, TransportError

T = TypeVar("T")

FIRST_PAUSE = 0.1
PAUSE_MAX = 10.0

REPEATABLE_MAX = 23 * 3600.0
"""Seconds. The service keeps the result of an Idempotency-Key for a day: sent again after that, a change is applied again."""

TOO_MANY_REQUESTS = 429
SERVICE_UNAVAILABLE = 503
OUTCOME_OPEN = frozenset(("outcome_unknown", "internal_error"))
"""The only codes after which a change may have been applied. Codes that are added to the contract are not of these."""
REFUSED_FOR_NOW = frozenset(("overloaded", "unavailable"))
"""The codes of a 503 that changed nothing. An unknown code may be a gateway's, which has passed the request on."""
TEMPORARY_STATUSES = frozenset((502, 503, 504))
"""A proxy's answers while the service behind it is unavailable."""


@dataclass(frozen=True)
class RetryPolicy:
    retries: float
    """Attempts after the first."""
    retry_for: float
    """Seconds. No attempt starts later than this after the first."""


async def with_retries(
    io: Io, policy: RetryPolicy, repeatable: bool, attempt: Callable[[], Awaitable[T]]
) -> T:
    """The result of the first attempt that succeeds. Raises the error of the last one."""
    elapsed = _stopwatch()
    may_be_applied = False
    for attempts in count():
        try:
            return await attempt()
        except RequestError as error:
            # If one attempt may have been applied, the refusal of the next does not rule that out.
            may_be_applied = error.may_be_applied = error.may_be_applied or may_be_applied
            pause = pause_after(attempts, error.retry_after)
            is_late = elapsed() + pause > policy.retry_for
            if attempts >= policy.retries or not is_retryable(error, repeatable) or is_late:
                raise
            await io.sleep(pause)
            if elapsed() > policy.retry_for:
                raise
    raise AssertionError("unreachable")


def _stopwatch() -> Callable[[], float]:
    """Seconds since now, by the clock too: `time.monotonic` stands still while a machine sleeps, which may be days."""
    started, started_on = time.monotonic(), time.time()
    return lambda: max(time.monotonic() - started, time.time() - started_on)


def is_retryable(error: RequestError, repeatable: bool) -> bool:
    if _is_refused_for_now(error):
        return True
    if not repeatable:
        return False
    if isinstance(error, PetstockError):
        return error.status == SERVICE_UNAVAILABLE
    return error.code != "unexpected_answer" or error.status in TEMPORARY_STATUSES


def _is_refused_for_now(error: RequestError) -> bool:
    """Nothing was done, so that any request may be sent again."""
    if error.status == TOO_MANY_REQUESTS:
        return True
    if isinstance(error, TransportError):
        return error.not_sent
    return error.status == SERVICE_UNAVAILABLE and error.code in REFUSED_FOR_NOW


def is_outcome_unknown(error: RequestError) -> bool:
    """A change that failed with this error may have been applied."""
    if isinstance(error, TransportError):
        return not error.not_sent and error.status != TOO_MANY_REQUESTS
    return error.code in OUTCOME_OPEN


def pause_after(attempts: int, retry_after: float | None = None) -> float:
    """Seconds: Retry-After, then exponential backoff with full jitter, so that refused clients do not return together."""
    longest = min(PAUSE_MAX, FIRST_PAUSE * 2.0 ** min(attempts, 16))
    return (retry_after or 0.0) + random.random() * longest


_SECONDS = re.compile(r"[0-9]{1,9}")


def retry_after_in(header: str | None, now: float) -> float | None:
    """Seconds from ``now``, a Unix time; None if the header is absent or malformed (RFC 9110, section 10.2.3)."""
    text = (header or "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    # A date in HTTP ends in GMT.
    if not text.endswith("GMT"):
        return None
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except ValueError:
        return None
