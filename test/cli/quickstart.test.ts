// serve --quickstart, which npm start runs: sample data and a first key, and never a change of real data.

import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { CLI_ACTOR } from "../support/login-name.ts";
import { environment, petstockOrThrow, petstockProcess, PROGRAM_NAME } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { expectRefusal } from "./inventory.ts";
import { onTerminal } from "./on-terminal.ts";
import { PortHolder } from "./port-holder.ts";
import { Quickstart } from "./quickstart.ts";
import { serveToItsEnd } from "./serve-to-its-end.ts";

setDefaultTimeout(60_000);

const ANIMALS = 6_332;
const KEY = /petstock_[0-9A-Za-z]{38}/;

async function shell(line: string, folder: TemporaryFolder): Promise<{ stdout: string; exitCode: number }> {
  const child = Bun.spawn(["sh", "-c", line], { cwd: folder.path, env: environment(), stderr: "ignore" });
  return { stdout: await child.stdout.text(), exitCode: await child.exited };
}

test("the first start imports the sample, writes the key into a file, and prints commands that work; the second does neither", async () => {
  using folder = new TemporaryFolder();
  await using first = await Quickstart.start(folder);
  const keyFile = folder.file("data/first-key");
  const key = (await Bun.file(keyFile).text()).trimEnd();
  expect(key).toMatch(new RegExp(`^${KEY.source}$`));
  expect((statSync(keyFile).mode & 0o777).toString(8)).toBe("600");
  expect(first.stdout).toContain("It holds 6,332 animals from data/petstock.db.");
  expect(first.stdout).toContain(`The dashboard: ${first.url}, with the key in data/first-key\n`);
  expect(first.stdout + first.stderr).not.toMatch(KEY);
  await until("the log", () => first.stderr.includes('"path":"data/first-key"'));

  expect(first.lines).toHaveLength(2);
  const [list, update] = first.lines as [string, string];
  const listed = await shell(list, folder);
  expect(JSON.parse(listed.stdout)).toHaveLength(ANIMALS);
  const updated = await shell(update, folder);
  expect(JSON.parse(updated.stdout)).toEqual({ petId: 734980, quantity: 12, status: "available" });
  expect(await first.stop()).toBe(0);

  await using second = await Quickstart.start(folder);
  expect(second.stdout).toContain(`${PROGRAM_NAME} keys create --name`);
  expect(second.stdout).not.toContain("animals");
  expect(second.stdout + second.stderr).not.toMatch(KEY);
  expect(await Bun.file(keyFile).text()).toBe(`${key}\n`);
  const answer = await fetch(`${second.url}/v1/inventory`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.text()).toContain('{"petId":734980,"quantity":12,"status":"available"}');
  await second.stop();
  const { stdout } = await petstockOrThrow(["keys", "list", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      name: "quickstart",
      role: "admin",
      createdBy: { actor: CLI_ACTOR, keyId: null },
    }),
  ]);
  const labels = await petstockOrThrow(["labels", "export"], { cwd: folder.path });
  expect(labels.stdout).toContain('\n305144,Buddy,"dog, black",,\n');
  expect(labels.stderr).toBe("Exported 6,332 labels.\n");
});

test("a default database that is not empty is left unchanged", async () => {
  using folder = new TemporaryFolder();
  await petstockOrThrow(["set", "7", "--quantity", "1", "--create"], { cwd: folder.path });
  await using started = await Quickstart.start(folder);
  expect(started.stdout).toContain(`${PROGRAM_NAME} keys create --name`);
  await started.stop();
  const { stdout } = await petstockOrThrow(["export"], { cwd: folder.path });
  expect(stdout).toBe("petId,quantity,status\n7,1,available\n");
  expect(existsSync(folder.file("data/first-key"))).toBe(false);
});

