"""Hooks: receivers to which the service posts what changes."""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from typing import Literal
from urllib.parse import quote

from ._admin_answers import AdminBase, members, read_as
from ._connection import ApiRequest
from ._requests import JSON_TYPE, query_of
from .admin_types import CreatedHook, Hook, HookAnswer

HookEvent = Literal["changes", "low"]


class HookOperations(AdminBase):
    async def hooks(self, *, timeout: float | None = None, retries: int | None = None) -> list[Hook]:
        """All hooks, with what their deliveries have come to; never their secrets."""
        return await self._get("/hooks", members(Hook, "hooks"), timeout, retries)

    async def create_hook(
        self,
        name: str,
        url: str,
        events: Sequence[HookEvent],
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedHook:
        """Creates a hook, which is told of what changes from now on. The result holds its secret, which is shown only here.

        Raises `invalid_field` for an address to which the service does not post, and `hook_limit`. Not repeated if its answer
        is lost.
        """
        body = dumps({"name": name, "url": url, "events": list(events)}).encode()
        request = ApiRequest("POST", "/hooks", JSON_TYPE, body, timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(CreatedHook))

    async def update_hook(
        self,
        id: str,
        *,
        name: str | None = None,
        url: str | None = None,
        events: Sequence[HookEvent] | None = None,
        paused: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Hook:
        """Changes, pauses or resumes a hook; None is not changed. Raises `hook_not_found`."""
        given = {
            "name": name,
            "url": url,
            "events": None if events is None else list(events),
            "paused": paused,
        }
        body = dumps({member: value for member, value in given.items() if value is not None}).encode()
        request = ApiRequest("PATCH", _path(id), JSON_TYPE, body, timeout=timeout, retries=retries)
        return await self._send(request, "repeatable", read_as(Hook))

    async def rotate_hook(
        self,
        id: str,
        *,
        overlap: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedHook:
        """Gives a hook a new secret. Raises `hook_not_found`.

        ``overlap``: how long the former secret signs, too, such as ``24h``, the default. Not repeated if its answer is lost.
        """
        path = f"{_path(id)}/rotate{query_of(overlap=overlap)}"
        request = ApiRequest("POST", path, timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(CreatedHook))

    async def test_hook(
        self, id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> HookAnswer:
        """Posts a test message now. The result says what the receiver answered. Raises `hook_not_found`."""
        request = ApiRequest("POST", f"{_path(id)}/test", timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(HookAnswer))

    async def delete_hook(self, id: str, *, timeout: float | None = None, retries: int | None = None) -> Hook:
        """Deletes a hook. Raises `hook_not_found`. Not repeated if its answer is lost."""
        request = ApiRequest("DELETE", _path(id), timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(Hook))


def _path(id: str) -> str:
    return f"/hooks/{quote(id, safe='')}"
