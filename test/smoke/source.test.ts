// The program from its source, as users of a clone start it. All other tests that start a process use an executable if
// the test runner has built it.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SOURCE } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

const LAUNCHER = [join(import.meta.dir, "../../bin/petstock")];

test.each([
  ["bin/petstock", LAUNCHER],
  ["src/main.ts", SOURCE],
])("%s serves updates, lists and both pages, and ends with 0", async (_, program) => {
  await using service = await TestService.start({ program, rows: ["1,5,available"] });
  const key = await service.makeKey();
  expect((await service.update(key, 1, 6)).status).toBe(200);
  expect((await service.list(key)).text).toBe('[{"petId":1,"quantity":6,"status":"available"}]');
  for (const page of ["/", "/docs"]) {
    const response = await fetch(service.url + page);
    expect({ page, status: response.status }).toEqual({ page, status: 200 });
    expect(await response.text()).toContain("<script");
  }
  expect(await service.stop()).toBe(0);
});
