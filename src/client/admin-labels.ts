// Reads and writes labels over the Admin API.

import { objectFrom } from "./admin-answers.ts";
import type { LabelOptions } from "./admin-options.ts";
import { queryOf, type Rows, rowsBlob, rowsType } from "./admin-requests.ts";
import { sendAdmin, uploadMs } from "./admin-send.ts";
import type { LabelChange, LabelResult, Labels } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import { ledgerHeaders } from "./options.ts";

const NOT_MODIFIED = 304;
const COUNTS = ["created", "updated", "removed", "unchanged"] as const;
const RESULT = ["revision", "position", ...COUNTS, "dryRun", "tag"] as const;

export function readLabels(
  connection: Connection,
  context: CallContext,
  known: Labels | undefined,
): Promise<Labels> {
  const headers = known?.etag === undefined ? {} : { "If-None-Match": known.etag };
  const request = { method: "GET", path: "/labels", headers } as const;
  return sendAdmin(connection, request, { ...context, effect: "none" }, async (answer) => {
    if (known !== undefined && answer.status === NOT_MODIFIED) {
      answer.discard();
      return known;
    }
    const { labels } = await objectFrom<Pick<Labels, "labels">>(answer, "labels");
    return { labels, etag: answer.headers.get("ETag") ?? undefined };
  });
}

export async function putLabels(
  connection: Connection,
  context: CallContext,
  { rows, options }: { readonly rows: Rows<LabelChange>; readonly options: LabelOptions },
): Promise<LabelResult> {
  const { replace, dryRun, ifMatch, format } = options;
  const body = await rowsBlob(rows);
  const headers = {
    "Content-Type": rowsType(rows, format),
    ...ledgerHeaders(options),
    ...(ifMatch !== undefined && { "If-Match": ifMatch }),
  };
  const path = `/labels${queryOf({ replace, dryRun })}`;
  const request = { method: "PUT", path, headers, body, workMs: uploadMs(body) } as const;
  // Sent again, a guarded change would be refused because of itself.
  const guarded = ifMatch === undefined ? "repeatable" : "once";
  const effect = dryRun ? "none" : guarded;
  return sendAdmin(connection, request, { ...context, effect }, (answer) =>
    objectFrom<LabelResult>(answer, ...RESULT),
  );
}
