// The promises of every engine, in one suite: each engine's test passes the engine in, and the suite does not depend on it.
// SQL is used only to tamper with a database, in a form that every engine accepts.

import { describe } from "bun:test";
import { describeActivity } from "./activity-suite.ts";
import { describeActors } from "./actors-suite.ts";
import { describeChanges } from "./changes-suite.ts";
import { describeChangeSets } from "./change-set-suite.ts";
import { describeClosing } from "./closing-suite.ts";
import { describeCommits } from "./commit-suite.ts";
import { describeCopies } from "./copy-suite.ts";
import type { Engine } from "./engine.ts";
import { describeHistories } from "./history-suite.ts";
import { describeImports } from "./import-suite.ts";
import { describeHooks } from "./hooks-suite.ts";
import { describeKeys } from "./keys-suite.ts";
import { describeLabels } from "./labels-suite.ts";
import { describeLabelDamage } from "./label-damage-suite.ts";
import { describeLabelHistories } from "./label-history-suite.ts";
import { describeLedger } from "./ledger-suite.ts";
import { describeIdempotencyKeys } from "./idempotency-suite.ts";
import { describeLow } from "./low-suite.ts";
import { describeMovements } from "./movements-suite.ts";
import { describeOrigins } from "./origins-suite.ts";
import { describePlans } from "./plan-suite.ts";
import { describePrune } from "./prune-suite.ts";
import { describePreconditions } from "./precondition-suite.ts";
import { describeReading } from "./reading-suite.ts";
import { describeRetirement } from "./retirement-suite.ts";
import { describeTotals } from "./totals-suite.ts";
import { describeTwins } from "./twins-suite.ts";
import { describeRequests } from "./request-suite.ts";
import { describeUndo, describeUndoInGroups } from "./undo-suite.ts";

const PARTS = {
  commit: describeCommits,
  "change sets": describeChangeSets,
  preconditions: describePreconditions,
  "idempotency keys": describeIdempotencyKeys,
  "equal requests": describeTwins,
  changesSince: describeChanges,
  readAll: describeReading,
  imports: describeImports,
  plans: describePlans,
  "the ledger": describeLedger,
  movements: describeMovements,
  origins: describeOrigins,
  activity: describeActivity,
  totals: describeTotals,
  undo: describeUndo,
  "undo in groups": describeUndoInGroups,
  requests: describeRequests,
  prune: describePrune,
  keys: describeKeys,
  hooks: describeHooks,
  becameLow: describeLow,
  actors: describeActors,
  labels: describeLabels,
  "label histories": describeLabelHistories,
  "pruned and damaged labels": describeLabelDamage,
  "random histories": describeHistories,
  copies: describeCopies,
  retirement: describeRetirement,
  closing: describeClosing,
} as const satisfies Record<string, (engine: Engine) => void>;

export type Part = keyof typeof PARTS;

export const ALL_PARTS = Object.keys(PARTS) as readonly Part[];

/** The parts that the long half runs again, with more cases than the quick half. */
export const LARGER_PARTS: readonly Part[] = ["random histories"];

/** Describes the named parts of the suite. */
export function describeStore(name: string, engine: Engine, parts: readonly Part[]): void {
  describe(name, () => {
    for (const part of parts) describe(part, () => PARTS[part](engine));
  });
}
