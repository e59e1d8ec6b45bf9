// Key rotation: computes the successor of a key and the end of the old key. Pure, for both engines.

import type { KeyRecord, KeyRotation, RotationOutcome } from "./key-store.ts";

/** Both keys after the rotation, or why it is refused. `present` is the old key; undefined if it does not exist. */
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
