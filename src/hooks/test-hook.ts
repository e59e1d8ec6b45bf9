// Posts a test message to a hook, and says what the receiver answered.

import type { Clock } from "../inventory/clock.ts";
import type { Hook, HookAnswer } from "../inventory/hook.ts";
import type { HookAddresses } from "./addresses.ts";
import { testMessage } from "./message.ts";
import { post } from "./receiver.ts";
import { signatureHeaders } from "./signature.ts";

interface TestPorts {
  readonly hookAddresses: HookAddresses;
  readonly clock: Clock;
}

/** Moves no position. Throws the signal's reason if it is aborted. */
export async function postTest(
  { hookAddresses, clock }: TestPorts,
  hook: Hook,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const { id: hookId, url, position } = hook;
  const at = clock.now();
  const { id, body } = testMessage({ hookId, since: position, position, at });
  const headers = signatureHeaders({ id, body, at }, hook);
  const { status, problem } = await post(hookAddresses, { url, headers, body, signal });
  return { at: clock.now(), status, problem };
}
