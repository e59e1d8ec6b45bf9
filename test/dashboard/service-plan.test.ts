// The service's preview of a file is the plan that the page makes of it, on both engines: random files with and without columns of
// labels, on random inventories.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Change, ChangeSetResult, PetstockAdmin } from "../../src/client/client.ts";
import {
  type ImportPlan,
  type KnownPets,
  planImport,
  type PlanRow,
} from "../../src/dashboard/imports/import-plan.ts";
import { openSheetFile, openWorkbookHere, readSheetFile } from "../../src/dashboard/imports/sheet-file.ts";
import { PET_STATUSES } from "../../src/inventory/item.ts";
import { ENGINES } from "../cli/engine-database.ts";
import { AdminService } from "../client/admin-service.ts";
import { shared } from "../support/shared.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";

setDefaultTimeout(120_000);

const ROUNDS = sized({ quick: 25, hours: 500 });
const MEMBERS = ["name", "kind", "code", "low"] as const;
type Preview = NonNullable<ChangeSetResult["preview"]>;

describe.each(ENGINES)("on %s", async (engine) => {
  const admin = shared(await AdminService.of(engine, "1,5,available")).admin();

  test(`the groups of a file are the same in the page and in the service (seed ${SEED})`, async () => {
    const random = new RandomFiles(randomFrom(SEED));
    for (let round = 0; round < ROUNDS; round++) {
      await admin.applyChanges({ changes: random.changes(await knownPets(admin)) });
      const replace = random.chance(0.3);
      const text = random.file(replace);
      const options = { pets: await knownPets(admin), mayManage: true, replace };
      const sheet = await openSheetFile("pets.csv", new Blob([text]), openWorkbookHere);
      const { signal } = new AbortController();
      const read = await readSheetFile(sheet, { layout: undefined, signal });
      const hasQuantities = text.startsWith("petId,quantity");
      const { groups } = await planImport(read, { ...options, hasQuantities });
      expect(groups.problem).toEqual({ count: 0, rows: [] });
      const { preview, ...result } = await admin.applyRows(text, { dryRun: true, preview: 1_000, replace });
      expect(groupsOfService(preview!)).toEqual(groupsOfPage(groups));
      const { created, updated, removed, relabelled, unchanged } = result;
      const counts = [created, updated, removed, relabelled, unchanged];
      const { labeled } = groups;
      expect(counts).toEqual(
        [groups.created, groups.changed, groups.removed, labeled, groups.unchanged].map(({ count }) => count),
      );
    }
  });
});

/** As a page that has read everything knows them. */
async function knownPets(admin: PetstockAdmin): Promise<KnownPets> {
  const { items } = await admin.snapshot();
  const stock = new Map((await Array.fromAsync(items)).map((item) => [item.petId, item]));
  const labels = new Map((await admin.labels()).labels.map((label) => [label.petId, label]));
  return {
    item: (petId) => stock.get(petId),
    ids: () => [...stock.keys()],
    label: (petId) => labels.get(petId),
  };
}

interface Row {
  readonly petId: bigint | undefined;
  readonly line: number | undefined;
}

/** `before` and `after` of the stock, or of a label what changes of it. */
type Group = readonly (Row & { readonly effect: unknown })[];

function groupsOfPage({ created, changed, removed, labeled, unchanged }: ImportPlan["groups"]): Group[] {
  const stocks = ({ before, after }: PlanRow) => [stockOf(before), stockOf(after)];
  const effects = ({ rows }: { readonly rows: readonly PlanRow[] }, effectOf: (row: PlanRow) => unknown) =>
    rows.map((row) => ({ petId: row.petId, line: row.line, effect: effectOf(row) }));
  return [
    effects(created, stocks),
    effects(changed, stocks),
    effects(removed, stocks),
    effects(labeled, ({ label }) => label),
    effects(unchanged, ({ before }) => stockOf(before)),
  ];
}

function groupsOfService({ created, updated, removed, relabelled, unchanged }: Preview): Group[] {
  type Changed = Preview["created"][number];
  const stocks = ({ before, after }: Changed) => [stockOf(before), stockOf(after)];
  const effects = (rows: readonly Changed[], effectOf: (row: Changed) => unknown) =>
    rows.map((row) => ({ petId: row.petId, line: row.line, effect: effectOf(row) }));
  return [
    effects(created, stocks),
    effects(updated, stocks),
    effects(removed, stocks),
    effects(relabelled, ({ label }) => {
      const { before, after } = label!;
      const changed = MEMBERS.filter((member) => (before?.[member] ?? null) !== (after?.[member] ?? null));
      return Object.fromEntries(changed.map((member) => [member, after?.[member] ?? null]));
    }),
    effects(unchanged, ({ before }) => stockOf(before)),
  ];
}

function stockOf(stock: { readonly quantity: number; readonly status: string } | null | undefined) {
  return stock ? [stock.quantity, stock.status] : null;
}

/** Ids of a small range, so that files meet the pets, and one beyond the integers of JavaScript. */
const IDS = [...Array.from({ length: 14 }, (_, i) => BigInt(i - 2)), 9_007_199_254_740_993n];

class RandomFiles {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  changes({ item }: KnownPets): Change[] {
    return this.#some(IDS).map((petId) => {
      const stock = { quantity: this.#below(4), status: this.#one(PET_STATUSES) };
      const label = this.chance(0.3) ? null : { name: this.#one(["Rex", null]), low: this.#one([1, null]) };
      if (this.chance(0.3)) return { petId, label };
      if (item(petId) === undefined) return { petId, ...stock, create: true, label };
      return this.chance(0.3) ? { petId, remove: true } : { petId, quantity: stock.quantity, label };
    });
  }

  /** Each row can be applied: with `replace` and without columns of labels the page and the service ask for a quantity. */
  file(replace: boolean): string {
    const labels = MEMBERS.filter(() => this.chance(0.4));
    const hasQuantity = replace || labels.length === 0 || this.chance(0.7);
    const hasStatus = hasQuantity && this.chance(0.5);
    const columns = [...(hasQuantity ? ["quantity"] : []), ...(hasStatus ? ["status"] : []), ...labels];
    const needsQuantity = replace || labels.length === 0;
    const lines = this.#some(IDS).map((petId) => {
      const isOfLabel = !needsQuantity && this.chance(0.3);
      return [petId, ...columns.map((column) => (isOfLabel && !isMember(column) ? "" : this.#cell(column)))];
    });
    return [["petId", ...columns], ...lines].map((line) => `${line.join()}\n`).join("");
  }

  #cell(column: string): string {
    if (column === "quantity") return String(this.#below(4));
    if (column === "status") return this.#one([...PET_STATUSES, ""]);
    return column === "low" ? this.#one(["", "1"]) : this.#one(["", "Rex", '"O""Neil, Kat"']);
  }

  #some<T>(of: readonly T[]): T[] {
    const rest = [...of];
    const count = 1 + this.#below(of.length - 1);
    return Array.from({ length: count }, () => rest.splice(this.#below(rest.length), 1)[0] as T);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)] as T;
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }
}

function isMember(column: string): boolean {
  return (MEMBERS as readonly string[]).includes(column);
}
