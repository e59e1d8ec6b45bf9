// What the operations on API keys share: their answers and errors, and what a request names.

import type { components } from "../contract/admin.generated.ts";
import { timeText, timeTextOrNull } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Reply, RouteRequest } from "../http/operation.ts";
import type { Clock } from "../inventory/clock.ts";
import type { KeyActor, KeyRecord } from "../inventory/key-store.ts";
import type { Log } from "../inventory/log.ts";
import { withoutKeys } from "../inventory/redact.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import { problemOfName } from "../keys/new-key.ts";
import { duration, SettingError } from "../setting-values.ts";
import { jsonReply } from "./json-body.ts";

type KeyJson = components["schemas"]["Key"];

export interface KeyChangePorts {
  /** Requires the role admin. */
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "keys">;
  /** This server's keys in memory. */
  readonly keys: Pick<ApiKeys, "learn" | "refresh">;
  readonly clock: Clock;
  readonly log: Log;
}

export function actorOf({ id, name }: KeyRecord): KeyActor {
  return { actor: `key:${name}`, keyId: id };
}

/**
 * The change is on disk, and counts here. A reading of the keys that began before it may replace it: so all are read again, if the database
 * does not fail now.
 */
export function learn(keys: KeyChangePorts["keys"], changed: readonly KeyRecord[]): Promise<void> {
  keys.learn(changed);
  return keys.refresh().catch(() => {});
}

/** No other id exists, and PostgreSQL takes no text with a zero byte. */
const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** Throws what `unknown` makes, of a text that is no id. */
export function idOf({ params }: RouteRequest, unknown = unknownKey): string {
  const id = params?.["id"] ?? "";
  if (!ID.test(id)) throw unknown(id);
  return id;
}

/** Throws `invalid_field` for a text that cannot be the name of a key, an account or a hook. */
export function checkName(member: string, text: string): void {
  const problem = problemOfName(text);
  if (problem !== undefined) throw new ApiError("invalid_field", `"${member}": ${problem}.`);
}

/** ms. Throws an ApiError with that code. */
export function spanOf(
  name: string,
  text: string,
  limits: { readonly min: string; readonly max: string },
  code: "invalid_field" | "invalid_query",
): number {
  try {
    return duration(limits).parse(text);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new ApiError(code, `"${name}": ${error.message}.`);
  }
}

export function unknownKey(id: string): ApiError {
  const shown = JSON.stringify(withoutKeys(id).slice(0, 40));
  return new ApiError("key_not_found", `There is no key ${shown}. GET /admin/v1/keys shows all ids.`);
}

/** `done`: what cannot be done to it. */
export function ended(
  id: string,
  { kind, at }: { readonly kind: "revoked" | "expired"; readonly at: number },
  done: string,
): ApiError {
  const past = kind === "revoked" ? "was revoked" : "expired";
  const problem = `The key ${id} ${past} at ${timeText(at)} and cannot be ${done}`;
  const advice = "Create a new one with POST /admin/v1/keys.";
  return new ApiError("key_inactive", `${problem}; nothing was changed. ${advice}`);
}

/** For the log, of a key that waits for its link to be opened. */
export function linkFacts({ link }: KeyRecord): { readonly linkExpiresAt?: string } {
  return link === null ? {} : { linkExpiresAt: timeText(link.expiresAt) };
}

/** The secret of a new key: the key itself, or while its link waits the code of the link. */
export function created(record: KeyRecord, secret: string): Reply {
  const shown = record.hash === null ? { code: secret } : { key: secret };
  return { ...jsonReply({ ...keyJson(record), ...shown }), status: 201 };
}

/** Member by member, so that no other one of the record is ever sent. */
export function keyJson({ id, name, account, role, ...life }: KeyRecord): KeyJson {
  return {
    id,
    name,
    account,
    role,
    createdAt: timeText(life.createdAt),
    createdBy: life.createdBy,
    replaces: life.replaces,
    expiresAt: timeTextOrNull(life.expiresAt),
    revokedAt: timeTextOrNull(life.revokedAt),
    revokedBy: life.revokedBy,
    lastUsedAt: timeTextOrNull(life.lastUsedAt),
    link: life.link && {
      expiresAt: timeText(life.link.expiresAt),
      openedAt: timeTextOrNull(life.link.openedAt),
    },
  };
}
