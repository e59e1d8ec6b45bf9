// A Postman collection made from a served contract can be run again and again: no example is used up by its first use, and each read of
// the Admin API answers as it stands.

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

interface Item {
  readonly item?: readonly Item[];
  readonly request?: { readonly method: string };
}

interface Collection extends Item {
  event?: readonly object[];
}

/** Makes collections from the contracts of a service, and runs them. */
class Postman implements Disposable {
  readonly #folder = new TemporaryFolder();

  /** Why it cannot be used here; undefined if it can. */
  async lack(): Promise<string | undefined> {
    await this.#folder.write({ "package.json": "{}" });
    return whatLacks(TOOLS, this.#folder.path);
  }

  async collectionOf(contract: string, options = ""): Promise<Collection> {
    await Bun.write(this.#folder.file("openapi.json"), await fetch(contract));
    const made = `-o made.json -O parametersResolution=Example${options}`;
    await run(`npx openapi2postmanv2 -s openapi.json ${made}`, this.#folder.path);
    const collection = (await Bun.file(this.#folder.file("made.json")).json()) as Collection;
    collection.event = [{ listen: "test", script: { type: "text/javascript", exec: [SUCCEEDS] } }];
    return collection;
  }

  /** Expects that each of so many requests succeeds. */
  async expectGreen(collection: Collection, requests: number, baseUrl: string, key: string): Promise<void> {
    await this.#folder.write({ "collection.json": JSON.stringify(collection) });
    const env = { BASE_URL: baseUrl, KEY: key };
    const variables = '--env-var "baseUrl=$BASE_URL" --env-var "bearerToken=$KEY"';
    const reporting = "--reporters cli,json --reporter-json-export report.json";
    await run(`npx newman run collection.json ${variables} ${reporting}`, this.#folder.path, { env });
    const { stats } = (await Bun.file(this.#folder.file("report.json")).json()).run;
    const all = { total: requests, failed: 0 };
    expect(stats).toMatchObject({ requests: all, assertions: all });
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

test("a collection made by openapi-to-postmanv2 runs green with newman, again and again", async () => {
  using postman = new Postman();
  const lack = await postman.lack();
  if (lack !== undefined) return console.log(`no Postman collection was made: ${lack}`);
  await using service = await TestService.start({ rows: ["734980,1,available"] });
  const made = await postman.collectionOf(`${service.url}/openapi.json`);
  const newKeys = withNewKeys(made);
  const key = await service.makeKey();
  for (const collection of [made, made, newKeys, newKeys]) {
    await postman.expectGreen(collection, 2, `${service.url}/v1`, key);
  }
  expect((await service.list(key)).text).toBe('[{"petId":734980,"quantity":12,"status":"available"}]');
});

test("each read of the Admin API in its collection runs green, again and again, and writes nothing", async () => {
  using postman = new Postman();
  const lack = await postman.lack();
  if (lack !== undefined) return console.log(`no Postman collection was made: ${lack}`);
  await using service = await TestService.start({ rows: ["734980,1,available"] });
  const contract = `${service.url}/admin/openapi.json`;
  const made = await postman.collectionOf(contract, ",enableOptionalParameters=false");
  const item = readsOf(made);
  expect(item.length).toBe(await countReads(contract));
  const key = await service.makeKey("--role", "admin");
  const revisions = async (): Promise<string> =>
    (await service.ask("GET", "/admin/v1/revisions", { key })).text;
  const before = await revisions();
  for (const reads of [item, item]) {
    await postman.expectGreen({ ...made, item: reads }, reads.length, `${service.url}/admin/v1`, key);
  }
  expect(await revisions()).toBe(before);
});

/** The reads of a collection, without its folders. */
function readsOf({ item = [] }: Item): readonly Item[] {
  return item.flatMap((one) => {
    if (one.item !== undefined) return readsOf(one);
    return one.request?.method === "GET" ? [one] : [];
  });
}

async function countReads(contract: string): Promise<number> {
  const { paths } = (await (await fetch(contract)).json()) as { paths: Record<string, { get?: object }> };
  return Object.values(paths).filter(({ get }) => get !== undefined).length;
}

/** As docs/clients.md says: a new key for each request, so that no request is a retry of one before. */
function withNewKeys(collection: Collection): Collection {
  const replaced = (_: string, value: unknown): unknown =>
    (value as { key?: string } | null)?.key === "Idempotency-Key"
      ? { ...(value as object), value: "{{$guid}}" }
      : value;
  const changed = JSON.parse(JSON.stringify(collection), replaced) as Collection;
  expect(changed).not.toEqual(collection);
  return changed;
}
