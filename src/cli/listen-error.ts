// Errors of listening on an address, as messages that name the setting.

import { lookup } from "node:dns/promises";
import type { Config } from "../config.ts";
import { MetricsAddressError } from "../service/metrics-server.ts";
import { CommandError } from "./context.ts";

/** A CommandError if the address cannot be used; any other error unchanged. */
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
  /** The flag and the variable, for the message. */
  readonly hostSetting: string;
  readonly portSetting: string;
}

async function addressErrorOf(
  error: unknown,
  { host, port, hostSetting, portSetting }: Listened,
): Promise<unknown> {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  // First, because for an unknown name the runtime reports the code of an earlier failure.
  const isKnown = await lookup(host).then(
    () => true,
    () => false,
  );
  const code = isKnown ? error.code : "ENOTFOUND";
  if (code === "EADDRINUSE") {
    return new CommandError(
      `port ${port} of ${host} is taken by another program; choose another port with ${portSetting}`,
    );
  }
  if (code === "EACCES") {
    return new CommandError(
      `port ${port} needs privileges that this user lacks; choose a port above 1023 with ${portSetting}`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EINVAL") {
    return new CommandError(`${host} is not an address of this machine; choose another with ${hostSetting}`);
  }
  return error;
}
