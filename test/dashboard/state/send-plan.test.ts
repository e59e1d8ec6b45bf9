// Changes of several pets: one revision each, as JSON or as rows, never over a change of others.

import { expect, setDefaultTimeout, test } from "bun:test";
import { planOf, type Plan } from "../../../src/dashboard/inventory/planned-changes.ts";
import { sendPlan } from "../../../src/dashboard/inventory/send-plan.ts";
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

function planFor(page: TestPage, ids: readonly number[], action: Parameters<typeof planOf>[1]): Plan {
  return planOf(
    ids.map((petId) => page.row(petId)!),
    action,
  );
}

test("several pets are one revision with its reason and note, and one undo", async () => {
  using page = await TestPage.open(service, { key });
  const plan = planFor(page, [1, 2], { kind: "adjust", by: 3 });
  const options = {
    dashboard: page.dashboard,
    title: "2 pets changed",
    reason: "received",
    note: "van",
  } as const;
  const { revision } = await sendPlan(plan, options);
  expect(await quantities(service, key)).toBe("8 10 1");
  const { entries } = await admin.revisionPage({ pageSize: 1 });
  expect(entries[0]).toMatchObject({ revision, pets: 2, reason: "received", note: "van" });
  await page.sees("2 pets changed");
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 1");
});

test("nothing is changed if one of the pets has changed in the meantime", async () => {
  using page = await TestPage.open(service, { key });
  const plan = planFor(page, [1, 2], { kind: "set", quantity: 9 });
  await service.update(key, 2, 6);
  const sent = sendPlan(plan, { dashboard: page.dashboard, title: "2 pets set" });
  await expect(sent).rejects.toMatchObject({ code: "precondition_failed", conflictsTotal: 1 });
  expect(await quantities(service, key)).toBe("5 6 1");
});

test("quantity and status at once are sent as rows, guarded in the same way", async () => {
  using page = await TestPage.open(service, { key });
  const from = page.row(1)!;
  const plan: Plan = {
    changes: [{ from, to: { ...from, quantity: 2, status: "pending" } }],
    unchanged: 0,
    problems: [],
  };
  await sendPlan(plan, { dashboard: page.dashboard, title: "Pasted", reason: "counted" });
  expect((await service.list(key)).text).toContain('{"petId":1,"quantity":2,"status":"pending"}');
  await expect(sendPlan(plan, { dashboard: page.dashboard, title: "Pasted" })).rejects.toThrow(
    "Pet 1 changed in the meantime. Nothing was changed",
  );
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 1");
});

test("more pets than fit into one JSON change set are rows, and one revision; too many cannot be removed at once", async () => {
  const rows = Array.from({ length: MANY }, (_, at) => `${1_000_000_000_000 + at},1,available`);
  await using large = await TestService.start({ rows });
  const manager = await large.makeKey("--role", "manager");
  using page = await TestPage.open(large, { key: manager });
  const items = [...page.dashboard.pets.items()];
  const title = `${MANY} pets set to sold`;
  const parts: number[] = [];
  const { updated } = await sendPlan(planOf(items, { kind: "status", status: "sold" }), {
    dashboard: page.dashboard,
    title,
    onRead: (part) => parts.push(part),
  });
  expect(updated).toBe(MANY);
  expect(parts).toEqual([0.25, 0.5, 0.75, 1, 1]);
  await page.sees(title);
  const now = items.map((item) => ({ ...item, status: "sold" as const }));
  await expect(
    sendPlan(planOf(now, { kind: "remove" }), { dashboard: page.dashboard, title: "" }),
  ).rejects.toThrow(/^At most about [0-9]{2},[0-9]{3} pets can be removed at once/);
});
