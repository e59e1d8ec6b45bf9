// The dashboard reads and writes files in the browser with this same code.

import { expect, test } from "bun:test";
import { createContext, runInContext } from "node:vm";

test("bundled for a browser, files are read and written without Node's or Bun's functions", async () => {
  const built = await Bun.build({
    entrypoints: [new URL("browser-page.ts", import.meta.url).pathname],
    target: "browser",
    format: "iife",
    minify: true,
  });
  const script = await (built.outputs[0] as Blob).text();
  const page = createContext({ TextDecoder, TextEncoder });
  expect(runInContext("typeof Buffer + typeof process + typeof Bun + typeof require", page)).toBe(
    "undefined".repeat(4),
  );
  runInContext(script, page);
  expect(await runInContext("outcome", page)).toBe(
    '[{"petId":9007199254740993,"quantity":2,"status":"sold"}] line 3, column quantity: "1.5" is not an integer from 0 to 2147483647',
  );
});
