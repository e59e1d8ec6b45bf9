// Bundled and run by browser.test.ts, in a context that has only the language and the text encoders.

import { describeProblem } from "../../src/transfer/problem.ts";
import { readRows } from "../../src/transfer/read-rows.ts";
import { openRowWriter } from "../../src/transfer/write-rows.ts";

async function* upload(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('petId,quantity,status\r\n"9007199254740993",2,sold\r\n7,1.5,sold\r\n');
}

async function readUpload(): Promise<string> {
  const writer = openRowWriter("json");
  let text = "";
  const problems: string[] = [];
  for await (const batch of readRows(upload(), "csv")) {
    text += writer.page(
      batch.rows.map(({ petId, quantity = 0, status = "available" }) => ({ petId, quantity, status })),
    );
    problems.push(...batch.problems.map(describeProblem));
  }
  return `${text}${writer.end()} ${problems.join()}`;
}

Object.assign(globalThis, { outcome: readUpload() });
