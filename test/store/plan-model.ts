// A simple model of what a change set or rows do: their effects on pets, and the groups of a preview.

import type { ChangePreview, PreviewedChange } from "../../src/inventory/change-preview.ts";
import type { StagedRow } from "../../src/inventory/import.ts";
import type { Stock } from "../../src/inventory/item.ts";
import { type LabelMembers, NO_MEMBERS } from "../../src/inventory/label.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";

interface Pet {
  readonly stock: Stock | null;
  readonly label: LabelMembers | null;
}

export type Pets = ReadonlyMap<bigint, Pet>;

/** The stock and the labels of all pets that have any. */
export async function petsOf(store: InventoryStore): Promise<Pets> {
  const pets = new Map<bigint, Pet>();
  await store.readAll((items) => {
    for (const { petId, quantity, status } of items)
      pets.set(petId, { stock: { quantity, status }, label: null });
  });
  await store.labels.readAll((labels) => {
    for (const { petId, name, kind, code, low } of labels)
      pets.set(petId, { stock: pets.get(petId)?.stock ?? null, label: { name, kind, code, low } });
  });
  return pets;
}

const NO_PET: Pet = { stock: null, label: null };

/** What each row does, and with `replace` each pet that is removed: in the order of a preview. */
export function modelEffects(pets: Pets, rows: readonly StagedRow[], replace: boolean): PreviewedChange[] {
  const named = new Set(rows.map(({ petId }) => petId));
  const missing = [...pets].filter(([petId, { stock }]) => replace && stock !== null && !named.has(petId));
  return [
    ...rows.map((row) => ({ place: row.line, ...effectOf(row, pets.get(row.petId) ?? NO_PET) })),
    ...missing
      .map(([petId, { stock }]) => ({ petId, before: stock, after: null }))
      .toSorted((a, b) => (a.petId < b.petId ? -1 : 1)),
  ];
}

function effectOf(row: StagedRow, { stock, label }: Pet): PreviewedChange {
  const effect = { petId: row.petId, before: stock, after: stockAfter(row, stock) };
  if (row.label === undefined) return effect;
  const after = labelAfter(row.label, label);
  return Bun.deepEquals(label, after) ? effect : { ...effect, label: { before: label, after } };
}

function stockAfter({ quantity, status, remove, exists }: StagedRow, stock: Stock | null): Stock | null {
  if (remove) return null;
  if (quantity === undefined && status === undefined && exists === undefined) return stock;
  const before = stock ?? { quantity: 0, status: "available" as const };
  const changed = typeof quantity === "object" ? before.quantity + quantity.by : quantity;
  return { quantity: changed ?? before.quantity, status: status ?? before.status };
}

function labelAfter(patch: StagedRow["label"], label: LabelMembers | null): LabelMembers | null {
  if (patch == null) return null;
  const after = { ...NO_MEMBERS, ...label, ...patch };
  return Object.values(after).every((member) => member === null) ? null : after;
}

export function isEffective({ before, after, label }: PreviewedChange): boolean {
  return label !== undefined || !Bun.deepEquals(before, after);
}

export function modelPreview(effects: readonly PreviewedChange[], rowsMax: number): ChangePreview {
  const first = (isOf: (effect: PreviewedChange) => boolean) => effects.filter(isOf).slice(0, rowsMax);
  return {
    created: first(({ before, after }) => before === null && after !== null),
    updated: first(
      ({ before, after }) => before !== null && after !== null && !Bun.deepEquals(before, after),
    ),
    removed: first(({ before, after }) => before !== null && after === null),
    relabelled: first(({ label }) => label !== undefined),
    unchanged: first((effect) => !isEffective(effect)),
  };
}

/** Of a change of the label alone the stock does not matter. */
function changeIn({ petId: _, ...effect }: PreviewedChange): object {
  return Bun.deepEquals(effect.before, effect.after) ? { label: effect.label } : effect;
}

/** The pets on which there is another effect, in the order of the rows. */
export function differing(then: readonly PreviewedChange[], now: readonly PreviewedChange[]): bigint[] {
  const effective = (effects: readonly PreviewedChange[]) =>
    new Map(effects.filter(isEffective).map((effect) => [effect.petId, changeIn(effect)]));
  const [before, after] = [effective(then), effective(now)];
  const idsOf = (effects: readonly PreviewedChange[], areRows: boolean) =>
    effects.filter(({ place }) => (place !== undefined) === areRows).map(({ petId }) => petId);
  const missing = new Set([...idsOf(then, false), ...idsOf(now, false)]);
  const ids = [...idsOf(then, true), ...[...missing].toSorted((a, b) => (a < b ? -1 : 1))];
  return ids.filter((petId) => !Bun.deepEquals(before.get(petId), after.get(petId)));
}
