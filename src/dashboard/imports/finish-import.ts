// Sends a stored import to its end: the stock, then the labels. What is done is noted before the next part is sent, and the
// import is forgotten when its outcome is known.

import { type ChangeSetResult, RequestError } from "../../client/client.ts";
import type { Undoable } from "../state/state.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { formatPlural } from "../ui/format.ts";
import type { ImportContext } from "./import-context.ts";
import { type ImportRequest, sendStock } from "./import-request.ts";

export type ImportOutcome =
  | {
      readonly kind: "done";
      /** Undefined if only labels were changed, or if an earlier page knew it. */
      readonly result: ChangeSetResult | undefined;
      readonly labels: number;
      readonly undo: Undoable | undefined;
    }
  /** Others have changed the inventory since the preview; nothing was changed. */
  | { readonly kind: "changed"; readonly message: string }
  /** Nothing was changed. */
  | { readonly kind: "refused"; readonly message: string }
  /** The answer was lost: it may have been applied. It stays stored. */
  | { readonly kind: "unknown"; readonly message: string }
  /** The stock is imported; the labels are not. It stays stored. */
  | {
      readonly kind: "unlabeled";
      readonly result: ChangeSetResult | undefined;
      readonly message: string;
      readonly undo: Undoable | undefined;
    };

const CHANGED: ReadonlySet<string> = new Set(["changed_since", "precondition_failed"]);

/** Rejects only when signed out, before anything is sent. */
export async function finishImport(context: ImportContext, request: ImportRequest): Promise<ImportOutcome> {
  const { imports, session } = context;
  // The user may sign out meanwhile: what was begun is finished with the key that began it.
  const { admin } = session;
  const stock = await finishStock(context, request);
  if (stock.kind !== "done") return stock;
  const { labels, labelCount } = request;
  try {
    if (labels !== undefined) await admin.putLabels(labels, { format: "ndjson" });
  } catch (error) {
    return { ...stock, kind: "unlabeled", message: messageOf(error) };
  }
  await imports.remove(request.id);
  return { ...stock, labels: labelCount };
}

async function finishStock(
  { changes, imports, store }: ImportContext,
  request: ImportRequest,
): Promise<Exclude<ImportOutcome, { kind: "unlabeled" }>> {
  const { id, stock } = request;
  if (stock === undefined) return { kind: "done", result: undefined, undo: undefined, labels: 0 };
  try {
    const result = await sendStock(changes, request, stock);
    // Its notice is there before anything else can change it.
    const undo = store.state.notice?.undo;
    await imports.put({ ...request, stock: undefined });
    return { kind: "done", result, undo, labels: 0 };
  } catch (error) {
    const failed = failureOf(error);
    if (failed.kind !== "unknown") await imports.remove(id);
    return failed;
  }
}

/** `2 pets added, 3 changed`; names of pets count apart. */
export function doneText({ result, labels }: Extract<ImportOutcome, { kind: "done" }>): string {
  const { created = 0, updated = 0, removed = 0 } = result ?? {};
  const parts = [
    created > 0 && `${formatPlural(created, "pet")} added`,
    updated > 0 && `${formatPlural(updated, "pet")} changed`,
    removed > 0 && `${formatPlural(removed, "pet")} removed`,
    labels > 0 && `${formatPlural(labels, "label")} changed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Nothing had to be changed" : parts.join(", ");
}

function failureOf(error: unknown): Exclude<ImportOutcome, { kind: "done" | "unlabeled" }> {
  const message = messageOf(error);
  // The page failed, perhaps after sending.
  if (!(error instanceof RequestError)) return { kind: "unknown", message };
  if (CHANGED.has(error.code)) return { kind: "changed", message };
  return { kind: error.mayBeApplied ? "unknown" : "refused", message };
}

function messageOf(error: unknown): string {
  return error instanceof RequestError
    ? changeSetFailure(error)
    : unexpectedMessage("The page failed", error);
}

/** The text about an unexpected error, such as one of the browser. `what` has failed, without a full stop. */
export function unexpectedMessage(what: string, error: unknown): string {
  return `${what}: ${error instanceof Error ? error.message : String(error)}`;
}
