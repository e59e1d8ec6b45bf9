// Datagrams to the service manager's socket, $NOTIFY_SOCKET of sd_notify(3). The runtime has no Unix datagrams, so libc is
// called. (systemd-notify, started for each message, would be another process whose messages the unit has to allow by
// NotifyAccess=all, and 5 ms of processor time for each beat of the watchdog.)

import { openLibc } from "../libc.ts";

/** Linux, where systemd is: from bits/socket.h and asm-generic/socket.h, alike on x64 and ARM. */
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
/** A manager that does not read must not hold us up, and one that is gone must not end us. */
const MSG_DONTWAIT_NOSIGNAL = 0x40 | 0x4000;
/** Of sockaddr_un. */
const PATH_BYTES_MAX = 108;

const SYMBOLS = {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  sendto: { args: ["i32", "ptr", "usize", "i32", "ptr", "u32"], returns: "i64" },
} as const;

export class NotifySocket {
  readonly #send: (message: Buffer) => boolean;

  /** Throws, with a message for people, where there can be no such socket. */
  constructor(address: string) {
    const name = socketAddress(address);
    const libc = openLibc(SYMBOLS);
    if (libc === undefined) throw new Error("there is no C library that this program knows");
    const { socket, sendto } = libc;
    const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) throw new Error("the system gives no Unix socket");
    this.#send = (message) =>
      sendto(descriptor, message, message.length, MSG_DONTWAIT_NOSIGNAL, name, name.length) ===
      BigInt(message.length);
  }

  /** False where it did not arrive: the socket has no listener, or the manager is too busy just now. */
  send(state: string): boolean {
    return this.#send(Buffer.from(state));
  }
}

/** The bytes of a sockaddr_un. `@name` is an abstract socket, which begins with a zero and has none at its end (unix(7)). */
export function socketAddress(address: string): Buffer {
  const isAbstract = address.startsWith("@");
  if (!isAbstract && !address.startsWith("/")) throw new Error(`${address} is no Unix socket`);
  const path = Buffer.from(isAbstract ? `\0${address.slice(1)}` : `${address}\0`);
  if (path.length > PATH_BYTES_MAX) throw new Error(`${address} is too long for a Unix socket`);
  const family = Buffer.from(Uint16Array.of(AF_UNIX).buffer);
  return Buffer.concat([family, path]);
}
