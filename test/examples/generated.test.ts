// The client of generated types: it type-checks, keeps every digit, and applies a change once.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, setDefaultTimeout, test } from "bun:test";
import { Gateway, loseAnswer, page } from "../client/gateway.ts";
import { environment, runToEnd } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(60_000);

const MODULES = join(import.meta.dir, "../../node_modules");
const MIN = "-9223372036854775808";
const MAX = "9223372036854775807";

test("the generated types are those of the program, which is exact at both ends of an int64", async () => {
  await using service = await TestService.start({ rows: [`${MIN},1,available`, `${MAX},2,pending`] });
  await using gateway = await Gateway.before(service);
  using stock = await Integration.of(service, "generated/stock.ts", { role: "clerk", url: gateway.url });
  await stock.copy("generated/generate.mjs");
  symlinkSync(MODULES, stock.folder.file("node_modules"));
  const inFolder = async (...command: string[]) => {
    const env = environment({ PETSTOCK_URL: service.url });
    const { exitCode, stdout, stderr } = await runToEnd(command, { cwd: stock.folder.path, env });
    expect({ command, exitCode, stdout, stderr }).toEqual({ command, exitCode: 0, stdout: "", stderr: "" });
  };
  await inFolder("node", "generate.mjs");
  expect(await Bun.file(stock.folder.file("inventory.d.ts")).text()).toContain("bigint");
  const strict = ["--strict", "--noEmit", "--target", "es2022", "--module", "preserve"];
  const typescript = ["--types", "bun-types", "--allowImportingTsExtensions", "--skipLibCheck", "stock.ts"];
  await inFolder("node", "node_modules/typescript/bin/tsc", ...strict, ...typescript);

  gateway.next(loseAnswer, page(502));
  expect(await stock.output(MIN, "12")).toBe(`${MIN} now has 12\n${MIN} 12 available\n${MAX} 2 pending\n`);
  // The lost answer and the 502 are of the same change.
  const changes = gateway.requests.filter(({ method }) => method === "PATCH");
  expect(changes).toHaveLength(3);
  expect(new Set(changes.map(({ headers }) => headers.get("Idempotency-Key")))).toHaveProperty("size", 1);
  expect(await stock.output(MAX, "0")).toContain(`${MAX} now has 0\n`);
  expect((await stock.run(["7", "1"])).stderr).toContain("pet_not_found");
});
