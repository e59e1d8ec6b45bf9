// What the values of settings look like that are more than a number or a word: time spans, rates, networks, origins, files.

import { BlockList, isIP } from "node:net";

/** A value that does not fit; the message names the flag or the variable that holds it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const COUNT_MAX = 1_000_000;

/** A time span such as `500ms`, `30s`, `90d`, in ms; its limits are written alike, as a refusal names them. */
export function duration({ min, max }: { min: string; max: string }): (text: string) => number {
  const [minMs, maxMs] = [spanMs(min), spanMs(max)];
  return (text) => {
    const ms = spanMs(text);
    if (ms >= minMs && ms <= maxMs) return ms;
    throw new SettingError(
      `${JSON.stringify(text)} is no time span from ${min} to ${max}; write a whole number and ms, s, m, h or d`,
    );
  };
}

/** NaN where it is none. */
function spanMs(text: string): number {
  const [, count, unit] = /^([0-9]+)(ms|s|m|h|d)$/.exec(text) ?? [];
  return Number(count) * (UNIT_MS[unit ?? ""] ?? Number.NaN);
}

/** So many in such a time: evenly in the long run, and all of them at once after a pause. */
export function parseRate(text: string): { readonly count: number; readonly perMs: number } {
  const [, digits, unit] = /^([0-9]+)\/(s|m|h)$/.exec(text) ?? [];
  const count = Number(digits);
  const perMs = UNIT_MS[unit ?? ""];
  if (perMs !== undefined && count >= 1 && count <= COUNT_MAX) return { count, perMs };
  throw new SettingError(
    `${JSON.stringify(text)} is no rate such as 100/s, 6000/m or 50000/h, from 1 to ${COUNT_MAX}, nor off`,
  );
}

/** An address alone is a network of one. */
export function parseNetworks(text: string): BlockList {
  const networks = new BlockList();
  for (const network of text.split(",")) {
    const [, address = "", digits] = /^([0-9A-Fa-f.:]+)(?:\/([0-9]{1,3}))?$/.exec(network.trim()) ?? [];
    const version = isIP(address);
    const bits = version === 6 ? 128 : 32;
    const prefix = digits === undefined ? bits : Number(digits);
    if (version === 0 || prefix > bits) {
      const words = `${JSON.stringify(network)} is no network such as 10.0.0.0/8, 192.0.2.7 or fd00::/8`;
      throw new SettingError(words + (text === network ? "" : ` (in ${JSON.stringify(text)})`));
    }
    networks.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
  }
  return networks;
}

/** As browsers send them in `Origin`: scheme, host, and the port where it is not the scheme's own. `*` for every one. */
export function parseOrigins(text: string): "*" | ReadonlySet<string> {
  if (text === "*") return "*";
  const origins = text.split(",").map((origin) => origin.trim());
  const odd = origins.find((origin) => !isOrigin(origin));
  if (odd === undefined) return new Set(origins);
  const words = `${JSON.stringify(odd)} is no origin such as https://shop.example or http://localhost:3000`;
  throw new SettingError(words + (text === odd ? "" : ` (in ${JSON.stringify(text)})`));
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Whether there is such a file, and what is in it, is seen when it is read. */
export function parseFile(text: string): string {
  if (text !== "" && !text.endsWith("/")) return text;
  throw new SettingError(`${JSON.stringify(text)} names no file`);
}

/** The same, where one word stands for none. */
export function orNone<T>(word: string, parse: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === word ? undefined : parse(text));
}
