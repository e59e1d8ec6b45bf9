// Limits the connections of each client address, idle ones included: counted each second, and closed beyond the limit.

import { type BlockList, isIP } from "node:net";
import type { Log } from "../inventory/log.ts";
import { networkOf } from "./client-address.ts";
import type { Connection, LinuxSockets } from "./linux-sockets.ts";

const CHECK_INTERVAL_MS = 1_000;

interface ConnectionsLimitOptions {
  readonly sockets: LinuxSockets;
  readonly port: number;
  /** For each IPv4 address and each IPv6 /64 network. */
  readonly connectionsMax: number;
  /** Proxies, whose connections carry many clients and are not counted. */
  readonly trusted: BlockList | undefined;
  readonly log: Log;
}

/** Enforces the limit until disposed. */
export class ConnectionsLimit implements Disposable {
  readonly #options: ConnectionsLimitOptions;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: ConnectionsLimitOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#attempt(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** An error, such as no free descriptor, is logged; the next interval tries again. */
  #attempt(): void {
    const { sockets, log } = this.#options;
    try {
      sockets.withSpareDescriptor(() => this.#closeExcess());
    } catch (error) {
      log.warn("connections_not_counted", { cause: String(error) });
    }
  }

  #closeExcess(): void {
    const { sockets, port, connectionsMax, log } = this.#options;
    if (sockets.descriptors <= connectionsMax) return;
    const excess = connectionsOverLimit(sockets.connectionsTo(port), this.#options);
    const count = sockets.shutDown([...excess.values()].flat());
    if (count === 0) return;
    const [client] = [...excess].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    log.warn("connections_closed", { client, clients: excess.size, count });
  }
}

/** The connections to close, by client. */
export function connectionsOverLimit(
  connections: readonly Connection[],
  { connectionsMax, trusted }: Pick<ConnectionsLimitOptions, "connectionsMax" | "trusted">,
): Map<string, Connection[]> {
  // The system's table may list a connection twice if others open or close while it is read.
  const distinct = new Map(connections.map((connection) => [connection.inode, connection]));
  const counted = [...distinct.values()].filter(
    ({ address }) => !trusted?.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  );
  const byClient = Map.groupBy(counted, ({ address }) => networkOf(address));
  // In any order: the system does not say which connection is older.
  const beyond = [...byClient].map(([client, all]): [string, Connection[]] => [
    client,
    all.slice(0, Math.max(0, all.length - connectionsMax)),
  ]);
  return new Map(beyond.filter(([, excess]) => excess.length > 0));
}
