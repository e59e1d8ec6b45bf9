// Every setting: its flag, its environment variable, its default, and what a value must look like. A flag wins over the
// environment, which wins over the default. docs/configuration.md is checked against this table.

import { isIPv6 } from "node:net";
import { type DatabaseAddress, describeDatabase, parseDatabase } from "./database-address.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "./inventory/idempotency.ts";
import { LOG_LEVELS, type LogLevel } from "./inventory/ports.ts";
import {
  duration,
  orNone,
  parseFile,
  parseNetworks,
  parseOrigins,
  parseRate,
  SettingError,
} from "./setting-values.ts";

export { type DatabaseAddress, describeDatabase, duration, SettingError };

/** `auto` is readable on a terminal, JSON elsewhere. */
const LOG_FORMATS = ["auto", "json", "pretty"] as const;
type LogFormat = (typeof LOG_FORMATS)[number];

export interface Setting<T> {
  /** As on the command line: `--port`. */
  readonly flag: string;
  /** What stands behind the flag in the help: `<number>`. */
  readonly argument: string;
  readonly env: string;
  readonly default: string;
  readonly help: string;
  /** All values, where they are few. */
  readonly choices?: readonly string[];
  /** Throws a SettingError's words as a plain string where the text is not fit. */
  parse(text: string): T;
}

export type MetricsAddress = "off" | { readonly host: string; readonly port: number };

const PORT_MAX = 65_535;

export const DEFAULT_DATABASE_PATH = "data/petstock.db";

export const SETTINGS = {
  database: {
    flag: "--database",
    argument: "<url>",
    env: "DATABASE_URL",
    default: `sqlite:${DEFAULT_DATABASE_PATH}`,
    help: "where the data is: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE",
    parse: parseDatabase,
  },
  host: {
    flag: "--host",
    argument: "<address>",
    env: "PETSTOCK_HOST",
    default: "127.0.0.1",
    help: "address to listen on; 0.0.0.0 for every network",
    parse: parseHost,
  },
  port: {
    flag: "--port",
    argument: "<number>",
    env: "PORT",
    default: "8080",
    help: "port to listen on; 0 for any that is free",
    parse: wholeNumber({ min: 0, max: PORT_MAX }),
  },
  logLevel: {
    flag: "--log-level",
    argument: "<level>",
    env: "PETSTOCK_LOG_LEVEL",
    default: "info",
    help: "least severe events to log",
    choices: LOG_LEVELS,
    parse: oneOf<LogLevel>(LOG_LEVELS),
  },
  logFormat: {
    flag: "--log-format",
    argument: "<format>",
    env: "PETSTOCK_LOG_FORMAT",
    default: "auto",
    help: "auto is pretty on a terminal, json elsewhere",
    choices: LOG_FORMATS,
    parse: oneOf<LogFormat>(LOG_FORMATS),
  },
  queueLimit: {
    flag: "--queue-limit",
    argument: "<number>",
    env: "PETSTOCK_QUEUE_LIMIT",
    default: "10000",
    help: "updates that may wait for the disk; more are answered 503 overloaded",
    parse: wholeNumber({ min: 1, max: 1_000_000 }),
  },
  idempotencyLimit: {
    flag: "--idempotency-limit",
    argument: "<number>",
    env: "PETSTOCK_IDEMPOTENCY_LIMIT",
    default: String(IDEMPOTENCY_RECORDS_MAX),
    help: "Idempotency-Keys of each API key that are remembered for their day; more are answered 429 rate_limited",
    parse: wholeNumber({ min: 1, max: 1_000_000_000 }),
  },
  lockTimeoutMs: {
    flag: "--lock-timeout",
    argument: "<duration>",
    env: "PETSTOCK_LOCK_TIMEOUT",
    default: "30s",
    help: "how long to wait for another process's transaction; then 503 unavailable",
    parse: duration({ min: "1ms", max: "60s" }),
  },
  shutdownDelayMs: {
    flag: "--shutdown-delay",
    argument: "<duration>",
    env: "PETSTOCK_SHUTDOWN_DELAY",
    default: "0s",
    help: "how long to go on after SIGTERM, not ready any more, until load balancers have noticed",
    parse: duration({ min: "0s", max: "5m" }),
  },
  shutdownTimeoutMs: {
    flag: "--shutdown-timeout",
    argument: "<duration>",
    env: "PETSTOCK_SHUTDOWN_TIMEOUT",
    default: "20s",
    help: "how long requests in flight may take after SIGTERM and the delay",
    parse: duration({ min: "1ms", max: "1h" }),
  },
  metricsAddress: {
    flag: "--metrics-address",
    argument: "<address>",
    env: "PETSTOCK_METRICS_ADDRESS",
    default: "off",
    help: "where to show metrics to Prometheus: HOST:PORT, or :PORT for every IPv4 network",
    parse: parseMetricsAddress,
  },
  tlsCert: {
    flag: "--tls-cert",
    argument: "<file>",
    env: "PETSTOCK_TLS_CERT",
    default: "none",
    help: "certificate chain in PEM, for https; read anew when it changes",
    parse: orNone("none", parseFile),
  },
  tlsKey: {
    flag: "--tls-key",
    argument: "<file>",
    env: "PETSTOCK_TLS_KEY",
    default: "none",
    help: "the certificate's private key in PEM",
    parse: orNone("none", parseFile),
  },
  rateLimit: {
    flag: "--rate-limit",
    argument: "<rate>",
    env: "PETSTOCK_RATE_LIMIT",
    default: "off",
    help: "requests of each API key, such as 100/s; more are answered 429 rate_limited",
    parse: orNone("off", parseRate),
  },
  refusalLimit: {
    flag: "--refusal-limit",
    argument: "<rate>",
    env: "PETSTOCK_REFUSAL_LIMIT",
    default: "100/m",
    help: "refused API keys of each client address; beyond it they are answered 429 rate_limited, and looked up no more",
    parse: orNone("off", parseRate),
  },
  requestsLimit: {
    flag: "--requests-limit",
    argument: "<number>",
    env: "PETSTOCK_REQUESTS_LIMIT",
    default: "off",
    help: "requests with a good key in flight; more are answered 503 overloaded",
    parse: orNone("off", wholeNumber({ min: 1, max: 1_000_000 })),
  },
  connectionsLimit: {
    flag: "--connections-limit",
    argument: "<number>",
    env: "PETSTOCK_CONNECTIONS_LIMIT",
    default: "off",
    help: "connections of each client address, on Linux; more are closed",
    parse: orNone("off", wholeNumber({ min: 1, max: 1_000_000 })),
  },
  trustedProxies: {
    flag: "--trusted-proxies",
    argument: "<networks>",
    env: "PETSTOCK_TRUSTED_PROXIES",
    default: "none",
    help: "addresses and networks, between commas, whose X-Forwarded-For names the client",
    parse: orNone("none", parseNetworks),
  },
  corsOrigins: {
    flag: "--cors-origin",
    argument: "<origins>",
    env: "PETSTOCK_CORS_ORIGIN",
    default: "none",
    help: "origins, between commas, whose pages may use /v1 from a browser; * for all",
    parse: orNone("none", parseOrigins),
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

export type Config = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]["parse"]> };

