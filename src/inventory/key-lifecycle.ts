// Revocation and rotation of API keys: whether they are allowed, and the keys afterwards. Pure, for both engines.

import type {
  KeyRecord,
  KeyRevocation,
  RevocationOutcome,
  KeyRotation,
  RotationOutcome,
} from "./key-store.ts";

/** Requests with the key are answered at that time, ms since 1970. */
export function isUsable(
  { revokedAt, expiresAt }: Pick<KeyRecord, "revokedAt" | "expiresAt">,
  at: number,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > at);
}

/**
 * The key after its revocation, or why that is refused. `current` is undefined if there is no such key; `admins` are the keys with
 * the role admin.
 */
export function revokeKey(
  current: KeyRecord | undefined,
  admins: readonly KeyRecord[],
  { id, at, by, force = false }: KeyRevocation,
): RevocationOutcome {
  if (current === undefined) return { kind: "unknown" };
  if (current.revokedAt !== null) return { kind: "revoked", key: current };
  const usable = admins.filter((key) => isUsable(key, at));
  if (!force && usable.length === 1 && usable[0]?.id === id) return { kind: "last_admin" };
  return { kind: "revoked", key: { ...current, revokedAt: at, revokedBy: by } };
}

/** Both keys after the rotation, or why it is refused. `current` is the old key; undefined if it does not exist. */
export function rotateKey(
  current: KeyRecord | undefined,
  { successor, at, overlapMs, by }: KeyRotation,
): RotationOutcome {
  if (current === undefined) return { kind: "unknown" };
  const { createdAt, expiresAt, revokedAt } = current;
  if (revokedAt !== null) return { kind: "revoked", at: revokedAt };
  if (expiresAt !== null && expiresAt <= at) return { kind: "expired", at: expiresAt };
  const endsAt = Math.min(at + overlapMs, expiresAt ?? Number.POSITIVE_INFINITY);
  const end = overlapMs === 0 ? { revokedAt: at, revokedBy: by } : { expiresAt: endsAt };
  const life = { createdAt: at, expiresAt: expiresAt === null ? null : at + (expiresAt - createdAt) };
  const origin = { createdBy: by, replaces: current.id };
  return {
    kind: "rotated",
    old: { ...current, ...end },
    successor: { ...current, ...successor, ...life, ...origin, lastUsedAt: null },
  };
}
