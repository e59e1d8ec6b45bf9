// Two clones of one commit give the same bytes, in whichever folder, under whichever name and umask they are built. So anyone can
// check that a release is made of its source.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runToEnd } from "../support/petstock.ts";
import { shared } from "../support/shared.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { Clone, obstacleToClones } from "./clone.ts";

setDefaultTimeout(240_000);

const obstacle = obstacleToClones();
if (obstacle !== undefined) console.log(`builds are not compared here: ${obstacle}`);

describe.if(obstacle === undefined)("two clones of one commit give the same bytes:", () => {
  const made = shared(new TemporaryFolder());
  let clones: readonly [Clone, Clone];

  beforeAll(() => {
    const clone = new Clone({ modules: "copy" });
    const other = new Clone({ name: "a longer name", modules: "copy" });
    // The same commit, not one of the same files.
    other.git("fetch", "--quiet", clone.path, "HEAD");
    other.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    clones = [clone, other];
  });
  afterAll(() => clones.forEach((clone) => clone[Symbol.dispose]()));

  /** Runs it in both clones, in the second with all that a machine may have otherwise; gives the checksums of both results. */
  async function sumsOf(command: (out: string) => string, file: (out: string) => string): Promise<string[]> {
    const sums: string[] = [];
    for (const [index, { path }] of clones.entries()) {
      const out = made.file(`${index}/${"deeper/".repeat(index)}`);
      mkdirSync(out, { recursive: true });
      const env = { ...process.env, PATH: `${join(path, "node_modules/.bin")}:${process.env["PATH"]}` };
      const otherwise =
        index === 0 ? "" : "umask 077; export TZ=Asia/Tokyo LC_ALL=C TMPDIR=$PWD/dist; mkdir dist; ";
      const words = ["sh", "-c", `${otherwise}${command(out)}`];
      expect(await runToEnd(words, { cwd: path, env })).toMatchObject({ exitCode: 0 });
      const bytes = await Bun.file(file(out)).bytes();
      sums.push(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
    }
    return sums;
  }

  test("the executable", async () => {
    const nameIn = (out: string) => `${out}program-${out.length}`;
    const [first, second] = await sumsOf((out) => `bun scripts/build.ts --outfile ${nameIn(out)}`, nameIn);
    expect(second).toBe(first!);
  });

  test("the npm package, which contains the packages of both clients", async () => {
    const [first, second] = await sumsOf(
      (out) => `npm pack --silent --pack-destination ${out} && mv ${out}*.tgz ${out}package.tgz`,
      (out) => `${out}package.tgz`,
    );
    expect(second).toBe(first!);
  });
});
