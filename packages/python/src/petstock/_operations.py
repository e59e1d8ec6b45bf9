"""What the operations of all parts have in common: their connection."""

from __future__ import annotations

from ._connection import Connection


class Operations:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def close(self) -> None:
        """Closes the connections; those of an ``http_client`` that was given stay open."""
        await self._connection.io.close()
