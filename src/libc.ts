// The C library of Linux, for the calls that the runtime does not offer. A wrong signature ends the process.

import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** glibc, and musl on the processors that the program is built for. */
const NAMES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/** Undefined where there is none of a known name: on macOS and Windows. */
export function openLibc<Symbols extends Record<string, FFIFunction>>(
  symbols: Symbols,
): Library<Symbols>["symbols"] | undefined {
  for (const name of NAMES) {
    try {
      return dlopen(name, symbols).symbols;
    } catch {
      // The next one.
    }
  }
  return undefined;
}
