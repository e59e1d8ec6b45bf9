// The Idempotency-Key of a change set, with a digest of the request: a repeated key must come with the same request.

import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import type { ChangeSet, PetChange } from "../inventory/change-set.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { Caller } from "../inventory/key-store.ts";
import { LABEL_MEMBERS, type LabelPatch } from "../inventory/label.ts";
import { inSteps } from "./in-steps.ts";

/** SHA-256 of a request's parts in 64 hex digits, as `requestDigest` of one text gives it (inventory/known-results.ts). */
export class RequestDigest {
  readonly #hasher = new Bun.CryptoHasher("sha256");

  add(part: string | Uint8Array): void {
    this.#hasher.update(part);
  }

  end(): string {
    return this.#hasher.digest("hex");
  }
}

/**
 * Undefined if the request has no key. Requests are equal if their meaning is, whatever their JSON text. Throws `invalid_header`, and
 * the signal's reason if it is aborted.
 */
export async function changeSetKeyOf(
  { headers, signal }: Pick<Request, "headers" | "signal">,
  { lineage }: Caller,
  { changes, reason, note = null }: Pick<ChangeSet, "changes" | "reason" | "note">,
  plan: string | undefined,
): Promise<IdempotencyKey | undefined> {
  const key = idempotencyKeyOf(headers);
  if (key === undefined) return undefined;
  const head = `changes ${JSON.stringify([reason, note, ...(plan === undefined ? [] : [plan])])}`;
  return { scope: lineage, key, request: await inSteps(digestOf(head, changes), signal) };
}

/** For plans: of the changes alone. Throws the signal's reason if it is aborted. */
export function changesDigest(changes: readonly PetChange[], signal: AbortSignal): Promise<string> {
  return inSteps(digestOf("plan", changes), signal);
}

/** Changes for one part: less than a ms of work. */
const STEP_CHANGES = 500;

/** Stored for a day. If this format changed, retries of requests made before an upgrade would be refused. */
function* digestOf(head: string, changes: readonly PetChange[]): Generator<undefined, string> {
  const digest = new RequestDigest();
  digest.add(head);
  for (let at = 0; at < changes.length; at += STEP_CHANGES) {
    digest.add(JSON.stringify(changes.slice(at, at + STEP_CHANGES).map(meaningOf)));
    yield;
  }
  return digest.end();
}

function meaningOf(change: PetChange): readonly unknown[] {
  const { petId, quantity, status, create, remove, ifMatch, label, ifLabel } = change;
  const members = [String(petId), quantity, status, create, remove, ifMatch];
  if (label === undefined && ifLabel === undefined) return members;
  return [...members, labelMeaning(label), labelMeaning(ifLabel)];
}

/** What is absent is false: null removes. */
function labelMeaning(label: LabelPatch | null | undefined): unknown {
  if (label === null) return null;
  return label !== undefined && LABEL_MEMBERS.map((member) => (member in label ? label[member] : false));
}
