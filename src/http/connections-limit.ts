// How many connections one client address may hold, whole requests or not: looked at each second, and closed beyond it.

import { type BlockList, isIP } from "node:net";
import type { Log } from "../inventory/ports.ts";
import { networkOf } from "./client-address.ts";
import type { Connection, LinuxSockets } from "./linux-sockets.ts";

const CHECK_INTERVAL_MS = 1_000;

export interface ConnectionsLimitOptions {
  readonly sockets: LinuxSockets;
  readonly port: number;
  /** Of each address; of each network of 64 bits in IPv6. */
  readonly connectionsMax: number;
  /** These speak for many clients, and are not counted. */
  readonly trusted: BlockList | undefined;
  readonly log: Log;
}

/** Looks until disposed of. */
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

  /** What fails is tried again: such as for want of a descriptor. */
  #attempt(): void {
    const { sockets, log } = this.#options;
    try {
      sockets.withSpareDescriptor(() => this.#look());
    } catch (error) {
      log.warn("connections_not_counted", { cause: String(error) });
    }
  }

  #look(): void {
    const { sockets, port, connectionsMax, log } = this.#options;
    if (sockets.descriptors <= connectionsMax) return;
    const excess = connectionsOverLimit(sockets.connectionsTo(port), this.#options);
    const count = sockets.shutDown([...excess.values()].flat());
    if (count === 0) return;
    const [client] = [...excess].reduce((most, each) => (each[1].length > most[1].length ? each : most));
    log.warn("connections_closed", { client, clients: excess.size, count });
  }
}

/** What each client has beyond the limit. */
export function connectionsOverLimit(
  connections: readonly Connection[],
  { connectionsMax, trusted }: Pick<ConnectionsLimitOptions, "connectionsMax" | "trusted">,
): Map<string, Connection[]> {
  const counted = connections.filter(
    ({ address }) => !trusted?.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  );
  const byClient = Map.groupBy(counted, ({ address }) => networkOf(address));
  // Whichever: the system does not tell which came first.
  const beyond = [...byClient].map(([client, all]): [string, Connection[]] => [
    client,
    all.slice(0, Math.max(0, all.length - connectionsMax)),
  ]);
  return new Map(beyond.filter(([, excess]) => excess.length > 0));
}
