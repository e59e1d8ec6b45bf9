// Commands whose connection breaks at the commit say that its outcome is unknown.

import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal } from "../cli/inventory.ts";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { type Last, TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const database = await makeDatabase(await sharedServer());
const proxy = new TcpProxy(database.server.port);
afterAll(async () => {
  proxy[Symbol.dispose]();
  await database[Symbol.asyncDispose]();
});
// This makes the schema, so each command below commits once.
await makeKey("first");

async function makeKey(name: string): Promise<void> {
  await petstockOrThrow(["keys", "create", "--name", name, "--database", database.url]);
}

async function keyCalled(name: string): Promise<Record<string, unknown> | undefined> {
  const [key] = await database.run(`SELECT id, revoked_at FROM api_key WHERE name = '${name}'`);
  return key;
}

/** Runs a command whose connection breaks with its COMMIT, which may have `happened`. */
async function runBroken(
  args: readonly string[],
  { last, happened }: { last: Last; happened: () => Promise<boolean> },
): Promise<void> {
  const broken = proxy.freezeOn("COMMIT", last);
  const running = petstock([...args, "--database", proxy.urlThrough(database.url)]);
  await broken;
  // A reset would overtake the COMMIT.
  if (last === "delivered") await until("the commit to happen", happened);
  proxy.cut();
  proxy.forward();
  const words = ["it is unknown whether", "petstock keys list"];
  expectRefusal(await running, { exitCode: 1, words });
  expect(await happened()).toBe(last === "delivered");
}

describe.each(["delivered", "withheld"] as const)("a command whose COMMIT was %s, unanswered", (last) => {
  test("keys create has an unknown outcome, and shows no key", async () => {
    const name = `made-${last}`;
    const happened = async () => (await keyCalled(name)) !== undefined;
    await runBroken(["keys", "create", "--name", name], { last, happened });
  });

  test("keys revoke has an unknown outcome", async () => {
    const name = `revoked-${last}`;
    await makeKey(name);
    const happened = async () => (await keyCalled(name))?.["revoked_at"] !== null;
    await runBroken(["keys", "revoke", String((await keyCalled(name))?.["id"])], { last, happened });
  });

  test("keys rotate has an unknown outcome, and shows no key", async () => {
    const name = `rotated-${last}`;
    await makeKey(name);
    const { id } = (await keyCalled(name))!;
    const happened = async () => {
      const keys = await database.run(`SELECT expires_at FROM api_key WHERE name = '${name}'`);
      return keys.length === 2 && keys.some(({ expires_at: at }) => at !== null);
    };
    await runBroken(["keys", "rotate", String(id)], { last, happened });
  });
});
