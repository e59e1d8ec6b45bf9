// Runs the samples that the reference shows.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { samplesOf } from "../../src/reference/samples.ts";
import { environment } from "../support/petstock.ts";
import { sharedService } from "../support/shared-service.ts";

setDefaultTimeout(60_000);

const CLIENT = join(import.meta.dir, "../../src/client/client.ts");

const { service, key } = await sharedService(["734980,1,available", "9007199254740993,5,pending"]);

/** The output of a sample, run with the client's source. The packed client is tested in test/client. */
async function run(operationId: string, label: string): Promise<string> {
  const { source } = samplesOf(operationId, service.url).find((sample) => sample.label === label)!;
  const path = service.folder.file(`${operationId}.mjs`);
  await Bun.write(path, source.replace('"petstock-client"', JSON.stringify(CLIENT)));
  const command = label === "curl" ? ["sh", "-c", source] : [process.execPath, path];
  const child = Bun.spawn(command, { env: environment({ PETSTOCK_KEY: key }), stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(`the sample ended with ${exitCode}: ${stderr}`);
  return stdout;
}

test("the samples for the list print every pet with every digit", async () => {
  expect(await run("listInventory", "curl")).toBe((await service.list(key)).text);
  expect(await run("listInventory", "petstock-client")).toBe(
    "734980n 1 available\n9007199254740993n 5 pending\n",
  );
});

test("the samples for an update set the quantity", async () => {
  const updated = '{"petId":734980,"quantity":12,"status":"available"}';
  expect(await run("updateInventory", "curl")).toBe(updated);
  await service.update(key, 734980, 1);
  expect(await run("updateInventory", "petstock-client")).toBe("734980n 12 available\n");
  expect((await service.list(key)).text).toContain(updated);
});
