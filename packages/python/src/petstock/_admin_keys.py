"""API keys."""

from __future__ import annotations

from dataclasses import replace
from json import dumps
from urllib.parse import quote

from ._admin_answers import AdminBase, members, read_as
from ._connection import ApiRequest
from ._requests import (
    JSON_TYPE,
    idempotency_headers,
    query_of,
)
from ._values import Role
from .admin_types import (
    CreatedKey,
    CreatedLink,
    Key,
)


class KeyOperations(AdminBase):
    async def keys(self, *, timeout: float | None = None, retries: int | None = None) -> list[Key]:
        """All API keys, revoked and expired ones too."""
        return await self._get("/keys", members(Key, "keys"), timeout, retries)

    async def create_key(
        self,
        name: str,
        role: Role,
        *,
        account: str | None = None,
        expires_in: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Creates an API key. The result holds the key, which is shown only here. ``expires_in``: such as ``90d``.

        Repeated if its answer is lost, it raises `key_made`, whose ``key_id`` can be rotated for a new key.
        """
        request = _creation(name, role, idempotency_key, account=account, expiresIn=expires_in)
        request = replace(request, timeout=timeout, retries=retries)
        return await self._send(request, "repeatable", read_as(CreatedKey))

    async def create_link(
        self,
        name: str,
        role: Role,
        *,
        account: str | None = None,
        expires_in: str | None = None,
        valid_for: str = "15m",
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedLink:
        """Creates a key that a browser gets by a link: the service's address with ``/#code=`` and the code of the result.

        ``valid_for``: how long the link can be opened, at most ``7d``. Repeated if its answer is lost, it raises `key_made`.
        """
        request = _creation(
            name, role, idempotency_key, account=account, expiresIn=expires_in, linkValidFor=valid_for
        )
        request = replace(request, timeout=timeout, retries=retries)
        return await self._send(request, "repeatable", read_as(CreatedLink))

    async def renew_link(
        self,
        id: str,
        *,
        valid_for: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedLink:
        """A new link for a key that was never opened; the former link stops at once.

        Raises `key_not_found`, `key_inactive` or `key_in_use`. ``valid_for``: ``15m`` unless given, at most ``7d``. Not
        repeated if its answer is lost.
        """
        path = f"/keys/{quote(id, safe='')}/link{query_of(validFor=valid_for)}"
        request = ApiRequest("POST", path, timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(CreatedLink))

    async def rotate_key(
        self,
        id: str,
        *,
        overlap: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Replaces an API key by a new one. Raises `key_not_found` or `key_inactive`.

        ``overlap``: how long the old key stays valid, such as ``24h``, the default; ``0s`` revokes it at once.
        Repeated if its answer is lost, it raises `key_made`.
        """
        path = f"/keys/{quote(id, safe='')}/rotate{query_of(overlap=overlap)}"
        request = ApiRequest(
            "POST", path, idempotency_headers(idempotency_key), timeout=timeout, retries=retries
        )
        return await self._send(request, "repeatable", read_as(CreatedKey))

    async def rotate_key_by_link(
        self,
        id: str,
        *,
        overlap: str | None = None,
        valid_for: str = "15m",
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedLink:
        """Replaces an API key by one that a browser gets by a link. Raises as `rotate_key`, and `last_admin_key`.

        The old key ends after ``overlap`` also if the link is never opened.
        """
        path = f"/keys/{quote(id, safe='')}/rotate{query_of(overlap=overlap, linkValidFor=valid_for)}"
        request = ApiRequest(
            "POST", path, idempotency_headers(idempotency_key), timeout=timeout, retries=retries
        )
        return await self._send(request, "repeatable", read_as(CreatedLink))

    async def revoke_key(
        self, id: str, *, force: bool = False, timeout: float | None = None, retries: int | None = None
    ) -> Key:
        """Revokes an API key, on every server within one second. Raises `key_not_found` or `last_admin_key`.

        ``force``: also the last key with the role ``admin``.
        """
        path = f"/keys/{quote(id, safe='')}{query_of(force=force)}"
        request = ApiRequest("DELETE", path, timeout=timeout, retries=retries)
        return await self._send(request, "repeatable", read_as(Key))


def _creation(name: str, role: Role, idempotency_key: str | None, **optional: str | None) -> ApiRequest:
    given = {"name": name, "role": role, **optional}
    body = dumps({member: value for member, value in given.items() if value is not None}).encode()
    headers = {**JSON_TYPE, **idempotency_headers(idempotency_key)}
    return ApiRequest("POST", "/keys", headers, body)
