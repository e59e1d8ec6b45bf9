// The address of the service that runs with the settings of this command, as other programs of this machine reach it.

import { networkInterfaces } from "node:os";
import type { Settings } from "../config.ts";

export const ADDRESS_SETTINGS = ["host", "port", "tlsCert"] as const;

type AddressSettings = Pick<Settings, (typeof ADDRESS_SETTINGS)[number]>;

/** 0.0.0.0 and :: include the loopback address. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** For programs on this machine. */
export function ownUrl({ host, ...rest }: AddressSettings): string {
  return urlOf({ ...rest, host: LOOPBACK_OF[host] ?? host });
}

/** For other machines too, if the service listens on every network and this machine has an address in one. */
export function networkUrl({ host, ...rest }: AddressSettings, address = networkAddress()): string {
  return urlOf({ ...rest, host: (host in LOOPBACK_OF ? address : undefined) ?? LOOPBACK_OF[host] ?? host });
}

function urlOf({ host, port, tlsCert }: AddressSettings): string {
  const scheme = tlsCert === undefined ? "http" : "https";
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The first IPv4 address of this machine in a network: phones reach that of the local network. */
function networkAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}
