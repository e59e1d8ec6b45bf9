// The proof that the ledger folds to the stock (ledger/verify.ts), and SQLite's own checks of the file.

import type { Database } from "bun:sqlite";
import type { Position } from "../inventory/position.ts";
import { type DatabaseVerification, PROBLEMS_MAX } from "../inventory/maintenance.ts";
import { verify } from "../ledger/verify.ts";
import { pragmaNumber } from "./file/introspect.ts";
import { runWork } from "./run-work.ts";
import { compareSchema } from "./schema/foreign-schema.ts";

/** In the transaction of the connection, whose newest commit is `position`. */
export function verifyDatabase(db: Database, position: Position): DatabaseVerification {
  const { problems, missingIndexes } = compareSchema(db, pragmaNumber(db, "user_version"));
  const ofFile = [...problems.map(({ text }) => text), ...damagedPages(db)];
  const verification = runWork(db, verify(position));
  return {
    ...verification,
    problems: [...ofFile, ...verification.problems].slice(0, PROBLEMS_MAX),
    missingIndexes,
  };
}

function damagedPages(db: Database): string[] {
  const rows = db.query(`PRAGMA main.quick_check(${PROBLEMS_MAX})`).values();
  return rows.map(([text]) => String(text)).filter((text) => text !== "ok");
}
