// petstock hooks, on a database and on a service: a secret is printed once, and what is done takes effect on a running server.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TestReceiver } from "../hooks/receiver.ts";
import { type Finished, petstock } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const HERE = ["--hook-networks", "127.0.0.0/8"];
const service = shared(await TestService.start({ rows: ["1,5,available"], args: HERE }));
const key = await service.makeKey("--role", "admin");
const DATABASE = { DATABASE_URL: service.databaseUrl, PETSTOCK_HOOK_NETWORKS: "127.0.0.0/8" };
const REMOTE = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: key };

describe.each([
  ["a database", DATABASE, 6],
  ["a service", REMOTE, 7],
] as const)("on %s", (_, env, quantity) => {
  const hooks = (...args: string[]): Promise<Finished> => petstock(["hooks", ...args], { env });
  const list = async () =>
    JSON.parse((await hooks("list", "--json")).stdout) as { id: string; state: string }[];

  test("a hook is made, tested, paused, resumed, rotated and deleted", async () => {
    await using receiver = new TestReceiver();
    const made = await hooks("create", "--name", "ERP", "--to", receiver.url, "--events", "low,changes");
    expect(made.stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    const id = /^Hook (\w{12}) \(ERP\) posts to http/.exec(made.stderr)![1]!;
    receiver.secret = made.stdout.trim();
    expect(await list()).toMatchObject([{ id, name: "ERP", events: ["changes", "low"], state: "active" }]);
    const tested = await hooks("test", id);
    expect(tested).toMatchObject({ exitCode: 0, stderr: `The receiver of hook ${id} answered 204.\n` });
    await service.update(key, 1, quantity);
    await until("the message", () => receiver.last?.type === "inventory.changed");
    expect(await hooks("pause", id)).toMatchObject({ exitCode: 0, stderr: `Hook ${id} is paused.\n` });
    expect(await list()).toMatchObject([{ state: "paused" }]);
    expect(await hooks("resume", id)).toMatchObject({ exitCode: 0, stderr: `Hook ${id} is resumed.\n` });
    const rotated = await hooks("rotate", id, "--overlap", "0s", "--json");
    expect(JSON.parse(rotated.stdout)).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    // The receiver knows the former secret alone.
    const refused = await hooks("test", id);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toBe(
      `petstock: the receiver of hook ${id} did not take the message: it answered 401\n`,
    );
    const table = (await hooks("list")).stdout.split("\n");
    expect(table[0]).toMatch(/^ID +NAME +TO +EVENTS +STATE +LAG +DELIVERED +LAST ANSWER$/);
    expect(table[1]).toContain(`changes,low`);
    expect(await hooks("delete", id)).toMatchObject({ exitCode: 0, stderr: `Hook ${id} is deleted.\n` });
    expect(await list()).toEqual([]);
  });

  test("what is not there or not valid is refused in words", async () => {
    for (const args of [["test"], ["pause"], ["resume"], ["rotate"], ["delete"]]) {
      const { exitCode, stderr } = await hooks(...args, "nowhere");
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /^petstock: there is no hook "nowhere"; "\S*petstock hooks list" shows all ids\n$/,
      );
    }
    const wrong = await hooks("create", "--name", "x", "--to", "https://10.0.0.1/", "--events", "low");
    expect(wrong.exitCode).toBeOneOf([1, 2]);
    expect(wrong.stderr).toContain("must be a public address: 10.0.0.1 is not public");
    const events = await hooks("create", "--name", "x", "--to", "https://erp.example/", "--events", "all");
    expect(events).toMatchObject({ exitCode: 2 });
    expect(events.stderr).toContain('"all" is not one of changes, low');
    expect(await list()).toEqual([]);
  });
});
