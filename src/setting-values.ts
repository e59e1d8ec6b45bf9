// Kinds of values that settings and flags take: how a text is read, and what the help and the documents say about it.

import { BlockList, isIP, isIPv6 } from "node:net";
import { isName, NAME_CONTENT } from "./inventory/name.ts";
import { holdsKey } from "./inventory/redact.ts";

/** A value that is not valid; the message names the flag or the variable that holds it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

export interface ValueKind<T> {
  /** Stands behind the flag in the help: `<number>`. */
  readonly argument: string;
  /** The valid values, in Markdown, for docs/configuration.md. */
  readonly values: string;
  /** All valid values, if they are few. */
  readonly choices?: readonly string[];
  /** Throws a SettingError if the text is not valid. */
  parse(text: string): T;
}

export function wholeNumber({ min, max }: { min: number; max: number }): ValueKind<number> {
  return {
    argument: "<number>",
    values: `\`${min}\` to \`${max}\``,
    parse(text) {
      const value = Number(text);
      if (/^[0-9]+$/.test(text) && value >= min && value <= max) return value;
      throw invalid(text, `is not a whole number from ${min} to ${max}`);
    },
  };
}

export function oneOf<T extends string>(argument: string, choices: readonly T[]): ValueKind<T> {
  return {
    argument,
    values: choices.map((each) => `\`${each}\``).join(", "),
    choices,
    parse(text) {
      const value = choices.find((each) => each === text);
      if (value !== undefined) return value;
      throw invalid(text, `is not one of ${choices.join(", ")}`);
    },
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A duration such as `500ms`, `30s`, `90d`, read as ms. The limits are durations, too, as error messages show them. */
export function duration({ min, max }: { min: string; max: string }): ValueKind<number> {
  const [minMs, maxMs] = [spanMs(min), spanMs(max)];
  return {
    argument: "<duration>",
    values: `\`${min}\` to \`${max}\``,
    parse(text) {
      const ms = spanMs(text);
      if (ms >= minMs && ms <= maxMs) return ms;
      throw invalid(
        text,
        `is not a duration from ${min} to ${max}; write a whole number and a unit: ms, s, m, h or d`,
      );
    },
  };
}

/** NaN for any other text. */
function spanMs(text: string): number {
  const [, count, unit] = /^([0-9]+)(ms|s|m|h|d)$/.exec(text) ?? [];
  return Number(count) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
}

const RATE_COUNT_MAX = 1_000_000;

/** A rate in the long run; after a pause, `count` at once. */
export const rate: ValueKind<{ readonly count: number; readonly perMs: number }> = {
  argument: "<rate>",
  values: "a rate",
  parse(text) {
    const [, digits, unit] = /^([0-9]+)\/(s|m|h)$/.exec(text) ?? [];
    const count = Number(digits);
    const perMs = UNIT_MS[unit ?? ""];
    if (perMs !== undefined && count >= 1 && count <= RATE_COUNT_MAX) return { count, perMs };
    throw invalid(
      text,
      `is neither off nor a rate such as 100/s, 6000/m or 50000/h, from 1 to ${RATE_COUNT_MAX}`,
    );
  },
};

/** An address without a prefix length is a network of one address. */
export const networks: ValueKind<BlockList> = {
  argument: "<networks>",
  values: "comma-separated addresses and networks",
  parse(text) {
    const list = new BlockList();
    for (const network of text.split(",")) {
      const [, address = "", digits] = /^([0-9A-Fa-f.:]+)(?:\/([0-9]{1,3}))?$/.exec(network.trim()) ?? [];
      const version = isIP(address);
      const bits = version === 6 ? 128 : 32;
      const prefix = digits === undefined ? bits : Number(digits);
      if (version === 0 || prefix > bits) {
        throw invalidPart(network, text, "is not a network such as 10.0.0.0/8, 192.0.2.7 or fd00::/8");
      }
      list.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
    }
    return list;
  },
};

/** As browsers send them in `Origin`: scheme, host, and the port if it is not the scheme's default. `*` for all. */
export const origins: ValueKind<"*" | ReadonlySet<string>> = {
  argument: "<origins>",
  values: "`*`, or comma-separated origins",
  parse(text) {
    if (text === "*") return "*";
    const all = text.split(",").map((origin) => origin.trim());
    const wrong = all.find((origin) => !isOrigin(origin));
    if (wrong === undefined) return new Set(all);
    throw invalidPart(wrong, text, "is not an origin such as https://shop.example or http://localhost:3000");
  },
};

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The file itself is checked when it is read. */
export const file: ValueKind<string> = {
  argument: "<file>",
  values: "a file",
  parse(text) {
    if (text !== "" && !text.endsWith("/")) return text;
    throw invalid(text, "is not the name of a file");
  },
};

export const host: ValueKind<string> = {
  argument: "<address>",
  values: "an address or name of this machine",
  parse(text) {
    // A colon is part of an IPv6 address only: the port has a setting of its own.
    if (/^[A-Za-z0-9._-]+$/.test(text) || isIPv6(text)) return text;
    throw invalid(text, "is not an address; write one such as 127.0.0.1, 0.0.0.0 or ::1");
  },
};

/** Composed (NFC), so that a name that was typed on another system is the same name. */
export const nameOfStore: ValueKind<string> = {
  argument: "<name>",
  values: "a name of 1 to 64 characters, such as `Zoo North`",
  parse(text) {
    // Not shown: it is in the wrong place.
    if (holdsKey(text)) throw new SettingError("is an API key, not a name; it would be shown in the log");
    const name = text.normalize("NFC");
    if (isName(name)) return name;
    throw invalid(text, `is not a name; write ${NAME_CONTENT}`);
  },
};

/** The address of a service, without a slash at the end. */
export const serviceUrl: ValueKind<string> = {
  argument: "<url>",
  values: "an address such as `https://petstock.example`",
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
      throw invalid(text, "is not an address such as http://127.0.0.1:8080");
    // Not shown: it may be a password, or an API key in the wrong place.
    if (url.username !== "" || url.password !== "")
      throw new SettingError("is an address with a user or a password; a service takes only API keys");
    return url.origin + url.pathname.replace(/\/+$/, "");
  },
};

export const PORT_MAX = 65_535;

export type MetricsAddress = "off" | { readonly host: string; readonly port: number };

export const metricsAddress: ValueKind<MetricsAddress> = {
  argument: "<address>",
  values: "`off`, `HOST:PORT` or `:PORT`",
  parse(text) {
    if (text === "off") return text;
    const [, name, ipv6 = "", port] =
      /^(?:([A-Za-z0-9._-]*)|\[([0-9A-Fa-f:.]+)\]):([0-9]+)$/.exec(text) ?? [];
    const isHost = name !== undefined || isIPv6(ipv6);
    if (isHost && port !== undefined && Number(port) <= PORT_MAX) {
      return { host: (name ?? ipv6) || "0.0.0.0", port: Number(port) };
    }
    throw invalid(
      text,
      "is not an address to listen on; write one such as 127.0.0.1:9464, :9464 (every IPv4 network) or off",
    );
  },
};

/** The same kind of value, or a word that stands for no value. */
export function orNone<T>(word: string, kind: ValueKind<T>): ValueKind<T | undefined> {
  return {
    ...kind,
    values: `\`${word}\`, or ${kind.values}`,
    parse: (text) => (text === word ? undefined : kind.parse(text)),
  };
}

function invalid(text: string, problem: string): SettingError {
  return new SettingError(`${JSON.stringify(text)} ${problem}`);
}

/** For one part of a list; the message shows the whole list, too. */
function invalidPart(part: string, text: string, problem: string): SettingError {
  const whole = text === part ? "" : ` (in ${JSON.stringify(text)})`;
  return new SettingError(`${JSON.stringify(part)} ${problem}${whole}`);
}
