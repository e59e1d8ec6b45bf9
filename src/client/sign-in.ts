// Exchanges the code of a sign-in link for an API key: the only operation without one.

import { objectFrom } from "./admin-answers.ts";
import { queryOf } from "./admin-requests.ts";
import { JSON_TYPE, sendAdmin } from "./admin-send.ts";
import type { LinkOwner, SignedIn } from "./admin-types.ts";
import { type Call, type CallContext, type CallOptions, startCall } from "./call.ts";
import { Connection, NO_KEY } from "./connection.ts";
import type { PetstockClientOptions } from "./options.ts";

type SignInOptions = Omit<PetstockClientOptions, "apiKey">;

const OWNER = ["id", "name", "account", "role", "expiresAt"] as const;

/**
 * Exchanges the code of a link, which is good once, for its key. Not sent again after a lost answer (`mayBeApplied`): its key is
 * lost then. Throws `link_not_found`, `link_opened`, `link_expired` or `link_withdrawn`.
 */
export function signIn(code: string, options: SignInOptions, call: CallOptions = {}): Call<SignedIn> {
  return startCall(call, (context) =>
    present({ code, options, dryRun: false }, context, [...OWNER, "key"] as const),
  );
}

/** Whose key a link gives; its code stays good. Throws as `signIn`. */
export function linkOwner(code: string, options: SignInOptions, call: CallOptions = {}): Call<LinkOwner> {
  return startCall(call, (context) => present({ code, options, dryRun: true }, context, OWNER));
}

interface Presented {
  readonly code: string;
  readonly options: SignInOptions;
  readonly dryRun: boolean;
}

function present<T>(
  { code, options, dryRun }: Presented,
  context: CallContext,
  members: readonly (keyof T & string)[],
): Promise<T> {
  const connection = new Connection({ ...options, apiKey: NO_KEY });
  const path = `/sign-in${queryOf({ dryRun })}`;
  const request = { method: "POST", path, headers: JSON_TYPE, body: JSON.stringify({ code }) } as const;
  return sendAdmin(connection, request, { ...context, effect: dryRun ? "none" : "once" }, (answer) =>
    objectFrom<T>(answer, ...members),
  );
}
