// The program as one executable: it needs no other file, leaves nothing behind, and is the same program. All other tests
// that start processes run against an executable as well, when the test runner runs them.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { runToEnd, SOURCE } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { Alone, build, Executable } from "./executable.ts";

// Generous, for a build on a busy machine.
setDefaultTimeout(120_000);

let executable: Executable;

beforeAll(async () => {
  executable = await Executable.make();
});

afterAll(() => executable[Symbol.dispose]());

describe("in an empty folder", () => {
  test("serve --quickstart seeds, answers, writes on its thread, and leaves only its data", async () => {
    await using alone = new Alone(executable.path);
    const { url } = await alone.serve("--quickstart");
    const keyFile = Bun.file(join(alone.work, "data/first-key"));
    const key = await until(
      "the first key",
      async () => (await keyFile.text().catch(() => "")).trim() || undefined,
    );
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const list = async () => (await fetch(`${url}/v1/inventory`, { headers })).text();
    expect(JSON.parse(await list())).toHaveLength(6_332);
    const update = { method: "PATCH", headers, body: '{"quantity":12}' };
    expect((await fetch(`${url}/v1/inventory/734980`, update)).status).toBe(200);
    expect(await list()).toContain('{"petId":734980,"quantity":12,"status":"available"}');
    for (const path of ["/", "/docs", "/openapi.yaml", "/admin/openapi.yaml", "/client.tgz"])
      expect((await fetch(url + path)).status).toBe(200);
    expect(await alone.stop()).toBe(0);
    expect(alone.files()).toEqual(["work/data/first-key", "work/data/petstock.db"]);
  });

  test("a start on an empty database is fast", async () => {
    await using alone = new Alone(executable.path);
    const { startMs } = await alone.serve();
    console.log(`executable: listens after ${startMs.toFixed(0)} ms`);
    expect(await alone.stop()).toBe(0);
    expect(alone.files()).toEqual(["work/data/petstock.db"]);
  });

  test("an export is imported again, and verified", async () => {
    await using alone = new Alone(executable.path);
    await Bun.write(
      join(alone.work, "stock.csv"),
      "petId,quantity,status\n9007199254740993,4,sold\n1,2,pending\n",
    );
    expect(await alone.run("import", "stock.csv", "--database", "sqlite:a.db")).toMatchObject({
      exitCode: 0,
    });
    const exported = await alone.run("export", "--database", "sqlite:a.db", "--output", "out.csv");
    expect(exported.exitCode).toBe(0);
    expect((await alone.run("import", "out.csv", "--database", "sqlite:b.db")).exitCode).toBe(0);
    const { stdout } = await alone.run("export", "--database", "sqlite:b.db");
    expect(stdout).toBe("petId,quantity,status\n1,2,pending\n9007199254740993,4,sold\n");
    expect((await alone.run("verify", "--database", "sqlite:b.db")).exitCode).toBe(0);
  });

  test("it ignores settings files of other programs in the working directory", async () => {
    await using alone = new Alone(executable.path);
    await Bun.write(join(alone.work, ".env"), "PETSTOCK_LOCK_TIMEOUT=never\n");
    await Bun.write(join(alone.work, "bunfig.toml"), 'preload = ["./nothing.ts"]\n');
    await Bun.write(join(alone.work, "package.json"), "no JSON\n");
    await Bun.write(join(alone.work, "tsconfig.json"), "no JSON\n");
    const { exitCode, stderr } = await alone.run("verify", "--database", "sqlite:petstock.db");
    expect(exitCode).toBe(1);
    expect(stderr).toContain('there is no database at petstock.db; "petstock serve" makes one');
  });

  test("it reports the version and commit of its source", async () => {
    await using alone = new Alone(executable.path);
    const { exitCode, stdout } = await alone.run("version", "--json");
    expect(exitCode).toBe(0);
    const source = await runToEnd([...SOURCE, "version", "--json"]);
    const { commit, ...others } = JSON.parse(source.stdout);
    expect(JSON.parse(stdout)).toEqual({
      ...others,
      version: expect.stringContaining(manifest.version),
      kind: "executable",
      // An executable that was built before may be of another commit.
      commit: process.env["PETSTOCK"]
        ? expect.stringMatching(/^(?:[0-9a-f]{40}(?:-dirty)?|unknown)$/)
        : commit,
    });
  });
});

