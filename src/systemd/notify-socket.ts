// Sends datagrams to the service manager's socket, $NOTIFY_SOCKET of sd_notify(3), through libc, because the runtime has no Unix
// datagrams. (To run systemd-notify for each message, the unit would need NotifyAccess=all, and each watchdog message would
// take 5 ms of processor time.)

import { openLibc } from "../libc.ts";

/** Linux, where systemd is: from bits/socket.h and asm-generic/socket.h, alike on x64 and ARM. */
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
/** Neither blocks if the manager does not read, nor ends this process if the manager has ended. */
const MSG_DONTWAIT_NOSIGNAL = 0x40 | 0x4000;
/** The size of the path in sockaddr_un. */
const PATH_BYTES_MAX = 108;

const SYMBOLS = {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  sendto: { args: ["i32", "ptr", "usize", "i32", "ptr", "u32"], returns: "i64" },
} as const;

export class NotifySocket {
  readonly #send: (message: Buffer) => boolean;

  /** Throws, with a message for the operator, if the socket cannot be created. */
  constructor(address: string) {
    const name = socketAddress(address);
    const libc = openLibc(SYMBOLS);
    if (libc === undefined) throw new Error("no supported C library was found");
    const { socket, sendto } = libc;
    const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) throw new Error("the system does not create a Unix socket");
    this.#send = (message) =>
      sendto(descriptor, message, message.length, MSG_DONTWAIT_NOSIGNAL, name, name.length) ===
      BigInt(message.length);
  }

  /** False if the message did not arrive: the socket has no listener, or its buffer is full. */
  send(state: string): boolean {
    return this.#send(Buffer.from(state));
  }
}

/** The bytes of a sockaddr_un. `@name` is an abstract socket: a zero byte at the start, and none at the end (unix(7)). */
export function socketAddress(address: string): Buffer {
  const isAbstract = address.startsWith("@");
  if (!isAbstract && !address.startsWith("/"))
    throw new Error(`${address} is not the address of a Unix socket`);
  const path = Buffer.from(isAbstract ? `\0${address.slice(1)}` : `${address}\0`);
  if (path.length > PATH_BYTES_MAX) throw new Error(`${address} is too long for a Unix socket`);
  const family = Buffer.from(Uint16Array.of(AF_UNIX).buffer);
  return Buffer.concat([family, path]);
}
