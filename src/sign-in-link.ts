// The link that signs in to the dashboard. It holds a code, which the page exchanges once for an API key; an earlier form holds the key
// itself. Both are in the fragment: browsers send it to no server and in no referrer, so it is in no log of a server or a proxy.

const CODE = "#code=";
const KEY = "#key=";

/** With the code of a link. `base` is the service's address, without a slash at the end. */
export function codeLink(base: string, code: string): string {
  return `${base}/${CODE}${code}`;
}

/** The code in a fragment, or in a whole address with one; undefined if it has none. */
export function codeOfLink(address: string): string | undefined {
  return after(CODE, address);
}

/** The key of the earlier form, in a fragment, or in a whole address with one; undefined if it has none. */
export function keyOfLink(address: string): string | undefined {
  return after(KEY, address);
}

/** An address, or a fragment, that signs in. */
export function isSignInLink(address: string): boolean {
  return (codeOfLink(address) ?? keyOfLink(address)) !== undefined;
}

function after(parameter: string, address: string): string | undefined {
  const at = address.indexOf(parameter);
  return at < 0 ? undefined : address.slice(at + parameter.length);
}

/** Whether only programs on the same machine can reach the address: a phone cannot open the link. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return LOOPBACK.test(hostname);
}

/** As URLs are normalised. The last three are IPv4 addresses within IPv6, and the addresses by which a machine calls itself any. */
const LOOPBACK =
  /^(?:(?:.*\.)?localhost\.?|127\.[0-9.]+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|0\.0\.0\.0|\[::\])$/;
