// `npm run test:browsers [browser …]`: the tasks of docs/dashboard.md, and what else depends on the browser, in each browser that is
// installed here; not part of `npm test` or `npm run test:long`. Ends with a table of the tasks and what they took in each browser.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserName, BROWSERS } from "../test/support/browser-name.ts";
import { findChromium } from "../test/support/chromium.ts";
import { findFirefox } from "../test/support/firefox.ts";
import { findWebKit } from "../test/support/webkit/programs.ts";
import { TemporaryFolder } from "../test/support/temporary-folder.ts";

/** One process for each, so that a browser that hangs costs one of them. */
const FILES = [
  "test/browser/tasks/way-in.test.ts",
  "test/browser/tasks/one-pet.test.ts",
  "test/browser/tasks/several-pets.test.ts",
  "test/browser/tasks/changes.test.ts",
  "test/browser/tasks/files.test.ts",
  "test/browser/tasks/stock.test.ts",
  "test/browser/dashboard-back.test.ts",
  "test/browser/inventory-columns.test.ts",
  "test/browser/offline.test.ts",
  "test/browser/dashboard-import.test.ts",
];
/** A file takes a minute. */
const FILE_MS_MAX = 600_000;

const HOW_TO_GET = `Chromium comes with npm ci (linux x64); Debian has more:
apt-get install chromium firefox-esr webkit2gtk-driver xvfb xdotool
CHROME_PATH and FIREFOX_PATH name programs elsewhere.`;

interface Done {
  readonly browser: BrowserName;
  readonly task: number;
  readonly title: string;
  readonly hand: "keyboard" | "touch";
  readonly steps: string;
}

/** Why a browser is left out; undefined if it is there. */
async function reasonWithout(browser: BrowserName): Promise<string | undefined> {
  try {
    if (browser === "chromium") await findChromium();
    if (browser === "firefox") findFirefox();
    if (browser === "webkit") findWebKit();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the files that failed. */
async function runIn(browser: BrowserName, donePath: string): Promise<string[]> {
  const failed: string[] = [];
  for (const file of FILES) {
    console.log(`\n${browser}: ${file}`);
    const { exited } = Bun.spawn([process.execPath, "test", file], {
      cwd: join(import.meta.dir, ".."),
      env: { ...process.env, PETSTOCK_BROWSER: browser, PETSTOCK_TASKS_DONE: donePath },
      stdio: ["ignore", "inherit", "inherit"],
      timeout: FILE_MS_MAX,
    });
    if ((await exited) !== 0) failed.push(`${browser}: ${file}`);
  }
  return failed;
}

/** A row for each task and hand; a task that is not there has failed. */
function tableOf(done: readonly Done[], browsers: readonly BrowserName[]): string {
  const byTask = Map.groupBy(done, ({ task, hand }) => `${String(task).padStart(2)} ${hand}`);
  const rows = [...byTask.keys()].toSorted().map((key) => {
    const ofTask = byTask.get(key)!;
    const cells = browsers.map((each) => ofTask.find(({ browser }) => browser === each)?.steps ?? "FAILED");
    return [key, ofTask[0]!.title, ...cells];
  });
  const all = [["task", "", ...browsers], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ")).join("\n");
}

const chosen = process.argv.slice(2);
const wanted = BROWSERS.filter((each) => chosen.length === 0 || chosen.includes(each));
const unknown = chosen.filter((each) => !(BROWSERS as readonly string[]).includes(each));
if (unknown.length > 0) {
  console.error(`no such browser: ${unknown.join(", ")}; there are ${BROWSERS.join(", ")}`);
  process.exit(2);
}
using folder = new TemporaryFolder();
const donePath = folder.file("done.jsonl");
const failed: string[] = [];
const ran: BrowserName[] = [];
const leftOut: string[] = [];
for (const browser of wanted) {
  const reason = await reasonWithout(browser);
  if (reason !== undefined) {
    leftOut.push(`${browser} was left out: ${reason}`);
    continue;
  }
  ran.push(browser);
  failed.push(...(await runIn(browser, donePath)));
}
const lines = existsSync(donePath) ? readFileSync(donePath, "utf8").trim().split("\n") : [];
console.log(
  `\n${tableOf(
    lines.map((line) => JSON.parse(line) as Done),
    ran,
  )}`,
);
if (leftOut.length > 0) console.log(`\n${[...leftOut, HOW_TO_GET].join("\n")}`);
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
process.exitCode = failed.length > 0 || ran.length === 0 ? 1 : 0;
