// The examples of docs/admin-api.md are run against a service: each answer is the one in the document, but for what differs on
// each run. Its table has the operations of admin.yaml with their roles.

import { expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { environment, runToEnd } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { codesIn, read, tableUnder } from "./document.ts";

setDefaultTimeout(60_000);

const document = await read("docs/admin-api.md");

test("the table has each operation with its role", () => {
  const documented = tableUnder(document, "Operations").map((row) => [
    codesIn(row["operation"]!)[0],
    codesIn(row["role"]!)[0],
  ]);
  const served = Object.values(ADMIN_OPERATIONS).map(({ method, path, role }) => [
    `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    role,
  ]);
  expect(documented).toEqual(served);
});

/** Each script, and the answers that the document shows after it. */
const EXAMPLES = [...document.matchAll(/```sh\n([^`]+)```\n\n```json\n([^`]+)```/g)].map(
  ([, script, answers]) => [script!, answers!] as const,
);

test("the examples have the documented answers", async () => {
  expect(EXAMPLES.length).toBeGreaterThan(6);
  await using service = await TestService.start({ rows: ["734980,14,available", "305144,7,available"] });
  const key = await service.makeKey("--name", "office", "--role", "manager");
  let before = "";
  for (const [script, answers] of EXAMPLES) {
    const assignments = script.split("\n").filter((line) => /^[A-Z]+=/.test(line) && !line.includes("$("));
    const text = script.replaceAll("http://127.0.0.1:8080", service.url).replaceAll("curl ", "curl -sS ");
    const env = environment({ PETSTOCK_KEY: key });
    const { stdout, stderr } = await runToEnd(["sh", "-euc", before + text], { env });
    expect(stderr).toBe("");
    expect([script, valuesIn(stdout)]).toEqual([script, valuesIn(answers)]);
    before += assignments.map((line) => `${line.replace("http://127.0.0.1:8080", service.url)}\n`).join("");
  }
});

/** The JSON values of a text one after the other, with what differs on each run left out. */
function valuesIn(text: string): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  for (let end = 1; end <= text.length; end++) {
    const value = text[end - 1] === "}" ? parsed(text.slice(start, end)) : undefined;
    if (value === undefined) continue;
    values.push(value);
    start = end;
  }
  expect(text.slice(start).trim()).toBe("");
  return values;
}

const CHANGING = /^(?:position|at|keyId|requestId)$/;

/** Undefined for an incomplete value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, each) => (CHANGING.test(name) ? typeof each : each));
  } catch {
    return undefined;
  }
}
