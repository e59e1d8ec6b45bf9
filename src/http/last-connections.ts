// The end of a listener without lost requests. Closing one resets the connections that the system has established and the service has not
// accepted yet, whose clients have sent a request and cannot know whether it was applied. So first the listener takes no further
// ones: a filter on its socket drops their first packets, and clients send those again a second later, to whoever listens then.
// The connections that wait are accepted and answered, and then it is closed.
//
// Linux alone, for sockets of IPv4 and IPv6: https://docs.kernel.org/networking/filter.html

import { ptr } from "bun:ffi";
import { openLibc } from "../libc.ts";
import { descriptorsOf, socketsAt } from "./proc-sockets.ts";

/** For connections that were being established: until they are accepted, and their first request has arrived. */
const ARRIVAL_MS = 100;

const SYMBOLS = {
  setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
} as const;
const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;

/** Classic BPF on the TCP header: drops segments without ACK, which only the first of a connection has. */
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
 * Resolves when all who have connected to the port are accepted and nobody else can connect: at once without clients, or where the system
 * has no such filter.
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
