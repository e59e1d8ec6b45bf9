// Signatures of Standard Webhooks (https://www.standardwebhooks.com, version 1.0.0): HMAC-SHA256 over id, time and body, so that a
// receiver knows who has sent a message, and when. A dozen lines with the runtime's own HMAC; tests verify them with the reference library.

import { createHmac, randomBytes } from "node:crypto";
import type { HookSettings } from "../inventory/hook.ts";

const PREFIX = "whsec_";
/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

export function makeHookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

interface Signed {
  readonly id: string;
  /** When it is sent, ms since 1970. */
  readonly at: number;
  readonly body: Uint8Array;
}

/** `webhook-id`, `webhook-timestamp` (in seconds) and `webhook-signature`, which has two signatures while a former secret is valid. */
export function signatureHeaders(
  { id, at, body }: Signed,
  { secret, previous }: Pick<HookSettings, "secret" | "previous">,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const secrets = previous !== null && at < previous.until ? [secret, previous.secret] : [secret];
  const sign = (each: string) =>
    createHmac("sha256", Buffer.from(each.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((each) => `v1,${sign(each)}`).join(" "),
  };
}