test.each([
  ["another file", "sqlite:other.db", "other.db"],
  ["the default one by another name", "sqlite:./data/petstock.db", "data/petstock.db"],
])("no other database is seeded: %s", async (_, url, file) => {
  using folder = new TemporaryFolder();
  await Bun.write(folder.file("data/.keep"), "");
  await using started = await Quickstart.start(folder, "--database", url);
  await started.stop();
  const env = { DATABASE_URL: `sqlite:${file}` };
  const [exported, keys] = await Promise.all([
    petstockOrThrow(["export"], { cwd: folder.path, env }),
    petstockOrThrow(["keys", "list", "--json"], { cwd: folder.path, env }),
  ]);
  expect(exported.stdout).toBe("petId,quantity,status\n");
  expect(JSON.parse(keys.stdout)).toEqual([]);
  expect(readdirSync(folder.file("data"))).not.toContain("first-key");
});

test("on a terminal the key is printed, once, and not written into a file; each start prints a new link that signs in once", async () => {
  using folder = new TemporaryFolder();
  const shown = [await startOnTerminal(folder), await startOnTerminal(folder), await startOnTerminal(folder)];
  const [first, ...later] = shown as [string, ...string[]];
  const [key] = KEY.exec(first)!;
  expect(first).toContain("Your API key, shown only this once:");
  expect(first).toContain(`curl -H "Authorization: Bearer ${key}" http://`);
  const codes = shown.map((text) => {
    const [, url] = /petstock is listening on (\S+)/.exec(text)!;
    const [, at, code] = /\n {2}(http\S+)\/#code=(\w{22})\r\n/.exec(text)!;
    expect(at).toBe(url!);
    expect(text).toContain("It works once, within 15 minutes:");
    return code;
  });
  expect(new Set(codes).size).toBe(3);
  expect(readdirSync(folder.file("data"))).not.toContain("first-key");
  for (const text of later) expect(text).not.toMatch(/petstock_[0-9A-Za-z]{38}|keys create/);
  // The links that were not opened have left no keys behind.
  const { stdout } = await petstockOrThrow(["keys", "list", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toMatchObject([
    { name: "quickstart", role: "admin", state: "active", link: null },
    { name: "quickstart link", role: "admin", state: "link_waiting", link: { openedAt: null } },
  ]);
  await using started = await Quickstart.start(folder);
  const present = async (code: string | undefined) => {
    const options = { method: "POST", body: JSON.stringify({ code }) };
    return (await fetch(`${started.url}/admin/v1/sign-in`, options)).status;
  };
  expect([await present(codes[0]), await present(codes[1])]).toEqual([404, 404]);
  expect([await present(codes[2]), await present(codes[2])]).toEqual([200, 409]);
});

test("a first start that fails because of its port does not use up the first key", async () => {
  using folder = new TemporaryFolder();
  await using holder = await PortHolder.open();
  const args = ["serve", "--quickstart", "--port", String(holder.port)];
  expect((await petstockProcess(args, { cwd: folder.path })).exitCode).toBe(1);
  await using started = await Quickstart.start(folder);
  expect(started.stdout).toContain("It holds 6,332 animals");
  expect(await Bun.file(folder.file("data/first-key")).text()).toMatch(KEY);
});

test("a first start that fails halfway ends with 1 and one line", async () => {
  using folder = new TemporaryFolder();
  mkdirSync(folder.file("data/first-key"), { recursive: true });
  const args = ["--quickstart", "--port", "0", "--log-level", "error"];
  const finished = await serveToItsEnd(args, { folder });
  expectRefusal(finished, { exitCode: 1, words: ["data/first-key cannot be written"] });
});

async function startOnTerminal(folder: TemporaryFolder): Promise<string> {
  const { text } = await onTerminal(["serve", "--quickstart", "--port", "0"], {
    cwd: folder.path,
    columns: 200,
    rows: 50,
    onText: (shown, { end }) => {
      if (/Read about it/.test(shown)) end();
    },
  });
  return text;
}
