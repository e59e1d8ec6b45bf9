// Sends a planned change as one revision: as JSON, or as rows where JSON has no form for it or would be too long.

import { JSON_ENTRIES_MAX } from "../../contract/json-entries.ts";
import { type ChangeSetResult, type LedgerOptions, PetstockError } from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { formatPlural } from "../ui/format.ts";
import { changeOf, inverseOf, type Plan, type PlannedChange } from "./planned-changes.ts";

/** The service takes JSON of 1 MiB; the rest is for reason and note. */
const JSON_BYTES_MAX = 1_000_000;
/** Others may change pets while the rows are sent; each attempt looks again whether these have changed. */
const ATTEMPTS_MAX = 5;

/** Nothing was sent; the message says why. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

export interface SendOptions extends LedgerOptions {
  readonly dashboard: Dashboard;
  /** The notice's text. */
  readonly title: string;
  /** The same for each attempt whose predecessor may have been applied. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Where the inventory is read first: how much of it was, from 0 to 1. Then the service applies the change as a whole. */
  readonly onRead?: (part: number) => void;
}

/** How many pets are read between two calls of `onRead`. */
const READ_STEP = 10_000;

/** Throws what `Changes.apply` throws, and a `PlanError`. */
export async function sendPlan({ changes }: Plan, options: SendOptions): Promise<ChangeSetResult> {
  const { dashboard, title, idempotencyKey, reason, note, signal } = options;
  const sent = changes.map(changeOf);
  const isSmall = changes.length <= JSON_ENTRIES_MAX && jsonBytes(changes) <= JSON_BYTES_MAX;
  const isJson = isSmall && sent.every((change) => change !== undefined);
  if (isJson) {
    const changeSet = { changes: sent.filter((change) => change !== undefined), reason, note };
    return dashboard.changes.apply(changeSet, { title, idempotencyKey, signal, inverse: inverseOf(changes) });
  }
  if (changes.some(({ to }) => to === undefined)) {
    const inBytes = Math.floor((changes.length * JSON_BYTES_MAX) / jsonBytes(changes));
    const max = Math.min(inBytes, JSON_ENTRIES_MAX);
    throw new PlanError(`At most about ${formatPlural(max, "pet")} can be removed at once. Select fewer`);
  }
  return sendRows(changes, options);
}

/** Rows set quantity and status, so they are guarded with the position of a list that shows each pet as it was planned. */
async function sendRows(
  changes: readonly PlannedChange[],
  { dashboard, title, idempotencyKey, reason, note, signal, onRead }: SendOptions,
): Promise<ChangeSetResult> {
  const total = dashboard.pets.size;
  for (let attempt = 1; ; attempt += 1) {
    const { position, items } = await dashboard.session.admin.snapshot({ signal });
    const now = new Map<bigint, InventoryItem>();
    const wanted = new Set(changes.map(({ from }) => from.petId));
    let read = 0;
    for await (const item of items) {
      if (wanted.has(item.petId)) now.set(item.petId, item);
      if (++read % READ_STEP === 0) onRead?.(Math.min(1, read / total));
    }
    onRead?.(1);
    const rows = changes.map((change) => rowNow(change, now.get(change.from.petId)));
    try {
      return await dashboard.changes.applyRows(rows, {
        title,
        idempotencyKey,
        reason,
        note,
        signal,
        ifUnchangedSince: position,
      });
    } catch (error) {
      const isRaced = error instanceof PetstockError && error.code === "changed_since";
      if (!isRaced || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

function rowNow({ from, to, by }: PlannedChange, now: InventoryItem | undefined): InventoryItem {
  const { petId } = from;
  if (now === undefined) throw new PlanError(`Pet ${petId} was removed in the meantime. Nothing was changed`);
  if (by !== undefined) return { ...now, quantity: now.quantity + by };
  if (now.quantity === from.quantity && now.status === from.status) return to!;
  throw new PlanError(`Pet ${petId} changed in the meantime. Nothing was changed`);
}

/** The length of the change set's JSON, of which JavaScript writes no bigint. */
function jsonBytes(changes: readonly PlannedChange[]): number {
  const asNumber = (_: string, value: unknown): unknown =>
    typeof value === "bigint" ? Number(value) : value;
  return changes.reduce(
    (sum, change) => sum + JSON.stringify(changeOf(change) ?? {}, asNumber).length + 1,
    0,
  );
}
