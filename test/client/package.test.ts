// The client that a service hands out is what npm packs. Installed, it runs under Node and Bun and in browsers, its declarations are
// strict, and the examples of the documents compile. The service's own package contains the same.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { packClient } from "../../scripts/client-package.ts";
import { PetstockAdmin } from "../../src/client/client.ts";
import { BrowserTab } from "../support/browser.ts";
import { SOURCE } from "../support/petstock.ts";
import { Newcomer } from "../docs/newcomer.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Installed } from "./installed.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../..");

/** The client that a service hands out, and the version of that service. */
const [installed, version] = await install();

async function install() {
  await using service = await TestService.start({ program: SOURCE });
  return [shared(await Installed.client(service.url)), await service.version()] as const;
}

async function archiveOf({ url }: TestService): Promise<Uint8Array> {
  const response = await fetch(`${url}/client.tgz`);
  expect(response.status).toBe(200);
  return response.bytes();
}

const ROWS = ["-9223372036854775808,1,sold", "1,5,available", "9007199254740993,1,pending"];
const IDS = ["-9223372036854775808", "1", "9007199254740993"];
const itemOf = (quantity: number) => ({ petId: IDS[2], quantity, status: "pending" });
const SEEN = {
  ids: IDS,
  streamed: IDS,
  updated: itemOf(3),
  facts: [3, '"3-pending"', "string", false],
  json: ['{"petId":9007199254740993,"quantity":3,"status":"pending"}', true],
  adjusted: itemOf(7),
  asked: itemOf(6),
  conflict: [true, "precondition_failed", itemOf(6)],
  range: true,
  network: [true, "network_error"],
  timeout: "timeout",
  watched: 3,
  change: [{ petId: "1", quantity: 77, status: "available" }],
  aborted: "enough",
  me: ["test", "admin"],
  applied: [1, 1, true],
  movement: { petId: IDS[2], after: { quantity: 8, status: "pending" } },
  problem: ["invalid_changes", "404"],
  followed: { items: [{ petId: "1", quantity: 3, status: "available" }], removed: [] },
};

const PROGRAM = 'import { use } from "./consumer.js"; console.log(await use(...process.argv.slice(-2)));';

function consumer(): Promise<string> {
  return Bun.file(join(import.meta.dir, "consumer.js")).text();
}

