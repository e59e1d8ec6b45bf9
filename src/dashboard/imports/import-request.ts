// The request of an import: its stock as one revision, and its labels, which are apart from the inventory. Stored before it is
// sent, so that it can be repeated after a reload: its Idempotency-Key and its guards apply it once.

import type { Change, ChangeSetResult, PetstockAdmin, Reason } from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import { itemETag } from "../../contract/item-etag.ts";
import { JSON_ENTRIES_MAX } from "../../contract/json-entries.ts";
import type { Changes } from "../edits/changes.ts";
import { formatCount, formatPlural } from "../ui/format.ts";
import type { ImportPlan, StockRow } from "./import-plan.ts";
import { isolated } from "../ui/isolated.ts";

export interface ImportRequest {
  /** Its Idempotency-Key. */
  readonly id: string;
  /** The key that sends it, as `ownerOf` names it. */
  readonly owner: string;
  /** The file's name. */
  readonly name: string;
  /** Text of the notice and of the undo. */
  readonly title: string;
  /** When it was first sent, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly cause: Cause;
  /** Undefined once it is done, and where only labels are changed. */
  readonly stock: StockRequest | undefined;
  /** As NDJSON; undefined where no label is changed. */
  readonly labels: Blob | undefined;
  readonly labelCount: number;
}

export interface Cause {
  readonly reason?: Reason | undefined;
  readonly note?: string | undefined;
}

type StockRequest =
  | {
      readonly kind: "rows";
      readonly body: Blob;
      readonly replace: boolean;
      /** A position. */
      readonly ifUnchangedSince: string;
    }
  /** Each change is guarded with the item that the preview showed. */
  | { readonly kind: "changes"; readonly changes: readonly Change[] };

/** The service takes no larger JSON body. */
const CHANGES_BYTES_MAX = 1024 * 1024;
/** For reason, note and brackets. */
const HEAD_BYTES = 2_000;

interface StockOptions {
  readonly hasQuantities: boolean;
  readonly replace: boolean;
}

/** Without the position, which the dry run gives. Undefined if the file changes no stock. */
export type StockDraft =
  | Omit<Extract<StockRequest, { kind: "rows" }>, "ifUnchangedSince">
  | Extract<StockRequest, { kind: "changes" }>;

/** Throws a RangeError, whose message is for the user. */
export function draftStock({ stock, groups }: ImportPlan, options: StockOptions): StockDraft | undefined {
  const { changed, created, removed } = groups;
  if (changed.count + created.count + removed.count === 0) return undefined;
  return stock instanceof Blob
    ? { kind: "rows", body: stock, replace: options.replace }
    : { kind: "changes", changes: changesOf(stock, options) };
}

/** Leaves out rows that change nothing if all are too many for one request. */
function changesOf(stock: readonly StockRow[], { hasQuantities }: StockOptions): readonly Change[] {
  const all = changesWithin(stock, hasQuantities);
  if (all.length === stock.length) return all;
  const effective = stock.filter(
    ({ before, after }) => before?.quantity !== after.quantity || before.status !== after.status,
  );
  const fewer = changesWithin(effective, hasQuantities);
  if (fewer.length === effective.length) return fewer;
  const way = hasQuantities
    ? "Import the file in parts, or with a key of the role manager"
    : "Import the file in parts, or with a column of quantities";
  const max = formatCount(Math.floor(fewer.length / 100) * 100);
  throw new RangeError(
    `${formatPlural(effective.length, "change")} are too many at once: up to ${max} can be sent. ${way}`,
  );
}

/** The changes of the first rows: as many as one request takes. */
function changesWithin(stock: readonly StockRow[], hasQuantities: boolean): readonly Change[] {
  const changes: Change[] = [];
  let bytes = HEAD_BYTES;
  for (const row of stock) {
    const change = changeOf(row, hasQuantities);
    bytes += JSON.stringify({ ...change, petId: 0 }).length + String(row.petId).length;
    if (bytes > CHANGES_BYTES_MAX || changes.length === JSON_ENTRIES_MAX) break;
    changes.push(change);
  }
  return changes;
}

function changeOf({ petId, before, after }: StockRow, hasQuantities: boolean): Change {
  const guard = before === undefined ? {} : { ifMatch: itemETag(before) };
  const { quantity, status } = after;
  return hasQuantities ? { petId, quantity, ...guard } : { petId, status, ...guard };
}

/** Asks the service what the stock would become; rows, only if no pet has changed since the position. Throws the client's errors. */
export function tryStock(
  admin: PetstockAdmin,
  draft: StockDraft,
  { since, signal }: { readonly since: string | undefined; readonly signal: AbortSignal },
): Promise<ChangeSetResult> {
  const options = { signal, dryRun: true };
  if (draft.kind === "changes") return admin.applyChanges({ changes: draft.changes }, options);
  return admin.applyRows(draft.body, { ...options, replace: draft.replace, ifUnchangedSince: since });
}

interface RequestFacts {
  readonly owner: string;
  readonly name: string;
  readonly cause: Cause;
  readonly now: number;
  readonly stock: StockRequest | undefined;
}

export function requestOf(
  { groups, labels }: Pick<ImportPlan, "groups" | "labels">,
  facts: RequestFacts,
): ImportRequest {
  const { owner, name, cause, stock, now } = facts;
  const pets = groups.changed.count + groups.created.count + groups.removed.count;
  const title = `${formatPlural(pets, "pet")} imported from ${isolated(name)}`;
  const labelCount = groups.labeled.count;
  return {
    id: randomKey(),
    owner,
    name,
    title,
    startedAt: now,
    cause,
    stock,
    labels: labelCount === 0 ? undefined : labels,
    labelCount,
  };
}

/** Sends the stock, with a notice that undoes it. Throws the client's errors. */
export function sendStock(
  changes: Changes,
  { id, title, cause }: ImportRequest,
  stock: StockRequest,
): Promise<ChangeSetResult> {
  const options = { title, idempotencyKey: id };
  if (stock.kind === "changes") return changes.apply({ ...cause, changes: stock.changes }, options);
  const { body, replace, ifUnchangedSince } = stock;
  return changes.applyRows(body, { ...options, ...cause, replace, ifUnchangedSince });
}
