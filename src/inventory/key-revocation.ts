// Key revocation: decides whether a key may be revoked. Pure, for both engines.

import type { KeyRecord, KeyRevocation, RevocationOutcome } from "./key-store.ts";

/** Requests with the key are answered at that time, ms since 1970. */
export function isUsable(
  { revokedAt, expiresAt }: Pick<KeyRecord, "revokedAt" | "expiresAt">,
  at: number,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/**
 * The key after its revocation, or why that is refused. `present` is undefined if there is no such key; `admins` are the keys with
 * the role admin.
 */
export function revokeKey(
  present: KeyRecord | undefined,
  admins: readonly KeyRecord[],
  { id, at, force = false }: KeyRevocation,
): RevocationOutcome {
  if (present === undefined) return { kind: "unknown" };
  if (present.revokedAt !== null) return { kind: "revoked", key: present };
  const usable = admins.filter((key) => isUsable(key, at));
  if (!force && usable.length === 1 && usable[0]?.id === id) return { kind: "last_admin" };
  return { kind: "revoked", key: { ...present, revokedAt: at } };
}
