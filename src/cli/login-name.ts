// The login name of a user, from the system's database of users. The runtime's own function gives a variable of the environment.

import { CString, type Pointer, read } from "bun:ffi";
import { openLibc } from "../libc.ts";
import { printable } from "../printable.ts";
import type { Context } from "./context.ts";

const SYMBOLS = { getpwuid: { args: ["u32"], returns: "ptr" } } as const;

/** Longer names are cut. */
const CHARACTERS_MAX = 100;

/**
 * The user who started the process, in one line; also where root works with the rights of a folder's owner. `uid 1000` in a container
 * that names no user. Systems other than Linux have it in a variable.
 */
export function loginName({ env }: Pick<Context, "env">): string {
  const uid = process.getuid?.();
  const libc = openLibc(SYMBOLS);
  const name = libc === undefined || uid === undefined ? env["USERNAME"] || env["USER"] : nameIn(libc, uid);
  return name ? [...printable(name)].slice(0, CHARACTERS_MAX).join("") : `uid ${uid ?? "unknown"}`;
}

function nameIn(
  { getpwuid }: NonNullable<ReturnType<typeof openLibc<typeof SYMBOLS>>>,
  uid: number,
): string | undefined {
  const entry = getpwuid(uid);
  if (entry === null) return undefined;
  // The first member of the structure is the name, on every Linux.
  const name = read.ptr(entry as Pointer, 0);
  return name === 0 ? undefined : new CString(name as Pointer).toString();
}
