// This process's connections as Linux tells of them, and an end for some: the runtime's server has no hook for a connection
// that has not sent a whole request yet, no count of them, and no way to close one.

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openLibc } from "../libc.ts";
import { plainAddress } from "./client-address.ts";

/** https://docs.kernel.org/networking/proc_net_tcp.html */
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const ESTABLISHED = "01";
const DESCRIPTORS = "/proc/self/fd";

const SYMBOLS = { shutdown: { args: ["i32", "i32"], returns: "i32" } } as const;
/** SHUT_RDWR: the runtime then sees the end of the connection, and closes it as it closes any other. */
const BOTH_WAYS = 2;

export interface Connection {
  /** Names the socket for as long as it is there. */
  readonly inode: string;
  readonly address: string;
}

export class LinuxSockets {
  readonly #shutdown: (descriptor: number, how: number) => number;
  /** A descriptor in reserve: looking takes one, and when connections have taken all others it matters most. */
  #spare = openSpare();

  private constructor(shutdown: (descriptor: number, how: number) => number) {
    this.#shutdown = shutdown;
  }

  /** Undefined where the system is another one, or does not tell. */
  static open(): LinuxSockets | undefined {
    if (!existsSync(TABLES[0]!) || !existsSync(DESCRIPTORS)) return undefined;
    const libc = openLibc(SYMBOLS);
    return libc && new LinuxSockets(libc.shutdown);
  }

  /** Open files, connections among them: cheap, and never fewer than connections. */
  get descriptors(): number {
    return readdirSync(DESCRIPTORS).length;
  }

  /** What `look` gives, which may open one file at a time, and must do all of it at once. */
  withSpareDescriptor<T>(look: () => T): T {
    if (this.#spare !== undefined) closeSync(this.#spare);
    try {
      return look();
    } finally {
      this.#spare = openSpare();
    }
  }

  /** To this port, from anywhere. */
  connectionsTo(port: number): Connection[] {
    // A machine without IPv6 has one of the two.
    const tables = TABLES.filter((path) => existsSync(path)).map((path) => readFileSync(path, "latin1"));
    return tables.flatMap((table) => table.split("\n")).flatMap((row) => connectionIn(row, port));
  }

  /** Those of them that this process has still open. Gives how many that were. */
  shutDown(connections: readonly Connection[]): number {
    const sockets = new Set(connections.map(({ inode }) => `socket:[${inode}]`));
    // Between look and call nothing else of this process runs that closes a connection.
    const open = readdirSync(DESCRIPTORS).filter((descriptor) => sockets.has(linkTarget(descriptor)));
    return open.filter((descriptor) => this.#shutdown(Number(descriptor), BOTH_WAYS) === 0).length;
  }
}

/** Undefined where none is free just now: another thread was quicker. */
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

/** Written as words of 32 bits, each in the machine's order of bytes, which is the same on all that this runs on. */
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
    // Closed meanwhile, as the one that listed the folder is.
    return "";
  }
}
