// Sends a stored import. It is forgotten when its outcome is known.

import { type ChangeSetResult, PetstockError, RequestError } from "../../client/client.ts";
import type { Undoable } from "../state/state.ts";
import { changedMeanwhile, changeSetFailure } from "../edits/changes.ts";
import { importsText } from "../language/en/imports.ts";
import type { ImportContext } from "./import-context.ts";
import { type ImportRequest, sendImport } from "./import-request.ts";

export type ImportOutcome =
  | { readonly kind: "done"; readonly result: ChangeSetResult; readonly undo: Undoable | undefined }
  /** Others have changed the inventory since the preview; nothing was changed. */
  | { readonly kind: "changed"; readonly message: string }
  /** Nothing was changed. */
  | { readonly kind: "refused"; readonly message: string }
  /** The answer was lost: it may have been applied. It stays stored. */
  | { readonly kind: "unknown"; readonly message: string };

const CHANGED: ReadonlySet<string> = new Set(["plan_changed", "precondition_failed"]);

export async function finishImport(
  { changes, imports, store }: ImportContext,
  request: ImportRequest,
): Promise<ImportOutcome> {
  try {
    const result = await sendImport(changes, request);
    // Its notice is there before anything else can change it.
    const undo = store.state.notice?.undo;
    await imports.remove(request.id);
    return { kind: "done", result, undo };
  } catch (error) {
    const failed = failureOf(error);
    if (failed.kind !== "unknown") await imports.remove(request.id);
    return failed;
  }
}

/** `2 pets added, 3 pets changed`; labels of pets count apart. */
export function doneText({ created, updated, removed, relabelled }: ChangeSetResult): string {
  const parts = [
    created > 0 && importsText.petsAdded(created),
    updated > 0 && importsText.petsChanged(updated),
    removed > 0 && importsText.petsRemoved(removed),
    relabelled > 0 && importsText.labelsChanged(relabelled),
  ].filter((part) => part !== false);
  return parts.length === 0 ? importsText.nothingChanged : parts.join(", ");
}

function failureOf(error: unknown): Exclude<ImportOutcome, { kind: "done" }> {
  if (error instanceof PetstockError && CHANGED.has(error.code))
    return { kind: "changed", message: changedMeanwhile(error) };
  const message = messageOf(error);
  // The page failed, perhaps after sending.
  if (!(error instanceof RequestError)) return { kind: "unknown", message };
  return { kind: error.mayBeApplied ? "unknown" : "refused", message };
}

function messageOf(error: unknown): string {
  return error instanceof RequestError ? changeSetFailure(error) : importsText.pageFailed(detailOf(error));
}

/** Of an unexpected error, such as one of the browser. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
