// The end of a transaction that brought a whole history here, copied or restored.

import type { Database } from "bun:sqlite";
import { makeCounterStep, makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import type { Verification } from "../inventory/verification.ts";
import { prepareNewest, readNewest } from "./newest-commit.ts";
import { commit } from "./file/lock.ts";
import { verifyDatabase } from "./verify.ts";

/** As `commitAsOwn`, once it is proved that the ledger folds to the stock. Where there are problems it does not commit. */
export function seal(db: Database): Verification {
  const position = readNewest(prepareNewest(db));
  const verification = verifyDatabase(db, position);
  return verification.problems.length === 0 ? { ...verification, position: commitAsOwn(db) } : verification;
}

/**
 * Gives the newest commit a nonce of its own, so that no list's tag from elsewhere counts here; has every server read the
 * keys anew; and commits.
 */
export function commitAsOwn(db: Database): Position {
  db.query(OWN_NONCE).run(makeNonce());
  db.query(COUNT_KEYS).run(makeCounterStep());
  const position = readNewest(prepareNewest(db));
  commit(db);
  return position;
}

const OWN_NONCE = "UPDATE commit_mark SET nonce = ? WHERE revision = (SELECT max(revision) FROM commit_mark)";

/** Servers that knew other keys read them all when it moves. */
const COUNT_KEYS = "UPDATE api_key_counter SET value = value + ?";
