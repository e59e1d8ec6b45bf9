// Rows of a body: problems are counted, and other work runs meanwhile.

import { expect, setDefaultTimeout, test } from "bun:test";
import { stageRows } from "../../src/admin/stage-rows.ts";
import { ApiError } from "../../src/http/api-error.ts";
import { readRows } from "../../src/transfer/read-rows.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const ROWS = 100_000;

test("a body of invalid rows that has arrived as a whole is read with pauses, and all its problems are counted", async () => {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(`petId,quantity,status\n${"x,y,z\n".repeat(ROWS)}`);
  }
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const added: number[] = [];
  const stage = {
    // As a stage that has nothing to wait for.
    add: async (rows: readonly unknown[]) => {
      added.push(rows.length);
      return [];
    },
  };
  const refused = await stageRows(stage, readRows(body(), "csv")).catch((error: unknown) => error);
  isDone = true;
  expect(refused).toBeInstanceOf(ApiError);
  expect((refused as ApiError).details).toMatchObject({ problems: { length: 100 }, problemsTotal: 3 * ROWS });
  expect(added).toEqual([]);
  // Without pauses none runs before the end.
  expect(turns).toBeGreaterThan(3);
});
