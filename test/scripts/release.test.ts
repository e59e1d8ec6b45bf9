// A release is a commit, a tag, and files with checksums, made from a clean clone; if it fails, nothing changes.

import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, runToEnd } from "../support/petstock.ts";
import { billOfMaterials } from "../../scripts/release/bill-of-materials.ts";
import { sign } from "../../scripts/release/signature.ts";
import { shared } from "../support/shared.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { Clone, obstacleToClones } from "./clone.ts";

setDefaultTimeout(120_000);

const VERSION = "99.1.0";
const TARGET = `bun-${process.platform}-${process.arch}`;
const obstacle = obstacleToClones();
if (obstacle !== undefined) console.log(`releases are not tested here: ${obstacle}`);

/** A registry's answer about vulnerabilities; null where it has none. */
let advisories: Readonly<Record<string, readonly object[]>> | null = {};
const registry = Bun.serve({
  port: 0,
  fetch: ({ method, url }) => {
    if (method === "GET") {
      return Response.json({ name: decodeURIComponent(new URL(url).pathname.slice(1)), versions: {} });
    }
    return advisories === null ? new Response(null, { status: 405 }) : Response.json(advisories);
  },
});
afterAll(() => registry.stop(true));

const minisign = Bun.which("minisign");
if (minisign === null)
  console.log("releases are not signed here: there is no minisign (apt-get install minisign)");
const keys = shared(new TemporaryFolder());

/** A key without a password; gives its files. */
function makeKey(name: string): { secret: string; public: string } {
  const files = { secret: keys.file(`${name}.key`), public: keys.file(`${name}.pub`) };
  const made = Bun.spawnSync([minisign!, "-G", "-W", "-s", files.secret, "-p", files.public]);
  if (!made.success) throw new Error(made.stderr.toString());
  return files;
}

function release(clone: Clone, ...args: string[]): Promise<Finished> {
  const env = { ...process.env, npm_config_registry: registry.url.href, PETSTOCK_RELEASE_KEY: undefined };
  return runToEnd([process.execPath, "scripts/release.ts", ...args], { cwd: clone.path, env });
}

/** The packages whose source files the executable names, for stack traces; without those that the runtime alone would name. */
async function packagesIn(executable: string): Promise<readonly string[]> {
  const namesIn = async (path: string) => {
    const text = Buffer.from(await Bun.file(path).arrayBuffer()).toString("latin1");
    return [...text.matchAll(/node_modules\/(?=((?:@[\w.-]+\/)?[\w.-]+)\/)/g)].map(([, name]) => name!);
  };
  const others = [...(await namesIn(process.execPath)), "petstock"];
  return [...new Set(await namesIn(executable))].filter((name) => !others.includes(name));
}

/** In the executable without such a name: the runtime, what is vendored, and what is in the pages alone. */
const WITHOUT_NAME = (
  "bun @modelcontextprotocol/core @modelcontextprotocol/server @scalar/api-reference zod " +
  "hucre idb preact uplot zxing-wasm"
).split(" ");

