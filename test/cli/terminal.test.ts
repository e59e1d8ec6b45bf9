// Progress, colours and questions on a terminal, through a real pseudo-terminal, and none of them in a pipe.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { filesIn } from "../sqlite/embedded.ts";
import { shared } from "../support/shared.ts";
import { csvOf, Inventory, manyRows } from "./inventory.ts";
import { onTerminal, type TerminalOptions } from "./on-terminal.ts";
import { serveToItsEnd } from "./serve-to-its-end.ts";

setDefaultTimeout(120_000);

/** Enough for several redraws of a bar, at ten a second. */
const ROWS = 150_000;
const ESCAPE = "\u001b";
/** Select graphic rendition: colours and weights, and no other control sequence. */
const COLOR = /\u001b\[[0-9;]*m/;
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/;

const inventory = shared(await Inventory.of("1,1,available"));
await inventory.write("large.csv", csvOf(manyRows(ROWS, (petId) => petId % 1_000)));
await inventory.write("bad.csv", csvOf([...manyRows(ROWS, () => 1), "0,x,sold"]));

/** Runs a command on its own terminal, on an inventory. */
const run = (args: readonly string[], { on = inventory, env = {}, ...more }: RunOptions = {}) =>
  onTerminal(args, { ...more, cwd: on.folder.path, env: { DATABASE_URL: on.url, ...env } });

type RunOptions = TerminalOptions & { readonly on?: Inventory };

describe("history --output on a terminal", () => {
  test("shows how many movements are written, and removes that at the end", async () => {
    await using imported = await Inventory.of(...manyRows(ROWS, (petId) => petId % 1_000));
    const { exitCode, text } = await run(["history", "--output", "ledger.csv"], { on: imported });
    expect(exitCode).toBe(0);
    expect(text).toMatch(/Exporting \| [\d,]+ movements \| (?:-|[\d,]+) movements\/s/);
    expect(text.lastIndexOf("Exporting")).toBeLessThan(text.indexOf("Exported"));
    expect(text.trimEnd()).toEndWith(`Exported ${ROWS.toLocaleString("en-US")} movements.`);
  });

  test("shows the rows alone where they go to the terminal", async () => {
    const { text } = await run(["history", "--format", "csv", "--limit", "3"]);
    expect(text).toContain("revision,petId,");
    expect(text).not.toContain("Exporting");
  });
});

describe("import on a terminal", () => {
  test("shows a bar with percentage, rows, rate and remaining time, and removes it at the end", async () => {
    const { exitCode, text } = await run(["import", "large.csv", "--dry-run"]);
    expect(exitCode).toBe(0);
    const drawn = text.split("Reading large.csv").slice(1);
    expect(drawn.length).toBeGreaterThan(2);
    for (const each of drawn) {
      expect(each).toMatch(/^ [░█]+ \d{1,3}% \| [\d,]+ rows \| (?:-|[\d,]+) rows\/s \| \S+ left/);
    }
    const shares = drawn.map((each) => Number(/(\d+)%/.exec(each)?.[1]));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.some((share) => share > 0 && share < 100)).toBe(true);
    expect(drawn.at(-1)).toContain(`100% | ${ROWS.toLocaleString("en-US")} rows`);
    // The line is erased and the cursor shown again before the last message.
    const end = text.slice(text.lastIndexOf(" left"));
    expect(end).toContain(`${ESCAPE}[?25h`);
    expect(end).toMatch(
      /Would be: 149999 created, 0 updated, 0 removed, 1 unchanged \(at revision 1\)\.\r\n$/,
    );
  });

  test("a problem is on its own line, not within the bar", async () => {
    const { exitCode, text } = await run(["import", "bad.csv"]);
    expect(exitCode).toBe(1);
    const problem = `line ${ROWS + 2}, column quantity: "x" is not an integer from 0 to 2147483647`;
    expect(text).toContain(`${ESCAPE}[2K${problem}\r\n`);
    expect(text).toEndWith("Correct the file, then import it again\r\n");
    expect(text.lastIndexOf("Reading bad.csv")).toBeLessThan(text.indexOf(problem));
  });

  test("has no colours", async () => {
    const { text } = await run(["import", "large.csv", "--dry-run"], { env: { NO_COLOR: "1" } });
    expect(text).toContain("rows/s");
    expect(text).not.toMatch(COLOR);
  });
});

describe("move on a terminal", () => {
  test("shows a progress bar for copying and one for reading back, and removes both", async () => {
    await inventory.runOrThrow(["import", "large.csv"]);
    const target = `sqlite:${inventory.folder.file("copy.db")}`;
    const { exitCode, text } = await run(["move", "--from", inventory.url, "--to", target, "--keep-source"]);
    expect(exitCode).toBe(0);
    for (const what of [`Copying ${inventory.url}`, `Reading ${target} back`]) {
      const drawn = text.split(what).slice(1);
      expect(drawn.length).toBeGreaterThan(1);
      for (const each of drawn)
        expect(each).toMatch(/^ [░█]+ \d{1,3}% \| [\d,]+ rows \| (?:-|[\d,]+) rows\/s/);
      expect(drawn.at(-1)).toMatch(/^ █+ 100% \| 300,00\d rows/);
    }
    const end = text.slice(text.lastIndexOf("rows/s"));
    expect(end).toContain(`${ESCAPE}[?25h`);
    expect(end).toContain(
      `${ESCAPE}[2KCopied 150,000 pets, 150,000 movements and 0 API keys as of revision 2`,
    );
  });
});

const drawnOf = (text: string, what: string) => text.split(what).slice(1);

