// A clone of this repository, from which tests make builds and releases.

import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = join(import.meta.dir, "../..");
const COPIED = ["packages", "scripts", "src", "vendor", "CHANGELOG.md", "package.json", "package-lock.json"];
const UNRELEASED = "## Unreleased\n";

/** Why there can be no clone; undefined if there can. */
export function obstacleToClones(): string | undefined {
  if (!existsSync(join(ROOT, ".git"))) return "this is not a clone";
  return Bun.which("git") === null ? "there is no git" : undefined;
}

/** With the files of the working tree, committed. */
export class Clone implements Disposable {
  readonly #folder = new TemporaryFolder();
  readonly path: string;

  /** `modules`: a copy of the packages has paths in the clone, as after `npm ci`; a link is there at once. */
  constructor({ name = "petstock", modules = "link" }: { name?: string; modules?: "link" | "copy" } = {}) {
    this.path = this.#folder.file(name);
    const { success, stderr } = Bun.spawnSync(["git", "clone", "--quiet", ROOT, this.path]);
    if (!success) throw new Error(stderr.toString());
    this.git("config", "user.name", "tester");
    this.git("config", "user.email", "tester@example.com");
    this.git("config", "commit.gpgsign", "false");
    for (const each of COPIED) {
      cpSync(join(ROOT, each), this.file(each), { recursive: true });
    }
    // Right after a release there is nothing else to release.
    const changelog = readFileSync(this.file("CHANGELOG.md"), "utf8");
    writeFileSync(this.file("CHANGELOG.md"), changelog.replace(UNRELEASED, `${UNRELEASED}\n- A change.\n`));
    const packages = join(ROOT, "node_modules");
    if (modules === "link") symlinkSync(packages, this.file("node_modules"));
    else copyFolder(packages, this.file("node_modules"));
    writeFileSync(this.file(".git/info/exclude"), "node_modules\n");
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", "As it is here");
  }

  file(name: string): string {
    return join(this.path, name);
  }

  git(...args: string[]): string {
    const { success, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: this.path });
    if (!success) throw new Error(`git ${args.join(" ")}: ${stderr.toString()}`);
    return stdout.toString().trim();
  }

  /** All that a release changes. */
  state(): readonly string[] {
    return [this.git("rev-parse", "HEAD"), this.git("status", "--porcelain"), this.git("tag")];
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

/** With hard links where the file system has them. */
function copyFolder(from: string, to: string): void {
  for (const options of ["-Rl", "-R"]) {
    if (Bun.spawnSync(["cp", options, from, to], { stderr: "ignore" }).success) return;
    rmSync(to, { recursive: true, force: true });
  }
  throw new Error(`${from} cannot be copied`);
}