test("pages and files have the same headers as from source, and strong tags", async () => {
  await using alone = new Alone(executable.path);
  const { url } = await alone.serve();
  await using source = await TestService.start({ program: SOURCE });
  const [ours, theirs] = [await pagesOf(url), await pagesOf(source.url)];
  expect(ours.map(({ name }) => name)).toEqual(theirs.map(({ name }) => name));
  for (const [index, { name, headers, hash }] of ours.entries()) {
    expect({ name, headers }).toEqual({ name, headers: theirs[index]!.headers });
    expect(headers["etag"]).toBe("strong");
    // These files are served unchanged; the others are bundled from the same source in another folder.
    if (/openapi|standalone|icon/.test(name))
      expect({ name, hash }).toEqual({ name, hash: theirs[index]!.hash });
  }
  const policies = ours.filter(({ headers }) => "content-security-policy" in headers);
  expect(policies.map(({ name }) => name)).toEqual([
    "/",
    "/data-worker.js",
    "/docs",
    "/docs/try",
    "/import-worker.js",
    "/service-worker.js",
  ]);
});

test("it contains no path of the machine that built it, and so has the same bytes from any folder", async () => {
  const bytes = Buffer.from(await Bun.file(executable.path).arrayBuffer());
  // test/scripts/reproducible.test.ts compares whole builds.
  for (const folder of [join(import.meta.dir, "../.."), join(tmpdir(), "petstock")])
    expect({ folder, at: bytes.indexOf(folder) }).toEqual({ folder, at: -1 });
});

test("a build outside a clone takes its commit from --commit", async () => {
  using folder = new TemporaryFolder();
  const commit = "0123456789".repeat(4);
  const path = folder.file("petstock");
  expect((await build("--outfile", path, "--commit", commit)).exitCode).toBe(0);
  const { stdout } = await runToEnd([path, "version", "--json"], { cwd: folder.path });
  expect(JSON.parse(stdout)).toMatchObject({ commit });
});

describe("the build refuses", () => {
  test.each([
    [["--target", "bun-amiga"], '--target: there is no "bun-amiga"'],
    [["--target"], "--target"],
    [["--fast"], "--fast"],
    [["extra"], "extra"],
    [["--commit", "v1.0.0"], '--commit: "v1.0.0" is not a commit'],
  ])("%j, with the accepted values", async (args, words) => {
    const { exitCode, stdout, stderr } = await build(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(words);
    expect(stderr).toContain("bun-linux-arm64");
  });
});

/** Headers that differ from answer to answer. */
const CHANGING = ["date", "x-request-id", "content-length"];

interface Sent {
  /** The file's name without the hash of its content. */
  readonly name: string;
  readonly hash: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** All pages and documents, and the files that the pages name. */
async function pagesOf(url: string): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const paths = [
    "/",
    "/data-worker.js",
    "/import-worker.js",
    "/service-worker.js",
    "/docs",
    "/docs/try",
    "/openapi.yaml",
    "/openapi.json",
    "/openapi-3.0.json",
    "/admin/openapi-3.0.json",
    "/admin/openapi.yaml",
    "/admin/openapi.json",
  ];
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { "Accept-Encoding": "identity" } });
    const text = await response.text();
    sent.push(sentOf(path, response, text));
    for (const [named] of text.matchAll(/\/assets\/[\w.-]+/g))
      if (!paths.includes(named) && !OF_LOADER.test(named)) paths.push(named);
  }
  return sent.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The bundler's loader lists the script of a worker itself, beside the chunks that it loads; it is served at another address. */
const OF_LOADER = /^\/assets\/[a-z]+-worker\.js$/;

function sentOf(path: string, { status, headers }: Response, text: string): Sent {
  expect({ path, status }).toEqual({ path, status: 200 });
  const shown = [...headers].filter(([header]) => !CHANGING.includes(header));
  const { etag, ...others } = Object.fromEntries(shown);
  return {
    name: path.replace(/-[0-9a-z]{8}\./, "."),
    hash: Bun.SHA256.hash(text, "hex"),
    headers: { ...others, etag: /^"[0-9a-f]{32}"$/.test(etag ?? "") ? "strong" : (etag ?? "none") },
  };
}
