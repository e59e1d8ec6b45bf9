"""Prints each change of the service at PETSTOCK_URL as JSON. The tests of the service start it, and restart the service."""

from __future__ import annotations

import json
import os

from petstock import Petstock

with Petstock(os.environ["PETSTOCK_URL"], os.environ["PETSTOCK_API_KEY"]) as client:
    for change in client.watch_inventory():
        print(json.dumps({"changed": change.changed, "removed": change.removed}), flush=True)
