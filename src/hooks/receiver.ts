// Posts one message to a receiver. The name is looked up and its address checked first, and the connection goes to that very address: a
// name that is looked up twice may have another answer the second time (DNS rebinding).

import { isIPv6 } from "node:net";
import type { HookAnswer } from "../inventory/hook.ts";
import type { HookAddresses } from "./addresses.ts";

/** For all of it: the look-up, the connection, the answer. */
const TIMEOUT_MS = 10_000;

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  /** How many attempts failed before. Each begins with another address: one that never answers takes all the time of an attempt. */
  readonly failures?: number;
}

export interface Received extends Pick<HookAnswer, "status" | "problem"> {
  /** As the receiver asks (RFC 9110, section 10.2.3). */
  readonly retryAfterMs?: number | undefined;
}

/** Never throws, unless the signal is aborted. Redirects are not followed, and a body is not read. */
export async function post(addresses: HookAddresses, posting: Posting): Promise<Received> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([posting.signal, timeout]);
  try {
    return await Promise.race([send(addresses, posting, signal), rejectionOf(signal)]);
  } catch (error) {
    posting.signal.throwIfAborted();
    const problem = timeout.aborted
      ? `it did not answer within ${TIMEOUT_MS / 1_000} seconds`
      : `it cannot be reached: ${(error as Error).message}`;
    return { status: null, problem: problem.slice(0, PROBLEM_LENGTH_MAX) };
  }
}

const PROBLEM_LENGTH_MAX = 500;

async function send(addresses: HookAddresses, posting: Posting, signal: AbortSignal): Promise<Received> {
  const found = await addresses.resolve(new URL(posting.url));
  const first = (posting.failures ?? 0) % found.length;
  return sendToOneOf([...found.slice(first), ...found.slice(0, first)], posting, signal);
}

/** To the first address that can be connected to. */
async function sendToOneOf(
  [address, ...others]: readonly string[],
  posting: Posting,
  signal: AbortSignal,
): Promise<Received> {
  try {
    return await sendTo(address!, posting, signal);
  } catch (error) {
    if (others.length === 0 || !NOT_CONNECTED.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return sendToOneOf(others, posting, signal);
  }
}

/** Of a failure before anything was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
]);

async function sendTo(
  address: string,
  { url: text, headers, body }: Posting,
  signal: AbortSignal,
): Promise<Received> {
  const url = new URL(text);
  const { host, hostname } = url;
  url.hostname = isIPv6(address) ? `[${address}]` : address;
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, Host: host, "Content-Type": "application/json", "User-Agent": "petstock" },
    body,
    redirect: "manual",
    signal,
    keepalive: false,
    // The certificate must be that of the name.
    tls: { serverName: hostname },
  });
  await response.body?.cancel();
  return receivedOf(response);
}

function receivedOf({ status, headers }: Response): Received {
  if (status >= 200 && status < 300) return { status, problem: null };
  const problem =
    status >= 300 && status < 400
      ? `it answered ${status}, a redirect, which is not followed`
      : `it answered ${status}`;
  return { status, problem, retryAfterMs: retryAfterMsOf(headers.get("Retry-After")) };
}

/** In seconds or as a date. */
function retryAfterMsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** A look-up cannot be aborted. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
