// A Postman collection made from a served contract can be run again and again: no example is used up by its first use, and that of the
// Admin API writes nothing unless it is told to.

import { expect, setDefaultTimeout, test } from "bun:test";
import { read } from "../docs/document.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { run, whatLacks } from "./shell.ts";

setDefaultTimeout(300_000);

const TOOLS = {
  needs: ["npm"],
  fetch: "npm install --ignore-scripts --no-audit --no-fund openapi-to-postmanv2@6.3.3 newman@6.2.2",
};

/** For each response: without tests, a collection is green whatever it is answered. */
const SUCCEEDS = 'pm.test("succeeds", () => pm.expect(pm.response.code).to.be.within(200, 299));';

interface Item {
  readonly name?: string;
  readonly item?: readonly Item[];
}

interface Collection extends Item {
  event: object[];
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
    collection.event = [script("test", SUCCEEDS)];
    return collection;
  }

  /** Expects that each of so many requests succeeds. */
  async expectGreen(
    collection: Collection,
    requests: number,
    { baseUrl, key, writes = "" }: { baseUrl: string; key: string; writes?: string },
  ): Promise<void> {
    await this.#folder.write({ "collection.json": JSON.stringify(collection) });
    const env = { BASE_URL: baseUrl, KEY: key, WRITES: writes };
    const variables = '--env-var "baseUrl=$BASE_URL" --env-var "bearerToken=$KEY" --env-var "writes=$WRITES"';
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
    await postman.expectGreen(collection, 2, { baseUrl: `${service.url}/v1`, key });
  }
  expect((await service.list(key)).text).toBe('[{"petId":734980,"quantity":12,"status":"available"}]');
});

test("the whole collection of the Admin API runs green, again and again, and writes only where it is told to", async () => {
  using postman = new Postman();
  const lack = await postman.lack();
  if (lack !== undefined) return console.log(`no Postman collection was made: ${lack}`);
  await using service = await TestService.start({ rows: ["734980,1,available"] });
  const contract = `${service.url}/admin/openapi.json`;
  const made = await postman.collectionOf(contract, ",enableOptionalParameters=false");
  made.event.push(script("prerequest", await documentedScript()));
  const asked = { baseUrl: `${service.url}/admin/v1`, key: await service.makeKey("--role", "admin") };
  const before = await stateOf(service, asked.key);
  const reads = await countReads(contract);
  expect(requestsOf(made).length).toBeGreaterThan(2 * reads);
  for (const collection of [made, made]) await postman.expectGreen(collection, reads, asked);
  expect(await stateOf(service, asked.key)).toEqual(before);

  const item = requestsOf(made).filter(({ name }) => name === "Create an API key");
  await postman.expectGreen({ ...made, item }, 1, { ...asked, writes: "true" });
  const after = await stateOf(service, asked.key);
  expect(after).toEqual({ ...before, keys: [...before.keys, "till-3"] });
});

interface Key {
  readonly name: string;
  readonly revokedAt: string | null;
}

/** What the requests of the Admin API can change. */
async function stateOf(service: TestService, key: string) {
  const get = async (path: string) => (await service.ask("GET", `/admin/v1${path}`, { key })).json;
  const { keys } = (await get("/keys")) as unknown as { keys: readonly Key[] };
  return {
    revisions: await get("/revisions"),
    hooks: await get("/hooks"),
    keys: keys.map(({ name, revokedAt }) => (revokedAt === null ? name : `${name}, revoked`)).toSorted(),
  };
}

/** The script that docs/clients.md gives to the collection. */
async function documentedScript(): Promise<string> {
  const [, code] = /^```js\n(if \(pm\..*?)^```$/ms.exec(await read("docs/clients.md"))!;
  return code!;
}

function script(listen: "prerequest" | "test", code: string): object {
  return { listen, script: { type: "text/javascript", exec: [code] } };
}

/** The requests of a collection, without its folders. */
function requestsOf({ item = [] }: Item): readonly Item[] {
  return item.flatMap((one) => (one.item === undefined ? [one] : requestsOf(one)));
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
