// A key that asks for the differences since many positions at once, each of megabytes: other keys are served meanwhile, and memory is
// bounded.

import { expect, setDefaultTimeout, test } from "bun:test";
import { MemoryGrowth } from "../support/process-figures.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(180_000);

/** Their difference has 2.4 MB. */
const PETS = 45_000;
const POSITIONS = 60;
/** 80 at once took 1,469 MB before they had turns. */
const GROWTH_MB_MAX = 300;

/** A service with a difference of all pets since each of the positions; `path` of a position asks for it. */
async function withPositions() {
  const service = await TestService.start({
    rows: Array.from({ length: PETS }, (_, i) => `${100_000_000_000 + i},1,available`),
  });
  const manager = await service.makeKey("--role", "manager", "--name", "manager");
  const reader = await service.makeKey("--role", "reader", "--name", "reader");
  const paths: string[] = [];
  for (let at = 0; at < POSITIONS; at++) {
    await service.update(manager, 100_000_000_000, at + 2);
    const { text } = await service.ask("GET", "/admin/v1/me", { key: reader });
    const { position } = JSON.parse(text) as { position: string };
    paths.push(`/admin/v1/changes?since=${encodeURIComponent(position)}`);
  }
  const body = `petId,quantity\n${Array.from({ length: PETS }, (_, i) => `${100_000_000_000 + i},1000\n`).join("")}`;
  const headers = { "Content-Type": "text/csv" };
  const imported = await service.ask("POST", "/admin/v1/revisions", { key: manager, headers, body });
  expect(imported.status).toBe(200);
  return { service, manager, reader, paths };
}

test.each([
  ["", ""],
  [" with actors", "&actors=true"],
])(
  "many large differences%s at once, by one key, take little memory, and no updates from others",
  async (_name, query) => {
    const { service, manager, reader, paths } = await withPositions();
    await using _ = service;
    const growth = new MemoryGrowth(service);
    const state = { left: paths.length };
    const read = async (path: string) => {
      const response = await fetch(service.url + path + query, {
        headers: { Authorization: `Bearer ${reader}` },
      });
      await response.body?.pipeTo(new WritableStream());
      state.left -= 1;
      return response.status;
    };
    const statuses = Promise.all(paths.map(read));
    const others: number[] = [];
    while (state.left > 0) {
      others.push((await service.update(manager, 100_000_000_001, others.length)).status);
      growth.look();
    }
    expect(new Set(await statuses)).toEqual(new Set([200]));
    expect(new Set(others)).toEqual(new Set([200]));
    growth.expectBelow(GROWTH_MB_MAX, `${POSITIONS} differences${query}, ${others.length} updates`);
  },
);
