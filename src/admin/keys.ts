// The API keys over HTTP: list, create, rotate and revoke, as `petstock keys` does. A new key is in one response and nowhere
// else; every response forbids caches to keep it.

import { parseAdminBody } from "../contract/admin-body.ts";
import type { components } from "../contract/admin.generated.ts";
import { timeText, timeTextOrNull } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation, Reply, RouteRequest } from "../http/operation.ts";
import { BODY_BYTES_MAX } from "../http/limits.ts";
import { requireRole } from "../http/require-role.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { KeyActor, KeyRecord, RevocationOutcome, RotationOutcome } from "../inventory/key-store.ts";
import type { Clock } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import {
  EXPIRY,
  nameIsId,
  type NewKey,
  newKey,
  newSuccessor,
  OVERLAP,
  problemOfName,
} from "../keys/new-key.ts";
import { withoutKeys } from "../inventory/redact.ts";
import { duration, SettingError } from "../setting-values.ts";
import type { IncomingBodies } from "./incoming-bodies.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

type KeyJson = components["schemas"]["Key"];
type NewKeyJson = components["schemas"]["KeyRequest"];

export interface KeyPorts {
  /** Requires the role admin. */
  readonly authenticate: Authenticate;
  readonly bodies: Pick<IncomingBodies, "withJson">;
  readonly store: Pick<InventoryStore, "keys">;
  /** This server's keys in memory. */
  readonly keys: Pick<ApiKeys, "learn" | "refresh">;
  readonly clock: Clock;
  readonly log: Log;
}

export function listKeys({ authenticate, store }: KeyPorts): Operation {
  return async (request, _, listener) => {
    await authenticate(request, listener);
    queryOf(request, "listKeys");
    return jsonReply({ keys: (await store.keys.list()).map(keyJson) });
  };
}

export function createKey({ authenticate, bodies, store, clock, log }: KeyPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    queryOf(request, "createKey");
    return bodies.withJson(request, { key: caller, limit: LIMIT }, async (text) => {
      const wanted = newKeyOf(text);
      requireRole(caller, wanted.role, `Creating a key with the role ${wanted.role}`);
      await confirmWhole(request);
      const { key, record } = newKey(clock, wanted, actorOf(caller));
      if ((await store.keys.create(record)) === "name_is_id")
        throw new ApiError("invalid_field", `"name": ${nameIsId(wanted.name)}.`);
      const { id, name, role } = record;
      log.info("key_created", { id, name, role, by: caller.id, requestId });
      return created(record, key);
    });
  };
}

const LIMIT = { bytesMax: BODY_BYTES_MAX, advice: 'Send only {"name", "role", "account", "expiresIn"}.' };

/** Throws `invalid_field`, and InvalidBodyError. */
function newKeyOf(text: string): NewKey {
  const body = parseAdminBody(text, "KeyRequest");
  const { name, role, account = "default", expiresIn } = body as unknown as NewKeyJson;
  checkName("name", name);
  checkName("account", account);
  const expiresInMs =
    expiresIn === undefined ? null : spanOf("expiresIn", expiresIn, EXPIRY, "invalid_field");
  return { name, role, account, expiresInMs };
}

export function rotateKey({ authenticate, store, keys, clock, log }: KeyPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    const { overlap } = queryOf(request, "rotateKey");
    const overlapMs = spanOf("overlap", overlap, OVERLAP, "invalid_query");
    const { key, successor } = newSuccessor();
    const id = idOf(request);
    await confirmWhole(request);
    const by = actorOf(caller);
    const outcome = await store.keys.rotate({ id, successor, at: clock.now(), overlapMs, by });
    if (outcome.kind !== "rotated") throw notRotated(id, outcome);
    log.info("key_rotated", { id, successor: successor.id, overlapMs, by: caller.id, requestId });
    await learn(keys, [outcome.old, outcome.successor]);
    return created(outcome.successor, key);
  };
}

export function revokeKey({ authenticate, store, keys, clock, log }: KeyPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    const { force } = queryOf(request, "revokeKey");
    const id = idOf(request);
    await confirmWhole(request);
    const outcome = await store.keys.revoke({ id, at: clock.now(), force, by: actorOf(caller) });
    if (outcome.kind !== "revoked") throw notRevoked(id, outcome);
    log.info("key_revoked", { id, by: caller.id, requestId });
    await learn(keys, [outcome.key]);
    return jsonReply(keyJson(outcome.key));
  };
}

function actorOf({ id, name }: KeyRecord): KeyActor {
  return { actor: `key:${name}`, keyId: id };
}

/**
 * The change is on disk, and counts here. A reading of the keys that began before it may replace it: so all are read again, if the database
 * does not fail now.
 */
function learn(keys: KeyPorts["keys"], changed: readonly KeyRecord[]): Promise<void> {
  keys.learn(changed);
  return keys.refresh().catch(() => {});
}

/** No other id exists, and PostgreSQL takes no text with a zero byte. */
const ID = /^[0-9A-Za-z_-]{1,64}$/;

/** Throws `key_not_found` for a text that is no id. */
function idOf({ params }: RouteRequest): string {
  const id = params?.["id"] ?? "";
  if (!ID.test(id)) throw unknownKey(id);
  return id;
}

function checkName(member: string, text: string): void {
  const problem = problemOfName(text);
  if (problem !== undefined) throw new ApiError("invalid_field", `"${member}": ${problem}.`);
}

/** ms. Throws an ApiError with that code. */
function spanOf(
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

function notRotated(id: string, outcome: Exclude<RotationOutcome, { kind: "rotated" }>): ApiError {
  if (outcome.kind === "unknown") return unknownKey(id);
  const past = outcome.kind === "revoked" ? "was revoked" : "expired";
  const problem = `The key ${id} ${past} at ${timeText(outcome.at)} and cannot be rotated`;
  return new ApiError(
    "key_inactive",
    `${problem}; nothing was changed. Create a new one with POST /admin/v1/keys.`,
  );
}

function notRevoked(id: string, outcome: Exclude<RevocationOutcome, { kind: "revoked" }>): ApiError {
  if (outcome.kind === "unknown") return unknownKey(id);
  const problem = `The key ${id} is the last usable one with the role admin; nothing was changed`;
  return new ApiError("last_admin_key", `${problem}. Create another one first, or send force=true.`);
}

function unknownKey(id: string): ApiError {
  const shown = JSON.stringify(withoutKeys(id).slice(0, 40));
  return new ApiError("key_not_found", `There is no key ${shown}. GET /admin/v1/keys shows all ids.`);
}

function created(record: KeyRecord, key: string): Reply {
  return { ...jsonReply({ ...keyJson(record), key }), status: 201 };
}

/** Member by member, so that no other one of the record is ever sent. */
function keyJson({ id, name, account, role, ...life }: KeyRecord): KeyJson {
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
  };
}
