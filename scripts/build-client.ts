// Builds the client of the package: one file of JavaScript and its declarations, in dist/client.
// `npm run build:client`, and before every `npm pack`.

import { rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const ENTRY = join(ROOT, "src/client/client.ts");
const TARGET = join(ROOT, "dist/client");

rmSync(TARGET, { recursive: true, force: true });
await bundle();
await declare();

async function bundle(): Promise<void> {
  // For browsers, so that an import of one runtime's module fails.
  await Bun.build({
    entrypoints: [ENTRY],
    outdir: TARGET,
    naming: "index.js",
    target: "browser",
    format: "esm",
  });
}

async function declare(): Promise<void> {
  const types = join(TARGET, "types");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const options = ["--project", join(ROOT, "tsconfig.client.json"), "--outDir", types];
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, ...options], { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`no declarations: ${stdout.toString()}`);
  // The compiler keeps the source's `.ts` endings, which not every consumer's settings allow.
  for (const path of new Bun.Glob("**/*.d.ts").scanSync({ cwd: types, absolute: true })) {
    const text = await Bun.file(path).text();
    await Bun.write(path, text.replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
  }
}