describe("the installed client", () => {
  test.each([["node"], [process.execPath]])("runs under %s", async (runtime) => {
    await using service = await TestService.start({ rows: ROWS });
    await installed.write("consumer.js", await consumer());
    await installed.write("program.js", PROGRAM);
    const { stdout } = await installed.run([
      runtime,
      "program.js",
      service.url,
      await service.makeKey("--role", "admin"),
    ]);
    expect(JSON.parse(stdout)).toEqual(SEEN);
  });

  test("runs in a browser", async () => {
    await using service = await TestService.start({ rows: ROWS });
    const { url } = service;
    await using tab = await BrowserTab.open({ url });
    const { page } = tab;
    // It requests a port without a service, and an update whose condition does not hold.
    tab.expectProblem(/request to another host: http:\/\/127\.0\.0\.1:1\//);
    tab.expectProblem(/ERR_FAILED/);
    tab.expectProblem(/412/);
    tab.expectProblem(/400/);
    const client = await Bun.file(installed.folder.file("node_modules/petstock-client/dist/index.js")).text();
    const files = {
      "page.html": { body: "<!doctype html><title>A shop</title>", contentType: "text/html" },
      "client.js": { body: client, contentType: "text/javascript" },
      // A bundler replaces the package's name with the path of the file.
      "consumer.js": {
        body: (await consumer()).replace("petstock-client", "/client.js"),
        contentType: "text/javascript",
      },
    };
    for (const [name, file] of Object.entries(files)) {
      await page.route(`${url}/${name}`, (route) => route.fulfill(file));
    }
    await page.goto(`${url}/page.html`);
    const args = JSON.stringify([url, await service.makeKey("--role", "admin")]);
    const seen = await page.evaluate<string>(`import("/consumer.js").then(({ use }) => use(...${args}))`);
    expect(JSON.parse(seen)).toEqual(SEEN);
  });

  test("runs the example of low stock", async () => {
    await using service = await TestService.start({ rows: ROWS });
    const key = await service.makeKey("--role", "manager");
    const admin = new PetstockAdmin({ url: service.url, apiKey: key });
    await admin.putLabels([
      { petId: IDS[2]!, name: "Süß", low: 1 },
      { petId: 1, name: "Rex", low: 4 },
    ]);
    await installed.write("low-stock.js", await Bun.file(join(ROOT, "examples/client/low-stock.js")).text());
    const command = ["env", `PETSTOCK_URL=${service.url}`, `PETSTOCK_API_KEY=${key}`, "node", "low-stock.js"];
    expect((await installed.run(command)).stdout).toBe("9007199254740993 Süß: 1, low at 1\n");
  });

  test("runs the example of its own README", async () => {
    await using newcomer = await Newcomer.start();
    const readme = await Bun.file(installed.folder.file("node_modules/petstock-client/README.md")).text();
    const [, example = ""] = /^```js\n([\s\S]*?)^```/m.exec(readme)!;
    await installed.write("readme.js", newcomer.here(example).replace("petstock_…", newcomer.key));
    const { stdout } = await installed.run(["node", "readme.js"]);
    expect(stdout).toEndWith("734980n 1 available\nnow 12\nsold one, left 11\n");
  });
});

describe("the archive", () => {
  test("is what npm packs, also that of the program that tests run", async () => {
    const packed = await installed.pack(join(ROOT, "packages/client"));
    expect(Buffer.compare(await Bun.file(packed).bytes(), await packClient())).toBe(0);
    await using service = await TestService.start();
    expect(Buffer.compare(await archiveOf(service), await packClient(await service.version()))).toBe(0);
  });

  test("has the version of the service, with its commit between releases, which npm shows", async () => {
    const { stdout } = await installed.run(["npm", "ls"]);
    expect(stdout).toContain(`petstock-client@${version}\n`);
  });

  test("is not found, with what to do, where a clone has no tools to make it", async () => {
    await using service = await TestService.start({ program: SOURCE, env: { PATH: "" } });
    const { status, code, text } = await service.ask("GET", "/client.tgz");
    expect([status, code]).toEqual([404, "route_not_found"]);
    expect(text).toContain('Install npm, run \\"npm ci\\"');
  });

  test("is in the service's package, which runs without a clone", async () => {
    using program = await Installed.program();
    const command = program.folder.file("node_modules/.bin/petstock");
    await using service = await TestService.start({ program: [command] });
    expect(await service.version()).toBe(manifest.version);
    expect(Buffer.compare(await archiveOf(service), await packClient())).toBe(0);
    expect((await fetch(`${service.url}/docs`)).status).toBe(200);
    await program.withoutInstallScripts();
    expect((await program.run([command, "version"])).stdout).toContain("kind: source");
    await expect(program.run([command, "verify", "--database", "sqlite:petstock.db"])).rejects.toThrow(
      '"petstock serve" makes one',
    );
  });
});

/** The two ways in which TypeScript resolves modules of packages. */
const NODE = { module: "nodenext", moduleResolution: "nodenext", lib: ["es2022", "dom"] };
const BUNDLER = {
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.asynciterable"],
};

/** The examples of docs/client.md and of the package's README, each as a file. */
async function examples(): Promise<string[]> {
  const documents = ["docs/client.md", "packages/client/README.md"].map((path) =>
    Bun.file(join(ROOT, path)).text(),
  );
  const blocks = (await Promise.all(documents)).flatMap((text) =>
    [...text.matchAll(/^```[jt]s\n([\s\S]*?)^```/gm)].map(([, code]) => code!),
  );
  return blocks.map((code) => (code.startsWith("import ") ? code : snippet(code)));
}

function snippet(code: string): string {
  return `${PREAMBLE}\n${code}\nexport {};`;
}

async function write(kind: string, files: readonly string[]): Promise<string[]> {
  const names = files.map((_, index) => `${kind}-${index}.ts`);
  for (const [index, name] of names.entries()) await installed.write(name, files[index]);
  return names;
}

describe("its declarations", () => {
  test("are strict for a consumer that uses a bundler and TypeScript 7", async () => {
    await installed.check(await write("consumer", [CONSUMER]), BUNDLER, "TypeScript 7");
  });

  // One run of the compiler for all three, as nearly all of its time goes into the language's own declarations.
  test("are strict for a consumer under Node and TypeScript 5, agree with every example of the documents, and refuse mistakes", async () => {
    const shown = await examples();
    expect(shown.length).toBeGreaterThan(5);
    const right = await write("right", [CONSUMER, ...shown]);
    const wrong = await write("wrong", WRONG.map(snippet));
    const errors = await installed.check([...right, ...wrong], NODE, "TypeScript 5").then(
      () => "",
      (error: Error) => error.message,
    );
    const refused = [...errors.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, name]) => name!);
    expect([...new Set(refused)].toSorted(), errors).toEqual(wrong);
  });
});

