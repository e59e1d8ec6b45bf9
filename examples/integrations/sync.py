"""Keeps the articles of another system (a table in SQLite) and the inventory the same, in both directions. Python 3.10, no packages.

    PETSTOCK_URL=http://127.0.0.1:8080 PETSTOCK_API_KEY=petstock_... python3 sync.py shop.db [SECONDS]

With SECONDS it goes on, with a round in each such interval. The key needs the role manager.

The other system owns the table article(pet_id, quantity), and changes it as it likes. The table agreed has what both sides have agreed on.
A round sends what differs between the two as one change set of additions, then takes over what has changed in the inventory. Both sides
may sell at the same time: differences are added, never overwritten. The first round takes the inventory's quantities over.

A kill at any moment loses and repeats nothing: each step is one transaction, and a change set is stored, with its Idempotency-Key,
before it is sent. Stopped for a day in the middle of sending, it asks a person, because the service knows a key for 24 hours. One process
at a time may run it. What the service refuses, such as a quantity below 0, is printed and stays different until it fits.
"""

import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

CHANGES_MAX = 1_000
REPEATABLE_S = 23 * 3_600
TABLES = """
CREATE TABLE IF NOT EXISTS article (pet_id INTEGER PRIMARY KEY, quantity INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS agreed (pet_id INTEGER PRIMARY KEY, quantity INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS outbox (key TEXT NOT NULL, made_at REAL NOT NULL, changes TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS place (position TEXT NOT NULL) STRICT;
"""
UNSENT = """
SELECT pet_id, article.quantity, agreed.quantity FROM article LEFT JOIN agreed USING (pet_id)
WHERE article.quantity IS NOT agreed.quantity
UNION ALL
SELECT pet_id, NULL, agreed.quantity FROM agreed LEFT JOIN article USING (pet_id) WHERE article.pet_id IS NULL
"""
ADD = "INSERT INTO {} VALUES (?, ?) ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity"


class Refusal(Exception):
    """An answer of the service with an Error body."""

    def __init__(self, body):
        super().__init__(f"{body['code']}: {body['message']}")
        self.code = body["code"]
        self.problems = body.get("problems", [])


