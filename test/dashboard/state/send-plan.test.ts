// Changes of several pets: one revision each, as JSON or as rows, exactly as the service has previewed it.

import { expect, setDefaultTimeout, test } from "bun:test";
import {
  planOf,
  type PlannedAction,
  type PlannedChange,
} from "../../../src/dashboard/inventory/planned-changes.ts";
import { previewPlan, type PreviewedPlan, sendPlan } from "../../../src/dashboard/inventory/send-plan.ts";
import { TestService } from "../../support/service.ts";
import { quantities, untilQuantities } from "../../support/stock.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const MANY = 40_000;

const { service, key, admin } = await startShop(
  ["1,5,available", "2,7,pending", "3,1,sold"],
  "--role",
  "manager",
);
setDefaultTimeout(120_000);

function preview({ dashboard }: TestPage, changes: readonly PlannedChange[]): Promise<PreviewedPlan> {
  return previewPlan(changes, { admin: dashboard.session.admin, signal: AbortSignal.timeout(60_000) });
}

function previewOf(page: TestPage, ids: readonly number[], action: PlannedAction): Promise<PreviewedPlan> {
  const items = ids.map((petId) => page.row(petId)!);
  return preview(page, planOf(items, action).changes);
}

test("several pets are one revision with its reason and note, and one undo", async () => {
  using page = await TestPage.open(service, { key });
  const previewed = await previewOf(page, [1, 2], { kind: "adjust", by: 3 });
  expect(previewed.result.preview?.updated).toMatchObject([
    { petId: 1n, before: { quantity: 5 }, after: { quantity: 8 } },
    { petId: 2n, before: { quantity: 7 }, after: { quantity: 10 } },
  ]);
  expect(await quantities(service, key)).toBe("5 7 1");
  const options = {
    dashboard: page.dashboard,
    title: "2 pets changed",
    reason: "received",
    note: "van",
  } as const;
  const { revision } = await sendPlan(previewed, options);
  expect(await quantities(service, key)).toBe("8 10 1");
  const { entries } = await admin.revisionPage({ pageSize: 1 });
  expect(entries[0]).toMatchObject({ revision, pets: 2, reason: "received", note: "van" });
  await page.sees("2 pets changed");
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 1");
});

test("nothing is changed if one of the pets has changed since the preview", async () => {
  using page = await TestPage.open(service, { key });
  const previewed = await previewOf(page, [1, 2], { kind: "set", quantity: 9 });
  await service.update(key, 2, 6);
  const sent = sendPlan(previewed, { dashboard: page.dashboard, title: "2 pets set" });
  await expect(sent).rejects.toMatchObject({ code: "plan_changed" });
  expect(await quantities(service, key)).toBe("5 6 1");
  await service.update(key, 2, 7);
});

test("quantity and status at once are sent as rows, as they were previewed or not at all", async () => {
  using page = await TestPage.open(service, { key });
  const change = { petId: 1n, quantity: 2, status: "pending" } as const;
  const options = { dashboard: page.dashboard, title: "Pasted", reason: "counted" } as const;
  const previewed = await preview(page, [change]);
  await service.update(key, 1, 4);
  await expect(sendPlan(previewed, options)).rejects.toMatchObject({ code: "plan_changed" });
  await sendPlan(await preview(page, [change]), options);
  expect((await service.list(key)).text).toContain('{"petId":1,"quantity":2,"status":"pending"}');
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "4 7 1");
  const gone = preview(page, [{ ...change, petId: 99n }]);
  await expect(gone).rejects.toThrow("Pet 99 was removed in the meantime");
});

test("more pets than fit into one JSON change set are rows, and one revision; too many cannot be removed at once", async () => {
  const rows = Array.from({ length: MANY }, (_, at) => `${1_000_000_000_000 + at},1,available`);
  await using large = await TestService.start({ rows });
  const manager = await large.makeKey("--role", "manager");
  using page = await TestPage.open(large, { key: manager });
  const items = [...page.dashboard.pets.items()];
  const title = `${MANY} pets set to sold`;
  const read: number[] = [];
  const { changes } = planOf(items, { kind: "status", status: "sold" });
  const { admin: manages } = page.dashboard.session;
  const signal = AbortSignal.timeout(60_000);
  const previewed = await previewPlan(changes, {
    admin: manages,
    signal,
    onRead: (pets) => read.push(pets),
  });
  expect(read).toEqual([10_000, 20_000, 30_000, 40_000]);
  const { updated } = await sendPlan(previewed, { dashboard: page.dashboard, title });
  expect(updated).toBe(MANY);
  await page.sees(title);
  const removed = previewPlan(planOf(items, { kind: "remove" }).changes, { admin: manages, signal });
  await expect(removed).rejects.toThrow(/^At most about [0-9]{2},[0-9]{3} pets can be removed at once/);
});
