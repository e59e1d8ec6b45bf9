// Promise 6 over HTTP: clients that request a long list and do not read it, while all its pages change, cost bounded
// memory, get a broken body instead of a short one, and delay no other client.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sized } from "../support/sizes.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { MemoryGrowth } from "../support/process-figures.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(sized({ quick: 180_000, hours: 1_800_000 }));

/** A list of 8 MB: more than the kernel holds for a reader. */
const PETS = 160_000;
/** Less than a page holds, so that a change of each of these pets changes every page. */
const STRIDE = 400;
/** Without a cap these readers would hold 300 MB and more. */
const ROUNDS = sized({ quick: 30, hours: 600 });
const GROWTH_MB_MAX = 250;

const LIST = { method: "GET", path: "/v1/inventory" } as const;

test("stalled readers cost bounded memory, the oldest are cut off beyond it, and others get correct lists", async () => {
  await using service = await TestService.start({
    rows: Array.from({ length: PETS }, (_, index) => `${index},0,available`),
    args: WITH_METRICS,
  });
  const key = await service.makeKey();
  const authorization = ["Authorization", `Bearer ${key}`] as const;
  const changing = Array.from({ length: PETS / STRIDE }, (_, index) => index * STRIDE);

  async function changeEveryPage(quantity: number): Promise<void> {
    await Promise.all(changing.map((petId) => service.update(key, petId, quantity)));
  }

  // Not by service.list: validating 100,000 pets against the contract takes much longer than the request.
  async function list(): Promise<string> {
    const headers = Object.fromEntries([authorization]);
    const response = await fetch(service.url + LIST.path, { headers });
    expect(response.status).toBe(200);
    return response.text();
  }

  function textAt(quantity: number): string {
    const changed = new Set(changing);
    const items = Array.from({ length: PETS }, (_, id) => [id, changed.has(id) ? quantity : 0]);
    return `[${items.map(([id, count]) => `{"petId":${id},"quantity":${count},"status":"available"}`).join(",")}]`;
  }

  await changeEveryPage(1);
  expect((await list()) === textAt(1)).toBe(true);
  const growth = new MemoryGrowth(service);
  using stuck = new DisposableStack();
  const readers: RawConnection[] = [];
  for (let round = 2; round < 2 + ROUNDS; round++) {
    const reader = stuck.use(await RawConnection.open(service.url));
    reader.send(requestOf(LIST, [authorization]));
    await reader.stall();
    readers.push(reader);
    await changeEveryPage(round);
    expect((await service.ask("HEAD", LIST.path, { key })).status).toBe(200);
    growth.look();
  }
  expect((await list()) === textAt(1 + ROUNDS)).toBe(true);
  growth.expectBelow(GROWTH_MB_MAX, `${ROUNDS} readers that were stuck, ${PETS} pets`);

  // Before the readers that were cut off notice it.
  const shown = await scrape(service);
  const cutOff = shown.value("petstock_list_readers_cut_off_total");
  expect(cutOff).toBeGreaterThan(0);
  expect(shown.value("petstock_list_readers")).toBe(ROUNDS - cutOff);
  expect(shown.value("petstock_list_superseded_bytes")).toBeWithin(1, 64 * 1024 * 1024 + 1);

  // The oldest reader was cut off: its connection ends before the end of the list.
  const [oldest, newest] = [readers[0] as RawConnection, readers.at(-1) as RawConnection];
  oldest.resume();
  const broken = await oldest.closed();
  expect(broken).toStartWith("HTTP/1.1 200 ");
  expect(broken.endsWith("\r\n0\r\n\r\n")).toBe(false);
  // The newest reader was not cut off, and gets the list as of its request.
  newest.resume();
  const { text } = await newest.answer(LIST);
  expect(text === textAt(ROUNDS)).toBe(true);
  await until("the log", () => service.log.some(({ msg }) => msg === "slow_reader_cut_off"));
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
});
