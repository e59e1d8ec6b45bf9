// A key's successor: what takes its place, and how long the old one goes on beside it. Pure, so that both engines do the
// same.

import type { KeyRecord, KeyRotation, RotationOutcome } from "./key-store.ts";

/** Both keys as they are after it, or why there is none. `present` is the old key, undefined where there is no such key. */
export function rotateKey(
  present: KeyRecord | undefined,
  { successor, at, overlapMs }: KeyRotation,
): RotationOutcome {
  if (present === undefined) return { kind: "unknown" };
  const { createdAt, expiresAt, revokedAt } = present;
  if (revokedAt !== null) return { kind: "revoked", at: revokedAt };
  if (expiresAt !== null && expiresAt <= at) return { kind: "expired", at: expiresAt };
  const endsAt = Math.min(at + overlapMs, expiresAt ?? Number.POSITIVE_INFINITY);
  const old = overlapMs === 0 ? { ...present, revokedAt: at } : { ...present, expiresAt: endsAt };
  const life = { createdAt: at, expiresAt: expiresAt === null ? null : at + (expiresAt - createdAt) };
  return { kind: "rotated", old, successor: { ...present, ...successor, ...life, lastUsedAt: null } };
}
