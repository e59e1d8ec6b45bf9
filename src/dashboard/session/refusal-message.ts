// Messages for keys that the service does not accept.

import { PetstockError, type RequestError } from "../../client/client.ts";
import { sessionText } from "../language/en/session.ts";
import { errorText } from "../language/error-text.ts";
import { formatDate, formatTime } from "../language/format.ts";

type Reason = "revoked" | "hasExpired" | "unknownKey" | "mistyped";

/** By words of the service's message, which says why; its code says only that the key is refused. */
const REASONS: readonly (readonly [pattern: RegExp, reason: Reason])[] = [
  [/\brevoked\b/, "revoked"],
  [/\bexpired\b/, "hasExpired"],
  [/\bnot known\b/, "unknownKey"],
  [/\bmistyped\b/, "mistyped"],
];

/** `expiresAt` is when the key ends, as far as this browser knows. */
export function refusalMessage(error: RequestError, { expiresAt, now }: Knowledge): string {
  const [, reason = "refused"] = REASONS.find(([pattern]) => pattern.test(error.message)) ?? [];
  const end = new Date(expiresAt ?? Number.NaN);
  return reason === "hasExpired" && end.getTime() <= now
    ? sessionText.expiredOn(formatDate(end), formatTime(end))
    : sessionText[reason];
}

/** Of a link. An error of its code has a message for the person already (link-code.ts). */
export function linkRefusalMessage(
  error: Error,
  { isOpen, now }: { readonly isOpen: boolean; readonly now: number },
): string {
  const isOfKey = error instanceof PetstockError;
  const reason = isOfKey ? refusalMessage(error, { expiresAt: undefined, now }) : error.message;
  if (!isOpen) return reason;
  return isOfKey ? sessionText.linkRefused(reason) : sessionText.stillSignedIn(reason);
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
    return seconds > 0 ? sessionText.tooManyFor(seconds) : sessionText.tooMany;
  }
  return error instanceof PetstockError ? sessionText.busy : sessionText.unreachable;
}

/** Message for a failure after which the page does not ask again. */
export function notLoadedMessage(error: unknown): string {
  if (error instanceof PetstockError) return sessionText.notLoaded(errorText(error));
  return sessionText.notLoaded(error instanceof Error ? error.message : sessionText.unknownError);
}
