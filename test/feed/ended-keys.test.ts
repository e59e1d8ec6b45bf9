// A stream ends with its key: revoked by a command beside the service, or expired. keys.test.ts proves the feed's part.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { TestService } from "../support/service.ts";
import { revokeKey } from "../support/stock.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];

test("the streams of a key that is revoked or expires end; those of other keys go on", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const [kept, revoked] = [await service.makeKey(), await service.makeKey("--name", "revoked")];
  await using staying = await EventStream.open(service.url, kept);
  await using leaving = await EventStream.open(service.url, revoked);
  const expiring = await service.makeKey("--name", "expiring", "--expires", "4s");
  await using ending = await EventStream.open(service.url, expiring);
  await revokeKey(service, revoked, "revoked");
  await Promise.all([leaving.ended(), ending.ended()]);
  expect([leaving.state, ending.state, staying.state]).toEqual(["complete", "complete", "open"]);
  await service.update(kept, 2, 9);
  await staying.shows(2, 9);
  for (const stream of [leaving, ending]) expect(stream.quantities.size).toBe(0);
});
