// Promise 2: a list that begins after a 200 shows that change or a later one.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

const WRITERS = 8;
const READERS = 3;
const UPDATES_EACH = 60;
/** Long enough for a list that is sent in pages. */
const PETS = 2_000;

test("a list that begins after a 200 shows that change, with many concurrent writers and readers", async () => {
  await using service = await TestService.start({
    rows: Array.from({ length: PETS }, (_, index) => `${index},0,available`),
  });
  const key = await service.makeKey();
  const writing = new AbortController();
  let checks = 0;

  // Not by service.list: checking a long list against the contract takes longer than getting it.
  async function list(): Promise<{ text: string; revision: number }> {
    const response = await fetch(`${service.url}/v1/inventory`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const revision = /^W\/"(\d+)-/.exec(response.headers.get("ETag") ?? "")?.[1];
    return { text: await response.text(), revision: Number(revision) };
  }

  async function write(petId: number): Promise<void> {
    for (let quantity = 1; quantity <= UPDATES_EACH; quantity++) {
      expect((await service.update(key, petId, quantity)).status).toBe(200);
      const { text } = await list();
      // Only this client writes to this pet.
      if (!text.includes(`{"petId":${petId},"quantity":${quantity},`)) {
        throw new Error(`pet ${petId} is not at ${quantity} in the list that was requested after the 200`);
      }
      checks += 1;
    }
  }

  async function read(): Promise<number> {
    let last = 0;
    while (!writing.signal.aborted) {
      const { revision } = await list();
      expect(revision).toBeGreaterThanOrEqual(last);
      last = revision;
    }
    return last;
  }

  const readers = Array.from({ length: READERS }, read);
  // Pets on different pages, and several on one page.
  await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => write((index * PETS) / WRITERS + (index % 2))),
  );
  writing.abort();
  for (const revision of await Promise.all(readers)) expect(revision).toBeGreaterThan(1);
  expect(checks).toBe(WRITERS * UPDATES_EACH);
  const { headers } = await service.list(key);
  expect(headers.get("ETag")).toStartWith(`W/"${1 + WRITERS * UPDATES_EACH}-`);
});
