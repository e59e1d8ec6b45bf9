// Reads of labels. They change like the stock, by change sets, imports and undos.

import type { PetStatus } from "../inventory/item.ts";
import type { Label } from "../inventory/label.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelledEntry, LabelPageOptions } from "../inventory/label-store.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import { PAGE_ROWS } from "../inventory/store.ts";
import type { LabelColumns } from "./rows.ts";
import { type Integer, list, only, rows, sql, type Work } from "./sql.ts";

export interface LabelRow extends LabelColumns {
  readonly pet_id: bigint;
}

/** See `LabelStore.position`. */
export function* readLabelPosition(): Work<Position> {
  const { revision, nonce } = yield* only(sql<{ revision: Integer; nonce: string }>`
    SELECT revision, nonce FROM commit_mark
    WHERE revision >= coalesce((SELECT revision FROM label_entry ORDER BY revision DESC LIMIT 1), 0)
    ORDER BY revision LIMIT 1`);
  return positionOf({ revision: Number(revision), nonce });
}

export function* readLabel(petId: bigint): Work<Label | undefined> {
  const [row] = yield* rows(
    sql<LabelRow>`SELECT pet_id, name, kind, code, low FROM label WHERE pet_id = ${petId}`,
  );
  return row && labelOfRow(row);
}

/** See `LabelStore.of`. */
export function* readLabelsOf(petIds: readonly bigint[]): Work<readonly Label[]> {
  const found = yield* rows(
    sql<LabelRow>`SELECT pet_id, name, kind, code, low FROM label WHERE pet_id IN (${list(petIds)})`,
  );
  return found.map(labelOfRow);
}

export function* readLabelPage({ after, limit }: LabelPageOptions): Work<readonly Label[]> {
  const onwards = after === undefined ? sql`` : sql`AND i.pet_id > ${after}`;
  // Not the view: a condition on the pet's row finds the labelled ones in their order.
  const found = yield* rows(sql<LabelRow>`
    SELECT i.pet_id, e.name, e.kind, e.code, e.low
    FROM inventory i JOIN label_entry e ON e.revision = i.label_revision AND e.pet_id = i.pet_id
    WHERE i.label_revision IS NOT NULL ${onwards}
    ORDER BY i.pet_id LIMIT ${limit}`);
  return found.map(labelOfRow);
}

interface EntryRow extends LabelRow {
  readonly quantity: Integer;
  readonly status: PetStatus;
  readonly revision: Integer;
}

/** See `LabelStore.entriesByCode`. */
export function* readEntriesByCode(
  code: string,
  { after, limit }: LabelPageOptions,
): Work<readonly LabelledEntry[]> {
  const onwards = after === undefined ? sql`` : sql`AND e.pet_id > ${after}`;
  const found = yield* rows(sql<EntryRow>`
    SELECT i.pet_id, i.quantity, i.status, i.revision, e.name, e.kind, e.code, e.low
    FROM label_entry e JOIN inventory i ON i.pet_id = e.pet_id AND i.label_revision = e.revision
    WHERE e.code = ${code} AND i.removed = 0 ${onwards}
    ORDER BY e.pet_id LIMIT ${limit}`);
  return found.map((row) => ({
    item: { petId: row.pet_id, quantity: Number(row.quantity), status: row.status },
    revision: Number(row.revision),
    label: labelOfRow(row),
  }));
}

/** All labels in pages, by ascending pet; returns their position. `run` runs work in one snapshot. */
export async function readAllLabels(
  run: <T>(work: Work<T>) => Awaitable<T>,
  onPage: (labels: readonly Label[]) => Awaitable<void>,
): Promise<Position> {
  const position = await run(readLabelPosition());
  for (let after: bigint | undefined; ;) {
    const labels = await run(readLabelPage({ after, limit: PAGE_ROWS }));
    if (labels.length > 0) await onPage(labels);
    if (labels.length < PAGE_ROWS) return position;
    after = labels.at(-1)?.petId;
  }
}

export function labelOfRow({ pet_id: petId, name, kind, code, low }: LabelRow): Label {
  return { petId, name, kind, code, low: low === null ? null : Number(low) };
}
