// listInventory, as clients see it.

import { expect, test } from "bun:test";
import { TestService } from "../support/service.ts";

test("the list has every pet, ascending, with all digits of its id", async () => {
  await using service = await TestService.start({
    rows: [
      "9223372036854775807,1,available",
      "-9223372036854775808,0,sold",
      "9007199254740993,2147483647,pending",
    ],
  });
  const key = await service.makeKey();
  const { status, text } = await service.list(key);
  expect(status).toBe(200);
  expect(text).toBe(
    '[{"petId":-9223372036854775808,"quantity":0,"status":"sold"},' +
      '{"petId":9007199254740993,"quantity":2147483647,"status":"pending"},' +
      '{"petId":9223372036854775807,"quantity":1,"status":"available"}]',
  );
});
