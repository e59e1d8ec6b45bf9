// Changes that were previewed and may be confirmed. A token stands for one request, word for word, and for the plan of its preview, for
// a limited time. It is signed with the API key and not stored: every server of the inventory accepts it, also after a restart.

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../inventory/clock.ts";
import { ToolError } from "./tool.ts";

interface Confirmation {
  readonly token: string;
  /** For the service: a confirmation that is repeated, such as after a lost answer, is applied once. */
  readonly idempotencyKey: string;
  /** The effects that the preview showed, for the service; undefined if the request has another guard. */
  readonly plan: string | undefined;
}

interface ConfirmationsOptions {
  /** The API key: a confirmation is valid for its own key only. */
  readonly secret: string;
  readonly clock: Clock;
}

/** Long enough for a person to read the preview; what it showed is checked again when it is applied. */
const VALID_MS = 15 * 60_000;
/** Distinguishes previews of the same request. */
const NONCE_BYTES = 6;
/** 128 bits cannot be guessed, and are short enough for a model to copy. */
const SIGNATURE_BYTES = 16;
/** Neither plans nor base64url have it. */
const SEPARATOR = ".";

export class Confirmations {
  readonly #secret: string;
  readonly #clock: Clock;

  constructor({ secret, clock }: ConfirmationsOptions) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** `request`: equal for equal requests. */
  offer(request: string, plan?: string): Confirmation {
    const expiresAt = (this.#clock.now() + VALID_MS).toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString("base64url");
    const offered = [expiresAt, nonce, withoutQuotes(plan)].join(SEPARATOR);
    return confirmationOf(offered, this.#sign(offered, request));
  }

  /** The confirmation that was offered for this request. Stays valid after its use: see `idempotencyKey`. Throws a `ToolError`. */
  getOrThrow(token: string, request: string): Confirmation {
    const end = token.lastIndexOf(SEPARATOR);
    const [offered, signature] = [token.slice(0, Math.max(end, 0)), token.slice(end + 1)];
    const [expiresAt = ""] = offered.split(SEPARATOR);
    const isOffered = isEqual(signature, this.#sign(offered, request));
    if (isOffered && Number.parseInt(expiresAt, 36) > this.#clock.now())
      return confirmationOf(offered, signature);
    throw new ToolError(
      "`confirm` is not of a preview of this request in the last 15 minutes; nothing was changed. Repeat the request of the preview word for word with its `confirm`, or call without `confirm` for a new preview.",
    );
  }

  #sign(offered: string, request: string): string {
    const signed = JSON.stringify(["petstock mcp confirm", offered, request]);
    const signature = createHmac("sha256", this.#secret).update(signed).digest();
    return signature.subarray(0, SIGNATURE_BYTES).toString("base64url");
  }
}

function confirmationOf(offered: string, signature: string): Confirmation {
  const [, , plan] = offered.split(SEPARATOR);
  return {
    token: offered + SEPARATOR + signature,
    idempotencyKey: `mcp-${signature}`,
    plan: plan === "" ? undefined : `"${plan}"`,
  };
}

/** A plan is an entity tag. Its quotes would be escaped in the answer, and a model would copy that. */
function withoutQuotes(plan: string | undefined): string {
  return plan?.slice(1, -1) ?? "";
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
