// A Postman collection made from the served contract can be run again and again: no example is used up by its first use.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { run, whatLacks } from "./shell.ts";

setDefaultTimeout(300_000);

const TOOLS = {
  needs: ["npm"],
  fetch: "npm install --ignore-scripts --no-audit --no-fund openapi-to-postmanv2@6.3.3 newman@6.2.2",
};

/** For each response: without tests, a collection is green whatever it is answered. */
const SUCCEEDS = 'pm.test("succeeds", () => pm.expect(pm.response.code).to.equal(200));';

interface Collection {
  event?: readonly object[];
}

test("a collection made by openapi-to-postmanv2 runs green with newman, again and again", async () => {
  using folder = new TemporaryFolder();
  await folder.write({ "package.json": "{}" });
  const lack = await whatLacks(TOOLS, folder.path);
  if (lack !== undefined) return console.log(`no Postman collection was made: ${lack}`);
  await using service = await TestService.start({ rows: ["734980,1,available"] });
  await Bun.write(folder.file("openapi.json"), await fetch(`${service.url}/openapi.json`));
  await run(
    "npx openapi2postmanv2 -s openapi.json -o made.json -O parametersResolution=Example",
    folder.path,
  );
  const made = (await Bun.file(folder.file("made.json")).json()) as Collection;
  made.event = [{ listen: "test", script: { type: "text/javascript", exec: [SUCCEEDS] } }];
  const text = JSON.stringify(made);
  await folder.write({ "made.json": text, "new-keys.json": withNewKeys(text) });
  const key = await service.makeKey();
  const env = { BASE_URL: `${service.url}/v1`, KEY: key };
  const variables = '--env-var "baseUrl=$BASE_URL" --env-var "bearerToken=$KEY"';
  for (const collection of ["made.json", "made.json", "new-keys.json", "new-keys.json"]) {
    const reporting = "--reporters cli,json --reporter-json-export report.json";
    await run(`npx newman run ${collection} ${variables} ${reporting}`, folder.path, { env });
    const { stats } = (await Bun.file(folder.file("report.json")).json()).run;
    expect(stats).toMatchObject({
      requests: { total: 2, failed: 0 },
      assertions: { total: 2, failed: 0 },
    });
  }
  expect((await service.list(key)).text).toBe('[{"petId":734980,"quantity":12,"status":"available"}]');
});

/** As docs/clients.md says: a new key for each request, so that no request is a retry of one before. */
function withNewKeys(collection: string): string {
  const replaced = (_: string, value: unknown): unknown =>
    (value as { key?: string } | null)?.key === "Idempotency-Key"
      ? { ...(value as object), value: "{{$guid}}" }
      : value;
  const text = JSON.stringify(JSON.parse(collection, replaced));
  expect(text).toContain("{{$guid}}");
  return text;
}
