// API keys over the Admin API. A new key is in the answer alone, so that a request for one is never sent again.

import { objectFrom } from "./admin-answers.ts";
import type { RevokeOptions, RotateOptions } from "./admin-options.ts";
import { queryOf } from "./admin-requests.ts";
import { JSON_TYPE, readObject, sendAdmin } from "./admin-send.ts";
import type { CreatedKey, Key, NewKey } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { ApiRequest } from "./exchange.ts";

const KEY = [
  ...(["id", "name", "account", "role", "createdAt", "createdBy", "replaces"] as const),
  ...(["expiresAt", "revokedAt", "revokedBy", "lastUsedAt"] as const),
] as const;

export async function readKeys(connection: Connection, context: CallContext): Promise<readonly Key[]> {
  return (await readObject<{ keys: readonly Key[] }>(connection, "/keys", context, "keys")).keys;
}

export function createKey(connection: Connection, context: CallContext, newKey: NewKey): Promise<CreatedKey> {
  const body = JSON.stringify(newKey);
  return askForKey(connection, context, { method: "POST", path: "/keys", headers: JSON_TYPE, body });
}

export function rotateKey(
  connection: Connection,
  context: CallContext,
  { id, options: { overlap } }: { readonly id: string; readonly options: RotateOptions },
): Promise<CreatedKey> {
  const path = `/keys/${encodeURIComponent(id)}/rotate${queryOf({ overlap })}`;
  return askForKey(connection, context, { method: "POST", path });
}

export function revokeKey(
  connection: Connection,
  context: CallContext,
  { id, options: { force } }: { readonly id: string; readonly options: RevokeOptions },
): Promise<Key> {
  const path = `/keys/${encodeURIComponent(id)}${queryOf({ force })}`;
  const options = { ...context, effect: "repeatable" } as const;
  return sendAdmin(connection, { method: "DELETE", path }, options, (answer) =>
    objectFrom<Key>(answer, ...KEY),
  );
}

function askForKey(connection: Connection, context: CallContext, request: ApiRequest): Promise<CreatedKey> {
  return sendAdmin(connection, request, { ...context, effect: "once" }, (answer) =>
    objectFrom<CreatedKey>(answer, ...KEY, "key"),
  );
}
