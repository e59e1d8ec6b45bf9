// Labels that are merged into a table: the same as a table of all labels that is made anew.

import { expect, test } from "bun:test";
import type { Label } from "../../src/client/client.ts";
import type { LabelTable } from "../../src/dashboard/data/label-table.ts";
import { LabelWord } from "../../src/dashboard/data/label-table.ts";
import { mergeLabels } from "../../src/dashboard/data/merge-labels.ts";
import { randomFrom, SEED } from "../support/sizes.ts";
import { label, labelTable, runSteps } from "./pet-table.ts";

const NAMES = ["", "Rex", "rex", "Mia", "Zoë", "Señor Cat", "Ada", "Balu", "Mía"];

function contentOf(table: LabelTable) {
  const word = new LabelWord("re", table);
  return [...table.ids].map((_, index) => ({
    ...table.label(index),
    low: table.low(index),
    ranks: [table.rank(index, "name"), table.rank(index, "kind")],
    isFound: word.isIn(index),
  }));
}

test("a merged table is the same as one that is made anew, after any sequence of changes", () => {
  console.log(`PETSTOCK_SEED=${SEED}`);
  const random = randomFrom(SEED);
  const pick = (below: number): number => Math.floor(random() * below);
  let table = labelTable([]);
  const labels = new Map<bigint, Label>();
  for (let round = 0; round < 12; round += 1) {
    const changes = new Map<bigint, Label | undefined>();
    const size = round % 6 === 0 ? 1_500 : pick(5) + 1;
    for (let at = 0; at < size; at += 1) {
      const petId = BigInt(pick(6_000) - 3_000);
      const changed = label(petId, {
        name: NAMES[pick(NAMES.length)] || null,
        kind: NAMES[pick(NAMES.length)] || null,
        code: String(pick(5)),
        low: pick(9),
      });
      changes.set(petId, pick(3) === 0 ? undefined : changed);
    }
    for (const [petId, changed] of changes) {
      if (changed === undefined) labels.delete(petId);
      else labels.set(petId, changed);
    }
    const before = contentOf(table);
    const merged = runSteps(mergeLabels(table, changes));
    expect(contentOf(table)).toEqual(before);
    const all = [...labels.values()].toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
    expect(contentOf(merged)).toEqual(contentOf(labelTable(all)));
    table = merged;
  }
});
