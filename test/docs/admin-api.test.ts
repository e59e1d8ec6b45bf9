// The examples of docs/admin-api.md are run against a service: each answer is the one in the document, but for what differs on
// each run. Its table has the operations of admin.yaml with their roles.

import { expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { blocksOf } from "./blocks.ts";
import { codesIn, read, tableUnder } from "./document.ts";
import { Newcomer } from "./newcomer.ts";

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

test("the examples run beside npm start, in their order, and have the documented answers", async () => {
  await using newcomer = await Newcomer.start();
  const blocks = await blocksOf("docs/admin-api.md");
  const examples = blocks.flatMap(({ language, text }, index) => {
    const next = blocks[index + 1];
    const answer = next !== undefined && SHOWS_ANSWER.test(next.language) ? next.text : undefined;
    return language === "sh" ? [{ text, answer }] : [];
  });
  const outputs = await newcomer.run(
    examples.map(({ text }) => (STREAM.test(text) ? untilAnEvent(text) : text)),
  );
  for (const [index, { text, answer }] of examples.entries()) {
    if (answer !== undefined) expect([text, answersIn(outputs[index]!)]).toEqual([text, answersIn(answer)]);
  }
  expect(examples.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(7);
});

/** JSON, or the events of a stream. */
const SHOWS_ANSWER = /^(?:json)?$/;
const STREAM = /^curl -N .*\n$/m;

/** A stream has no end: its reader ends it after the first event. */
function untilAnEvent(script: string): string {
  const look = "for _ in $(seq 300); do grep -q '^data: ' events && break; sleep 0.1; done";
  const stream = (line: string) => `${line.trimEnd()} > events &\n${look}\nkill $!\ncat events\n`;
  return script.replace(STREAM, stream);
}

function answersIn(text: string): unknown[] {
  const [, kind, data] = /^event: (.*)\nid: .*\ndata: (.*)\n\n/m.exec(text) ?? [];
  return data === undefined ? valuesIn(text) : [kind, ...valuesIn(data)];
}

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

const CHANGING = /^(?:position|at|keyId|requestId|version)$/;

/** Undefined for an incomplete value. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, each) => (CHANGING.test(name) ? typeof each : each));
  } catch {
    return undefined;
  }
}
