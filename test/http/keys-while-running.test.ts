// A running service accepts new keys at once, also during a flood of unknown ones, and stores the last use of keys (created, revoked
// and expired ones: test/cli/keys.test.ts).

import { expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

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

test("keys list shows the last use of used keys only", async () => {
  await using service = await TestService.start({ rows: ["1,5,available"] });
  const [used] = [await service.makeKey("--name", "used"), await service.makeKey("--name", "unused")];
  const lastUseOf = async (name: string) => {
    const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
    const keys: { name: string; lastUsedAt: number | null }[] = JSON.parse(stdout);
    return keys.find((key) => key.name === name)!.lastUsedAt;
  };
  const before = Date.now();
  await service.list(used);
  const lastUsedAt = await until("the last use", async () => (await lastUseOf("used")) ?? undefined);
  expect(lastUsedAt).toBeWithin(before, Date.now() + 1);
  expect(await lastUseOf("unused")).toBeNull();
});
