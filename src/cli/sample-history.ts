// The sample of the quickstart as change sets with their dates: the intakes and outcomes of an animal shelter (examples/README.md).

import movements from "../../examples/sample-movements.csv" with { type: "text" };
import inventory from "../../examples/sample-inventory.csv" with { type: "text" };
import labels from "../../examples/sample-labels.csv" with { type: "text" };
import type { PetChange } from "../inventory/change-set.ts";
import type { PetStatus } from "../inventory/item.ts";
import type { LabelPatch } from "../inventory/label.ts";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import type { DatedChangeSet } from "../inventory/seed.ts";
import { splitCells } from "../transfer/csv-cells.ts";

/** Who made the movements: neither a key nor a user of the command line. */
const SAMPLE: Origin = { actor: "Long Beach sample", keyId: null, requestId: null };

/** Only dates are known. At noon UTC it is that date nearly everywhere. */
const TIME_OF_DAY = "T12:00:00Z";

interface Cause {
  readonly reason: MovementReason;
  readonly note?: string;
}

/** The cause in the ledger for a reason of the sample; a note keeps what the ledger has no reason for. */
const CAUSES: Readonly<Record<string, Cause>> = {
  intake: { reason: "received" },
  adoption: { reason: "sold" },
  missing: { reason: "lost" },
  duplicate: { reason: "correction", note: "duplicate" },
};

interface Movement {
  readonly petId: bigint;
  readonly quantity: number;
  readonly reason: string;
}

/** The movements of one day with one reason: a revision. */
interface Group {
  readonly reason: string;
  readonly changes: Map<bigint, Movement>;
}

/** By ascending date. It ends with the sample inventory: of the animals in foster care only the last status is known. */
export function sampleHistory(): readonly DatedChangeSet[] {
  const seen = new Set<bigint>();
  const labelOf = labelsByPet();
  const changeOf = ({ petId, quantity, reason }: Movement): PetChange => {
    if (seen.has(petId)) return { petId, quantity, ...statusAfter(reason) };
    seen.add(petId);
    return { petId, quantity, ...statusAfter(reason), create: true, label: labelOf.get(petId) ?? {} };
  };
  const sets: DatedChangeSet[] = [...movementsByDay()].flatMap(([date, day]) =>
    groupsOf(day).map(({ reason, changes }) => ({
      at: Date.parse(date + TIME_OF_DAY),
      changes: [...changes.values()].map(changeOf),
      ...causeOf(reason),
      by: SAMPLE,
    })),
  );
  const { at } = sets.at(-1)!;
  return [...sets, { at, changes: inventoryAtEnd(), reason: "import", note: "foster care", by: SAMPLE }];
}

function causeOf(reason: string): Cause {
  return CAUSES[reason] ?? { reason: "import", note: reason };
}

/** An adoption sells, an intake makes available again; after any other outcome the animal is just away. */
function statusAfter(reason: string): { status?: PetStatus } {
  if (reason === "adoption") return { status: "sold" };
  return reason === "intake" ? { status: "available" } : {};
}

function movementsByDay(): Map<string, Movement[]> {
  return rowsOf(movements).reduce((days, [date, petId, quantity, reason]) => {
    const movement = { petId: BigInt(petId!), quantity: Number(quantity), reason: reason! };
    const day = days.get(date!);
    if (day === undefined) days.set(date!, [movement]);
    else day.push(movement);
    return days;
  }, new Map<string, Movement[]>());
}

/** The movements of each animal stay in their order, and no group has one twice. */
function groupsOf(day: readonly Movement[]): readonly Group[] {
  const groups: Group[] = [];
  for (const movement of day) {
    const { petId, reason } = movement;
    const last = groups.findLastIndex(({ changes }) => changes.has(petId));
    const later = groups.slice(last + 1).find((group) => group.reason === reason);
    if (later === undefined) groups.push({ reason, changes: new Map([[petId, movement]]) });
    else later.changes.set(petId, movement);
  }
  return groups;
}

function labelsByPet(): ReadonlyMap<bigint, LabelPatch> {
  return new Map(
    rowsOf(labels).map(([petId, name, kind]) => [BigInt(petId!), { name: name || null, kind: kind || null }]),
  );
}

function inventoryAtEnd(): PetChange[] {
  return rowsOf(inventory).map(([petId, quantity, status]) => ({
    petId: BigInt(petId!),
    quantity: Number(quantity),
    status: status as PetStatus,
  }));
}

/** The cells of each row, without the header. */
function rowsOf(csv: string): readonly string[][] {
  return csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => splitCells(line, ",") ?? []);
}
