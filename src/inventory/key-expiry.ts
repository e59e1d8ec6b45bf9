// The state of a key by its expiry, for every list of keys.

const DAY_MS = 86_400_000;

/** Two weeks: the person who brings a new key to a till may be away for one. */
export const EXPIRES_SOON_DAYS = 14;

/** `link_waiting`, `link_expired`: its link was not opened, so that no key exists. */
export type KeyState = "active" | "expires_soon" | "expired" | "revoked" | "link_waiting" | "link_expired";

interface KeyLife {
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
  readonly link?: { readonly expiresAt: number; readonly openedAt: number | null } | null;
}

/** Times in ms since 1970; null: never. */
export function keyState({ revokedAt, expiresAt, link }: KeyLife, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  if (link?.openedAt === null) return link.expiresAt > now ? "link_waiting" : "link_expired";
  if (expiresAt === null) return "active";
  return expiresAt - now <= EXPIRES_SOON_DAYS * DAY_MS ? "expires_soon" : "active";
}
