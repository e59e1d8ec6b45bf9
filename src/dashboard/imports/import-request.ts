// The request of an import: stock and labels as one revision. Stored before it is sent, so that it can be repeated after a reload: its
// Idempotency-Key applies it once, and its plan only as the preview showed it.

import type { Change, ChangeSetResult, PetstockAdmin, Reason } from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import { JSON_ENTRIES_MAX } from "../../contract/json-entries.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";
import type { Changes } from "../edits/changes.ts";
import { importsText } from "../language/en/imports.ts";
import { isolated } from "../ui/isolated.ts";
import { LISTED_MAX } from "./import-plan.ts";
import type { ChosenRows, KnownPets } from "./import-rows.ts";
import { hasMembers, type RowsBody } from "./rows-text.ts";
import { isSameStock, labelOf } from "./sheet-rows.ts";

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
  /** Of the preview: only what that has shown is applied. */
  readonly plan: string;
}

export interface Cause {
  readonly reason?: Reason | undefined;
  readonly note?: string | undefined;
}

export type ImportContent =
  | (RowsBody & { readonly kind: "rows"; readonly replace: boolean })
  | { readonly kind: "changes"; readonly changes: readonly Change[] };

/** A request's content, and the line of the file of each of its rows or changes. */
export interface ImportDraft {
  readonly content: ImportContent;
  readonly lines: Uint32Array;
}

/** The service takes no more rows. */
const ROWS_BYTES_MAX = 64 * 1024 * 1024;
/** The service takes no larger JSON body. */
const CHANGES_BYTES_MAX = 1024 * 1024;
/** For reason, note and brackets. */
const HEAD_BYTES = 2_000;

interface DraftOptions {
  readonly pets: KnownPets;
  readonly hasQuantities: boolean;
  readonly replace: boolean;
}

/** Why nothing can be sent. */
export type ImportRefusal =
  | { readonly code: "replaceWithProblems" | "tooManyRows" }
  | {
      readonly code: "tooManyChanges";
      readonly changes: number;
      /** About as many can be sent at once. */
      readonly max: number;
      readonly hasQuantities: boolean;
    };

export class ImportRefusedError extends Error {
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Undefined if there is nothing to send. Throws an ImportRefusedError. */
export function draftImport({ content, lines }: ChosenRows, options: DraftOptions): ImportDraft | undefined {
  if (lines.length === 0) return undefined;
  if ("format" in content) {
    if (content.body.size > ROWS_BYTES_MAX) throw new ImportRefusedError({ code: "tooManyRows" });
    return { content: { kind: "rows", ...content, replace: options.replace }, lines };
  }
  const rows = rowsWithinLimit(content, options);
  if (rows.length === 0) return undefined;
  const changes = rows.map(changeOf);
  return { content: { kind: "changes", changes }, lines: Uint32Array.from(rows, ({ line }) => line) };
}

/** Leaves out what, as the page knows it, changes nothing, if all is too much for one request. */
function rowsWithinLimit(
  rows: readonly SheetRow[],
  { pets, hasQuantities }: DraftOptions,
): readonly SheetRow[] {
  if (countWithin(rows) === rows.length) return rows;
  const effective = rows.filter((row) => hasMembers(labelOf(row)) || !isSameStock(row, pets.item(row.petId)));
  const count = countWithin(effective);
  if (count === effective.length) return effective;
  const max = Math.floor(count / 100) * 100;
  throw new ImportRefusedError({ code: "tooManyChanges", changes: effective.length, max, hasQuantities });
}

/** How many of the first rows one request takes. */
function countWithin(rows: readonly SheetRow[]): number {
  const utf8 = new TextEncoder();
  let bytes = HEAD_BYTES;
  for (const [at, row] of rows.entries()) {
    bytes += utf8.encode(JSON.stringify({ ...changeOf(row), petId: 0 })).length + String(row.petId).length;
    if (bytes > CHANGES_BYTES_MAX || at === JSON_ENTRIES_MAX) return at;
  }
  return rows.length;
}

function changeOf(row: SheetRow): Change {
  const { petId, quantity, status } = row;
  const label = labelOf(row);
  const ofLabel = hasMembers(label) && { label };
  if (quantity !== undefined) return { petId, quantity, ...(status && { status }), ...ofLabel };
  return status === undefined ? { petId, label } : { petId, status, ...ofLabel };
}

/** Asks the service what the import would change. Throws the client's errors. */
export function previewImport(
  admin: PetstockAdmin,
  content: ImportContent,
  signal: AbortSignal,
): Promise<ChangeSetResult> {
  const options = { signal, dryRun: true, preview: LISTED_MAX };
  if (content.kind === "changes") return admin.applyChanges({ changes: content.changes }, options);
  const { body, format, replace } = content;
  return admin.applyRows(body, { ...options, format, replace });
}

interface RequestFacts extends Pick<ImportRequest, "owner" | "name" | "cause" | "content" | "plan"> {
  /** How many pets change. */
  readonly pets: number;
  readonly now: number;
}

export function requestOf({ pets, now, ...facts }: RequestFacts): ImportRequest {
  const title = importsText.importedFrom(pets, isolated(facts.name));
  return { ...facts, id: randomKey(), title, startedAt: now };
}

/** Sends the import, with a notice that undoes it. Throws the client's errors. */
export function sendImport(
  changes: Changes,
  { id, title, cause, content, plan }: ImportRequest,
): Promise<ChangeSetResult> {
  const options = { title, idempotencyKey: id, ifMatch: plan };
  if (content.kind === "changes") return changes.apply({ ...cause, changes: content.changes }, options);
  const { body, format, replace } = content;
  return changes.applyRows(body, { ...options, ...cause, format, replace });
}
