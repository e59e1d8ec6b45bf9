// The API keys over HTTP: list, create, rotate and revoke, as `petstock keys` does. A new key is in one response and nowhere
// else; every response forbids caches to keep it.

import { parseAdminBody } from "../contract/admin-body.ts";
import type { components } from "../contract/admin.generated.ts";
import { ApiError } from "../http/api-error.ts";
import { idempotencyKeyOf, idempotencyMismatch } from "../http/idempotency-key.ts";
import type { Operation } from "../http/operation.ts";
import { BODY_BYTES_MAX } from "../http/limits.ts";
import { requireRole } from "../http/require-role.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { Caller, KeyRepetition, RevocationOutcome, RotationOutcome } from "../inventory/key-store.ts";
import { requestDigest } from "../inventory/known-results.ts";
import { EXPIRY, LINK_VALID, nameIsId, type NewKey, newKey, newSuccessor, OVERLAP } from "../keys/new-key.ts";
import type { IncomingBodies } from "./incoming-bodies.ts";
import { jsonReply } from "./json-body.ts";
import {
  actorOf,
  checkName,
  created,
  ended,
  idOf,
  type KeyChangePorts,
  keyJson,
  learn,
  linkFacts,
  spanOf,
  unknownKey,
} from "./key-replies.ts";
import { queryOf } from "./query.ts";

type NewKeyJson = components["schemas"]["KeyRequest"];

export interface KeyPorts extends KeyChangePorts {
  readonly bodies: Pick<IncomingBodies, "withJson">;
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
      const { secret, record } = newKey(clock, wanted, actorOf(caller));
      const creation = await store.keys.create(record, requestOf(request, caller, ["create", wanted]));
      if (creation === "name_is_id") throw new ApiError("invalid_field", `"name": ${nameIsId(wanted.name)}.`);
      if (creation !== "created") throw repeated(creation);
      const { id, name, role } = record;
      log.info("key_created", { id, name, role, by: caller.id, requestId, ...linkFacts(record) });
      return created(record, secret);
    });
  };
}

const LIMIT = {
  bytesMax: BODY_BYTES_MAX,
  advice: 'Send only {"name", "role", "account", "expiresIn", "linkValidFor"}.',
};

/** Throws `invalid_field`, and InvalidBodyError. */
function newKeyOf(text: string): NewKey {
  const body = parseAdminBody(text, "KeyRequest");
  const { name, role, account = "default", expiresIn, linkValidFor } = body as unknown as NewKeyJson;
  checkName("name", name);
  checkName("account", account);
  const expiresInMs =
    expiresIn === undefined ? null : spanOf("expiresIn", expiresIn, EXPIRY, "invalid_field");
  const linkValidMs = linkMsOf(linkValidFor, "invalid_field");
  return { name, role, account, expiresInMs, linkValidMs };
}

/** Null: without a link. Throws an ApiError with that code. */
function linkMsOf(text: string | undefined, code: "invalid_field" | "invalid_query"): number | null {
  return text === undefined ? null : spanOf("linkValidFor", text, LINK_VALID, code);
}

export function rotateKey({ authenticate, store, keys, clock, log }: KeyPorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    const { overlap, linkValidFor } = queryOf(request, "rotateKey");
    const overlapMs = spanOf("overlap", overlap, OVERLAP, "invalid_query");
    const { secret, successor } = newSuccessor(clock, linkMsOf(linkValidFor, "invalid_query"));
    const id = idOf(request);
    await confirmWhole(request);
    const by = actorOf(caller);
    const idempotencyKey = requestOf(request, caller, ["rotate", id, overlapMs, linkValidFor ?? null]);
    const outcome = await store.keys.rotate({
      id,
      successor,
      at: clock.now(),
      overlapMs,
      by,
      idempotencyKey,
    });
    if (outcome.kind !== "rotated") throw notRotated(id, outcome);
    const link = linkFacts(outcome.successor);
    log.info("key_rotated", { id, successor: successor.id, overlapMs, by: caller.id, requestId, ...link });
    await learn(keys, [outcome.old, outcome.successor]);
    return created(outcome.successor, secret);
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

/** Undefined if the request has no key. Throws `invalid_header`. */
function requestOf(
  { headers }: Request,
  { lineage: scope }: Caller,
  meaning: readonly unknown[],
): IdempotencyKey | undefined {
  const key = idempotencyKeyOf(headers);
  return key === undefined ? undefined : { scope, key, request: requestDigest(JSON.stringify(meaning)) };
}

/** The secret was in one answer and is kept nowhere: a retry learns which key it is, and how to get a secret. */
function repeated(repetition: KeyRepetition): ApiError {
  if (repetition.kind === "idempotency_mismatch") return idempotencyMismatch();
  const { id } = repetition;
  const problem = `This request has made the key ${id} already, and its secret is not kept; nothing was changed`;
  const advice =
    "If its answer was lost, rotate that key for a new one, or make a new link if it was to have one.";
  return new ApiError("key_made", `${problem}. ${advice}`, {}, { keyId: id });
}

function notRotated(id: string, outcome: Exclude<RotationOutcome, { kind: "rotated" }>): ApiError {
  switch (outcome.kind) {
    case "unknown":
      return unknownKey(id);
    case "repeated":
    case "idempotency_mismatch":
      return repeated(outcome);
    case "last_admin":
      return lastAdmin(id, "Create another one first, or rotate it without a link");
    case "unopened":
      return new ApiError(
        "key_inactive",
        `The link of the key ${id} was never opened, so there is no key to rotate; nothing was changed. Make a new link with POST /admin/v1/keys/{id}/link.`,
      );
    default:
      return ended(id, outcome, "rotated");
  }
}

function notRevoked(id: string, outcome: Exclude<RevocationOutcome, { kind: "revoked" }>): ApiError {
  if (outcome.kind === "unknown") return unknownKey(id);
  return lastAdmin(id, "Create another one first, or send force=true");
}

function lastAdmin(id: string, advice: string): ApiError {
  const problem = `The key ${id} is the last usable one with the role admin; nothing was changed`;
  return new ApiError("last_admin_key", `${problem}. ${advice}.`);
}
