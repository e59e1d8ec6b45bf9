// The sockets of this machine and of this process, as Linux' /proc shows them (https://docs.kernel.org/networking/proc_net_tcp.html).

import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const DESCRIPTORS = "/proc/self/fd";

const SOCKET_STATES = { "01": "established", "0A": "listening" } as const;

export interface LocalSocket {
  readonly state: (typeof SOCKET_STATES)[keyof typeof SOCKET_STATES];
  /** Identifies the socket while it is open. */
  readonly inode: string;
  /** The other end's address, in the table's hexadecimal form. */
  readonly remote: string;
}

export function hasProc(): boolean {
  return existsSync(TABLES[0]!) && existsSync(DESCRIPTORS);
}

/** The sockets of a local port that are established or listen, those of other processes among them. */
export function socketsAt(port: number): LocalSocket[] {
  // A machine without IPv6 has only the first table.
  const tables = TABLES.filter((path) => existsSync(path)).map((path) => readFileSync(path, "latin1"));
  return tables.flatMap((table) => table.split("\n")).flatMap((row) => socketIn(row, port));
}

function socketIn(row: string, port: number): LocalSocket[] {
  const [, local = "", remote = "", code = "", , , , , , inode = ""] = row.trim().split(/\s+/);
  const state = SOCKET_STATES[code as keyof typeof SOCKET_STATES];
  if (state === undefined || Number.parseInt(local.split(":")[1] ?? "", 16) !== port) return [];
  return [{ state, inode, remote: remote.split(":")[0] ?? "" }];
}

/** All open descriptors of this process. */
export function openDescriptors(): readonly string[] {
  return readdirSync(DESCRIPTORS);
}

/** The descriptors of those sockets that this process has open. They are valid until other code of this process runs. */
export function descriptorsOf(sockets: readonly Pick<LocalSocket, "inode">[]): readonly number[] {
  const targets = new Set(sockets.map(({ inode }) => `socket:[${inode}]`));
  return openDescriptors()
    .filter((descriptor) => targets.has(linkTarget(descriptor)))
    .map(Number);
}

function linkTarget(descriptor: string): string {
  try {
    return readlinkSync(`${DESCRIPTORS}/${descriptor}`);
  } catch {
    // Closed meanwhile, as is the descriptor that listed the folder.
    return "";
  }
}
