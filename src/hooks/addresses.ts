// Which addresses hooks may post to. An admin of the inventory is not one of the network: without this, a hook would reach what only this
// machine can, such as a cloud's metadata (server-side request forgery).

import { type BlockList, isIP } from "node:net";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { HOOK_URL_LENGTH_MAX } from "../inventory/hook.ts";

/** https://www.iana.org/assignments/ipv6-address-space */
const ASSIGNED_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** All addresses of a name, in the order in which they are to be tried; at least one. */
type LookUp = (host: string) => Promise<readonly { readonly address: string }[]>;

export class HookAddresses {
  readonly #allowed: BlockList | undefined;
  readonly #lookUp: LookUp;

  /** `allowed`: networks that are not public, and yet may be posted to, also without TLS. */
  constructor(allowed: BlockList | undefined, lookUp: LookUp = (host) => lookup(host, { all: true })) {
    this.#allowed = allowed;
    this.#lookUp = lookUp;
  }

  /** What is wrong with the address of a hook, in words that end a sentence; undefined if nothing is. */
  problemOf(text: string): string | undefined {
    if (text.length > HOOK_URL_LENGTH_MAX) return `must have at most ${HOOK_URL_LENGTH_MAX} characters`;
    if (!URL.canParse(text)) return "must be an address such as https://shop.example/petstock";
    const { protocol, username, password, hash, hostname } = new URL(text);
    if (protocol !== "https:" && protocol !== "http:") return "must begin with https://";
    if (username !== "" || password !== "")
      return "must have no user name and password: a receiver knows this service by the signature";
    if (hash !== "") return "must have no fragment (#)";
    if (protocol === "http:" && this.#allowed === undefined)
      return "must begin with https://; http:// is only for networks that the operator allows with --hook-networks";
    const address = plainHost(hostname);
    if (isIP(address) === 0 || this.#mayPost(address, protocol)) return undefined;
    return `must be a public address: ${refused(address, protocol)}`;
  }

  /** The addresses of the host to which hooks may post, at least one. Throws an Error with the reason in words. */
  async resolve({ hostname, protocol }: URL): Promise<readonly string[]> {
    const host = plainHost(hostname);
    const found = isIP(host) === 0 ? await this.#lookUp(host) : [{ address: host }];
    const addresses = found
      .map(({ address }) => address)
      .filter((address) => this.#mayPost(address, protocol));
    if (addresses.length > 0) return addresses;
    const [first = { address: host }] = found;
    throw new Error(refused(first.address, protocol));
  }

  #mayPost(address: string, protocol: string): boolean {
    // An IPv4 address within IPv6 is judged as what it is.
    const plain = ipaddr.process(address.replace(/%.*$/s, ""));
    if (this.#allowed?.check(plain.toString(), plain.kind())) return true;
    return protocol === "https:" && isPublic(plain);
  }
}

/** IPv6 outside of 2000::/3 is not assigned to the internet, and may embed an internal IPv4 address (RFC 4291, section 2.5.5.1). */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(ASSIGNED_IPV6);
}

/** Without the brackets of IPv6. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function refused(address: string, protocol: string): string {
  const what = protocol === "https:" ? "not public" : "reached without TLS";
  return `${address} is ${what}, and the operator does not allow it with --hook-networks`;
}
