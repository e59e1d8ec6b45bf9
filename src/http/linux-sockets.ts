// Lists and closes this process's connections through Linux's /proc and shutdown(2). The runtime's server neither counts
// connections nor closes one, and has no hook before a connection has sent a complete request.

import { closeSync, openSync } from "node:fs";
import { openLibc } from "../libc.ts";
import { plainAddress } from "./client-address.ts";
import { descriptorsOf, hasProc, type LocalSocket, openDescriptors, socketsAt } from "./proc-sockets.ts";

const SYMBOLS = { shutdown: { args: ["i32", "i32"], returns: "i32" } } as const;
/** SHUT_RDWR: the runtime then sees the end of the connection and closes it as usual. */
const BOTH_WAYS = 2;

export interface Connection {
  /** Identifies the socket while it is open. */
  readonly inode: string;
  readonly address: string;
}

export class LinuxSockets {
  readonly #shutdown: (descriptor: number, how: number) => number;
  /** A reserved descriptor: reading /proc needs one, and is needed most when connections have used all others. */
  #spare = openSpare();

  private constructor(shutdown: (descriptor: number, how: number) => number) {
    this.#shutdown = shutdown;
  }

  /** Undefined if the system is not Linux, or has no /proc. */
  static open(): LinuxSockets | undefined {
    if (!hasProc()) return undefined;
    const libc = openLibc(SYMBOLS);
    return libc && new LinuxSockets(libc.shutdown);
  }

  /** Number of open descriptors: an upper bound of the connections that is cheap to read. */
  get descriptors(): number {
    return openDescriptors().length;
  }

  /** Runs `work` with the reserved descriptor free. `work` must be synchronous and open one file at a time. */
  withSpareDescriptor<T>(work: () => T): T {
    if (this.#spare !== undefined) closeSync(this.#spare);
    try {
      return work();
    } finally {
      this.#spare = openSpare();
    }
  }

  /** Established connections to a local port. */
  connectionsTo(port: number): Connection[] {
    return socketsAt(port).flatMap(connectionOf);
  }

  /** Shuts down those connections that this process still has open; gives their number. */
  shutDown(connections: readonly Connection[]): number {
    // Synchronous, so no other code of this process closes a connection in between and reuses its descriptor.
    return descriptorsOf(connections).filter((descriptor) => this.#shutdown(descriptor, BOTH_WAYS) === 0)
      .length;
  }
}

/** Undefined if no descriptor is free: another thread took it. */
function openSpare(): number | undefined {
  try {
    return openSync("/dev/null", "r");
  } catch {
    return undefined;
  }
}

function connectionOf({ state, inode, remote }: LocalSocket): Connection[] {
  const address = state === "established" ? addressOf(remote) : undefined;
  return address === undefined ? [] : [{ inode, address }];
}

/** The table has words of 32 bits in the machine's byte order, which is little-endian on all supported machines. */
function addressOf(hex: string): string | undefined {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, "hex")].toReversed());
  if (bytes.length === 4) return bytes.join(".");
  const groups = Buffer.from(bytes).toString("hex").match(/.{4}/g) ?? [];
  return plainAddress(groups.join(":"));
}
