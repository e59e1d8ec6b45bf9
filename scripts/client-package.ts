// Builds the client's package: one file of JavaScript with its declarations, and the archive that npm installs.

import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOURCE_VERSION } from "../src/version.ts";
import { writeDeclarations } from "./client-declarations.ts";

const ROOT = join(import.meta.dir, "..");
const ENTRY = "client/client.ts";
const PACKAGE = join(ROOT, "packages/client");

/** Where `npm pack` expects the built files. */
export const DIST = join(PACKAGE, "dist");

/** Builds `index.js` and `types/` in a folder, which is emptied before. Throws if the source does not build. */
export async function buildClient(dist: string): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  await Promise.all([bundle(dist), writeDeclarations(ENTRY, join(dist, "types"))]);
}

/**
 * The archive: the bytes that `npm pack` makes in the package's folder, with this version, such as `1.3.0-dev+0123abc`. Made in a temporary folder, because several services
 * of one clone may make it at the same time. Throws if the source does not build, or if npm is not there.
 */
export async function packClient(version: string = SOURCE_VERSION): Promise<Uint8Array<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), "petstock-client-"));
  try {
    const staged = join(folder, "package");
    for (const name of ["package.json", "README.md", "LICENSE"]) {
      cpSync(join(PACKAGE, name), join(staged, name));
    }
    setVersion(join(staged, "package.json"), version);
    await buildClient(join(staged, "dist"));
    makeReadable(staged);
    return await pack(staged, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function setVersion(path: string, version: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(`"version": "${SOURCE_VERSION}"`, () => `"version": "${version}"`),
  );
}

async function bundle(dist: string): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOT, "src", ENTRY)],
    // For browsers, so that an import of one runtime's module fails.
    target: "browser",
    format: "esm",
  });
  // The bundler names each source file by its path from the current folder, on which the archive must not depend.
  const text = (await outputs[0]!.text()).replaceAll(/^\/\/ \S+\.ts\n/gm, "");
  await Bun.write(join(dist, "index.js"), text);
}

/** npm packs the modes, which a umask has made another on each machine. */
function makeReadable(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
  }
}

/** `folder`: where npm may write the archive and what it keeps for itself. */
async function pack(staged: string, folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const places = ["--pack-destination", folder, "--cache", join(folder, "cache")];
  const output = await run(["npm", "pack", "--silent", "--ignore-scripts", ...places], staged);
  return Bun.file(join(folder, output.trim())).bytes();
}

/** The command's standard output. Throws with all it wrote if it fails. */
async function run(command: readonly string[], cwd: string): Promise<string> {
  // Without the variables of an npm that runs this: `npm pack --dry-run` would make the inner one dry, too.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const child = Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) === 0) return stdout;
  throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
}
