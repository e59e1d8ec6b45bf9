// Every setting: its flag, its environment variable, its default, its meaning, and its valid values. A flag takes precedence
// over the environment, and the environment over the default. The help, the manual page and the table in
// docs/configuration.md (`npm run generate`) are made from these entries.

import { type DatabaseAddress, database, describeDatabase } from "./database-address.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "./inventory/idempotency.ts";
import { LOG_LEVELS } from "./inventory/log.ts";
import {
  duration,
  file,
  host,
  type MetricsAddress,
  metricsAddress,
  nameOfStore,
  networks,
  oneOf,
  origins,
  orNone,
  PORT_MAX,
  rate,
  serviceUrl,
  SettingError,
  type ValueKind,
  wholeNumber,
} from "./setting-values.ts";

export {
  type DatabaseAddress,
  describeDatabase,
  duration,
  type MetricsAddress,
  oneOf,
  serviceUrl,
  SettingError,
};

export interface Setting<T> extends ValueKind<T> {
  /** As on the command line: `--port`. */
  readonly flag: string;
  readonly env: string;
  readonly default: string;
  /** Its meaning, in Markdown. */
  readonly help: string;
  /** It may hold a password: its variable with `_FILE` names a file that has the value (cli/secret-file.ts). */
  readonly isSecret?: boolean;
}

export const DEFAULT_DATABASE_PATH = "data/petstock.db";

export const SETTINGS = {
  database: {
    flag: "--database",
    env: "DATABASE_URL",
    default: `sqlite:${DEFAULT_DATABASE_PATH}`,
    help: "where the data is: `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; `DATABASE_URL_FILE` names a file with it",
    isSecret: true,
    ...database,
  },
  storeName: {
    flag: "--store",
    env: "PETSTOCK_STORE",
    default: "none",
    help: "the store's name, for the log, the metrics, the dashboard and assistants",
    ...orNone("none", nameOfStore),
  },
  host: {
    flag: "--host",
    env: "PETSTOCK_HOST",
    default: "127.0.0.1",
    help: "address to listen on; `0.0.0.0` for every network",
    ...host,
  },
  port: {
    flag: "--port",
    env: "PORT",
    default: "8080",
    help: "port to listen on; `0` for any free port",
    ...wholeNumber({ min: 0, max: PORT_MAX }),
  },
  logLevel: {
    flag: "--log-level",
    env: "PETSTOCK_LOG_LEVEL",
    default: "info",
    help: "least severe events to log",
    ...oneOf("<level>", LOG_LEVELS),
  },
  logFormat: {
    flag: "--log-format",
    env: "PETSTOCK_LOG_FORMAT",
    default: "auto",
    help: "form of the log; `auto`: `pretty` on a terminal, else `json`",
    ...oneOf("<format>", ["auto", "json", "pretty"]),
  },
  queueLimit: {
    flag: "--queue-limit",
    env: "PETSTOCK_QUEUE_LIMIT",
    default: "10000",
    help: "updates that wait for the disk, at most half of them of one API key; then 503 `overloaded`",
    ...wholeNumber({ min: 1, max: 1_000_000 }),
  },
  streamsLimit: {
    flag: "--streams-limit",
    env: "PETSTOCK_STREAMS_LIMIT",
    default: "2000",
    help: "open streams of changes; then 503 `overloaded`",
    ...wholeNumber({ min: 0, max: 1_000_000 }),
  },
  keyStreamsLimit: {
    flag: "--key-streams-limit",
    env: "PETSTOCK_KEY_STREAMS_LIMIT",
    default: "100",
    help: "open streams of changes of each API key; then 429 `rate_limited`",
    ...wholeNumber({ min: 0, max: 1_000_000 }),
  },
  keyDownloadsLimit: {
    flag: "--key-downloads-limit",
    env: "PETSTOCK_KEY_DOWNLOADS_LIMIT",
    default: "100",
    help: "lists and changes of more than 64 KiB being sent to each API key; then 429 `rate_limited`",
    ...wholeNumber({ min: 1, max: 1_000_000 }),
  },
  idempotencyLimit: {
    flag: "--idempotency-limit",
    env: "PETSTOCK_IDEMPOTENCY_LIMIT",
    default: String(IDEMPOTENCY_RECORDS_MAX),
    help: "`Idempotency-Key`s of each API key and its successors, kept for a day; then 429 `rate_limited`",
    ...wholeNumber({ min: 1, max: 1_000_000_000 }),
  },
  lockTimeoutMs: {
    flag: "--lock-timeout",
    env: "PETSTOCK_LOCK_TIMEOUT",
    default: "30s",
    help: "how long to wait for another process's transaction; then 503 `unavailable`",
    ...duration({ min: "1ms", max: "60s" }),
  },
  shutdownDelayMs: {
    flag: "--shutdown-delay",
    env: "PETSTOCK_SHUTDOWN_DELAY",
    default: "0s",
    help: "how long to answer requests after SIGTERM while `/readyz` fails, for load balancers",
    ...duration({ min: "0s", max: "5m" }),
  },
  shutdownTimeoutMs: {
    flag: "--shutdown-timeout",
    env: "PETSTOCK_SHUTDOWN_TIMEOUT",
    default: "20s",
    help: "how long requests in flight may take after SIGTERM and the delay",
    ...duration({ min: "1ms", max: "1h" }),
  },
  metricsAddress: {
    flag: "--metrics-address",
    env: "PETSTOCK_METRICS_ADDRESS",
    default: "off",
    help: "where to serve metrics to Prometheus; `:PORT`: every IPv4 network",
    ...metricsAddress,
  },
  tlsCert: {
    flag: "--tls-cert",
    env: "PETSTOCK_TLS_CERT",
    default: "none",
    help: "certificate chain for https, in PEM; reloaded when it changes",
    ...orNone("none", file),
  },
  tlsKey: {
    flag: "--tls-key",
    env: "PETSTOCK_TLS_KEY",
    default: "none",
    help: "private key of the certificate, in PEM",
    ...orNone("none", file),
  },
  rateLimit: {
    flag: "--rate-limit",
    env: "PETSTOCK_RATE_LIMIT",
    default: "off",
    help: "requests of each API key, such as `100/s`; each change in a JSON change set counts; then 429 `rate_limited`",
    ...orNone("off", rate),
  },
  refusalLimit: {
    flag: "--refusal-limit",
    env: "PETSTOCK_REFUSAL_LIMIT",
    default: "100/m",
    help: "refused API keys and links of each client address; then 429 `rate_limited`",
    ...orNone("off", rate),
  },
  requestsLimit: {
    flag: "--requests-limit",
    env: "PETSTOCK_REQUESTS_LIMIT",
    default: "off",
    help: "requests in flight with a valid API key; then 503 `overloaded`",
    ...orNone("off", wholeNumber({ min: 1, max: 1_000_000 })),
  },
  connectionsLimit: {
    flag: "--connections-limit",
    env: "PETSTOCK_CONNECTIONS_LIMIT",
    default: "off",
    help: "connections of each client address, on Linux; more are closed",
    ...orNone("off", wholeNumber({ min: 1, max: 1_000_000 })),
  },
  trustedProxies: {
    flag: "--trusted-proxies",
    env: "PETSTOCK_TRUSTED_PROXIES",
    default: "none",
    help: "proxies whose `X-Forwarded-For` names the client",
    ...orNone("none", networks),
  },
  corsOrigins: {
    flag: "--cors-origin",
    env: "PETSTOCK_CORS_ORIGIN",
    default: "none",
    help: "origins whose pages may use `/v1`, `/admin/v1` and `/mcp`; `*` for all",
    ...orNone("none", origins),
  },
  hookNetworks: {
    flag: "--hook-networks",
    env: "PETSTOCK_HOOK_NETWORKS",
    default: "none",
    help: "networks that are not public and to which hooks may post, also over http",
    ...orNone("none", networks),
  },
} satisfies Record<string, Setting<unknown>>;

