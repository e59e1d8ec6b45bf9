// What the system has against an address to listen on, as a message that names the setting.

import { lookup } from "node:dns/promises";
import type { Config } from "../config.ts";
import { MetricsAddressError } from "../service/metrics-server.ts";
import { CommandError } from "./context.ts";

/** A CommandError where the address is at fault; any other error as it is. */
export async function listenErrorOf(
  error: unknown,
  { host, port, metricsAddress }: Config,
): Promise<unknown> {
  if (error instanceof MetricsAddressError && metricsAddress !== "off") {
    const setting = "--metrics-address or PETSTOCK_METRICS_ADDRESS";
    return addressErrorOf(error.cause, { ...metricsAddress, hostSetting: setting, portSetting: setting });
  }
  const settings = { hostSetting: "--host or PETSTOCK_HOST", portSetting: "--port or PORT" };
  return addressErrorOf(error, { host, port, ...settings });
}

interface Listened {
  readonly host: string;
  readonly port: number;
  /** What to change, in words. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

async function addressErrorOf(
  error: unknown,
  { host, port, hostSetting, portSetting }: Listened,
): Promise<unknown> {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  // Asked first: for an unknown name the runtime gives the code of whatever failed last.
  const isKnown = await lookup(host).then(
    () => true,
    () => false,
  );
  const code = isKnown ? error.code : "ENOTFOUND";
  if (code === "EADDRINUSE") {
    return new CommandError(
      `port ${port} of ${host} is taken by another program; choose another with ${portSetting}`,
    );
  }
  if (code === "EACCES") {
    return new CommandError(
      `port ${port} needs rights that this user lacks; choose one above 1023 with ${portSetting}`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EINVAL") {
    return new CommandError(`${host} is no address of this machine; choose another with ${hostSetting}`);
  }
  return error;
}
