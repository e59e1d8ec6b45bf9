// The API keys of a service. A new key is made by the service and shown once, as one that is made here.

import {
  type CreatedKey as WireCreatedKey,
  type CreatedLink,
  type Key,
  PetstockAdmin,
  PetstockError,
} from "../../client/client.ts";
import { rotateKey } from "../../inventory/key-lifecycle.ts";
import type {
  CreatedKey,
  KeyAdministration,
  KeyFacts,
  KeyRotated,
  LinkRenewed,
  RotationWish,
} from "../access.ts";

export function remoteKeys(admin: PetstockAdmin): KeyAdministration {
  return {
    async list() {
      return (await admin.keys()).map(factsOf);
    },
    async create({ name, account, role, expiresInMs, linkValidMs }) {
      const expiresIn = expiresInMs === null ? {} : { expiresIn: `${expiresInMs}ms` };
      return createdOf(await admin.createKey({ name, account, role, ...expiresIn, ...linkOf(linkValidMs) }));
    },
    rotate: (id, wish) => rotate(admin, id, wish),
    renewLink: (id, validMs) => renewLink(admin, id, validMs),
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
async function rotate(
  admin: PetstockAdmin,
  id: string,
  { overlapMs, linkValidMs }: RotationWish,
): Promise<KeyRotated> {
  const old = (await admin.keys()).find((each) => each.id === id);
  if (old === undefined) return { kind: "unknown" };
  try {
    const successor = createdOf(
      await admin.rotateKey(id, { overlap: `${overlapMs}ms`, ...linkOf(linkValidMs) }),
    );
    return { kind: "rotated", old: endedBy(factsOf(old), successor.facts, overlapMs), successor };
  } catch (error) {
    if (isRefusal(error, "key_not_found")) return { kind: "unknown" };
    if (isRefusal(error, "last_admin_key")) return { kind: "last_admin" };
    if (!isRefusal(error, "key_inactive")) throw error;
    if (old.link?.openedAt === null && old.revokedAt === null) return { kind: "unopened" };
    const end = endOf(old);
    if (end === undefined) throw error;
    return end;
  }
}

async function renewLink(admin: PetstockAdmin, id: string, validMs: number): Promise<LinkRenewed> {
  try {
    return { kind: "linked", created: createdOf(await admin.renewLink(id, { validFor: `${validMs}ms` })) };
  } catch (error) {
    if (isRefusal(error, "key_not_found")) return { kind: "unknown" };
    if (isRefusal(error, "key_in_use")) return { kind: "opened" };
    if (!isRefusal(error, "key_inactive")) throw error;
    const key = (await admin.keys()).find((each) => each.id === id);
    const end = key && endOf(key);
    if (end === undefined) throw error;
    return end;
  }
}

/** When the service says that the key has ended. */
function endOf(key: Key): { readonly kind: "revoked" | "expired"; readonly at: number } | undefined {
  const { revokedAt, expiresAt } = factsOf(key);
  if (revokedAt !== null) return { kind: "revoked", at: revokedAt };
  return expiresAt === null ? undefined : { kind: "expired", at: expiresAt };
}

function linkOf(validMs: number | null): { readonly linkValidFor?: string } {
  return validMs === null ? {} : { linkValidFor: `${validMs}ms` };
}

/** The old key after its rotation. */
function endedBy(old: KeyFacts, { createdAt: at, createdBy: by }: KeyFacts, overlapMs: number): KeyFacts {
  const successor = { id: "", hash: "", link: null };
  const rotated = rotateKey({ ...old, hash: "", link: null }, [], {
    id: old.id,
    successor,
    at,
    overlapMs,
    by,
  });
  return rotated.kind === "rotated" ? { ...rotated.old, link: old.link } : old;
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
    link: life.link && {
      expiresAt: Date.parse(life.link.expiresAt),
      openedAt: msOf(life.link.openedAt),
    },
  };
}

function createdOf(created: WireCreatedKey | CreatedLink): CreatedKey {
  return { secret: "key" in created ? created.key : created.code, facts: factsOf(created) };
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

function isRefusal(error: unknown, code: PetstockError["code"]): boolean {
  return error instanceof PetstockError && error.code === code;
}
