// The links of API keys over HTTP: `signIn` exchanges a link's code for a key that is made at that moment, without an API key;
// `renewLink` makes a new link. A code is in the body alone, never in an address or the log.

import { parseAdminBody } from "../contract/admin-body.ts";
import { timeText, timeTextOrNull } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { AdmitStranger } from "../http/authenticate.ts";
import type { ClientAddressOf } from "../http/client-address.ts";
import type { Operation } from "../http/operation.ts";
import { type BodyLimit, readSmallText } from "../http/read-body.ts";
import { confirmWhole } from "../http/whole-request.ts";
import type { LinkOutcome, RelinkOutcome } from "../inventory/key-store.ts";
import type { LinkResult, Metrics } from "../inventory/metrics.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import { hashKey, makeKey } from "../keys/format.ts";
import { LINK_VALID, newLink } from "../keys/new-key.ts";
import { jsonReply } from "./json-body.ts";
import {
  actorOf,
  created,
  ended,
  idOf,
  type KeyChangePorts,
  learn,
  linkFacts,
  spanOf,
  unknownKey,
} from "./key-replies.ts";
import { queryOf } from "./query.ts";

export interface SignInPorts extends Omit<KeyChangePorts, "authenticate"> {
  readonly keys: Pick<ApiKeys, "learn" | "refresh" | "recallLink" | "lookUpLink">;
  readonly admitStranger: AdmitStranger;
  readonly clientOf: ClientAddressOf;
  readonly metrics: Metrics;
}

/** A code has 22 characters. */
const LIMIT: BodyLimit = { bytesMax: 1024, advice: 'Send only {"code"}.' };

const RESULTS: Readonly<Record<LinkOutcome["kind"], LinkResult>> = {
  ready: "signed_in",
  unknown: "unknown",
  opened: "opened",
  expired: "expired",
  revoked: "withdrawn",
};

export function signIn(ports: SignInPorts): Operation {
  const { admitStranger, clientOf, keys, metrics, log } = ports;
  return async (request, requestId, listener) => {
    const { dryRun } = queryOf(request, "signIn");
    const code = String(parseAdminBody(await readSmallText(request, LIMIT), "SignInRequest")["code"]);
    // As with keys, a good code is admitted even if its network has presented wrong ones: clients may share a router.
    const isGood = keys.recallLink(code).kind === "ready";
    const accept = isGood ? () => {} : admitStranger(request, listener, "links");
    await confirmWhole(request);
    const key = dryRun ? null : makeKey();
    let outcome: LinkOutcome;
    try {
      // A look costs no write: only a code that is good takes the database's lock.
      outcome = await keys.lookUpLink(code);
      if (outcome.kind === "ready" && key !== null) outcome = await openLink(ports, code, key);
    } catch (error) {
      // The database failed: the code may be good.
      accept();
      throw error;
    }
    if (!dryRun) metrics.linkPresented(RESULTS[outcome.kind]);
    if (outcome.kind !== "ready") throw refused(outcome);
    accept();
    const { id, name, account, role, expiresAt } = outcome.key;
    if (!dryRun) log.info("link_opened", { id, name, role, client: clientOf(request, listener), requestId });
    return jsonReply({ id, name, account, role, expiresAt: timeTextOrNull(expiresAt), key });
  };
}

async function openLink(
  { store, keys, clock }: SignInPorts,
  code: string,
  key: string,
): Promise<LinkOutcome> {
  const opening = { linkHash: hashKey(code), hash: hashKey(key), at: clock.now() };
  const outcome = await store.keys.openLink(opening);
  if (outcome.kind === "ready") await learn(keys, [outcome.key]);
  return outcome;
}

function refused(outcome: Exclude<LinkOutcome, { kind: "ready" }>): ApiError {
  switch (outcome.kind) {
    case "unknown":
      return new ApiError(
        "link_not_found",
        "No link with this code is known here: it is mistyped, from another service, or a newer one has replaced it. Ask for a new link.",
      );
    case "opened":
      return new ApiError(
        "link_opened",
        `The link was opened at ${timeText(outcome.at)}, and is good once. Ask for a new link; if you did not open it, ask for its key to be revoked, too.`,
      );
    case "expired":
      return new ApiError("link_expired", `The link expired at ${timeText(outcome.at)}. Ask for a new link.`);
    case "revoked":
      return new ApiError(
        "link_withdrawn",
        `The link was withdrawn at ${timeText(outcome.at)}. Ask for a new link.`,
      );
  }
}

export function renewLink({ authenticate, store, keys, clock, log }: KeyChangePorts): Operation {
  return async (request, requestId, listener) => {
    const caller = await authenticate(request, listener);
    const { validFor } = queryOf(request, "renewLink");
    const at = clock.now();
    const { code, link } = newLink(at, spanOf("validFor", validFor, LINK_VALID, "invalid_query"));
    const id = idOf(request);
    await confirmWhole(request);
    const outcome = await store.keys.relink({ id, link, at, by: actorOf(caller) });
    if (outcome.kind !== "linked") throw notLinked(id, outcome);
    log.info("link_renewed", { id, ...linkFacts(outcome.key), by: caller.id, requestId });
    await learn(keys, [outcome.key]);
    return created(outcome.key, code);
  };
}

function notLinked(id: string, outcome: Exclude<RelinkOutcome, { kind: "linked" }>): ApiError {
  if (outcome.kind === "unknown") return unknownKey(id);
  if (outcome.kind !== "opened") return ended(id, outcome, "opened by a link");
  const problem = `The key ${id} exists already, so it gets no link; nothing was changed`;
  return new ApiError(
    "key_in_use",
    `${problem}. Replace it with POST /admin/v1/keys/{id}/rotate?linkValidFor=${LINK_VALID.default}.`,
  );
}
