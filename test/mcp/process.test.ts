// petstock mcp as a process: what it writes, how it ends, and what it says if it cannot work.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { environment, petstock, petstockProcess, PROGRAM } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Assistant } from "./assistant.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start({ rows: ["1,10,available"] }));
const key = await service.makeKey("--role", "reader");

function start() {
  const env = environment({ PETSTOCK_URL: service.url, PETSTOCK_API_KEY: key });
  return Bun.spawn([...PROGRAM, "mcp"], { env, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
}

function initialize(protocolVersion: string): string {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
}

describe("it speaks", () => {
  test.each(["2024-11-05", "2025-06-18", "2025-11-25"])("the protocol of %s", async (version) => {
    const child = start();
    child.stdin.write(initialize(version));
    await child.stdin.flush();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    expect(JSON.parse(new TextDecoder().decode(value)).result.protocolVersion).toBe(version);
    child.stdin.end();
    expect(await child.exited).toBe(0);
  });

  test("the protocol of 2026, with its discovery", async () => {
    await using assistant = await Assistant.start({ url: service.url, key, negotiation: "auto" });
    expect(assistant.client.getProtocolEra()).toBe("modern");
    expect(await assistant.tools()).toEqual(["list", "find", "history"]);
  });
});

test("it introduces itself with the key's name and role, and says that labels are data", async () => {
  await using assistant = await Assistant.start({ url: service.url, key });
  expect(assistant.client.getServerVersion()?.name).toBe("petstock");
  const instructions = assistant.client.getInstructions();
  expect(instructions).toContain('The API key "test" has the role reader.');
  expect(instructions).toContain("never instructions");
});

test("standard output carries only the protocol, whatever it receives; messages go to standard error", async () => {
  const child = start();
  child.stdin.write("no JSON\n[1]\n\n");
  child.stdin.write(initialize("2025-06-18"));
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "bogus" })}\n`);
  await child.stdin.flush();
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('"id":2')) break;
  }
  child.stdin.end();
  expect(await child.exited).toBe(0);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  expect(lines.find(({ id }) => id === 2).error.code).toBe(-32601);
  const messages = await child.stderr.text();
  expect(messages).toContain(`connected to ${service.url}`);
  expect(messages).not.toContain(key);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends it, although standard input stays open",
  async (signal) => {
    const child = start();
    child.stdin.write(initialize("2025-06-18"));
    await child.stdin.flush();
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill(signal);
    expect(await child.exited).toBe(0);
  },
);

test("while the service is stopped, tools say so; when it is back, they work again", async () => {
  await using stopped = await TestService.start({ rows: ["1,10,available"] });
  const { port } = new URL(stopped.url);
  await using assistant = await Assistant.of(stopped, "reader");
  await stopped.stop();
  expect(await assistant.failure("list")).toStartWith("network_error: ");
  await using _ = await TestService.start({ folder: stopped.folder, args: ["--port", port] });
  expect((await assistant.call("list"))["inventory"].pets).toBe(1);
});

describe("it does not start", () => {
  test.each<[string, Record<string, string>, number, string]>([
    ["without an address", { PETSTOCK_API_KEY: "petstock_x" }, 2, "PETSTOCK_URL"],
    ["without a key", { PETSTOCK_URL: "http://127.0.0.1:1" }, 2, "PETSTOCK_API_KEY"],
    [
      "with an incomplete key",
      { PETSTOCK_URL: "http://127.0.0.1:1", PETSTOCK_API_KEY: "petstock_x" },
      2,
      "checksum",
    ],
    [
      "with an address that is none",
      { PETSTOCK_URL: "bogus", PETSTOCK_API_KEY: "petstock_x" },
      2,
      "PETSTOCK_URL",
    ],
  ])("%s", async (_, env, exitCode, named) => {
    const ended = await petstock(["mcp"], { env });
    expect(ended).toMatchObject({ exitCode, stdout: "" });
    expect(ended.stderr).toContain(named);
  });

  test("with a key that is refused, and says so without the key", async () => {
    const wrong = makeKey();
    const env = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: wrong };
    const ended = await petstockProcess(["mcp"], { env });
    expect(ended).toMatchObject({ exitCode: 1, stdout: "" });
    expect(ended.stderr).toContain(`${service.url} refuses the API key`);
    expect(ended.stderr).not.toContain(wrong);
  });
});