def call(path, body=None, key=None):
    """The JSON of an answer, with its ETag. Raises a Refusal, or an OSError if there is no answer of the service."""
    headers = {"Authorization": f"Bearer {os.environ['PETSTOCK_API_KEY']}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(os.environ["PETSTOCK_URL"] + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer), answer.headers["ETag"]
    except urllib.error.HTTPError as error:
        try:
            body = json.load(error)
        except ValueError:
            raise OSError(f"status {error.code} of a proxy") from None
        if error.code >= 500 or error.code == 429:
            raise OSError(f"{body['code']}: {body['message']}") from None
        raise Refusal(body) from None
    except http.client.HTTPException as error:
        raise OSError(f"the answer broke off: {error}") from None


def main(path, seconds=None):
    # Each statement outside `transaction` is a transaction of its own.
    shop = sqlite3.connect(path, isolation_level=None, timeout=30)
    shop.executescript(TABLES)
    while True:
        try:
            sync(shop)
        except OSError as error:
            print(f"not now: {error}", file=sys.stderr)
            if seconds is None:
                sys.exit(1)
        if seconds is None:
            return
        time.sleep(float(seconds))


def sync(shop):
    send_outbox(shop)
    take(shop)
    refused = set()
    while fill_outbox(shop, refused):
        refused |= send_outbox(shop)
    take(shop)


def fill_outbox(shop, refused):
    """Stores a change set of what the other system has changed; False if there is nothing. Without the ids that were refused."""
    with Transaction(shop):
        rows = [row for row in shop.execute(UNSENT) if row[0] not in refused][:CHANGES_MAX]
        changes = json.dumps([change(*row) for row in rows])
        if rows:
            shop.execute("INSERT INTO outbox VALUES (?, ?, ?)", (str(uuid.uuid4()), time.time(), changes))
    return bool(rows)


def change(pet_id, quantity, agreed):
    if quantity is None:
        return {"petId": pet_id, "remove": True}
    if agreed is None:
        return {"petId": pet_id, "quantity": quantity, "status": "available", "create": True}
    return {"petId": pet_id, "by": quantity - agreed}


def send_outbox(shop):
    """Sends what is stored, which may have been sent before. Returns the ids that the service refused."""
    row = shop.execute("SELECT key, made_at, changes FROM outbox").fetchone()
    if row is None:
        return set()
    key, made_at, changes = row[0], row[1], json.loads(row[2])
    if time.time() - made_at > REPEATABLE_S:
        sys.exit(f"{key} may have been applied a day ago: compare, then delete it from the table outbox")
    try:
        call("/admin/v1/revisions", {"note": "sync", "changes": changes}, key)
    except Refusal as refusal:
        if refusal.code not in ("invalid_changes", "insufficient_stock"):
            raise
        # All or nothing: nothing was changed. The others are sent again without these, which stay different until they fit.
        shop.execute("DELETE FROM outbox")
        for problem in refusal.problems:
            print(f"pet {changes[problem['index']]['petId']}: {problem['message']}", file=sys.stderr)
        return {changes[problem["index"]]["petId"] for problem in refusal.problems}
    with Transaction(shop):
        for each in changes:
            if "remove" in each:
                shop.execute("DELETE FROM agreed WHERE pet_id = ?", (each["petId"],))
            else:
                shop.execute(ADD.format("agreed"), (each["petId"], each.get("by", each.get("quantity"))))
        shop.execute("DELETE FROM outbox")
    return set()


def take(shop):
    """Takes over what has changed in the inventory since the last time. The outbox must be empty."""
    row = shop.execute("SELECT position FROM place").fetchone()
    try:
        answer = None if row is None else call(f"/admin/v1/changes?since={urllib.parse.quote(row[0])}")[0]
    except Refusal as refusal:
        if refusal.code != "position_gone":
            raise
        answer = None
    if answer is None:
        items, position = call("/v1/inventory")
        there = {item["petId"] for item in items}
        known = [pet_id for (pet_id,) in shop.execute("SELECT pet_id FROM agreed")]
        removed = [pet_id for pet_id in known if pet_id not in there]
    else:
        items, removed, position = answer["items"], answer["removed"], answer["position"]
    with Transaction(shop):
        for item in items:
            take_item(shop, item["petId"], item["quantity"])
        for pet_id in removed:
            shop.execute("DELETE FROM article WHERE pet_id = ?", (pet_id,))
            shop.execute("DELETE FROM agreed WHERE pet_id = ?", (pet_id,))
        shop.execute("DELETE FROM place")
        shop.execute("INSERT INTO place VALUES (?)", (position,))


def take_item(shop, pet_id, quantity):
    agreed = shop.execute("SELECT quantity FROM agreed WHERE pet_id = ?", (pet_id,)).fetchone()
    if agreed is None:
        # New to this side, or to both: the inventory's quantity counts.
        shop.execute("INSERT OR REPLACE INTO article VALUES (?, ?)", (pet_id, quantity))
    else:
        # An article that the other system has removed stays removed; the next round says so.
        shop.execute("UPDATE article SET quantity = quantity + ? WHERE pet_id = ?", (quantity - agreed[0], pet_id))
    shop.execute("INSERT OR REPLACE INTO agreed VALUES (?, ?)", (pet_id, quantity))


class Transaction:
    """Takes the write lock at its begin, so that nothing changes between its reads and its writes."""

    def __init__(self, shop):
        self.shop = shop

    def __enter__(self):
        self.shop.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind, error, trace):
        self.shop.execute("COMMIT" if kind is None else "ROLLBACK")


if __name__ == "__main__":
    main(*sys.argv[1:])
