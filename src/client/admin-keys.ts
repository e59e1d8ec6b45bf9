// API keys over the Admin API. A new key is in the answer alone, so that a request for one is never sent again.

import { objectFrom } from "./admin-answers.ts";
import type { LinkOptions, RenewLinkOptions, RevokeOptions, RotateOptions } from "./admin-options.ts";
import { queryOf } from "./admin-requests.ts";
import { JSON_TYPE, readObject, sendAdmin } from "./admin-send.ts";
import type { CreatedKey, CreatedLink, Key, NewKey } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { ApiRequest } from "./exchange.ts";

const KEY = [
  ...(["id", "name", "account", "role", "createdAt", "createdBy", "replaces"] as const),
  ...(["expiresAt", "revokedAt", "revokedBy", "lastUsedAt", "link"] as const),
] as const;

export async function readKeys(connection: Connection, context: CallContext): Promise<readonly Key[]> {
  return (await readObject<{ keys: readonly Key[] }>(connection, "/keys", context, "keys")).keys;
}

/** With `linkValidFor` the code of a link. */
export type NewSecret = CreatedKey | CreatedLink;

export function createKey(
  connection: Connection,
  context: CallContext,
  newKey: NewKey & Partial<LinkOptions>,
): Promise<NewSecret> {
  const request = { path: "/keys", headers: JSON_TYPE, body: JSON.stringify(newKey) };
  return askForSecret(connection, context, request, newKey.linkValidFor);
}

export function rotateKey(
  connection: Connection,
  context: CallContext,
  { id, options }: { readonly id: string; readonly options: RotateOptions & Partial<LinkOptions> },
): Promise<NewSecret> {
  const { overlap, linkValidFor } = options;
  const path = `/keys/${encodeURIComponent(id)}/rotate${queryOf({ overlap, linkValidFor })}`;
  return askForSecret(connection, context, { path }, linkValidFor);
}

export function renewLink(
  connection: Connection,
  context: CallContext,
  { id, options: { validFor } }: { readonly id: string; readonly options: RenewLinkOptions },
): Promise<CreatedLink> {
  const path = `/keys/${encodeURIComponent(id)}/link${queryOf({ validFor })}`;
  return askForSecret(connection, context, { path }, "") as Promise<CreatedLink>;
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

function askForSecret(
  connection: Connection,
  context: CallContext,
  request: Omit<ApiRequest, "method">,
  linkValidFor: string | undefined,
): Promise<NewSecret> {
  const secret = linkValidFor === undefined ? "key" : "code";
  return sendAdmin(connection, { method: "POST", ...request }, { ...context, effect: "once" }, (answer) =>
    objectFrom<NewSecret>(answer, ...KEY, secret as never),
  );
}
