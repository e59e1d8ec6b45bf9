// The table of the tasks in docs/dashboard.md: its figures are what the tests counted.
// In Chromium; other browsers may need other steps, which `npm run test:browsers` shows.
// `PETSTOCK_WRITE=1 npx bun test test/browser/tasks` writes them.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BROWSER } from "../../support/browser-name.ts";
import type { Hand, Steps } from "./steps.ts";

const PATH = join(import.meta.dir, "../../../docs/dashboard.md");
/** A file for `npm run test:browsers`. */
const DONE = process.env["PETSTOCK_TASKS_DONE"];
const IS_WRITING = process.env["PETSTOCK_WRITE"] !== undefined;

/** `| 3 | Correct a quantity | 2 keys | 3 taps | … |`, split at the bars. */
const COLUMN = { task: 1, title: 2, keyboard: 3, touch: 4 } as const;

export interface Counted {
  readonly task: number;
  readonly title: string;
  readonly hand: Hand;
  readonly steps: Steps;
}

/** Throws if the document has other figures than a test has counted in Chromium. */
export function compareWithTable(done: Counted): void {
  const { task, title, hand, steps } = done;
  if (DONE !== undefined) {
    appendFileSync(
      DONE,
      `${JSON.stringify({ browser: BROWSER, task, title, hand, steps: steps.toString() })}\n`,
    );
  }
  if (BROWSER !== "chromium") return;
  const lines = readFileSync(PATH, "utf8").split("\n");
  const at = lines.findIndex((line) => cellsOf(line)[COLUMN.task] === String(task));
  const cells = cellsOf(lines[at] ?? "");
  if (cells[COLUMN.title] !== title)
    throw new Error(`docs/dashboard.md has no row for task ${task}, ${title}`);
  const counted = steps.toString();
  const documented = cells[COLUMN[hand]];
  if (documented === counted) return;
  if (!IS_WRITING) throw new Error(`${hand}: ${counted}; docs/dashboard.md says ${documented}. ${HINT}`);
  cells[COLUMN[hand]] = counted;
  writeFileSync(PATH, lines.with(at, cells.join(" | ").trim()).join("\n"));
  Bun.spawnSync([process.execPath, "fmt", PATH]);
}

const HINT = "If that is right, PETSTOCK_WRITE=1 writes the figures of the tests that run";

function cellsOf(line: string): string[] {
  return line.split("|").map((cell) => cell.trim());
}
