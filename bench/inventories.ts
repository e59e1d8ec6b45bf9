// The inventories, 1,000 to 1,000,000 pets, and their changes. Every quantity has three digits, so that updates do not change
// the length of the list.

import { join } from "node:path";
import type { PetCount } from "./contest.ts";

const STATUSES = ["available", "pending", "sold"];

/** The difference between two ids. */
export const ID_STEP = 7;
export const QUANTITY_MIN = 100;
export const QUANTITY_COUNT = 900;

/** An import changes one in so many pets, so that it changes every page of the list. */
const SPARSE_STEP = 256;

function row(index: number, shift: number): string {
  const quantity = QUANTITY_MIN + ((index + shift) % QUANTITY_COUNT);
  return `${index * ID_STEP},${quantity},${STATUSES[index % STATUSES.length]}\n`;
}

function text(pets: number, { step, shift }: { step: number; shift: number }): string {
  const rows = Array.from({ length: Math.floor(pets / step) }, (_, at) => row((at + 1) * step, shift));
  return `petId,quantity,status\n${rows.join("")}`;
}

/** Writes an inventory as a file for `import`, and returns its path. */
export async function writeInventory(folder: string, pets: PetCount): Promise<string> {
  const path = join(folder, `${pets}.csv`);
  await Bun.write(path, text(pets, { step: 1, shift: 0 }));
  return path;
}

/** Writes a file whose import changes every page of the list of 1,000,000 pets. Each `shift` changes other pets. */
export async function writeSparseChange(folder: string, shift: number): Promise<string> {
  const path = join(folder, `change-${shift}.csv`);
  await Bun.write(path, text(1_000_000, { step: SPARSE_STEP, shift }));
  return path;
}
