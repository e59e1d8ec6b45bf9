"""The values and limits of the Admin API. Generated from admin.yaml: do not edit."""

from collections.abc import Mapping
from typing import Final, Literal

PetStatus = Literal[
    "available",
    "pending",
    "sold",
]
"""Sales status of a pet."""

PET_STATUSES: Final[Mapping[str, PetStatus]] = {
    "available": "available",
    "pending": "pending",
    "sold": "sold",
}

QUANTITY_MAX: Final = 2147483647

Role = Literal[
    "reader",
    "clerk",
    "manager",
    "admin",
]
"""What an API key may do; each role includes the ones before it. Later versions may add roles; of a request only these are taken
."""

Reason = Literal[
    "received",
    "returned",
    "sold",
    "counted",
    "damaged",
    "lost",
    "correction",
]
"""Why the stock changed, for people."""

Step = Literal[
    "hour",
    "day",
    "week",
]
"""Length of a step of totals."""

Order = Literal[
    "desc",
    "asc",
]
"""Newest first or oldest first."""
