// Messages for keys that the service does not accept.

import { PetstockError, type RequestError } from "../../client/client.ts";
import { formatDate, formatTime } from "../language/format.ts";

/** By words of the service's message, which says why; its code says only that the key is refused. */
const REASONS: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\brevoked\b/, "This key was revoked. Ask for another one."],
  [/\bexpired\b/, "This key has expired. Ask for another one."],
  [/\bnot known\b/, "This service does not know this key. Was it made for another one?"],
  [/\bmistyped\b/, "This key is mistyped or not complete. Copy the whole key, and paste it again."],
];

const UNKNOWN_REASON = "The service refused this key. Ask for another one.";

/** `expiresAt` is when the key ends, as far as this browser knows. */
export function refusalMessage(error: RequestError, { expiresAt, now }: Knowledge): string {
  const [, text = UNKNOWN_REASON] = REASONS.find(([pattern]) => pattern.test(error.message)) ?? [];
  const end = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt);
  return /\bexpired\b/.test(error.message) && end <= now
    ? `This key expired on ${formatDate(new Date(end))} at ${formatTime(new Date(end))}. Ask for another one.`
    : text;
}

interface Knowledge {
  readonly expiresAt: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Message for errors that the page retries by itself. */
export function troubleMessage(error: RequestError): string {
  if (error.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return `Too many requests from here just now. Trying again${seconds > 0 ? ` in ${seconds} s` : ""}…`;
  }
  if (error instanceof PetstockError) return "The service is busy or starting. Trying again…";
  return "Cannot reach the service. Trying again…";
}
