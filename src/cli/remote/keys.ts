// The API keys of a service. A new key is made by the service and shown once, as one that is made here.

import {
  type CreatedKey as WireCreatedKey,
  type Key,
  PetstockAdmin,
  PetstockError,
} from "../../client/client.ts";
import { rotateKey } from "../../inventory/key-lifecycle.ts";
import type { CreatedKey, KeyAdministration, KeyFacts, KeyRotated } from "../access.ts";

export function remoteKeys(admin: PetstockAdmin): KeyAdministration {
  return {
    async list() {
      return (await admin.keys()).map(factsOf);
    },
    async create({ name, account, role, expiresInMs }) {
      const expiresIn = expiresInMs === null ? {} : { expiresIn: `${expiresInMs}ms` };
      return createdOf(await admin.createKey({ name, account, role, ...expiresIn }));
    },
    rotate: (id, overlapMs) => rotate(admin, id, overlapMs),
    async revoke(id, options) {
      try {
        await admin.revokeKey(id, options);
        return "revoked";
      } catch (error) {
        if (isRefusal(error, "key_not_found")) return "unknown";
        if (isRefusal(error, "last_admin_key")) return "last_admin";
        throw error;
      }
    },
  };
}

/** The old key is read before: afterwards it may be refused, if it is the caller's own, and the new key would be lost. */
async function rotate(admin: PetstockAdmin, id: string, overlapMs: number): Promise<KeyRotated> {
  const old = (await admin.keys()).find((each) => each.id === id);
  if (old === undefined) return { kind: "unknown" };
  try {
    const successor = createdOf(await admin.rotateKey(id, { overlap: `${overlapMs}ms` }));
    return { kind: "rotated", old: endOf(factsOf(old), successor.facts, overlapMs), successor };
  } catch (error) {
    if (isRefusal(error, "key_not_found")) return { kind: "unknown" };
    const { revokedAt, expiresAt } = factsOf(old);
    if (!isRefusal(error, "key_inactive") || (revokedAt ?? expiresAt) === null) throw error;
    return revokedAt === null ? { kind: "expired", at: expiresAt! } : { kind: "revoked", at: revokedAt };
  }
}

/** The old key after its rotation. */
function endOf(old: KeyFacts, { createdAt: at, createdBy: by }: KeyFacts, overlapMs: number): KeyFacts {
  const rotation = { id: old.id, successor: { id: "", hash: "" }, at, overlapMs, by };
  const rotated = rotateKey({ ...old, hash: "" }, rotation);
  return rotated.kind === "rotated" ? rotated.old : old;
}

/** The members in the order of the store's. */
function factsOf({ id, account, name, role, ...life }: Key): KeyFacts {
  return {
    id,
    account,
    name,
    role,
    createdAt: Date.parse(life.createdAt),
    createdBy: life.createdBy,
    replaces: life.replaces,
    expiresAt: msOf(life.expiresAt),
    revokedAt: msOf(life.revokedAt),
    revokedBy: life.revokedBy,
    lastUsedAt: msOf(life.lastUsedAt),
  };
}

function createdOf(created: WireCreatedKey): CreatedKey {
  return { key: created.key, facts: factsOf(created) };
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function isRefusal(error: unknown, code: PetstockError["code"]): boolean {
  return error instanceof PetstockError && error.code === code;
}
