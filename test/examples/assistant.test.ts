// The assistant's program, with a real service: it applies what a person has seen, and nothing else.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(60_000);

const LARGE = 9_223_372_036_854_775_807n;
const SDK = join(import.meta.dir, "../../node_modules/@modelcontextprotocol");

test("what is low is filled up after a yes, with exact ids, and left alone after a no", async () => {
  await using service = await TestService.start({
    rows: ["1,5,available", "2,1,available", `${LARGE},0,pending`],
  });
  const admin = new PetstockAdmin({ url: service.url, apiKey: await service.makeKey("--role", "manager") });
  await admin.putLabels([1n, 2n, LARGE].map((petId) => ({ petId, name: `Pet ${petId}`, low: 2 })));
  using assistant = await Integration.of(service, "assistant.mjs", { role: "clerk" });
  symlinkSync(SDK, assistant.folder.file("node_modules/@modelcontextprotocol"));

  const refused = await assistant.run(["10"], { stdin: "n\n" });
  expect(refused).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("nothing was changed") });
  expect(await stock(service)).toEqual(["1,5,available", "2,1,available", `${LARGE},0,pending`]);

  const { exitCode, stdout, stderr } = await assistant.run(["10"], { stdin: "y\n" });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toContain("2 Pet 2: 1 -> 10\n");
  expect(stdout).toContain(`${LARGE} Pet ${LARGE}: 0 -> 10\n`);
  expect(stdout).toContain("applied as revision ");
  expect(await stock(service)).toEqual(["1,5,available", "2,10,available", `${LARGE},10,pending`]);
  expect((await assistant.run([])).stdout).toContain("nothing is low");
});

async function stock(service: TestService): Promise<string[]> {
  return (await service.command("export")).trim().split("\n").slice(1);
}
