// getMe: what the API key of this request may do, and the current position.

import { timeTextOrNull } from "../contract/time.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

export interface MePorts {
  readonly authenticate: Authenticate;
  readonly snapshot: Pick<Snapshot, "current">;
  /** Of the program. */
  readonly version: string;
  readonly storeName: string | undefined;
}

export function me({ authenticate, snapshot, version, storeName: store }: MePorts): Operation {
  return async (request, _, listener) => {
    const { id: keyId, name, account, role, expiresAt } = await authenticate(request, listener);
    queryOf(request, "getMe");
    const { etag: position } = await snapshot.current();
    const key = { keyId, name, account, role, expiresAt: timeTextOrNull(expiresAt) };
    return jsonReply({ ...key, version, ...(store !== undefined && { store }), position });
  };
}
