// Each line for systemd's journal starts with its severity; lines for other readers do not.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { RedirectedService } from "../cli/serve-redirected.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

/** The log of a service that refuses a request, warns of a key, and stops; JOURNAL_STREAM names the log or another file. */
async function linesOf(format: string, { isJournal }: { isJournal: boolean }): Promise<readonly string[]> {
  using folder = new TemporaryFolder();
  const [log, other] = ["log", "other"].map((name) => folder.file(name)) as [string, string];
  for (const path of [log, other]) await Bun.write(path, "");
  const { dev, ino } = statSync(isJournal ? log : other);
  const env = { JOURNAL_STREAM: `${dev}:${ino}` };
  await using service = await RedirectedService.start(log, ["--log-format", format], env);
  await service.ask("GET", "/v1/inventory", await service.makeKey("--expires", "1d"));
  await service.ask("GET", "/nothing");
  expect(await service.stop()).toBe(0);
  return readFileSync(log, "utf8").trimEnd().split("\n");
}

describe.each(["json", "pretty"])("as %s", (format) => {
  test("each line of a log in the journal has its severity", async () => {
    const lines = await linesOf(format, { isJournal: true });
    for (const line of lines) expect(line).toMatch(/^<[46]>[^<]/);
    expect(lines.find((line) => line.includes("key_expires_soon"))).toStartWith("<4>");
    expect(lines.find((line) => line.includes("request_refused"))).toStartWith("<6>");
    if (format === "json") for (const line of lines) JSON.parse(line.slice(3));
  });

  test("a log that has been redirected has no severity", async () => {
    for (const line of await linesOf(format, { isJournal: false })) expect(line).not.toMatch(/^</);
  });
});
