// The audit after a fault: compares the ledger, the list and the labels with the answers that clients got.

import { expect } from "bun:test";
import { revisionOf } from "../support/event-stream.ts";
import type { TestService } from "../support/service.ts";
import {
  expectInOrder,
  expectLabelled,
  expectListed,
  expectRefusedAbsent,
  expectWhole,
  type Item,
  type Label,
  lostOf,
  type Movement,
  revisionsIn,
} from "./ledger.ts";
import type { Update } from "./load.ts";

/** The inventory as a list shows it, its revision as the list's tag says it, and the labels. */
export interface Standing {
  readonly items: readonly Item[];
  readonly labels: readonly Label[];
  readonly revision: number;
}

export interface Audited extends Standing {
  /** Updates without an answer, or answered `outcome_unknown`; and how many of them were applied. */
  readonly inDoubt: number;
  readonly applied: number;
  readonly movements: readonly Movement[];
}

/** Rows of an import file: pets 1 to this number, with nothing in stock. */
export function emptyPets(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${i + 1},0,${["available", "pending", "sold"][i % 3]}`);
}

export async function standingOf(service: TestService, key: string): Promise<Standing> {
  const { text, headers } = await service.list(key);
  const { labels } = JSON.parse((await service.ask("GET", "/admin/v1/labels", { key })).text);
  return { items: JSON.parse(text), labels, revision: revisionOf(headers.get("ETag") ?? "") };
}

/**
 * No acknowledged update is lost, no refused one is applied, and one of unknown outcome is applied wholly or not at all.
 * `updates` are exactly the updates sent since `before`.
 */
export async function audit(
  service: TestService,
  { key, updates, before }: { key: string; updates: readonly Update[]; before: Standing },
): Promise<Audited> {
  const count = updates.reduce((sum, { petIds }) => sum + petIds.length, 0);
  const movements = await movementsSince(before.revision, service, count);
  expect(lostOf(updates, movements)).toEqual([]);
  expectRefusedAbsent(updates, movements);
  expectWhole(updates, movements);
  expectInOrder(updates, movements);
  const after = await standingOf(service, key);
  expectListed(after.items, { updates, movements, before: before.items });
  expectLabelled(after.labels, { updates, movements, before: before.labels });
  const revisions = revisionsIn(movements);
  expect(after.revision).toBe(before.revision + revisions);
  await service.command("verify");
  const acknowledged = updates.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length;
  const inDoubt = updates.filter(isInDoubt).length;
  return { ...after, inDoubt, applied: revisions - acknowledged, movements };
}

function isInDoubt({ acknowledgedAt, refusedWith }: Update): boolean {
  return acknowledgedAt === undefined && (refusedWith === undefined || refusedWith === "outcome_unknown");
}

/** The movements after a revision. `count` bounds them: one for each pet of an update, or none where it was not applied. */
async function movementsSince(
  revision: number,
  service: TestService,
  count: number,
): Promise<readonly Movement[]> {
  const history = await service.command("history", "--json", "--limit", String(Math.max(1, count)));
  const lines = history.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Movement).filter((movement) => movement.revision > revision);
}
