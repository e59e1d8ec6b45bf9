// Closes a listener without losing requests. Closing the socket resets connections that the kernel has established and the service has
// not accepted yet; their clients have sent a request and cannot know whether it was applied. So first a filter on the socket drops the
// SYN of each new connection. Its client retransmits it after a second, to the next process. Established connections are accepted
// and answered; then the listener is closed.
//
// Linux only, IPv4 and IPv6: https://docs.kernel.org/networking/filter.html

import { ptr } from "bun:ffi";
import { openLibc } from "../libc.ts";
import { descriptorsOf, socketsAt } from "./proc-sockets.ts";

/** Time for handshakes under way, and for the first request of each accepted connection to arrive. */
const ARRIVAL_MS = 100;

const SYMBOLS = {
  setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
} as const;
const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;

/** Classic BPF on the TCP header: drops segments without ACK, which is the first SYN of a connection. */
const FILTER = Uint8Array.from(
  [
    // ldb [13]: the flags (RFC 9293, section 3.1)
    [0x30, 0, 0, 0, 13, 0, 0, 0],
    // jset #0x10 (ACK), accept, drop
    [0x45, 0, 1, 0, 0x10, 0, 0, 0],
    // drop: ret 0
    [0x06, 0, 0, 0, 0, 0, 0, 0],
    // accept: ret all
    [0x06, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
  ].flat(),
);
const INSTRUCTION_BYTES = 8;

/**
 * Resolves once all established connections to the port are accepted and new ones are dropped. Resolves at once without connections, and
 * on systems without the filter.
 */
export async function takeLastConnections(port: number): Promise<void> {
  if (refuseFurther(port)) await Bun.sleep(ARRIVAL_MS);
}

/** Whether the port has clients, and accepts no further ones. */
function refuseFurther(port: number): boolean {
  try {
    if (!filterListeners(port)) return false;
    return socketsAt(port).some(({ state }) => state === "established");
  } catch {
    // No /proc, or no free descriptor.
    return false;
  }
}

function filterListeners(port: number): boolean {
  const libc = openLibc(SYMBOLS);
  const program = filterProgram();
  const listeners = descriptorsOf(socketsAt(port).filter(({ state }) => state === "listening"));
  const results = listeners.map((each) =>
    libc?.setsockopt(each, SOL_SOCKET, SO_ATTACH_FILTER, ptr(program), program.length),
  );
  return results.includes(0);
}

/** `struct sock_fprog`: the number of instructions, and their address. */
function filterProgram(): Uint8Array {
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, FILTER.length / INSTRUCTION_BYTES, true);
  program.setBigUint64(8, BigInt(ptr(FILTER)), true);
  return new Uint8Array(program.buffer);
}
