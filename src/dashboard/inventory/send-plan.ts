// A change of several pets as the service previews it, and sent exactly so as one revision: as JSON, or as rows where JSON has no form for
// it or would be too long.

import { JSON_ENTRIES_MAX } from "../../contract/json-entries.ts";
import {
  type Change,
  type ChangeSetResult,
  type LedgerOptions,
  PetstockError,
  type PetstockAdmin,
} from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { inSlices, type Steps } from "../data/slices.ts";
import { petText } from "../language/en/pet.ts";
import { changeOf, inverseOf, type PlannedChange } from "./planned-changes.ts";

/** The service takes JSON of 1 MiB; the rest is for reason and note. */
const JSON_BYTES_MAX = 1_000_000;
/** The most that the service lists; more are undone as a revision or not at all. */
const PREVIEW_MAX = 1_000;
/** Others may change pets while the inventory is read; each attempt looks again. */
const ATTEMPTS_MAX = 5;
/** How many rows are written between two looks at the clock: less than a ms. */
const ROWS_STEP = 512;
/** How many pets are read between two calls of `onRead`. */
const READ_STEP = 10_000;

/** Nothing was sent; the message says why. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

type PlanContent =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "rows"; readonly rows: string };

export interface PreviewedPlan {
  readonly content: PlanContent;
  /** What the service would change, with the `plan` that it applies, or nothing. */
  readonly result: ChangeSetResult;
}

interface PreviewOptions {
  readonly admin: PetstockAdmin;
  readonly signal: AbortSignal;
  /** Where the inventory is read first: how many of its pets were. */
  readonly onRead?: (pets: number) => void;
}

/** Throws the client's errors, and a `PlanError`. */
export async function previewPlan(
  planned: readonly PlannedChange[],
  options: PreviewOptions,
): Promise<PreviewedPlan> {
  const isSmall = planned.length <= JSON_ENTRIES_MAX && jsonBytes(planned) <= JSON_BYTES_MAX;
  const changes = isSmall ? planned.map(changeOf).filter((change) => change !== undefined) : [];
  if (changes.length < planned.length) return previewRows(planned, options);
  const { admin, signal } = options;
  const result = await admin.applyChanges({ changes }, { signal, dryRun: true, preview: PREVIEW_MAX });
  return { content: { kind: "changes", changes }, result };
}

async function previewRows(
  planned: readonly PlannedChange[],
  options: PreviewOptions,
): Promise<PreviewedPlan> {
  if (planned.some(({ remove }) => remove)) {
    const inBytes = Math.floor((planned.length * JSON_BYTES_MAX) / jsonBytes(planned));
    const max = Math.min(inBytes, JSON_ENTRIES_MAX);
    throw new PlanError(petText.tooManyRemoved(max));
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await previewRowsOnce(planned, options);
    } catch (error) {
      const isRaced = error instanceof PetstockError && error.code === "changed_since";
      if (!isRaced || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** A row has a quantity, and would add a pet that is gone: the inventory is read for both, and must be as it was read. */
async function previewRowsOnce(
  planned: readonly PlannedChange[],
  { admin, signal, onRead }: PreviewOptions,
): Promise<PreviewedPlan> {
  const { position, items } = await admin.snapshot({ signal });
  const now = new Map<bigint, InventoryItem>();
  const wanted = new Set(planned.map(({ petId }) => petId));
  let read = 0;
  for await (const item of items) {
    if (wanted.has(item.petId)) now.set(item.petId, item);
    if (++read % READ_STEP === 0) onRead?.(read);
  }
  const rows = await inSlices(rowsOf(planned, now), signal);
  const options = { signal, dryRun: true, preview: PREVIEW_MAX, ifUnchangedSince: position };
  return { content: { kind: "rows", rows }, result: await admin.applyRows(rows, options) };
}

/** In steps: there may be a million. */
function* rowsOf(planned: readonly PlannedChange[], now: ReadonlyMap<bigint, InventoryItem>): Steps<string> {
  let rows = "petId,quantity,status\n";
  for (const [at, change] of planned.entries()) {
    if (at % ROWS_STEP === ROWS_STEP - 1) yield;
    rows += rowOf(change, now);
  }
  return rows;
}

function rowOf(
  { petId, quantity, by = 0, status }: PlannedChange,
  now: ReadonlyMap<bigint, InventoryItem>,
): string {
  const item = now.get(petId);
  if (item === undefined) throw new PlanError(petText.removedMeanwhile(petId));
  return `${petId},${quantity ?? item.quantity + by},${status ?? ""}\n`;
}

interface SendOptions extends LedgerOptions {
  readonly dashboard: Dashboard;
  /** The notice's text. */
  readonly title: string;
  /** The same for each attempt whose predecessor may have been applied. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Only what the preview showed is applied. Throws what `Changes.apply` throws. */
export function sendPlan(
  { content, result }: PreviewedPlan,
  { dashboard: { changes }, reason, note, ...options }: SendOptions,
): Promise<ChangeSetResult> {
  const sent = { ...options, ifMatch: result.plan };
  if (content.kind === "rows") return changes.applyRows(content.rows, { ...sent, reason, note });
  const inverse = inverseOf(result);
  return changes.apply({ changes: content.changes, reason, note }, { ...sent, inverse });
}

/** The length of the change set's JSON, of which JavaScript writes no bigint. */
function jsonBytes(planned: readonly PlannedChange[]): number {
  const asNumber = (_: string, value: unknown): unknown =>
    typeof value === "bigint" ? Number(value) : value;
  return planned.reduce((sum, change) => sum + JSON.stringify(change, asNumber).length + 1, 0);
}
