// The examples of errors in both contracts are what a real service answers.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { ErrorBody } from "../../src/contract/errors.ts";
import { sources } from "../docs/document.ts";
import { ADMIN, type Contract, V1 } from "../support/contracts.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import {
  ADMIN_ERRORS,
  COMMON_ERRORS,
  ERROR_SERVICE,
  makeKeys,
  type Provoke,
  V1_ERRORS,
} from "./provoked-errors.ts";

setDefaultTimeout(60_000);

const service = shared(await TestService.start(ERROR_SERVICE));
const keys = await makeKeys(service);

/** Codes of failures that no request alone causes, or only after minutes; the source has their messages. */
const IN_THE_SOURCE = ["internal_error", "outcome_unknown", "request_timeout"];

/** Without what depends on the run: ids, times, revisions, the size of headers. */
function constant(body: string): unknown {
  const text = body
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/([Tt]he key )\w+ /g, "$1ID ")
    .replaceAll(/"keyId":"\w+"/g, '"keyId":"ID"')
    .replaceAll(/(revision |newest is |headers have )\d+/g, "$1N");
  return JSON.parse(text);
}

describe.each([
  { name: "both contracts", contract: V1, provoked: COMMON_ERRORS },
  { name: "openapi.yaml", contract: V1, provoked: V1_ERRORS },
  { name: "admin.yaml", contract: ADMIN, provoked: ADMIN_ERRORS },
])("of $name", ({ contract, provoked }) => {
  test.each(Object.entries(provoked))(
    "the example %s is the service's answer",
    async (name, provoke: Provoke) => {
      const { text } = await provoke(service, keys);
      expect(constant(text)).toEqual(constant(JSON.stringify(exampleOf(contract, name))));
    },
  );
});

function exampleOf({ document }: Contract, name: string): ErrorBody {
  return document.components.examples[name]?.value as ErrorBody;
}

test.each([
  { contract: V1, own: V1_ERRORS },
  { contract: ADMIN, own: ADMIN_ERRORS },
])("every other example of $contract.name has a message of the source", async ({ contract, own }) => {
  const tested = [...Object.keys(COMMON_ERRORS), ...Object.keys(own)];
  const untested = Object.keys(contract.document.components.examples).filter(
    (name) => !tested.includes(name),
  );
  expect(IN_THE_SOURCE).toEqual(expect.arrayContaining(untested));
  const code = (await sources()).map(({ text }) => text).join("\n");
  for (const name of untested) {
    const [, end = ""] = /^[^\d]*?(?:\d+ )?([^\d]+)$/.exec(exampleOf(contract, name).message) ?? [];
    expect(end.length).toBeGreaterThan(20);
    expect(code).toContain(end);
  }
});

test("examples that both contracts have are the same where no operation makes them differ", () => {
  for (const name of [...Object.keys(COMMON_ERRORS), "internal_error", "outcome_unknown", "pet_not_found"]) {
    expect([name, exampleOf(ADMIN, name)]).toEqual([name, exampleOf(V1, name)]);
  }
});
