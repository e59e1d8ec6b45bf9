// The requests of revisions, each stored once for all of its movements (decision 0058).

import type { RevisionRequest } from "../inventory/movement.ts";
import { execute, sql, type Work } from "./sql.ts";

/** In the transaction of its movements. */
export function* writeRequest({ revision, requestId, note, undoes }: RevisionRequest): Work<void> {
  if ((requestId ?? note ?? undoes) === null) return;
  yield* execute(sql`
    INSERT INTO revision_request (revision, request_id, note, undoes)
    VALUES (${revision}, ${requestId}, ${note}, ${undoes})`);
}
