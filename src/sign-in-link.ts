// The link that signs in to the dashboard. The API key is in the fragment: browsers send it to no server and in no referrer, so
// it is in no log of a server or a proxy. The browser that opens the link keeps it in its list of visited pages, which no page can
// change: the link is for a browser of one person alone.

const PARAMETER = "#key=";

/** `base` is the service's address, without a slash at the end. */
export function signInLink(base: string, apiKey: string): string {
  return `${base}/${PARAMETER}${apiKey}`;
}

/** The key in a fragment, or in a whole address with one; undefined if it has none. */
export function keyOfLink(address: string): string | undefined {
  const at = address.indexOf(PARAMETER);
  return at < 0 ? undefined : address.slice(at + PARAMETER.length);
}

/** Whether only programs on the same machine can reach the address: a phone cannot open the link. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return LOOPBACK.test(hostname);
}

/** As URLs are normalised. The last three are IPv4 addresses within IPv6, and the addresses by which a machine calls itself any. */
const LOOPBACK =
  /^(?:(?:.*\.)?localhost\.?|127\.[0-9.]+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|0\.0\.0\.0|\[::\])$/;
