// When a key ends, in words.

import { keyState } from "../../inventory/key-expiry.ts";
import { formatDate, formatPlural, formatTime } from "../ui/format.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** `expiresAt` as the service gives it; `now` in milliseconds since 1970. Also of a key that has expired. */
export function expiresSoon(expiresAt: string | null, now: number): boolean {
  const end = expiresAt === null ? null : Date.parse(expiresAt);
  return keyState({ revokedAt: null, expiresAt: end }, now) !== "active";
}

/** Such as `expires in 3 days, on Nov 25, 2026`. */
export function expiryText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return "never expires";
  const end = new Date(expiresAt);
  const left = end.getTime() - now;
  if (left <= 0) return `expired on ${formatDate(end)} at ${formatTime(end)}`;
  if (left < DAY_MS)
    return `expires in ${formatPlural(Math.ceil(left / HOUR_MS), "hour")}, at ${formatTime(end)}`;
  return `expires in ${formatPlural(Math.round(left / DAY_MS), "day")}, on ${formatDate(end)}`;
}
