// Ends this process with its parent: in a long call of SQLite it would not notice that the parent has ended.

import { openLibc } from "../../libc.ts";

/** PR_SET_PDEATHSIG (https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html). */
const SET_SIGNAL_OF_PARENTS_DEATH = 1;
const SIGKILL = 9;

/** Call it after the last change of the user, which would reset it. Linux only. */
export function dieWithParent(): void {
  // On other systems the process ends with its work, which is bounded, and its reply is lost.
  openLibc({ prctl: { args: ["i32", "u64"], returns: "i32" } })?.prctl(SET_SIGNAL_OF_PARENTS_DEATH, SIGKILL);
}
