// The generated types match openapi.yaml and admin.yaml: an edit of a document without `npm run generate` fails.

import { test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const GENERATED = [
  ["openapi.yaml", "src/contract/openapi.generated.ts"],
  ["admin.yaml", "src/contract/admin.generated.ts"],
] as const;
const GENERATOR = "node_modules/.bin/openapi-typescript";

test.each(GENERATED)(
  "of %s, %s is generated from it as it is",
  (document, generated) => {
    const folder = mkdtempSync(join(tmpdir(), "petstock-types-"));
    try {
      const fresh = join(folder, "fresh.ts");
      const run = Bun.spawnSync([process.execPath, GENERATOR, document, "--output", fresh], {
        cwd: ROOT,
      });
      if (!run.success) throw new Error(`openapi-typescript failed:\n${run.stdout}${run.stderr}`);
      if (readFileSync(fresh, "utf8") === readFileSync(join(ROOT, generated), "utf8")) return;
      throw new Error(`${generated} is stale: run \`npm run generate\`, and commit it with ${document}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  30_000,
);
