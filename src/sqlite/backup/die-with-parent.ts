// For a process that works in one long call of SQLite, in which it hears nothing: it must not outlive the one that started it.

import { openLibc } from "../../libc.ts";

/** PR_SET_PDEATHSIG (https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html). */
const SET_SIGNAL_OF_PARENTS_DEATH = 1;
const SIGKILL = 9;

/** To be called when the process has the user that it keeps: a change of it takes this back. Does nothing but on Linux. */
export function dieWithParent(): void {
  // Elsewhere the process ends with its work, which is bounded, and its reply is lost.
  openLibc({ prctl: { args: ["i32", "u64"], returns: "i32" } })?.prctl(SET_SIGNAL_OF_PARENTS_DEATH, SIGKILL);
}
