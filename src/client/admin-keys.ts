// API keys over the Admin API. A new key is in the answer alone: a request that is sent again after its answer was lost gets `key_made`, with
// the id of the key.

import { objectFrom } from "./admin-answers.ts";
import type {
  LinkOptions,
  MakeKeyOptions,
  RenewLinkOptions,
  RevokeOptions,
  RotateOptions,
} from "./admin-options.ts";
import { queryOf } from "./admin-requests.ts";
import { JSON_TYPE, readObject, sendAdmin } from "./admin-send.ts";
import type { CreatedKey, CreatedLink, Key, NewKey } from "./admin-types.ts";
import type { CallContext } from "./call.ts";
import type { Connection, Effect } from "./connection.ts";
import { idempotencyKeyOrThrow, randomKey } from "./idempotency-key.ts";
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
  { newKey, options }: { readonly newKey: NewKey & Partial<LinkOptions>; readonly options: MakeKeyOptions },
): Promise<NewSecret> {
  const headers = { ...JSON_TYPE, ...keyHeader(options) };
  const request = { path: "/keys", headers, body: JSON.stringify(newKey) };
  return askForSecret(connection, context, request, {
    linkValidFor: newKey.linkValidFor,
    effect: "repeatable",
  });
}

export function rotateKey(
  connection: Connection,
  context: CallContext,
  { id, options }: { readonly id: string; readonly options: RotateOptions & Partial<LinkOptions> },
): Promise<NewSecret> {
  const { overlap, linkValidFor } = options;
  const path = `/keys/${encodeURIComponent(id)}/rotate${queryOf({ overlap, linkValidFor })}`;
  const request = { path, headers: keyHeader(options) };
  return askForSecret(connection, context, request, { linkValidFor, effect: "repeatable" });
}

/** A request for a secret is repeated with its key alone. */
function keyHeader({ idempotencyKey = randomKey() }: MakeKeyOptions): Readonly<Record<string, string>> {
  return { "Idempotency-Key": idempotencyKeyOrThrow(idempotencyKey) };
}

export function renewLink(
  connection: Connection,
  context: CallContext,
  { id, options: { validFor } }: { readonly id: string; readonly options: RenewLinkOptions },
): Promise<CreatedLink> {
  const path = `/keys/${encodeURIComponent(id)}/link${queryOf({ validFor })}`;
  const secret = { linkValidFor: "", effect: "once" } as const;
  return askForSecret(connection, context, { path }, secret) as Promise<CreatedLink>;
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
  { linkValidFor, effect }: { readonly linkValidFor: string | undefined; readonly effect: Effect },
): Promise<NewSecret> {
  const secret = linkValidFor === undefined ? "key" : "code";
  return sendAdmin(connection, { method: "POST", ...request }, { ...context, effect }, (answer) =>
    objectFrom<NewSecret>(answer, ...KEY, secret as never),
  );
}