describe.if(obstacle === undefined)("a release", () => {
  test("has its changelog, version, tag and files, which agree", async () => {
    using clone = new Clone();
    writeFileSync(
      clone.file("CHANGELOG.md"),
      "# Changelog\n\n## Unreleased\n\n- # of pets\n\n## 0.0.1 (2020-01-01)\n\n- Older.\n",
    );
    const key = minisign === null ? undefined : makeKey("maintainer");
    const signing = key === undefined ? ["--unsigned"] : ["--key", key.secret];
    if (key !== undefined) cpSync(key.public, clone.file("minisign.pub"));
    clone.git("add", "--all");
    clone.git("commit", "--quiet", "--message", "A change");

    // Not every registry knows vulnerabilities.
    advisories = null;
    const before = clone.state();
    const dry = await release(clone, VERSION, "--dry-run", ...signing, "--target", TARGET);
    expect(dry).toMatchObject({ exitCode: 0, stderr: "" });
    advisories = {};
    expect(dry.stdout).toStartWith("the packages were not checked for vulnerabilities: 405");
    expect(dry.stdout).toContain("- # of pets\n");
    expect(dry.stdout).not.toContain("Older");
    expect(clone.state()).toEqual(before);

    const made = await release(clone, VERSION, "--tested", ...signing, "--target", TARGET);
    expect(made).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^no package has a known vulnerability\n[^]*git push --atomic/),
    });
    const date = /\(\d{4}-\d\d-\d\d\)/.exec(readFileSync(clone.file("CHANGELOG.md"), "utf8"))![0];
    expect(readFileSync(clone.file("CHANGELOG.md"), "utf8")).toBe(
      `# Changelog\n\n## Unreleased\n\n## ${VERSION} ${date}\n\n- # of pets\n\n## 0.0.1 (2020-01-01)\n\n- Older.\n`,
    );
    const tag = `v${VERSION}`;
    for (const [commit, version] of [
      [tag, VERSION],
      ["HEAD", "99.2.0-dev"],
    ] as const) {
      for (const name of ["package.json", "package-lock.json", "packages/client/package.json"]) {
        expect(JSON.parse(clone.git("show", `${commit}:${name}`))).toMatchObject({ version });
      }
      const python = clone.git("show", `${commit}:packages/python/src/petstock/_version.py`);
      expect(python).toContain(`__version__ = "${version}"`);
    }
    expect(clone.git("rev-parse", "HEAD~1")).toBe(clone.git("rev-parse", `${tag}^{commit}`));
    expect(clone.git("status", "--porcelain")).toBe("");
    expect(clone.git("cat-file", "-t", `v${VERSION}`)).toBe("tag");
    expect(clone.git("tag", "--list", "--format=%(contents)", `v${VERSION}`)).toBe(
      `petstock ${VERSION}\n\n- # of pets`,
    );

    const folder = clone.file(`dist/release/v${VERSION}`);
    const name = `petstock-${VERSION}${TARGET.replace("bun", "")}`;
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        "SHA256SUMS",
        ...(key === undefined ? [] : ["SHA256SUMS.minisig"]),
        name,
        `petstock-${VERSION}.cdx.json`,
      ].toSorted(),
    );
    if (key !== undefined) {
      // As docs/deploying.md says.
      const verify =
        "minisign -Vm SHA256SUMS -p minisign.pub && sha256sum --check --ignore-missing SHA256SUMS";
      cpSync(clone.file("minisign.pub"), join(folder, "minisign.pub"));
      const { exitCode, stdout } = await runToEnd(["sh", "-c", verify], { cwd: folder });
      expect(exitCode).toBe(0);
      for (const part of [`petstock ${VERSION}\n`, `${name}: OK\n`]) expect(stdout).toContain(part);
    }
    for (const line of readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n")) {
      const [sum, file = ""] = line.split("  ");
      expect(new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, file))).digest("hex")).toBe(
        sum!,
      );
    }
    const { stdout } = await runToEnd([join(folder, name), "version", "--json"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      version: VERSION,
      commit: clone.git("rev-parse", `v${VERSION}^{commit}`),
    });
    const bill = JSON.parse(readFileSync(join(folder, `petstock-${VERSION}.cdx.json`), "utf8"));
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "petstock", version: VERSION } },
    });
    const components = (bill.components as { name: string }[]).map((component) => component.name);
    const inside = await packagesIn(join(folder, name));
    expect([...new Set(components)].toSorted()).toEqual([...inside, ...WITHOUT_NAME].toSorted());

    const again = await release(clone, VERSION, "--tested", "--unsigned", "--target", TARGET);
    expect(again).toMatchObject({ exitCode: 1, stderr: `release: there is a tag v${VERSION} already\n` });
    const older = await release(clone, "99.0.9", "--tested", "--unsigned", "--target", TARGET);
    expect(older).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`newer than 99.0.9`) });
  });

  describe("that fails changes nothing and says why:", () => {
    let clone: Clone;

    let start: string;

    beforeAll(() => {
      clone = new Clone();
      start = clone.git("rev-parse", "HEAD");
    });

    afterEach(() => clone.git("reset", "--quiet", "--hard", start));
    afterAll(() => clone[Symbol.dispose]());

    const refused = async (message: string, ...args: string[]) => {
      const before = clone.state();
      const { exitCode, stderr } = await release(
        clone,
        ...args,
        "--tested",
        "--unsigned",
        "--target",
        TARGET,
      );
      expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
      expect(clone.state()).toEqual(before);
    };

    test("an invalid version", () => refused("is not a version", "v1.2"));

    test("no key, and no word that it shall be unsigned", async () => {
      const before = clone.state();
      const { exitCode, stderr } = await release(clone, VERSION, "--tested", "--target", TARGET);
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("--key FILE") });
      expect(clone.state()).toEqual(before);
    });

    test.if(minisign !== null)("a key that is not there, or has no public key in the clone", async () => {
      const before = clone.state();
      for (const [key, message] of [
        [keys.file("nowhere"), "there is no key"],
        [makeKey("early").secret, "there is no minisign.pub"],
      ] as const) {
        const { exitCode, stderr } = await release(clone, VERSION, "--tested", "--key", key);
        expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
      }
      expect(clone.state()).toEqual(before);
    });

    test("a clone with changes", async () => {
      writeFileSync(clone.file("README.md"), "");
      await refused("README.md", VERSION);
    });

    test("a package with a known vulnerability, also a vendored one", async () => {
      const advisory = { id: 1, url: "https://a.example/1", title: "A hole", severity: "high" };
      advisories = {
        pino: [{ ...advisory, vulnerable_versions: "*" }],
        zod: [{ ...advisory, vulnerable_versions: "*" }],
        oxlint: [{ ...advisory, vulnerable_versions: "*" }],
      };
      await refused("  pino: high\n  zod: high\n", VERSION).finally(() => (advisories = {}));
    });

    test("nothing to release", async () => {
      writeFileSync(clone.file("CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n## 0.0.1\n\n- Older.\n");
      clone.git("commit", "--quiet", "--all", "--message", "Nothing");
      await refused("nothing under", VERSION);
    });

    test("a build that fails, after the commit was made", async () => {
      writeFileSync(clone.file("src/main.ts"), "import './nowhere.ts';\n");
      clone.git("commit", "--quiet", "--all", "--message", "A mistake");
      await refused("build.ts", VERSION);
    });
  });
});

test.if(minisign !== null)(
  "a signature that the public key does not verify, and a changed file, are found",
  () => {
    const [maintainer, stranger] = [makeKey("one"), makeKey("two")];
    const file = keys.file("SHA256SUMS");
    writeFileSync(file, "sums\n");
    const comment = "petstock 1.2.3";
    expect(() => sign(file, { key: stranger.secret, comment, publicKey: maintainer.public })).toThrow(
      "minisign",
    );
    sign(file, { key: maintainer.secret, comment, publicKey: maintainer.public });
    writeFileSync(file, "other sums\n");
    const changed = Bun.spawnSync([minisign!, "-Vm", file, "-p", maintainer.public]);
    expect(changed.exitCode).toBe(1);
  },
);

test("the bill of materials refuses a file of an unknown package", () => {
  expect(() => billOfMaterials(["vendor/unknown/file.js"])).toThrow("vendor/unknown/file.js");
  expect(() => billOfMaterials(["node_modules/unknown/file.js"])).toThrow("unknown");
  expect(billOfMaterials(["src/main.ts", "node_modules/pino/pino.js"])).toMatch(
    /"pino@[^]*"bun@|"bun@[^]*"pino@/,
  );
});
