// The request of an import: stock and labels as one revision. Stored before it is sent, so that it can be repeated after a reload: its
// Idempotency-Key and its guards apply it once.

import type {
  Change,
  ChangeSetResult,
  Label,
  LabelMembers,
  PetstockAdmin,
  Reason,
} from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import { itemETag } from "../../contract/item-etag.ts";
import { JSON_ENTRIES_MAX } from "../../contract/json-entries.ts";
import type { Changes } from "../edits/changes.ts";
import { formatCount, formatPlural } from "../ui/format.ts";
import type { ImportPlan, PlannedChange } from "./import-plan.ts";
import { isSameStock } from "./row-effect.ts";
import type { RowsBody } from "./rows-text.ts";
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
  readonly content: ImportContent;
}

export interface Cause {
  readonly reason?: Reason | undefined;
  readonly note?: string | undefined;
}

export type ImportContent =
  | (RowsBody & {
      readonly kind: "rows";
      readonly replace: boolean;
      /** A position. */
      readonly ifUnchangedSince: string;
    })
  /** Each change is guarded with the item and the label that the preview showed. */
  | { readonly kind: "changes"; readonly changes: readonly Change[] };

/** The service takes no larger JSON body. */
const CHANGES_BYTES_MAX = 1024 * 1024;
/** For reason, note and brackets. */
const HEAD_BYTES = 2_000;

interface ContentOptions {
  readonly hasQuantities: boolean;
  readonly replace: boolean;
}

/** Without the position, which the dry run gives. Undefined if the file changes nothing. */
export type ImportDraft =
  | Omit<Extract<ImportContent, { kind: "rows" }>, "ifUnchangedSince">
  | Extract<ImportContent, { kind: "changes" }>;

/** Throws a RangeError, whose message is for the user. */
export function draftImport({ content, pets }: ImportPlan, options: ContentOptions): ImportDraft | undefined {
  if (pets === 0) return undefined;
  return "format" in content
    ? { kind: "rows", ...content, replace: options.replace }
    : { kind: "changes", changes: changesOf(content, options) };
}

/** Leaves out what changes nothing if all is too much for one request. */
function changesOf(planned: readonly PlannedChange[], { hasQuantities }: ContentOptions): readonly Change[] {
  const all = changesWithin(planned, hasQuantities);
  if (all.length === planned.length) return all;
  const effective = planned.filter(
    ({ before, after, label }) => label !== undefined || (after && !isSameStock(before, after)),
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

/** The first changes: as many as one request takes. */
function changesWithin(planned: readonly PlannedChange[], hasQuantities: boolean): readonly Change[] {
  const changes: Change[] = [];
  const utf8 = new TextEncoder();
  let bytes = HEAD_BYTES;
  for (const each of planned) {
    const change = changeOf(each, hasQuantities);
    bytes += utf8.encode(JSON.stringify({ ...change, petId: 0 })).length + String(each.petId).length;
    if (bytes > CHANGES_BYTES_MAX || changes.length === JSON_ENTRIES_MAX) break;
    changes.push(change);
  }
  return changes;
}

function changeOf(
  { petId, before, after, label, labelBefore }: PlannedChange,
  hasQuantities: boolean,
): Change {
  const ofLabel = label && { label, ifLabel: membersAsNow(label, labelBefore) };
  if (after === undefined) return { petId, ...ofLabel! };
  const guards = { ...(before && { ifMatch: itemETag(before) }), ...ofLabel };
  const { quantity, status } = after;
  return hasQuantities ? { petId, quantity, ...guards } : { petId, status, ...guards };
}

/** The members that change, as they are. */
function membersAsNow(members: LabelMembers, label: Label | undefined): LabelMembers {
  return Object.fromEntries(
    (["name", "kind", "code", "low"] as const)
      .filter((member) => members[member] !== undefined)
      .map((member) => [member, label?.[member] ?? null]),
  );
}

/** Asks the service what the import would change; of rows, only if no pet has changed since the position. Throws the client's errors. */
export function tryImport(
  admin: PetstockAdmin,
  draft: ImportDraft,
  { since, signal }: { readonly since: string | undefined; readonly signal: AbortSignal },
): Promise<ChangeSetResult> {
  const options = { signal, dryRun: true };
  if (draft.kind === "changes") return admin.applyChanges({ changes: draft.changes }, options);
  const { body, format, replace } = draft;
  return admin.applyRows(body, { ...options, format, replace, ifUnchangedSince: since });
}

interface RequestFacts {
  readonly owner: string;
  readonly name: string;
  /** How many pets change. */
  readonly pets: number;
  readonly cause: Cause;
  readonly now: number;
  readonly content: ImportContent;
}

export function requestOf({ owner, name, pets, cause, now, content }: RequestFacts): ImportRequest {
  const title = `${formatPlural(pets, "pet")} imported from ${isolated(name)}`;
  return { id: randomKey(), owner, name, title, startedAt: now, cause, content };
}

/** Sends the import, with a notice that undoes it. Throws the client's errors. */
export function sendImport(
  changes: Changes,
  { id, title, cause, content }: ImportRequest,
): Promise<ChangeSetResult> {
  const options = { title, idempotencyKey: id };
  if (content.kind === "changes") return changes.apply({ ...cause, changes: content.changes }, options);
  const { body, format, replace, ifUnchangedSince } = content;
  return changes.applyRows(body, { ...options, ...cause, format, replace, ifUnchangedSince });
}
