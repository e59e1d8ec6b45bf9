// The receivers in examples/hooks take what the service signs, with a former secret too while it is valid, and refuse all else.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { LineProcess } from "../support/line-process.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(180_000);

const HOOKS = "/admin/v1/hooks";

interface Sample {
  readonly name: string;
  readonly tool: string;
  readonly command: readonly string[];
}

const folder = new TemporaryFolder();
const source = (file: string) => join(import.meta.dir, "../../examples/hooks", file);
const binary = folder.file("receiver");

const SAMPLES: readonly Sample[] = [
  { name: "JavaScript", tool: "node", command: ["node", source("receiver.mjs")] },
  { name: "Python", tool: "python3", command: ["python3", source("receiver.py")] },
  { name: "Go", tool: "go", command: [binary] },
];

const installed = SAMPLES.filter(({ name, tool }) => {
  if (Bun.which(tool) !== null) return true;
  console.log(`the receiver in ${name} was not tested: ${tool} is not installed`);
  return false;
});

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: [], args: ["--hook-networks", "127.0.0.0/8"] });
  key = await service.makeKey("--role", "admin");
  if (installed.some(({ name }) => name === "Go"))
    await Bun.$`go build -o ${binary} ${source("receiver.go")}`
      .env({ ...process.env, GOFLAGS: "-mod=mod" })
      .quiet();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe.each(installed)("$name", ({ command }) => {
  test("takes what the service signs, and refuses what another secret or time has signed", async () => {
    const { id, secret } = await ask("POST", HOOKS, {
      name: "test",
      url: "http://127.0.0.1:1/",
      events: ["low"],
    });
    await using receiver = new LineProcess(command, { PETSTOCK_HOOK_SECRET: secret, PORT: "0" });
    const port = (await receiver.next()).replace("listening on ", "");
    const url = `http://127.0.0.1:${port}/`;
    await ask("PATCH", `${HOOKS}/${id}`, { url });
    const testIt = () => ask("POST", `${HOOKS}/${id}/test`);
    expect(await testIt()).toMatchObject({ status: 204 });
    expect(await receiver.next()).toStartWith("hook.test msg_");
    await ask("POST", `${HOOKS}/${id}/rotate`);
    expect(await testIt()).toMatchObject({ status: 204 });
    await ask("POST", `${HOOKS}/${id}/rotate?overlap=0s`);
    expect(await testIt()).toMatchObject({ status: 401, problem: "it answered 401" });
    const { status } = await fetch(url, { method: "POST", body: "{}" });
    expect(status).toBe(401);
    await ask("DELETE", `${HOOKS}/${id}`);
  });
});

async function ask(method: string, path: string, body?: object): Promise<{ id: string; secret: string }> {
  const { json, status, text } = await service.ask(method, path, {
    key,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(text);
  return json as unknown as { id: string; secret: string };
}