describe("backup on a terminal", () => {
  test("shows a bar of megabytes, and removes it", async () => {
    await inventory.runOrThrow(["import", "large.csv"]);
    const { exitCode, text } = await run(["backup", "first.backup"]);
    expect(exitCode).toBe(0);
    const drawn = drawnOf(text, `Backing up ${inventory.path}`);
    expect(drawn.length).toBeGreaterThan(1);
    for (const each of drawn) expect(each).toMatch(/^ [░█]+ \d{1,3}% \| [\d.]+ MB \| (?:-|[\d,]+) MB\/s/);
    expect(text.slice(text.lastIndexOf("MB/s"))).toMatch(
      /\u001b\[2KBacked up [\d,]+ pets.* the backup was verified\.\r\n$/,
    );
  });
});

describe("restore on a terminal", async () => {
  const small = shared(await Inventory.of(...manyRows(1_000, (petId) => petId)));
  await small.runOrThrow(["backup", "first.backup"]);

  /** Runs restore, and types the answer when the question appears. */
  const restoreAnswering = (answer: string, { on = small, file = "first.backup" } = {}) =>
    run(["restore", file], {
      on,
      onText: (text, { type }) => {
        if (text.endsWith("[y/N] ")) type(answer);
      },
    });

  test.each([
    ["n", "n\n", "petstock: not confirmed; nothing was changed"],
    ["nothing", "\n", "petstock: not confirmed; nothing was changed"],
    ["the end of input", "\u0004", "petstock: not confirmed; nothing was changed"],
    ["Ctrl-C", "\u0003", "petstock: it was interrupted; nothing was changed"],
  ])("asks, and %s changes nothing", async (_, answer, words) => {
    const before = filesIn(small.folder.path);
    const { exitCode, text } = await restoreAnswering(answer);
    expect(exitCode).toBe(1);
    expect(text).toContain("nothing will be lost.\r\n");
    expect(text).toContain(`Restore ${small.path} from it? [y/N] `);
    expect(text).toEndWith(`${words}\r\n`);
    expect(filesIn(small.folder.path)).toEqual(before);
  });

  test("once confirmed, shows a bar for keeping the previous inventory and one for restoring", async () => {
    // Large enough to show progress while the previous inventory is kept.
    await inventory.runOrThrow(["import", "large.csv"]);
    await inventory.runOrThrow(["backup", "large.backup"]);
    const { exitCode, text } = await restoreAnswering("y\n", { on: inventory, file: "large.backup" });
    expect(exitCode).toBe(0);
    expect(drawnOf(text, `Keeping the inventory of ${inventory.path}`)[0]).toMatch(
      /^ [░█]+ \d{1,3}% \| [\d.]+ MB/,
    );
    expect(drawnOf(text, "Restoring large.backup").at(-1)).toMatch(/^ █+ 100% \| [\d,]+ rows/);
    expect(text).toMatch(/The previous inventory is kept in .*before-restore-.*\.\r\n$/);
  });
});

describe("serve on a terminal", () => {
  const serve = (env: Record<string, string>, ...flags: string[]) =>
    run(["serve", "--port", "0", ...flags], {
      env,
      onText: (text, { end }) => {
        if (text.includes("database")) end();
      },
    });

  test("logs in colour", async () => {
    const { exitCode, text } = await serve({});
    expect(exitCode).toBe(0);
    expect(text).toMatch(COLOR);
    expect(text.replaceAll(new RegExp(COLOR, "g"), "")).toMatch(/INFO: listening\r\n +url: "http:/);
  });

  test.each([
    ["NO_COLOR", { NO_COLOR: "1" }],
    ["TERM=dumb", { TERM: "dumb" }],
  ])("%s switches colour off, and nothing else", async (_, env) => {
    const { exitCode, text } = await serve(env);
    expect(exitCode).toBe(0);
    expect(text).not.toContain(ESCAPE);
    expect(text).toMatch(/INFO: listening\r\n +url: "http:/);
  });

  test("--log-format json logs JSON, also on a terminal", async () => {
    const { text } = await serve({}, "--log-format", "json");
    expect(text).not.toContain(ESCAPE);
    expect(JSON.parse(text.split("\r\n")[0]!)).toMatchObject({ level: "info", msg: "list_loaded" });
  });
});

describe("off a terminal", () => {
  test.each(["import large.csv --dry-run", "import bad.csv", "verify", "export", "keys list", "--help"])(
    "petstock %s writes no control characters",
    async (line) => {
      // Variables such as TERM do not make it a terminal.
      const env = { TERM: "xterm-256color", COLORTERM: "truecolor" };
      const { stdout, stderr } = await inventory.run(line.split(" "), { env });
      expect(stdout + stderr).not.toBe("");
      expect(stderr).not.toMatch(CONTROL);
      expect(stdout).not.toMatch(CONTROL);
    },
  );

  test("serve logs one JSON object a line, and --log-format pretty has no colours", async () => {
    const logOf = async (...flags: string[]) => {
      const isEnough = (words: string) => words.includes("listening");
      const env = { TERM: "xterm-256color" };
      const { exitCode, stderr } = await serveToItsEnd(["--port", "0", ...flags], { env, isEnough });
      expect(exitCode).toBe(0);
      return stderr;
    };
    const [json, pretty] = await Promise.all([logOf(), logOf("--log-format", "pretty")]);
    for (const line of json.trimEnd().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
    expect(pretty).toMatch(/INFO: listening\n/);
    expect(pretty).not.toMatch(CONTROL);
  });
});
