// Where a request comes from: the connection's other end, or behind proxies that are trusted, what they say of it.

import { type BlockList, isIP } from "node:net";

/** What the server knows of a request beside its bytes. */
export interface Listener {
  /** Null where the connection is gone. */
  requestIP(request: Request): { readonly address: string } | null;
  /** Closes the request's connection once it was idle for so long, or its client has taken nothing of the answer. */
  timeout(request: Request, seconds: number): void;
}

export type ClientAddressOf = (request: Request, listener: Listener) => string;

/** `trusted` are the proxies whose `X-Forwarded-For` is believed; a header that anybody else sends is not looked at. */
export function clientAddresses(trusted: BlockList | undefined): ClientAddressOf {
  return (request, listener) => {
    const peer = plainAddress(listener.requestIP(request)?.address ?? "");
    if (peer === undefined) return "unknown";
    const forwarded = trusted && request.headers.get("X-Forwarded-For");
    return trusted && forwarded ? clientBehind(peer, forwarded, trusted) : peer;
  };
}

/**
 * Each proxy adds at the right whom it was asked by. So from right to left the entries are to be believed up to the first
 * that no trusted proxy wrote; what is no address was not written by one either.
 */
export function clientBehind(peer: string, forwarded: string, trusted: BlockList): string {
  let client = peer;
  for (const entry of forwarded.split(",").toReversed()) {
    if (!isTrusted(client, trusted)) return client;
    const address = plainAddress(entry.trim());
    if (address === undefined) return client;
    client = address;
  }
  return client;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Some proxies write the port as well. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5})$/;

/** An address in one form: without brackets, port and zone, and IPv4 as such; undefined where the text is none. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/s, "").toLowerCase();
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return mappedAddress(canonical) ?? canonical;
}

/** On a listener for both families IPv4 clients appear as `::ffff:c000:207`. */
function mappedAddress(canonical: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join(".");
}

/** What one client can have many of counts as one: in IPv6, the network of 64 bits that everybody gets. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => "0");
  const groups = address.includes("::") ? [...before!, ...zeros, ...after!] : before!;
  return `${groups.slice(0, 4).join(":")}::/64`;
}
