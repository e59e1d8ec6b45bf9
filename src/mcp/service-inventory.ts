// The inventory of this process: stock from the list in memory, labels from the database, so that an assistant takes no memory. Batches of
// all assistants are read one at a time, in turns of keys, with requests in between.

import type { KeyTurns } from "../inventory/key-turns.ts";
import type { Label } from "../inventory/label.ts";
import type { LabelPageOptions, LabelStore } from "../inventory/label-store.ts";
import { findItem, type ListVersion } from "../snapshot/list-version.ts";
import { itemsOf } from "../snapshot/page.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Inventory } from "./inventory.ts";
import { type Pet, petOf } from "./pet.ts";

interface ServiceInventoryPorts {
  readonly snapshot: Pick<Snapshot, "current">;
  readonly labels: Pick<LabelStore, "page" | "entriesByCode" | "of">;
  readonly turns: KeyTurns;
  /** Whose turn it is. */
  readonly keyId: string;
  readonly signal: AbortSignal;
}

/** 2,048 pets: less than a ms. */
const BATCH_PAGES = 4;
/** A ms on SQLite. */
const BATCH_LABELS = 500;

/** Its reads throw StoreErrors, and the signal's reason. */
export function serviceInventory({
  snapshot,
  labels,
  turns,
  keyId,
  signal,
}: ServiceInventoryPorts): Inventory {
  const inTurn = <T>(work: () => Promise<T>) => turns.run(keyId, signal, work);
  return {
    async *items() {
      const { pages } = await snapshot.current();
      for (let at = 0; at < pages.length; at += BATCH_PAGES)
        yield await inTurn(async () => pages.slice(at, at + BATCH_PAGES).flatMap(itemsOf));
    },
    async *labelled(code) {
      const version = await snapshot.current();
      const read = (after?: bigint) =>
        code === undefined
          ? labels.page({ after, limit: BATCH_LABELS })
          : labelsWith(labels, code, { after, limit: BATCH_LABELS });
      for (let after: bigint | undefined; ;) {
        const page = await inTurn(async () => read(after));
        yield page.flatMap((label) => petsAt(version, label));
        if (page.length < BATCH_LABELS) return;
        after = page.at(-1)?.petId;
      }
    },
    async labelsOf(petIds) {
      const found = await labels.of(petIds);
      return new Map(found.map((label) => [label.petId, label]));
    },
  };
}

async function labelsWith(
  labels: Pick<LabelStore, "entriesByCode">,
  code: string,
  options: LabelPageOptions,
): Promise<readonly Label[]> {
  return (await labels.entriesByCode(code, options)).map(({ label }) => label);
}

/** The pet of a label; none if it is not in the inventory. */
function petsAt(version: ListVersion, label: Label): readonly Pet[] {
  const item = findItem(version, label.petId);
  return item === undefined ? [] : [petOf(item, label)];
}