describe("in a browser's bundle, the client", () => {
  test("has no dependency on a package or a runtime", async () => {
    const entry = join(ROOT, "src/client/client.ts");
    const { outputs, metafile } = await Bun.build({
      entrypoints: [entry],
      target: "browser",
      minify: true,
      metafile: true,
    });
    const inputs = Object.keys(metafile!.inputs).map((path) => path.replace(/^.*?src\//, ""));
    expect(inputs).toContain("client/client.ts");
    expect(inputs.filter((path) => !/^(?:client|contract|inventory)\/[\w.-]+\.ts$/.test(path))).toEqual([]);
    const code = await outputs[0]!.text();
    expect(code).not.toMatch(/\bBun\b|\bprocess\b|\brequire\b|\bBuffer\b|["'](?:node|bun):|\bimport\b/);
    const bytes = Bun.gzipSync(code).length;
    console.log(`client: ${(bytes / 1024).toFixed(1)} KiB in a browser's bundle, gzipped`);
    expect(bytes).toBeLessThan(20_000);
  });
});

const PREAMBLE = `
import { InsufficientStockError, PetstockAdmin, PetstockClient, PetstockError, RequestError, type InventoryItem } from "petstock-client";
declare const client: PetstockClient;
declare const admin: PetstockAdmin;
declare const item: InventoryItem;
declare function show(petId: bigint, quantity: number, status: string): void;
declare function hide(petId: bigint): void;
declare function rename(petId: bigint, name: string | null): void;
declare function count(pets: number): void;
`;

const CONSUMER = `
import { InsufficientStockError, PetstockAdmin, PetstockClient, PetstockError, RequestError, StockRangeError, TransportError } from "petstock-client";
import type { Change, ErrorCode, InventoryItem, Movement, PetStatus, Role, Row, Shortage, TransportCode } from "petstock-client";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Same<A, B> extends true ? [] : [never]) => {};

export async function main(client: PetstockClient, signal: AbortSignal): Promise<void> {
  const item = await client.updateInventory(1n, 2, { signal, idempotencyKey: "k" });
  same<typeof item.petId, bigint>();
  same<typeof item.quantity, number>();
  same<typeof item.status, "available" | "pending" | "sold">();
  same<PetStatus, InventoryItem["status"]>();
  same<Awaited<ReturnType<typeof client.listInventory>>, InventoryItem[]>();
  for await (const each of client.streamInventory({ signal })) same<typeof each, InventoryItem>();
  for await (const { items, removed } of client.watchInventory()) {
    same<typeof items, readonly InventoryItem[]>();
    same<typeof removed, readonly bigint[]>();
  }
}

export async function administrate(admin: PetstockAdmin): Promise<void> {
  const { role, expiresAt } = await admin.me();
  same<typeof role, Role>();
  same<typeof expiresAt, string | null>();
  const { petId, label } = await admin.entry("1");
  same<typeof petId, bigint>();
  same<NonNullable<typeof label>["petId"], bigint>();
  const changes: Change[] = [{ petId: 1, by: 2 }, { petId: 1n, remove: true }];
  const { created } = await admin.applyChanges({ reason: "sold", changes });
  same<typeof created, number>();
  const relabelled: Change[] = [{ petId: 1, by: 2, label: null, ifLabel: { name: "Rex" } }, { petId: 2, label: { low: 3 } }];
  const rows: Row[] = [{ petId: 1, name: "Rex" }, { petId: 2n, quantity: 1, code: null }];
  await Promise.all([admin.applyChanges({ changes: relabelled }), admin.applyRows(rows)]);
  const { skipped } = await admin.undo(1);
  same<typeof skipped, readonly bigint[] | undefined>();
  for await (const { items, removed, labels, unlabeled } of admin.watchChanges()) {
    same<(typeof items)[number]["petId"] | (typeof labels)[number]["petId"], bigint>();
    same<typeof removed | typeof unlabeled, readonly bigint[]>();
  }
  for await (const { actors } of admin.watchChanges({ actors: true })) {
    same<(typeof actors)[number]["petIds"], readonly bigint[]>();
    same<(typeof actors)[number]["keyId"], string | null>();
  }
  for await (const movement of admin.movements({ petId: 1 })) same<typeof movement, Movement>();
  for await (const movement of admin.streamMovements({ petId: 1, order: "asc" })) same<typeof movement, Movement>();
}

export function explain(error: unknown): string {
  if (error instanceof InsufficientStockError) {
    same<typeof error.code, "insufficient_stock">();
    same<typeof error.shortages, readonly Shortage[]>();
    same<Shortage["petId"], bigint>();
    return \`\${error.shortages[0]?.quantity}\`;
  }
  if (error instanceof PetstockError) {
    same<typeof error.code, ErrorCode>();
    same<typeof error.status, number>();
    return error.code === "outcome_unknown" ? "look" : String(error.item?.petId);
  }
  if (error instanceof TransportError) same<typeof error.code, TransportCode>();
  if (error instanceof RequestError) return \`\${error.code} \${error.mayBeApplied} \${error.retryAfterMs ?? 0}\`;
  return error instanceof StockRangeError ? String(error.item.quantity) : "";
}
`;

const WRONG = [
  'await client.updateInventory(1n, "2");',
  "await client.updateInventory(1n, 2, { ifUnchanged: 3 });",
  "const id: number = item.petId; console.log(id);",
  'declare const error: PetstockError; console.log(error.code === "no_such_code");',
  'new PetstockClient({ url: "http://127.0.0.1" });',
  "await admin.applyChanges({ changes: [{ petId: 1n }] });",
  "await admin.applyChanges({ changes: [{ petId: 1n, label: { low: '3' } }] });",
  'await admin.applyChanges({ reason: "because", changes: [] });',
  "const id: number = (await admin.entry(1n)).petId; console.log(id);",
  'await admin.createKey({ name: "till", role: "owner" });',
];
