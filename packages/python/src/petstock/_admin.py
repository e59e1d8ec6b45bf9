"""The operations of the Admin API, as coroutines over a `Connection`."""

from __future__ import annotations

from ._admin_activity import ActivityOperations
from ._admin_hooks import HookOperations
from ._admin_keys import KeyOperations
from ._admin_labels import LabelOperations
from ._admin_stock import StockOperations


class AdminOperations(StockOperations, ActivityOperations, LabelOperations, KeyOperations, HookOperations):
    """``timeout`` and ``retries`` of a method replace the client's for that call."""
