// Lists and closes this process's connections through Linux's /proc and shutdown(2). The runtime's server neither counts
// connections nor closes one, and has no hook before a connection has sent a complete request.

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openLibc } from "../libc.ts";
import { plainAddress } from "./client-address.ts";

/** https://docs.kernel.org/networking/proc_net_tcp.html */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const ESTABLISHED = "01";
const DESCRIPTORS = "/proc/self/fd";

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
    if (!existsSync(TABLES[0]!) || !existsSync(DESCRIPTORS)) return undefined;
    const libc = openLibc(SYMBOLS);
    return libc && new LinuxSockets(libc.shutdown);
  }

  /** Number of open descriptors: an upper bound of the connections that is cheap to read. */
  get descriptors(): number {
    return readdirSync(DESCRIPTORS).length;
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
    // A machine without IPv6 has only the first table.
    const tables = TABLES.filter((path) => existsSync(path)).map((path) => readFileSync(path, "latin1"));
    return tables.flatMap((table) => table.split("\n")).flatMap((row) => connectionIn(row, port));
  }

  /** Shuts down those connections that this process still has open; gives their number. */
  shutDown(connections: readonly Connection[]): number {
    const sockets = new Set(connections.map(({ inode }) => `socket:[${inode}]`));
    // Synchronous, so no other code of this process closes a connection in between and reuses its descriptor.
    const open = readdirSync(DESCRIPTORS).filter((descriptor) => sockets.has(linkTarget(descriptor)));
    return open.filter((descriptor) => this.#shutdown(Number(descriptor), BOTH_WAYS) === 0).length;
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

function connectionIn(row: string, port: number): Connection[] {
  const [, local = "", remote = "", state, , , , , , inode = ""] = row.trim().split(/\s+/);
  if (state !== ESTABLISHED || Number.parseInt(local.split(":")[1] ?? "", 16) !== port) return [];
  const address = addressOf(remote.split(":")[0] ?? "");
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

function linkTarget(descriptor: string): string {
  try {
    return readlinkSync(`${DESCRIPTORS}/${descriptor}`);
  } catch {
    // Closed meanwhile, as is the descriptor that listed the folder.
    return "";
  }
}
