// The socket of a service manager such as systemd: a Unix datagram socket, in a folder or abstract (`@name`), through libc,
// because the runtime has none.

import { dlopen } from "bun:ffi";
import { socketAddress } from "../../src/systemd/notify-socket.ts";
import { until } from "../support/until.ts";

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

const SYMBOLS = {
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  bind: { args: ["i32", "ptr", "u32"], returns: "i32" },
  recv: { args: ["i32", "ptr", "usize", "i32"], returns: "i64" },
  close: { args: ["i32"], returns: "i32" },
} as const;

export class NotifyReceiver implements Disposable {
  readonly #libc = dlopen("libc.so.6", SYMBOLS).symbols;
  readonly #descriptor = this.#libc.socket(AF_UNIX, SOCK_DGRAM, 0);
  readonly #received: string[] = [];

  constructor(address: string) {
    const name = socketAddress(address);
    if (this.#libc.bind(this.#descriptor, name, name.length) !== 0) throw new Error(`${address} is taken`);
  }

  /** Why it cannot be created on this machine; undefined if it can. */
  static obstacle(): string | undefined {
    try {
      new NotifyReceiver(`@petstock-test-${process.pid}`)[Symbol.dispose]();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** All messages received so far, the oldest first. */
  get received(): readonly string[] {
    const buffer = Buffer.alloc(4_096);
    for (;;) {
      const length = Number(this.#libc.recv(this.#descriptor, buffer, buffer.length, MSG_DONTWAIT));
      if (length < 0) return this.#received;
      this.#received.push(buffer.toString("utf8", 0, length));
    }
  }

  /** Waits for a message that starts with `start`. */
  message(start: string): Promise<string> {
    return until(`the message ${start}`, () => this.received.find((each) => each.startsWith(start)));
  }

  [Symbol.dispose](): void {
    this.#libc.close(this.#descriptor);
  }
}
