// What the page of keys shows of a key, and in which order.

import type { Key, Me } from "../../client/client.ts";

export type KeyState = "active" | "expires soon" | "expired" | "revoked";

/** As `petstock keys list` has it: time to bring another key, also to a till whose people are away. */
const SOON_MS = 14 * 86_400_000;

/** `now` in milliseconds since 1970. */
export function keyState({ revokedAt, expiresAt }: Key, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return "expired";
  return left <= SOON_MS ? "expires soon" : "active";
}

export function isUsable(key: Key, now: number): boolean {
  return ["active", "expires soon"].includes(keyState(key, now));
}

/** Usable keys first, each part by name. */
export function sorted(keys: readonly Key[], now: number): readonly Key[] {
  return keys.toSorted(
    (a, b) => Number(isUsable(b, now)) - Number(isUsable(a, now)) || a.name.localeCompare(b.name, "en"),
  );
}

/** The key that is signed in; undefined if several look like it, because the service does not say which one it is. */
export function ownKey(keys: readonly Key[], me: Me | undefined, now: number): Key | undefined {
  if (me === undefined) return undefined;
  const alike = keys.filter(
    (key) =>
      isUsable(key, now) &&
      (["name", "account", "role", "expiresAt"] as const).every((member) => key[member] === me[member]),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
