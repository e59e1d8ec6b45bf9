// The TCP connections of this machine, from Linux's /proc: a client that has stopped reading does not notice that the
// server has closed.

import { existsSync, readFileSync } from "node:fs";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
/** As in the kernel's include/net/tcp_states.h. */
const ESTABLISHED = "01";

export const NO_TCP_TABLE = "this system has no /proc/net/tcp";

/** The ports of clients whose connections to `servicePort` the service still has; undefined if the system does not report them. */
export function openClientPorts(servicePort: number): Set<number> | undefined {
  const tables = TABLES.filter((path) => existsSync(path));
  if (tables.length === 0) return undefined;
  const rows = tables.flatMap((path) => readFileSync(path, "utf8").trim().split("\n").slice(1));
  const connections = rows.map((row) => {
    const [, local = "", remote = "", state] = row.trim().split(/\s+/);
    return { local: portOf(local), remote: portOf(remote), state };
  });
  const open = connections.filter(({ local, state }) => local === servicePort && state === ESTABLISHED);
  return new Set(open.map(({ remote }) => remote));
}

/** `0100007F:1F90` is port 8080. */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(":") + 1), 16);
}
