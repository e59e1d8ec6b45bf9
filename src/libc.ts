// The C library of Linux, for calls that the runtime does not offer. A wrong signature crashes the process.

import { dlopen, type FFIFunction, type Library } from "bun:ffi";

/** glibc, and musl for the processors that the program is built for. */
const NAMES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

/** Undefined if no library has a known name: on macOS and Windows. */
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
