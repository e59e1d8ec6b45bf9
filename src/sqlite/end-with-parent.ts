// For a process that works in one long call of SQLite, in which it hears nothing: it must not outlive the one that started it.

import { dlopen } from "bun:ffi";

/** PR_SET_PDEATHSIG (https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html). */
const SET_SIGNAL_OF_PARENTS_DEATH = 1;
const SIGKILL = 9;

/** To be called when the process has the user that it keeps: a change of it takes this back. Does nothing but on Linux with glibc. */
export function endWithParent(): void {
  try {
    const { symbols } = dlopen("libc.so.6", { prctl: { args: ["i32", "u64"], returns: "i32" } });
    symbols.prctl(SET_SIGNAL_OF_PARENTS_DEATH, SIGKILL);
  } catch {
    // There the process comes to the end of its work, which is bounded, and finds nobody who listens.
  }
}
