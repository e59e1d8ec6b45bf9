"""API keys."""

from __future__ import annotations

from json import dumps
from urllib.parse import quote

from ._admin_answers import AdminBase, members, read_as
from ._connection import ApiRequest
from ._requests import (
    JSON_TYPE,
    query_of,
)
from ._values import Role
from .admin_types import (
    CreatedKey,
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
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Creates an API key. The result holds the key, which is shown only here. ``expires_in``: such as ``90d``.

        Not repeated if its answer is lost.
        """
        given = {"name": name, "role": role, "account": account, "expiresIn": expires_in}
        body = dumps({member: value for member, value in given.items() if value is not None}).encode()
        request = ApiRequest("POST", "/keys", JSON_TYPE, body, timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(CreatedKey))

    async def rotate_key(
        self,
        id: str,
        *,
        overlap: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Replaces an API key by a new one. Raises `key_not_found` or `key_inactive`.

        ``overlap``: how long the old key stays valid, such as ``24h``, the default; ``0s`` revokes it at once. Not
        repeated if its answer is lost.
        """
        path = f"/keys/{quote(id, safe='')}/rotate{query_of(overlap=overlap)}"
        request = ApiRequest("POST", path, timeout=timeout, retries=retries)
        return await self._send(request, "once", read_as(CreatedKey))

    async def revoke_key(
        self, id: str, *, force: bool = False, timeout: float | None = None, retries: int | None = None
    ) -> Key:
        """Revokes an API key, on every server within one second. Raises `key_not_found` or `last_admin_key`.

        ``force``: also the last key with the role ``admin``.
        """
        path = f"/keys/{quote(id, safe='')}{query_of(force=force)}"
        request = ApiRequest("DELETE", path, timeout=timeout, retries=retries)
        return await self._send(request, "repeatable", read_as(Key))
