// Changes the inventory over the Admin API: change sets, rows, and undo.

import { objectFrom } from "./admin-answers.ts";
import type { ApplyOptions, ApplyRowsOptions, UndoOptions } from "./admin-options.ts";
import { changeSetJson, queryOf, type Rows, rowsBlob, rowsType } from "./admin-requests.ts";
import { JSON_TYPE, sendAdmin, uploadMs } from "./admin-send.ts";
import type { ChangeSet, ChangeSetResult, UndoResult } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { idempotencyKeyOrThrow, randomKey } from "./idempotency-key.ts";
import { ledgerHeaders } from "./options.ts";

/** An undo, or an import that replaces everything, takes the service long: a million rows about half a minute. */
const WORK_MS = 300_000;

const COUNTS = ["created", "updated", "removed", "relabelled", "unchanged"] as const;
const RESULT = ["revision", "position", ...COUNTS, "dryRun"] as const;
/** Without its plan, what a preview showed would be applied without a check. */
const PREVIEWED_RESULT = [...RESULT, "preview", "plan"] as const;

export async function applyChanges(
  connection: Connection,
  context: CallContext,
  { changeSet, options }: { readonly changeSet: ChangeSet; readonly options: ApplyOptions },
): Promise<ChangeSetResult> {
  const body = changeSetJson(changeSet);
  return apply(connection, context, { query: {}, headers: JSON_TYPE, body, options });
}

export async function applyRows(
  connection: Connection,
  context: CallContext,
  { rows, options }: { readonly rows: Rows; readonly options: ApplyRowsOptions },
): Promise<ChangeSetResult> {
  const { replace, ifUnchangedSince } = options;
  const body = await rowsBlob(rows);
  const headers = { "Content-Type": rowsType(rows, options.format), ...ledgerHeaders(options) };
  return apply(connection, context, { query: { replace, ifUnchangedSince }, headers, body, options });
}

interface ChangeSetRequest {
  readonly query: { readonly replace?: boolean | undefined; readonly ifUnchangedSince?: string | undefined };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Blob;
  readonly options: ApplyOptions;
}

function apply(
  connection: Connection,
  context: CallContext,
  { query, headers, body, options }: ChangeSetRequest,
): Promise<ChangeSetResult> {
  const { dryRun, preview, ifMatch, idempotencyKey = randomKey() } = options;
  const planned = ifMatch === undefined ? headers : { ...headers, "If-Match": ifMatch };
  const request = {
    method: "POST",
    path: `/revisions${queryOf({ dryRun, preview, ...query })}`,
    headers: dryRun ? planned : { ...planned, "Idempotency-Key": idempotencyKeyOrThrow(idempotencyKey) },
    body,
    workMs: uploadMs(body) + (query.replace ? WORK_MS : 0),
  } as const;
  const effect = dryRun ? "none" : "repeatable";
  const members = preview === undefined ? RESULT : PREVIEWED_RESULT;
  return sendAdmin(connection, request, { ...context, effect }, (answer) =>
    objectFrom<ChangeSetResult>(answer, ...members),
  );
}

export function undo(
  connection: Connection,
  context: CallContext,
  {
    revision,
    options: { dryRun, skipChanged, idempotencyKey = randomKey() },
  }: { readonly revision: number; readonly options: UndoOptions },
): Promise<UndoResult> {
  const path = `/revisions/${revision}/undo${queryOf({ dryRun, skipChanged })}`;
  const headers = dryRun ? {} : { "Idempotency-Key": idempotencyKeyOrThrow(idempotencyKey) };
  const request = { method: "POST", path, headers, workMs: WORK_MS } as const;
  const effect = dryRun ? "none" : "repeatable";
  return sendAdmin(connection, request, { ...context, effect }, (answer) =>
    objectFrom<UndoResult>(answer, ...RESULT),
  );
}
