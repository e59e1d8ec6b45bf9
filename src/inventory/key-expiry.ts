// The state of a key by its expiry, for every list of keys.

const DAY_MS = 86_400_000;

/** Two weeks: the person who brings a new key to a till may be away for one. */
export const EXPIRES_SOON_DAYS = 14;

export type KeyState = "active" | "expires_soon" | "expired" | "revoked";

/** Times in ms since 1970; null: never. */
export function keyState(
  { revokedAt, expiresAt }: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  if (expiresAt <= now) return "expired";
  return expiresAt - now <= EXPIRES_SOON_DAYS * DAY_MS ? "expires_soon" : "active";
}
