// A running service notices created, revoked and expired keys.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

/** Generous, for a busy machine. test/keys/api-keys.test.ts tests the documented second with an injected clock. */
const REVOKED_WITHIN_MS = 5_000;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available"] });
});

afterAll(() => service[Symbol.asyncDispose]());

interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: number | null;
}

async function keyNamed(name: string): Promise<ListedKey> {
  const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
  const found = (JSON.parse(stdout) as ListedKey[]).find((key) => key.name === name);
  if (found === undefined) throw new Error(`no key is called ${name}`);
  return found;
}

test("a key created while the service runs works at once", async () => {
  for (let count = 0; count < 3; count++) {
    const key = await service.makeKey();
    expect((await service.list(key)).status).toBe(200);
  }
});

test("a new key works at its first request, even during a flood of unknown keys", async () => {
  await using flooded = await TestService.start({
    rows: ["1,5,available"],
    args: ["--refusal-limit", "off"],
    keeps: ({ msg }) => msg === "listening",
  });
  const over = new AbortController();
  let refused = 0;
  const strangers = Array.from({ length: 32 }, async () => {
    while (!over.signal.aborted) {
      expect((await flooded.list(makeKey())).code).toBe("invalid_api_key");
      refused += 1;
    }
  });
  try {
    for (let count = 0; count < 3; count++) {
      const before = refused;
      // More than a limited number of look-ups per second would allow.
      await until("the flood", () => refused > before + 100);
      const key = await flooded.makeKey();
      expect((await flooded.list(key)).status).toBe(200);
    }
  } finally {
    over.abort();
    await Promise.all(strangers);
  }
});

test("a key revoked by the command line is refused within a second, and no other", async () => {
  const [revoked, other] = [await service.makeKey("--name", "revoked"), await service.makeKey()];
  expect((await service.update(revoked, 1, 6)).status).toBe(200);
  const { id } = await keyNamed("revoked");
  await petstockOrThrow(["keys", "revoke", id, "--database", service.databaseUrl]);
  const isRefused = async () => (await service.list(revoked)).code === "invalid_api_key";
  await until("the key to be refused", isRefused, REVOKED_WITHIN_MS);
  expect((await service.update(revoked, 1, 7)).code).toBe("invalid_api_key");
  expect((await service.list(other)).text).toBe('[{"petId":1,"quantity":6,"status":"available"}]');
});

test("a key is refused once it has expired", async () => {
  const key = await service.makeKey("--expires", "4s");
  expect((await service.list(key)).status).toBe(200);
  await until("the key to expire", async () => (await service.list(key)).code === "invalid_api_key");
});

test("keys list shows the last use of used keys only", async () => {
  const [used] = [await service.makeKey("--name", "used"), await service.makeKey("--name", "unused")];
  const before = Date.now();
  await service.list(used);
  const lastUsedAt = await until(
    "the last use",
    async () => (await keyNamed("used")).lastUsedAt ?? undefined,
  );
  expect(lastUsedAt).toBeGreaterThanOrEqual(before);
  expect(lastUsedAt).toBeLessThanOrEqual(Date.now());
  expect((await keyNamed("unused")).lastUsedAt).toBeNull();
});
