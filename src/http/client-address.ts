// The client address of a request: the connection's peer or, behind trusted proxies, the address in X-Forwarded-For.

import { type BlockList, isIP } from "node:net";

/** The part of the runtime's server that handlers use. */
export interface Listener {
  /** Null if the connection is closed. */
  requestIP(request: Request): { readonly address: string } | null;
  /** Closes the request's connection after `seconds` without traffic, also if the client does not read the response. */
  timeout(request: Request, seconds: number): void;
}

export type ClientAddressOf = (request: Request, listener: Listener) => string;

/** `X-Forwarded-For` is used only if the peer is one of the `trusted` proxies. */
export function clientAddresses(trusted: BlockList | undefined): ClientAddressOf {
  return (request, listener) => {
    const peer = plainAddress(listener.requestIP(request)?.address ?? "");
    if (peer === undefined) return "unknown";
    const forwarded = trusted && request.headers.get("X-Forwarded-For");
    return trusted && forwarded ? clientBehind(peer, forwarded, trusted) : peer;
  };
}

/**
 * Each proxy appends the address of its own client. So entries are read from right to left, up to the first one that no
 * trusted proxy wrote. An entry that is not an address was not written by a trusted proxy.
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

/** Some proxies append the port. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5})$/;

/** The canonical form: without brackets, port and zone, IPv4-mapped addresses as IPv4. Undefined if it is not an address. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/s, "").toLowerCase();
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return mappedAddress(canonical) ?? canonical;
}

/** On a dual-stack listener IPv4 clients appear as `::ffff:c000:207`. */
function mappedAddress(canonical: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [h >> 8, h & 255, l >> 8, l & 255].join(".");
}

/** The unit that limits count by: an IPv4 address; in IPv6 the /64 network, because one client has all its addresses. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => "0");
  const groups = address.includes("::") ? [...before!, ...zeros, ...after!] : before!;
  return `${groups.slice(0, 4).join(":")}::/64`;
}
