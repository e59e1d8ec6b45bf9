// The code of a link: whose key it gives, and its exchange for the key. Loaded when such a link is opened.

import { PetstockError, RequestError } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { isRetryable } from "../../client/retry.ts";
import { linkOwner, signIn } from "../../client/sign-in.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import type { LinkQuestion } from "../state/state.ts";
import { linkText } from "../language/en/link.ts";
import { errorText } from "../language/error-text.ts";
import { formatDate, formatTime } from "../language/format.ts";

type Service = ConnectedEnvironment["service"];

/** Between two attempts; the client's own retries come before each. */
const PAUSE_MS = 2_000;

/**
 * Asks until the service answers; the code stays good. Throws the signal's reason, and an Error with a message for the person if there is
 * no such key.
 */
export async function ownerOf(
  service: Service,
  code: string,
  { signal, onTrouble }: { readonly signal: AbortSignal; readonly onTrouble: (error: RequestError) => void },
): Promise<LinkQuestion["me"]> {
  for (;;) {
    try {
      return await linkOwner(code, service, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RequestError && isRetryable(error, true))) throw problemOf(error);
      onTrouble(error);
    }
    await pause(PAUSE_MS, signal);
  }
}

/** The key, which is made now. Throws an Error with a message for the person. */
export async function exchange(service: Service, code: string): Promise<string> {
  try {
    return (await signIn(code, service)).key;
  } catch (error) {
    throw problemOf(error);
  }
}

function problemOf(error: unknown): Error {
  return new Error(messageOf(error), { cause: error });
}

function messageOf(error: unknown): string {
  if (!(error instanceof RequestError)) return linkText.notOpened;
  const at = momentIn(error);
  switch (error.code) {
    case "link_opened":
      return at === undefined ? linkText.opened : linkText.openedOn(...at);
    case "link_expired":
      return at === undefined ? linkText.expired : linkText.expiredOn(...at);
    case "link_withdrawn":
      return at === undefined ? linkText.withdrawn : linkText.withdrawnOn(...at);
    case "link_not_found":
      return linkText.unknown;
    case "invalid_field":
      return linkText.incomplete;
    default:
      if (error.mayBeApplied) return linkText.answerLost;
      return error instanceof PetstockError ? linkText.refused(errorText(error)) : linkText.unreachable;
  }
}

/** Date and time when it happened, by the service's message. */
function momentIn({ message }: RequestError): [date: string, time: string] | undefined {
  const at = new Date(/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(message)?.[0] ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : [formatDate(at), formatTime(at)];
}
