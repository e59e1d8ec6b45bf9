// The generated types match openapi.yaml and admin.yaml: an edit of a document without `npm run generate` fails.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contractTypes } from "../../scripts/contract-types.ts";
import { PYTHON_TYPES, pythonTypes } from "../../scripts/python-types.ts";
import { olderContract } from "../../scripts/older-contract.ts";
import { PYTHON_VALUES, pythonValues } from "../../scripts/python-values.ts";

const ROOT = join(import.meta.dir, "../..");
const GENERATED = [
  ["openapi.yaml", "src/contract/openapi.generated.ts"],
  ["admin.yaml", "src/contract/admin.generated.ts"],
] as const;

test.each(GENERATED)(
  "of %s, %s is generated from it as it is",
  async (document, generated) => {
    const fresh = await contractTypes(join(ROOT, document));
    if (fresh === readFileSync(join(ROOT, generated), "utf8")) return;
    throw new Error(`${generated} is stale: run \`npm run generate\`, and commit it with ${document}`);
  },
  30_000,
);

test("the Python client's types are generated from admin.yaml as it is", () => {
  if (pythonTypes() === readFileSync(PYTHON_TYPES, "utf8")) return;
  throw new Error(
    "packages/python's _contract.py is stale: run `npm run generate`, and commit it with admin.yaml",
  );
});

test.each([
  ["openapi.yaml", "openapi-3.0.generated.yaml"],
  ["admin.yaml", "admin-3.0.generated.yaml"],
])("%s in OpenAPI 3.0 is generated from it as it is", (document, older) => {
  const generated = readFileSync(join(ROOT, "src/contract", older), "utf8");
  if (olderContract(readFileSync(join(ROOT, document), "utf8")) === generated) return;
  throw new Error(`${older} is stale: run \`npm run generate\`, and commit it with ${document}`);
});

test("the values of the Python client are generated from admin.yaml as it is", () => {
  const generated = readFileSync(join(ROOT, PYTHON_VALUES), "utf8");
  if (pythonValues(readFileSync(join(ROOT, "admin.yaml"), "utf8")) === generated) return;
  throw new Error(`${PYTHON_VALUES} is stale: run \`npm run generate\`, and commit it with admin.yaml`);
});

test("a text with known values is a union of them", () => {
  const types = readFileSync(join(ROOT, "src/contract/openapi.generated.ts"), "utf8");
  expect(types).toMatch(/ErrorCode: "invalid_json" \| "missing_quantity" \| /);
});
