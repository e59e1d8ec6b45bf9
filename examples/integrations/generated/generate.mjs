// Writes the types of the contract, as a running service serves it, to inventory.d.ts. Integers of 64 bits become `bigint`; the
// generator's own `number` would round ids beyond 2^53.
//
//   npm i openapi-typescript typescript
//   PETSTOCK_URL=http://127.0.0.1:8080 node generate.mjs

import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const { PETSTOCK_URL } = process.env;
const BIGINT = ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword);

const nodes = await openapiTS(new URL("/openapi.json", PETSTOCK_URL), {
  transform: ({ format }) => (format === "int64" ? BIGINT : undefined),
});
await writeFile("inventory.d.ts", astToString(nodes));