/** One setting's value. `flagText` is what the command line says, undefined where it says nothing. Throws SettingError. */
export function readSetting<Name extends SettingName>(
  name: Name,
  flagText: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Config[Name] {
  const setting: Setting<unknown> = SETTINGS[name];
  // An empty variable is what a shell leaves behind where somebody meant to unset it.
  const envText = env[setting.env] || undefined;
  const [source, text] =
    flagText !== undefined ? [setting.flag, flagText] : [setting.env, envText ?? setting.default];
  try {
    return setting.parse(text) as Config[Name];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new SettingError(`${source}: ${error.message}`);
  }
}

function parseHost(text: string): string {
  // A colon is of IPv6 alone: the port has a setting of its own.
  if (/^[A-Za-z0-9._-]+$/.test(text) || isIPv6(text)) return text;
  throw new SettingError(
    `${JSON.stringify(text)} is no address; write one such as 127.0.0.1, 0.0.0.0 or ::1`,
  );
}

function parseMetricsAddress(text: string): MetricsAddress {
  if (text === "off") return text;
  const [, name, ipv6 = "", port] = /^(?:([A-Za-z0-9._-]*)|\[([0-9A-Fa-f:.]+)\]):([0-9]+)$/.exec(text) ?? [];
  const isHost = name !== undefined || isIPv6(ipv6);
  if (!isHost || port === undefined || Number(port) > PORT_MAX) {
    throw new SettingError(
      `${JSON.stringify(text)} is no address to listen on; write one such as 127.0.0.1:9464, :9464 (every IPv4 network) or off`,
    );
  }
  return { host: (name ?? ipv6) || "0.0.0.0", port: Number(port) };
}

function wholeNumber({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
    throw new SettingError(`${JSON.stringify(text)} is no whole number from ${min} to ${max}`);
  };
}

function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((each) => each === text);
    if (value !== undefined) return value;
    throw new SettingError(`${JSON.stringify(text)} is none of ${values.join(", ")}`);
  };
}
