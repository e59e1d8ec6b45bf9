// The promises of every engine, in one suite: each engine's test passes the engine in, and the suite does not depend on it.
// SQL is used only to tamper with a database, in a form that every engine accepts.

import { describe } from "bun:test";
import { describeActivity } from "./activity-suite.ts";
import { describeChanges } from "./changes-suite.ts";
import { describeChangeSets } from "./change-set-suite.ts";
import { describeClosing } from "./closing-suite.ts";
import { describeCommits } from "./commit-suite.ts";
import { describeCopies } from "./copy-suite.ts";
import type { Engine } from "./engine.ts";
import { describeFill } from "./fill-suite.ts";
import { describeHistories } from "./history-suite.ts";
import { describeImports } from "./import-suite.ts";
import { describeKeys } from "./keys-suite.ts";
import { describeLabels } from "./labels-suite.ts";
import { describeLedger } from "./ledger-suite.ts";
import { describeIdempotencyKeys } from "./idempotency-suite.ts";
import { describeMovements } from "./movements-suite.ts";
import { describePrune } from "./prune-suite.ts";
import { describePreconditions } from "./precondition-suite.ts";
import { describeReading } from "./reading-suite.ts";
import { describeRetirement } from "./retirement-suite.ts";
import { describeTotals } from "./totals-suite.ts";
import { describeTwins } from "./twins-suite.ts";
import { describeUndo } from "./undo-suite.ts";

export function describeStore(name: string, engine: Engine): void {
  describe(name, () => {
    describe("commit", () => describeCommits(engine));
    describe("change sets", () => describeChangeSets(engine));
    describe("preconditions", () => describePreconditions(engine));
    describe("idempotency keys", () => describeIdempotencyKeys(engine));
    describe("equal requests", () => describeTwins(engine));
    describe("changesSince", () => describeChanges(engine));
    describe("readAll", () => describeReading(engine));
    describe("imports", () => describeImports(engine));
    describe("the ledger", () => describeLedger(engine));
    describe("movements", () => describeMovements(engine));
    describe("activity", () => describeActivity(engine));
    describe("the fill of an upgraded ledger", () => describeFill(engine));
    describe("totals", () => describeTotals(engine));
    describe("undo", () => describeUndo(engine));
    describe("prune", () => describePrune(engine));
    describe("keys", () => describeKeys(engine));
    describe("labels", () => describeLabels(engine));
    describe("random histories", () => describeHistories(engine));
    describe("copies", () => describeCopies(engine));
    describe("retirement", () => describeRetirement(engine));
    describe("closing", () => describeClosing(engine));
  });
}
