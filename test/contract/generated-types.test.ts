// The generated types match openapi.yaml: an edit of the document without `npm run generate` fails.

import { test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const GENERATED = "src/contract/openapi.generated.ts";
const GENERATOR = "node_modules/.bin/openapi-typescript";

test(`${GENERATED} is generated from openapi.yaml as it is`, () => {
  const folder = mkdtempSync(join(tmpdir(), "petstock-types-"));
  try {
    const fresh = join(folder, "fresh.ts");
    const run = Bun.spawnSync([process.execPath, GENERATOR, "openapi.yaml", "--output", fresh], {
      cwd: ROOT,
    });
    if (!run.success) throw new Error(`openapi-typescript failed:\n${run.stdout}${run.stderr}`);
    if (readFileSync(fresh, "utf8") === readFileSync(join(ROOT, GENERATED), "utf8")) return;
    throw new Error(`${GENERATED} is stale: run \`npm run generate\`, and commit it with openapi.yaml`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 30_000);