/** Settings of commands that work on a remote service instead of a database. `serve` does not have them. */
export const REMOTE_SETTINGS = {
  url: {
    flag: "--url",
    env: "PETSTOCK_URL",
    default: "none",
    help: "service to work on instead of a database, with the API key in `PETSTOCK_API_KEY`",
    ...orNone("none", serviceUrl),
  },
  apiKeyFile: {
    flag: "--api-key-file",
    env: "PETSTOCK_API_KEY_FILE",
    default: "none",
    help: "file with the API key for `--url`, instead of `PETSTOCK_API_KEY`",
    ...orNone("none", file),
  },
} satisfies Record<string, Setting<unknown>>;

/** Holds the API key for `--url`. Not a setting: a flag would show the key to every user of the machine. */
export const API_KEY_VARIABLE = "PETSTOCK_API_KEY";

const ALL_SETTINGS = { ...SETTINGS, ...REMOTE_SETTINGS };

export type SettingName = keyof typeof ALL_SETTINGS;

export type Settings = { readonly [Name in SettingName]: ReturnType<(typeof ALL_SETTINGS)[Name]["parse"]> };

/** The settings of the service. */
export type Config = Pick<Settings, keyof typeof SETTINGS>;

export function settingOf(name: SettingName): Setting<unknown> {
  return ALL_SETTINGS[name];
}

/** One setting's value. `flagText` is the flag's value, undefined if the flag is not given. Throws a SettingError. */
export function readSetting<Name extends SettingName>(
  name: Name,
  flagText: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Settings[Name] {
  const setting = settingOf(name);
  // A variable that is set to nothing was most likely meant to be unset.
  const envText = env[setting.env] || undefined;
  const [source, text] =
    flagText !== undefined ? [setting.flag, flagText] : [setting.env, envText ?? setting.default];
  try {
    return setting.parse(text) as Settings[Name];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(`${source}: ${error.message}`);
  }
}
