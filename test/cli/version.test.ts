// petstock version: version and commit, also without a clone.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { commitOf, pythonVersion, versionAt } from "../../src/version.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
const COMMIT = /^(?:[0-9a-f]{40}(?:-dirty)?|unknown)$/;
const KIND = process.env["PETSTOCK"] ? "executable" : "source";

test.each([["version"], ["--version"]])("petstock %s prints text, and JSON with --json", async (name) => {
  const json = JSON.parse((await petstockOrThrow([name, "--json"])).stdout);
  expect(json).toEqual({
    version: expect.stringContaining(manifest.version),
    commit: expect.stringMatching(COMMIT),
    kind: KIND,
    platform: `${process.platform}-${process.arch}`,
    bun: Bun.version,
    sqlite: expect.stringMatching(/^3\.\d+\.\d+$/),
  });
  const { stdout, stderr } = await petstockOrThrow([name]);
  const { version, ...facts } = json;
  expect(version).toBe(versionAt(manifest.version, facts.commit));
  const lines = Object.entries(facts).map(([fact, value]) => `${fact}: ${value}`);
  expect({ stdout, stderr }).toEqual({
    stdout: [`petstock ${version}`, ...lines, ""].join("\n"),
    stderr: "",
  });
});

test("the commit is that of the clone, with -dirty if a file differs", async () => {
  using folder = new TemporaryFolder();
  const git = (...args: string[]) => {
    const as = ["-c", "user.name=tester", "-c", "user.email=tester@example.com"];
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...as, ...args], { cwd: folder.path });
    if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.toString().trim();
  };
  const path = process.env["PATH"];
  await Bun.write(folder.file("a"), "1");
  git("init", "--quiet");
  git("add", "a");
  git("commit", "--quiet", "--message", "A file");
  git("tag", "v1");
  const head = git("rev-parse", "HEAD");
  expect(commitOf(folder.path, path)).toBe(head);
  await Bun.write(folder.file("a"), "2");
  expect(commitOf(folder.path, path)).toBe(`${head}-dirty`);
});

test("without a clone or without git the commit is unknown, also inside another clone", async () => {
  using folder = new TemporaryFolder();
  expect(commitOf(folder.path, process.env["PATH"])).toBe("unknown");
  // Inside another clone.
  expect(commitOf(join(ROOT, "src"), process.env["PATH"])).toBe("unknown");
  await Bun.write(folder.file(".git/HEAD"), "nonsense");
  expect(commitOf(folder.path, process.env["PATH"])).toBe("unknown");
  expect(commitOf(ROOT, "/nowhere")).toBe("unknown");
});

test.each([
  ["1.3.0-dev", "0123456789".repeat(4), "1.3.0-dev+0123456"],
  ["1.3.0-dev", `${"0123456789".repeat(4)}-dirty`, "1.3.0-dev+0123456.dirty"],
  ["1.3.0-dev", "unknown", "1.3.0-dev"],
  ["1.2.3", "0123456789".repeat(4), "1.2.3"],
  ["1.2.3-rc.1", "0123456789".repeat(4), "1.2.3-rc.1"],
])("%s at the commit %s calls itself %s", (version, commit, expected) => {
  expect(versionAt(version, commit)).toBe(expected);
});

test.each([
  ["1.3.0-dev+0123456", "1.3.0.dev0+g0123456"],
  ["1.3.0-dev+0123456.dirty", "1.3.0.dev0+g0123456.dirty"],
  ["1.3.0-dev", "1.3.0.dev0"],
  ["1.2.3", "1.2.3"],
  ["1.2.3-rc.1", "1.2.3rc1"],
  ["1.2.3-alpha.2", "1.2.3a2"],
])("%s is %s for Python", (version, expected) => {
  expect(pythonVersion(version)).toBe(expected);
});

test("a service has its version and commit in its log and in its metrics", async () => {
  const { version, commit } = JSON.parse((await petstockOrThrow(["version", "--json"])).stdout);
  await using service = await TestService.start({ args: WITH_METRICS });
  expect(service.log.find(({ msg }) => msg === "listening")).toMatchObject({ commit });
  for (const line of service.log) expect(line).toMatchObject({ service: "petstock", version });
  const labels = `version="${version}",commit="${commit}",runtime="bun ${Bun.version}"`;
  expect((await scrape(service)).value(`petstock_build_info{${labels}}`)).toBe(1);
});
