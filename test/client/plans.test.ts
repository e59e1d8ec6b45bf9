// The client previews changes and applies their plan, on both engines.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ENGINES } from "../cli/engine-database.ts";
import { shared } from "../support/shared.ts";
import { AdminService } from "./admin-service.ts";
import { answerWith, Gateway } from "./gateway.ts";
import { rejection } from "./rejection.ts";

setDefaultTimeout(60_000);

describe.each(ENGINES)("on %s", async (engine) => {
  const inventory = shared(await AdminService.of(engine, "1,5,available", "2,7,pending"));
  const admin = inventory.admin();

  test("rows are applied as their preview showed, also after changes of other pets, or not at all", async () => {
    const rows = [
      { petId: 1, quantity: 6 },
      { petId: 9007199254740993n, quantity: 1 },
    ];
    const { preview, plan } = await admin.applyRows(rows, { dryRun: true, preview: 10 });
    expect(preview!.updated).toEqual([
      {
        petId: 1n,
        line: 1,
        before: { quantity: 5, status: "available" },
        after: { quantity: 6, status: "available" },
      },
    ]);
    expect(preview!.created).toMatchObject([{ petId: 9007199254740993n, before: null }]);
    await admin.applyChanges({ changes: [{ petId: 2, quantity: 8 }] });
    expect(await admin.applyRows(rows, { ifMatch: plan })).toMatchObject({ created: 1, updated: 1 });
    expect(await rejection(admin.applyRows(rows, { ifMatch: plan }))).toMatchObject({
      code: "plan_changed",
      status: 412,
      conflicts: [{ petId: 1n, quantity: 6 }, { petId: 9007199254740993n }],
      conflictsTotal: 2,
    });
  });

  test("so is a change set", async () => {
    const changeSet = { changes: [{ petId: 2, by: 1 }] } as const;
    const { preview, plan } = await admin.applyChanges(changeSet, { dryRun: true, preview: 1 });
    expect(preview!.updated).toMatchObject([{ petId: 2n, index: 0 }]);
    expect(await admin.applyChanges(changeSet, { ifMatch: plan })).toMatchObject({ updated: 1 });
    expect(await rejection(admin.applyChanges(changeSet, { ifMatch: plan }))).toMatchObject({
      code: "plan_changed",
    });
  });

  test("a preview without its plan is no answer: without it the changes would be applied whatever has changed", async () => {
    await using gateway = await Gateway.before(inventory.service);
    const counts = { created: 0, updated: 1, removed: 0, relabelled: 0, unchanged: 0 };
    gateway.next(answerWith(JSON.stringify({ revision: 1, position: "p", ...counts, dryRun: true })));
    const changes = [{ petId: 2, by: 1 }] as const;
    const previewing = inventory
      .admin({ url: gateway.url })
      .applyChanges({ changes }, { dryRun: true, preview: 1, retries: 0 });
    expect(await rejection(previewing)).toMatchObject({ code: "unexpected_answer", mayBeApplied: false });
  });
});
