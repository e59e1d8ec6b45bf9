// Texts about the key: when it expires, and the notice after sign-in.

import { keyState } from "../../inventory/key-expiry.ts";
import { sessionText } from "../language/en/session.ts";
import { formatDate, formatTime } from "../language/format.ts";
import type { Me } from "../../client/client.ts";
import { isolated } from "../ui/isolated.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `expiresAt` as the service gives it; `now` in milliseconds since 1970. Also of a key that has expired. */
export function expiresSoon(expiresAt: string | null, now: number): boolean {
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  return keyState({ revokedAt: null, expiresAt: end }, now) !== "active";
}

/** Such as `The key expires in 3 days, on Nov 25, 2026`. */
export function expiryText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return sessionText.neverExpires;
  const end = new Date(expiresAt);
  const left = end.getTime() - now;
  if (left <= 0) return sessionText.expired(formatDate(end), formatTime(end));
  if (left < DAY_MS) return sessionText.expiresInHours(Math.ceil(left / HOUR_MS), formatTime(end));
  return sessionText.expiresInDays(Math.round(left / DAY_MS), formatDate(end));
}

/** Undefined: nothing. `me` is undefined where the Admin API is not reachable. */
export function welcomeText(me: Me | undefined, isByLink: boolean, now: number): string | undefined {
  const sentences: string[] = [];
  if (isByLink)
    sentences.push(me === undefined ? sessionText.signedIn : sessionText.signedInAs(isolated(me.name)));
  if (me !== undefined && expiresSoon(me.expiresAt, now))
    sentences.push(sessionText.expiresSoon(expiryText(me.expiresAt, now)));
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
