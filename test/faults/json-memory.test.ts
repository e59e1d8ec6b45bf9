// Many large bodies of JSON at once, each with as many values as it can have: memory is bounded, and other keys are served.

import { expect, setDefaultTimeout, test } from "bun:test";
import { MemoryGrowth } from "../support/process-figures.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(120_000);

const CLIENTS = 60;
const JSON_TYPE = { "Content-Type": "application/json" };
/** 60 bodies of `empty` took 3.9 GB before they were bounded. */
const GROWTH_MB_MAX = 250;

const listOf = (count: number, entry: string) => Array.from({ length: count }, () => entry).join(",");
/** Bodies of nearly 1 MiB. The entries of `nested` are few, and have as many values. */
const ENTRIES = {
  empty: listOf(340_000, "{}"),
  nested: listOf(87, `[${listOf(3_900, "{}")}]`),
} as const;

const OPERATIONS = [
  ["POST", "/admin/v1/revisions", "changes"],
  ["PUT", "/admin/v1/labels", "labels"],
] as const;

const CASES = OPERATIONS.flatMap((operation) =>
  (["empty", "nested"] as const).map((entries) => [...operation, entries] as const),
);

test.each(CASES)("%s %s: many bodies of %s, %s", async (method, path, member, entries) => {
  await using service = await TestService.start({ rows: ["1,1,available"] });
  const attacker = await service.makeKey("--role", "manager", "--name", "attacker");
  const other = await service.makeKey("--role", "clerk", "--name", "other");
  const growth = new MemoryGrowth(service);
  const body = `{"${member}":[${ENTRIES[entries]}]}`;
  const refusals = Array.from({ length: CLIENTS }, () =>
    service.ask(method, path, { key: attacker, headers: JSON_TYPE, body }),
  );
  const others = [
    await service.update(other, 1, 5),
    await service.ask("POST", "/admin/v1/revisions", {
      key: other,
      headers: JSON_TYPE,
      body: '{"changes":[{"petId":1,"by":1}]}',
    }),
  ];
  const answers = await Promise.all(refusals.map((refusal) => refusal.finally(() => growth.look())));
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  const codes = new Set(answers.map(({ code }) => code));
  expect(
    codes.isSubsetOf(new Set(["overloaded", "body_too_large", "invalid_changes", "insufficient_stock"])),
  ).toBe(true);
  expect(codes.size).toBeGreaterThan(0);
  growth.expectBelow(GROWTH_MB_MAX, `${CLIENTS} bodies at once`);
});
