// The preview of a file in the dashboard, on both engines: random files with and without columns of labels, on random inventories.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Change, PetstockAdmin } from "../../src/client/client.ts";
import type { ImportPlan, PlanRow } from "../../src/dashboard/imports/import-plan.ts";
import {
  openSheetFile,
  openWorkbookHere,
  readSheetFile,
  type SheetRows,
} from "../../src/dashboard/imports/sheet-file.ts";
import { askService } from "../../src/dashboard/transfer/service-preview.ts";
import { draftSheet, factsOf } from "../../src/dashboard/transfer/sheet.ts";
import type { PreviewedChange } from "../../src/inventory/change-preview.ts";
import type { StagedRow } from "../../src/inventory/import.ts";
import { PET_STATUSES, type Stock } from "../../src/inventory/item.ts";
import type { LabelMembers } from "../../src/inventory/label.ts";
import type { SheetRow } from "../../src/transfer/sheet-form.ts";
import { ENGINES } from "../cli/engine-database.ts";
import { AdminService } from "../client/admin-service.ts";
import { isEffective, modelEffects, modelPreview, type Pets } from "../store/plan-model.ts";
import { shared } from "../support/shared.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";

setDefaultTimeout(120_000);

const ROUNDS = sized({ quick: 25, hours: 500 });
const MEMBERS = ["name", "kind", "code", "low"] as const;

describe.each(ENGINES)("on %s", async (engine) => {
  const admin = shared(await AdminService.of(engine, "1,5,available")).admin();

  test(`the groups of a file are those of a simple model, with the lines of the file (seed ${SEED})`, async () => {
    const random = new RandomFiles(randomFrom(SEED));
    for (let round = 0; round < ROUNDS; round++) {
      await admin.applyChanges({ changes: random.changes(await petsOf(admin)) });
      const replace = random.chance(0.3);
      const before = await petsOf(admin);
      const read = await readFile(random.file(replace));
      const effects = modelEffects(before, read.rows.map(stagedRowOf), replace);
      const { plan, check } = await previewOf(admin, read, before, replace);
      expect(groupsOf(plan)).toEqual(groupsOfModel(effects));
      expect(plan.pets).toBe(effects.filter(isEffective).length);
      expect(check.kind).toBe("ready");
    }
  });
});

/** As a page that has read everything knows them. */
async function petsOf(admin: PetstockAdmin): Promise<Pets> {
  const { items } = await admin.snapshot();
  const pets = new Map<bigint, { stock: Stock | null; label: LabelMembers | null }>();
  for await (const { petId, quantity, status } of items)
    pets.set(petId, { stock: { quantity, status }, label: null });
  for (const { petId, ...label } of (await admin.labels()).labels)
    pets.set(petId, { stock: pets.get(petId)?.stock ?? null, label });
  return pets;
}

async function readFile(text: string): Promise<SheetRows> {
  const sheet = await openSheetFile("pets.csv", new Blob([text]), openWorkbookHere);
  return readSheetFile(sheet, { layout: undefined, signal: new AbortController().signal });
}

function stagedRowOf({ petId, line, quantity, status, ...label }: SheetRow): StagedRow {
  const stock = { ...(quantity !== undefined && { quantity }), ...(status !== undefined && { status }) };
  return { petId, line, ...stock, ...(Object.keys(label).length > 0 && { label }) };
}

async function previewOf(admin: PetstockAdmin, read: SheetRows, before: Pets, replace: boolean) {
  const pets = {
    item: (petId: bigint) => {
      const stock = before.get(petId)?.stock;
      return stock ? { petId, ...stock } : undefined;
    },
  };
  const { signal } = new AbortController();
  const draft = await draftSheet(read, factsOf(read), { pets, mayManage: true, replace, signal });
  expect(draft.left.problem).toEqual({ count: 0, rows: [] });
  return askService(admin, draft, signal);
}

type Row = Pick<PlanRow, "petId" | "line" | "before" | "after" | "label">;
type RowLike = { readonly [Name in keyof Row]?: Row[Name] | null } & Pick<Row, "petId" | "line">;
type Groups = Record<string, readonly Row[]>;

function groupsOf({ groups }: ImportPlan): Groups {
  const { created, changed, removed, labeled, unchanged } = groups;
  const listed = { created, changed, removed, labeled, unchanged };
  for (const { count, rows } of Object.values(listed)) expect(rows).toHaveLength(count);
  return Object.fromEntries(
    Object.entries(listed).map(([name, { rows }]) => [name, rows.map((row) => rowOf(row, name))]),
  );
}

function groupsOfModel(effects: readonly PreviewedChange[]): Groups {
  const { created, updated, removed, relabelled, unchanged } = modelPreview(effects, 1_000);
  const listed = { created, changed: updated, removed, labeled: relabelled, unchanged };
  return Object.fromEntries(
    Object.entries(listed).map(([name, rows]) => [
      name,
      rows.map(({ place, ...row }) => rowOf({ line: place, ...row }, name)),
    ]),
  );
}

/** A row that says nothing of its pet is not sent, and has no stock after it. */
function rowOf({ petId, line, before, after, label }: RowLike, group: string): Row {
  const stock = { before: before ?? undefined, after: (group !== "unchanged" && after) || undefined };
  return { petId, line, ...stock, label: group === "labeled" ? (label ?? undefined) : undefined };
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

  changes(pets: Pets): Change[] {
    return this.#some(IDS).map((petId) => {
      const stock = { quantity: this.#below(4), status: this.#one(PET_STATUSES) };
      const label = this.chance(0.3) ? null : { name: this.#one(["Rex", null]), low: this.#one([1, null]) };
      if (this.chance(0.3)) return { petId, label };
      if (!pets.get(petId)?.stock) return { petId, ...stock, create: true, label };
      return this.chance(0.3) ? { petId, remove: true } : { petId, quantity: stock.quantity, label };
    });
  }

  /** Each row can be applied: with `replace` and without columns of labels each needs a quantity. */
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
