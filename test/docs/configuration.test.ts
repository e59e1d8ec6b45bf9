// docs/configuration.md has exactly the existing settings and log events.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { type Config, readSetting, REMOTE_SETTINGS, SETTINGS } from "../../src/config.ts";
import { EXIT } from "../../src/cli/context.ts";
import { withSettingsTables } from "../../scripts/settings-table.ts";
import { HeldLock } from "../http/held-lock.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { type LogLine, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { codesIn, read, sources, tableUnder } from "./document.ts";

setDefaultTimeout(60_000);

const document = await read("docs/configuration.md");
const settingRows = tableUnder(document, "Settings");
const eventRows = tableUnder(document, "Log");
const IN_EVERY_LINE = ["level", "time", "pid", "service", "version", "msg"];
const NAMES = Object.keys(SETTINGS) as (keyof Config)[];

describe("the settings", () => {
  test("are all in the table, as config.ts has them (npm run generate)", () => {
    const generated = withSettingsTables(document);
    expect(settingRows).toEqual(tableUnder(generated, "Settings"));
    expect(settingRows).toHaveLength(NAMES.length);
    const remoteRows = tableUnder(document, "A remote service");
    expect(remoteRows).toEqual(tableUnder(generated, "A remote service"));
    expect(remoteRows).toHaveLength(Object.keys(REMOTE_SETTINGS).length);
  });

  test.each(NAMES)("%s is accepted up to the bounds that the table shows, and not beyond", (name) => {
    const { values } = SETTINGS[name];
    expect(values).not.toBe("");
    if (/`.+` to `.+`$/.test(values)) expectBounds(name, codesIn(values).slice(-2) as [string, string]);
    else if (/^`[a-z]+`(?:, `[a-z]+`)+$/.test(values)) expectAll(name, codesIn(values));
  });

  test("are the flags of serve --help, with their variables and defaults", async () => {
    const { stdout } = await petstockOrThrow(["serve", "--help"]);
    const help = stdout.replaceAll(/\s+/g, " ");
    const documented = [...settingRows.map((row) => codesIn(row["flag"]!)[0]!), "--quickstart", "--help"];
    expect([...new Set(help.match(/--[a-z][a-z-]+/g))].toSorted()).toEqual(documented.toSorted());
    for (const { env, default: byDefault } of Object.values(SETTINGS)) {
      expect(help).toContain(`(env: ${env}, default: ${byDefault})`);
    }
    expect(document).toContain("`serve --quickstart`");
  });

  test("of other commands are named in the text", async () => {
    const [, named] = /Other commands accept those for opening the database, ([^.]+), and/.exec(
      document.replaceAll("\n", " "),
    )!;
    const { stdout } = await petstockOrThrow(["verify", "--help"]);
    const flags = NAMES.map((name) => SETTINGS[name].flag).filter((flag) => stdout.includes(`${flag} `));
    expect(codesIn(named!)).toEqual(flags);
  });

  test("of the README are as config.ts has them", async () => {
    const rows = tableUnder(await read("README.md"), "Settings");
    const known = Object.values(SETTINGS);
    for (const row of rows) {
      for (const flag of codesIn(row["flag"]!)) {
        const setting = known.find((each) => each.flag === flag);
        expect(codesIn(row["environment"]!)).toContain(setting?.env ?? `the variable of ${flag}`);
        expect(codesIn(row["default"]!)).toEqual([setting!.default]);
      }
    }
    for (const first of ["--database", "--host", "--port"]) {
      expect(rows.map((row) => row["flag"])).toContain(`\`${first}\``);
    }
  });
});

test("the exit codes are those of the program", () => {
  const codes = tableUnder(document, "Exit codes").map((row) => Number(row["code"]));
  expect(codes).toEqual(Object.values(EXIT));
});

describe("the log events", () => {
  test("are in the table with their level, each once, and no other", async () => {
    const documented = eventRows.map((row) => `${row["level"]} ${codesIn(row["event"]!)[0]}`);
    expect(documented.toSorted()).toEqual((await eventsOfSource()).toSorted());
  });

  test("have the fields that the table names", async () => {
    const lines = await provokedEvents();
    const seen = new Map(lines.map((line) => [line.msg, line]));
    const provoked = ["list_loaded", "listening", "request_refused", "request_failed", "stopping", "stopped"];
    for (const event of [...provoked, "database_failed"]) expect([...seen.keys()]).toContain(event);
    for (const line of seen.values()) {
      const { msg, level } = line;
      const row = eventRows.find((each) => each["event"] === `\`${msg}\``);
      const fields = Object.keys(line).filter((name) => !IN_EVERY_LINE.includes(name));
      const documented = codesIn(row?.["fields"] ?? "");
      expect({ msg, level, fields }).toEqual({ msg, level: row?.["level"], fields: documented });
    }
  });
});

function expectBounds(name: keyof Config, [least, most]: readonly [string, string]): void {
  const from = readSetting(name, least, {}) as number;
  const to = readSetting(name, most, {}) as number;
  // A duration is read as milliseconds.
  const unit = /[a-z]$/.test(least) ? "ms" : "";
  expect(readSetting(name, `${to}${unit}`, {})).toBe(to);
  expect(() => readSetting(name, `${to + 1}${unit}`, {})).toThrow(SETTINGS[name].flag);
  expect(() => readSetting(name, `${from - 1}${unit}`, {})).toThrow(SETTINGS[name].flag);
}

function expectAll(name: keyof Config, values: readonly string[]): void {
  for (const value of values) expect(readSetting(name, value, {})).toBe(value as never);
  // The error lists all accepted values.
  const refused = () => readSetting(name, "none of them", {});
  expect(refused).toThrow(`is not one of ${values.join(", ")}`);
}

/** `info listening` for each event that the source logs. */
async function eventsOfSource(): Promise<string[]> {
  const logged = /\blog\??\.(debug|info|warn|error)\(\s*(?:"([^"]+)"|\w+)/g;
  const events = (await sources()).flatMap(({ text }) =>
    [...text.matchAll(logged)].flatMap(([, level, name]) => {
      // An event in a variable may be any text in snake case in its file.
      const names = name === undefined ? text.match(/(?<=")[a-z]+(?:_[a-z]+)+(?=")/g) : [name];
      return (names ?? []).map((each) => `${level} ${each}`);
    }),
  );
  return [...new Set(events)];
}

/** The log lines of a service that refuses requests, cannot write, stops, and whose file is deleted. */
async function provokedEvents(): Promise<readonly LogLine[]> {
  await using stopped = await TestService.start({
    rows: ["1,1,available"],
    args: ["--lock-timeout", "50ms"],
  });
  const key = await stopped.makeKey();
  expect((await stopped.ask("GET", "/nothing")).status).toBe(404);
  {
    using _ = new HeldLock(stopped);
    expect((await stopped.update(key, 1, 2)).status).toBe(503);
  }
  expect(await stopped.stop()).toBe(0);
  await until("the last line", () => stopped.log.find(({ msg }) => msg === "stopped"));
  await using deleted = await TestService.start();
  rmSync(deleted.databasePath);
  expect(await deleted.exited).toBe(1);
  await until("the reason", () => deleted.log.find(({ msg }) => msg === "database_failed"));
  return [...stopped.log, ...deleted.log];
}
