// The clients in TypeScript and Python pass the same cases, and the Python package builds, is typed, and does what its README shows.

import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { wheelPath } from "../../src/pages/client-package.ts";
import { pythonWheel } from "../../scripts/python-wheel.ts";
import { pythonVersion } from "../../src/version.ts";
import { AdminService } from "../client/admin-service.ts";
import { Gateway } from "../client/gateway.ts";
import { Newcomer } from "../docs/newcomer.ts";
import { LineProcess } from "../support/line-process.ts";
import { TestService } from "../support/service.ts";
import { CONTRACT_CASES, IDS, STOCK } from "./contract-cases.ts";
import { type ContractClient, driven, typescript } from "./contract-clients.ts";
import { PYTHON_PACKAGE, PythonEnvironment } from "./python-environment.ts";

setDefaultTimeout(180_000);

const python = await PythonEnvironment.make();
if (typeof python === "string") console.log(`the Python client was not tested: ${python}`);
const isPython = typeof python !== "string";

let service: TestService;
let gateway: Gateway;
let key: string;
let driver: LineProcess | undefined;
let built: readonly string[] = [];

beforeAll(async () => {
  service = await TestService.start({ rows: IDS.map((id) => `${id},${STOCK.quantity},${STOCK.status}`) });
  gateway = await Gateway.before(service);
  key = await service.makeKey("--role", "admin");
  if (typeof python === "string") return;
  built = await python.install();
  driver = new LineProcess([python.interpreter, join(PYTHON_PACKAGE, "tests/contract_driver.py")]);
});

afterEach(async () => {
  const changes = IDS.map((id) => `{"petId":${id},"quantity":${STOCK.quantity}}`).join();
  const body = `{"changes":[${changes}]}`;
  expect((await service.ask("POST", "/admin/v1/revisions", { key, body })).status).toBe(200);
});

afterAll(async () => {
  await driver?.[Symbol.asyncDispose]();
  await gateway[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  if (typeof python !== "string") python[Symbol.dispose]();
});

const CLIENTS: readonly (readonly [string, () => ContractClient])[] = [
  ["TypeScript", () => typescript],
  ["Python, sync", () => driven(driver!, "sync")],
  ["Python, async", () => driven(driver!, "async")],
];

describe.each(CLIENTS.filter(([name]) => isPython || name === "TypeScript"))("%s:", (_, client) => {
  test.each(CONTRACT_CASES.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
    gateway.takeMethods();
    gateway.next(...(each.turns ?? []));
    const outcome = await client().run({ url: gateway.url, apiKey: key, ...each.call });
    expect(outcome).toMatchObject(each.outcome);
    expect(gateway.takeMethods()).toEqual([...each.sent]);
  });
});

describe.if(isPython)("the Python package", () => {
  const environment = python as PythonEnvironment;
  const check = (...args: string[]) => environment.python(["-m", ...args], { cwd: PYTHON_PACKAGE });

  test("is built as a wheel and a source archive, and has the version of the service", async () => {
    expect(built.map((name) => name.replace(/^petstock-[^-]*?(?=-py3|\.tar)/, ""))).toEqual([
      "-py3-none-any.whl",
      ".tar.gz",
    ]);
    const print = "import petstock; print(petstock.__version__)";
    expect((await environment.python(["-c", print])).trim()).toBe(manifest.version);
  });

  test("is handed out by the service, and pip installs the same files", async () => {
    const print = `import importlib.metadata as m
for f in m.files("petstock"):
    if (f.suffix in {".py", ".typed"} and f.name != "_version.py") or f.name == "LICENSE":
        print(f.name, f.hash.value)`;
    const before = await environment.python(["-c", print]);
    const version = await service.version();
    await environment.pipInstall([...FRESH, service.url + wheelPath(version)]);
    expect(await environment.python(["-c", print])).toBe(before);
    expect((await environment.python(["-c", VERSIONS])).trim()).toBe(`${pythonVersion(version)} ${version}`);
  });

  test("is installed by pip over that of another commit, also without being forced to", async () => {
    const commits = ["0123456", "1234567"].map((digits) => `0.2.0-dev+${digits}`);
    for (const version of commits) {
      const wheel = environment.folder.file(wheelPath(version).slice(1));
      await Bun.write(wheel, pythonWheel(version));
      await environment.pipInstall(["--no-deps", "--no-index", "--no-compile", wheel]);
      expect((await environment.python(["-c", VERSIONS])).trim()).toBe(
        `${pythonVersion(version)} ${version}`,
      );
    }
  });

  test("passes its own tests, which use every operation of a service", async () => {
    await using shop = await TestService.start({ rows: ["1,5,available"] });
    const env = { PETSTOCK_URL: shop.url, PETSTOCK_API_KEY: await shop.makeKey("--role", "admin") };
    await environment.python(["-m", "pytest", "-q", "-p", "no:cacheprovider"], { cwd: PYTHON_PACKAGE, env });
  });

  test("watches through the end and the start of the service, and skips nothing", async () => {
    const rows = ["1,5,available", "2,5,available", "3,5,available"];
    await using inventory = await AdminService.of("SQLite", ...rows);
    const command = [environment.interpreter, join(PYTHON_PACKAGE, "tests/watch_program.py")];
    const env = { PETSTOCK_URL: inventory.url, PETSTOCK_API_KEY: inventory.key };
    await using program = new LineProcess(command, env);
    expect(JSON.parse(await program.next()).changed).toHaveLength(3);
    expect(await inventory.service.stop()).toBe(0);
    await inventory.database.runOrThrow(["set", "1", "--quantity", "7"]);
    await inventory.database.runOrThrow(["remove", "3"]);
    await inventory.restart();
    expect(JSON.parse(await program.next())).toEqual({ changed: [[1, 7, "available"]], removed: [3] });
  });

  test("is strictly typed, and so are the examples of its README", async () => {
    const cache = environment.folder.file("mypy");
    await check("mypy", "--cache-dir", cache, "src", "tests", await writeExamples(environment));
  });

  test("is formatted and has no lint", async () => {
    await check("ruff", "format", "--no-cache", "--check");
    await check("ruff", "check", "--no-cache");
  });

  test("does what its README shows", async () => {
    const program = await writeExamples(environment);
    await using newcomer = await Newcomer.start();
    const env = { PETSTOCK_URL: newcomer.url, PETSTOCK_API_KEY: newcomer.key };
    const output = (await environment.python([program], { env })).split("\n");
    const first = output.indexOf("734980 12");
    expect(output.slice(first - 1, first + 2)).toEqual(["734980 1 available", "734980 12", "pet_not_found"]);
    // The adjustment by -1 of the 11 before it; the change set creates, updates and removes a pet each.
    expect(output).toContain("10");
    expect(output).toContainEqual(expect.stringMatching(/^\d+ 1 1 1$/));
  });
});

/** Of pip. */
const FRESH = ["--no-deps", "--no-index", "--no-compile", "--force-reinstall"];

/** That of the package's metadata, and that of the module. */
const VERSIONS =
  'import importlib.metadata as m, petstock; print(m.version("petstock"), petstock.__version__)';

/** Writes the examples of the README as one program, and returns its path. */
async function writeExamples({ folder }: PythonEnvironment): Promise<string> {
  const readme = await Bun.file(join(PYTHON_PACKAGE, "README.md")).text();
  const path = folder.file("readme.py");
  await Bun.write(path, [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code).join("\n"));
  return path;
}
