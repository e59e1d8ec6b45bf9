// Each rule finds violations in made-up sources.

import { describe, expect, test } from "bun:test";
import { dependencyViolations, linkViolations } from "./document-rules.ts";
import { LINES_MAX } from "./rules.ts";
import {
  barrelViolations,
  homeViolations,
  importCycles,
  importViolations,
  lengthViolations,
  nameViolations,
  openingViolations,
  packageViolations,
  switchedOffViolations,
  floorViolations,
  unfinishedViolations,
} from "./source-rules.ts";
import { source } from "./source.ts";

describe("the rules", () => {
  const file = (path: string, text = "// A file.\n") => source(path, text);

  test.each([
    ["inventory/item.ts", "../contract/json.ts", /inventory may import nothing of ours/],
    ["sqlite/store.ts", "../keys/format.ts", /sqlite may import only inventory/],
    ["http/server.ts", "../sqlite/store.ts", /http may import only/],
    ["client/client.ts", "../transfer/csv.ts", /client may import only contract, inventory/],
    ["service/service.ts", "../cli/serve.ts", /service may import only/],
    ["service/service.ts", "../engines.ts", /service may import only/],
    ["main.ts", "./service/service.ts", /main\.ts may import only cli/],
    ["config.ts", "./log.ts", /config\.ts may import only inventory/],
    ["transfer/csv.ts", "../contract/validate.ts", /only http\/ may/],
    ["snapshot/list.ts", "../contract/validate.ts", /only http\/ may/],
    ["client/client.ts", "../contract/validate.ts", /only http\/ may/],
    ["cli/serve.ts", "../../openapi.yaml", /only contract\/document\.ts may/],
    ["cli/serve.ts", "../../test/support/server.ts", /lives in src/],
    ["engine/a.ts", "./b.ts", /the folder engine\/ is unknown; add it/],
    ["extra.ts", "./config.ts", /this file is unknown; add it/],
  ])("%s must not import %s", (path, specifier, message) => {
    expect(importViolations([{ path, imports: [specifier] }])).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    ["http/server.ts", "../contract/validate.ts"],
    ["http/server.ts", "./routes.ts"],
    ["contract/item-json.ts", "../inventory/item.ts"],
    ["contract/document.ts", "../../openapi.yaml"],
    ["cli/serve.ts", "../service/service.ts"],
    ["version.ts", "../package.json"],
    ["engines.ts", "./postgres/store.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(importViolations([{ path, imports: [specifier] }])).toEqual([]);
  });

  test.each([
    ["dashboard/count/sheet.tsx", "../inventory/note.tsx", 1],
    ["dashboard/ui/menu.tsx", "../session/session.ts", 1],
    ["dashboard/count/sheet.tsx", "./take.ts", 0],
    ["dashboard/count/sheet.tsx", "../ui/menu.tsx", 0],
    ["dashboard/shell/page-modules.ts", "../count/count-page.tsx", 0],
    ["dashboard/count/sheet.tsx", "../shell/app.tsx", 1],
    ["dashboard/state/state.ts", "../data/pets.ts", 1],
    ["dashboard/attic/box.ts", "../ui/menu.tsx", 1],
  ])("the dashboard's imports run down its floors: %s imports %s", (path, specifier, violations) => {
    expect(floorViolations([{ path, imports: [specifier] }])).toHaveLength(violations);
  });

  test.each([
    'import { a } from "./x.ts"',
    'import type { A } from "./x.ts"',
    'import {\n  type A,\n  type B,\n} from "./x.ts"',
    'export { a } from "./x.ts"',
    'export type { A } from "./x.ts"',
    'export * from "./x.ts"',
    'import "./x.ts"',
    'const a = await import("./x.ts")',
    'let a: import("./x.ts").A',
    'const pattern = /"[^"]*`/;\nimport type { A } from "./x.ts"',
  ])("an import is found in %j", (text) => {
    expect(file("a.ts", text).imports).toEqual(["./x.ts"]);
  });

  test("an import in a comment or a string is ignored", () => {
    const text = `// import { a } from "./a.ts"\n/* export * from "./b.ts" */\nconst c = "import('./c.ts')";`;
    expect(file("a.ts", text).imports).toEqual([]);
  });

  test.each([
    ["http/health.ts", 'import { Database } from "bun:sqlite"'],
    ["http/health.ts", 'import type { Database } from "bun:sqlite"'],
    ["sqlite/file/vacuum.ts", "const db = new Database(path, { readwrite: true })"],
    ["sqlite/store.ts", 'import { SQL } from "bun"'],
    ["service/service.ts", "const sql = new Bun.SQL(url)"],
    ["postgres/store.ts", 'import { serve } from "bun"'],
    ["http/health.ts", "Bun.serve({ port })"],
    ["service/service.ts", "Bun.serve({ port })"],
    ["keys/format.ts", "const prefix = process.env.PREFIX"],
    ["service/service.ts", "const path = Bun.env['PATH']"],
    ["log.ts", "const verbose = process.argv.includes(flag)"],
    ["cli/serve.ts", "process.env"],
    ["cli/serve.ts", "process.stdout.write(text)"],
    ["http/health.ts", "return new Response(body, { status: 503 })"],
    ["http/errors.ts", "set.status = 404;"],
    ["service/service.ts", "const writer = new Worker(url)"],
    ["main.ts", "console.log(address)"],
    ["cli/serve.ts", "console.error(`at ${address}`)"],
    ["http/update-inventory.ts", 'import { Ajv2020 } from "ajv/dist/2020.js"'],
    ["contract/json.ts", 'import type { Ajv } from "ajv"'],
    ["snapshot/encode.ts", 'import Negotiator from "negotiator"'],
    ["service/service.ts", 'import pino from "pino"'],
    ["service/service.ts", 'import pretty from "pino-pretty"'],
    ["http/metrics.ts", 'import { Registry } from "prom-client"'],
    ["main.ts", 'import { Command } from "commander"'],
    ["transfer/report.ts", 'import { SingleBar } from "cli-progress"'],
    ["log.ts", 'import colors from "picocolors"'],
  ])("%s must not contain %j", (path, text) => {
    expect(homeViolations([file(path, text)])).toHaveLength(1);
  });

  test.each([
    ["sqlite/file/open.ts", 'import { Database } from "bun:sqlite"'],
    ["sqlite/file/connect.ts", "new Database(path)"],
    ["postgres/pool.ts", 'import { SQL } from "bun"'],
    ["http/server.ts", "Bun.serve({ port })"],
    ["main.ts", "process.env.PORT"],
    ["main.ts", "process.argv"],
    ["cli/serve.ts", "context.process.exit(exitCode)"],
    ["main.ts", "new Worker(url)"],
    ["main.ts", 'import { serve } from "./cli/serve.ts"; import { argv } from "bun"'],
    ["http/errors.ts", "new Response(body, { status: STATUS_OF[code] })"],
    ["http/list-inventory.ts", "new Response(null, { status: 304 })"],
    ["http/log.ts", "if (response.status >= 500) warn()"],
    ["client/client.ts", "if (response.status === 412) return undefined"],
    ["contract/errors.ts", "const table = { status: 404 }"],
    ["cli/serve.ts", "// never console.log\nconst hint = 'not console.log';"],
    ["log/log.ts", 'import pino from "pino"'],
  ])("%s may contain %j", (path, text) => {
    expect(homeViolations([file(path, text)])).toEqual([]);
  });

  test.each([
    ["contract/json.ts", "lossless-json"],
    ["contract/json.ts", "node:fs"],
    ["client/client.ts", "bun"],
    ["inventory/fold.ts", "node:crypto"],
    ["http/server.ts", "hono"],
    ["http/server.ts", "@hono/node-server"],
  ])("%s must not import the package %s", (path, specifier) => {
    expect(packageViolations([{ path, imports: [specifier] }])).toHaveLength(1);
    expect(
      packageViolations([{ path: "cli/a.ts", imports: ["commander", "node:fs", "bun", "./b.ts"] }]),
    ).toEqual([]);
  });

  test("a cycle is reported with its path, also through types", () => {
    const cycle = [
      file("a/x.ts", 'import type { Y } from "../b/y.ts"'),
      file("b/y.ts", 'export { z } from "./z.ts"'),
      file("b/z.ts", 'const x = import("../a/x.ts")'),
    ];
    expect(importCycles(cycle)).toEqual([expect.stringContaining("a/x.ts → b/y.ts → b/z.ts → a/x.ts")]);
    expect(importCycles(cycle.slice(0, 2))).toEqual([]);
  });

  test("a barrel is found by its name or by its content", () => {
    const reExports =
      '// All.\nexport * from "./a.ts";\nexport { b, type C } from "./b.ts";\nexport type { D } from "./d.ts";\n';
    expect(barrelViolations([file("a/index.ts"), file("a/all.ts", reExports)])).toHaveLength(2);
    expect(
      barrelViolations([file("a/some.ts", `${reExports}export const a = 1;\n`), file("a/empty.ts")]),
    ).toEqual([]);
  });

  test("a name that is not kebab-case, or a vague folder name, is found", () => {
    const wrong = [
      "src/http/listInventory.ts",
      "src/http/list_inventory.ts",
      "src/Http/a.ts",
      "src/utils/a.ts",
    ];
    expect(nameViolations([...wrong, "src/http/common/a.ts"])).toHaveLength(5);
    expect(nameViolations(["src/http/list-inventory.ts", "src/contract/openapi.generated.ts"])).toEqual([]);
  });

  test("a file without an opening comment is found", () => {
    expect(openingViolations([file("a.ts", "export const a = 1;\n"), file("b.ts")])).toHaveLength(1);
    expect(openingViolations([file("c.ts", "#!/usr/bin/env bun\n// A command.\n")])).toEqual([]);
  });

  test("a file that is too long is found, except generated ones", () => {
    const long = "// A line.\n".repeat(LINES_MAX + 1);
    expect(lengthViolations([file("a.ts", long), file("a.generated.ts", long)])).toHaveLength(1);
    expect(lengthViolations([file("b.ts", "// A line.\n".repeat(LINES_MAX))])).toEqual([]);
  });

  test("a note of unfinished work is found", () => {
    expect(unfinishedViolations([file("a.ts", `// ${"TO"}${"DO"}: later\n`), file("b.ts")])).toHaveLength(1);
  });

  test("a disabled test is found, a string about one is ignored", () => {
    const off = ["skip", "todo", "only"].map((how) => file(`${how}.test.ts`, `test.${how}("a", () => {});`));
    expect(switchedOffViolations(off)).toHaveLength(3);
    expect(switchedOffViolations([file("a.test.ts", 'test("no .skip( here", run);')])).toEqual([]);
  });

  test("a dependency without a row, a row without a dependency and a missing document are found", () => {
    const table = "| package | why |\n|---|---|\n| `ajv` | the contract as validator |\n";
    expect(dependencyViolations(["ajv"], table)).toEqual([]);
    expect(dependencyViolations(["ajv", "pino"], table)).toEqual([
      expect.stringContaining("no row for pino"),
    ]);
    expect(dependencyViolations([], table)).toEqual([expect.stringContaining("a row for ajv")]);
    expect(dependencyViolations(["ajv"], undefined)).toEqual([expect.stringContaining("is missing")]);
  });

  test("a link to a missing file is found", () => {
    const exists = (path: string) => ["docs/a.md", "README.md"].includes(path);
    const check = (text: string) => linkViolations([{ path: "docs/a.md", text }], exists);
    expect(
      check('[a](a.md#part) ![b](../README.md "title") [c](/README.md) [d](#x) [e](https://x.example/y)'),
    ).toEqual([]);
    expect(check('[a](b.md)\n\n[c]: ../c.md\n\n<img src="d.svg">')).toHaveLength(3);
    expect(check("`[a](b.md)`\n\n```\n[a](b.md)\n```\n")).toEqual([]);
  });
});
