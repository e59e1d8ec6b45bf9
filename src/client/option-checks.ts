// Checks of options, before anything is sent: later a wrong one would look like a network error.

/** The service's address without `/v1` and `/admin/v1`, and without a slash at the end. Throws a TypeError. */
export function baseUrlOrThrow(url: string | URL): string {
  const { protocol, origin, pathname, username, password, search, hash } = parsed(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`url must begin with http:// or https://; got ${protocol}`);
  // The text itself is not repeated: it holds a password.
  if (username !== "" || password !== "")
    throw new TypeError(
      "url must not contain a user name or password: the service takes only API keys; give apiKey",
    );
  if (search !== "" || hash !== "")
    throw new TypeError("url must not have a query or a fragment: give the service's address alone");
  return origin + pathname.replace(/\/+$/, "").replace(/(?:\/admin)?\/v1$/, "");
}

function parsed(url: string | URL): URL {
  try {
    return new URL(url);
  } catch {
    throw new TypeError('url must be the service\'s address, such as "http://127.0.0.1:8080"');
  }
}

/** The key itself. Throws a TypeError, which does not contain it. */
export function apiKeyOrThrow(apiKey: string): string {
  if (typeof apiKey !== "string" || apiKey === "") throw new TypeError(`apiKey is missing. ${WHERE_FROM}`);
  if (/^[!-~]+$/.test(apiKey)) return apiKey;
  throw new TypeError(
    `apiKey has characters that no API key has, such as spaces or line ends. ${WHERE_FROM}`,
  );
}

const WHERE_FROM =
  "Create one with `petstock keys create`, or in the dashboard under Keys; programs usually read it from an environment variable, " +
  "which may be unset.";

/** Throws a TypeError: with a NaN, such as of a missing setting, a call would retry without end. */
export function checkLimits(limits: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === "number" && value >= 0)) continue;
    throw new TypeError(`${name} must be a number, 0 or more; got ${String(value)}`);
  }
}
