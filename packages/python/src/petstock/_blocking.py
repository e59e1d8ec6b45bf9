"""Turns methods that are coroutines into methods that block, with the same parameters, types and docstrings."""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from ._io import iterate, run

C = TypeVar("C")
Core = TypeVar("Core", covariant=True)
P = ParamSpec("P")
T = TypeVar("T")


class Blocking(Generic[Core]):
    """An object whose methods block on those of its core, which waits only through a `BlockingIo`."""

    _core: Core


def blocking(
    method: Callable[Concatenate[C, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Blocking[C], P], T]:
    @functools.wraps(method)
    def call(self: Blocking[C], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return run(method(self._core, *args, **kwargs))  # pyright: ignore[reportPrivateUsage]

    return call


def blocking_iterator(
    method: Callable[Concatenate[C, P], AsyncGenerator[T, None]],
) -> Callable[Concatenate[Blocking[C], P], Generator[T, None, None]]:
    @functools.wraps(method)
    def call(self: Blocking[C], /, *args: P.args, **kwargs: P.kwargs) -> Generator[T, None, None]:
        return iterate(method(self._core, *args, **kwargs))  # pyright: ignore[reportPrivateUsage]

    return call
