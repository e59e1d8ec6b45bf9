// The two-way sync: both sides end with every change of both, exactly once, through lost answers and kills.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { Gateway, loseAnswer, page, type Turn } from "../client/gateway.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(120_000);

const HAS_PYTHON = Bun.which("python3") !== null;
if (!HAS_PYTHON) console.log("sync.py was not run: this machine has no python3");

const LARGE = 9_223_372_036_854_775_807n;
const IDS = [-5n, 1n, 9_007_199_254_740_993n, LARGE];
const START = 1_000;

describe.if(HAS_PYTHON)("sync.py", () => {
  test("both sides end with the changes of both, each once, despite kills and lost answers", async () => {
    await using service = await TestService.start({ rows: IDS.map((id) => `${id},${START},available`) });
    await using gateway = await Gateway.before(service);
    using sync = await Integration.of(service, "sync.py", { url: gateway.url });
    const admin = new PetstockAdmin({ url: service.url, apiKey: await service.makeKey("--role", "manager") });
    await sync.output("shop.db");
    using shop = openShop(sync.folder.file("shop.db"));
    const expected = new Map(IDS.map((id) => [id, START]));

    let child = sync.spawn(["shop.db", "0.02"]);
    let kills = 0;
    let killed = Promise.resolve();
    const kill = () =>
      (killed = killed.then(async () => {
        child.kill("SIGKILL");
        await child.exited;
        kills += 1;
        child = sync.spawn(["shop.db", "0.02"]);
      }));
    await using atTheEnd = {
      async [Symbol.asyncDispose]() {
        await killed;
        child.kill("SIGKILL");
        await child.exited;
      },
    };
    const killAfter: Turn = async (pass, request) => {
      await pass();
      await kill();
      return page(502)(pass, request);
    };
    const killBefore: Turn = async (pass, request) => {
      await kill();
      return page(503)(pass, request);
    };
    let disturbed = 0;
    /** The next change set, not a look. */
    const ofChanges = (turn: Turn): Turn =>
      async function again(pass, request) {
        if (request.method === "POST") {
          const answer = await turn(pass, request);
          disturbed += 1;
          return answer;
        }
        gateway.next(again);
        return pass();
      };
    // The last is one after which no other change can mend the end.
    const turns = [loseAnswer, killBefore, page(502), killAfter];
    for (let round = 0; round < 12; round++) {
      await until("what was disturbed to be sent", () => isSent(shop));
      // Before the changes, which are sent at once.
      gateway.next(ofChanges(turns[round % turns.length]!));
      for (const [index, id] of IDS.entries()) {
        const [sold, received] = [index + round + 1, 2 * index + 1];
        change(shop, id, -sold);
        await admin.applyChanges({ changes: [{ petId: id, by: received }] });
        expected.set(id, expected.get(id)! + received - sold);
      }
      await until("a change set to be disturbed", () => disturbed > round);
    }
    await atTheEnd[Symbol.asyncDispose]();
    expect(kills).toBe(6);

    shop.run("INSERT INTO article VALUES (77, 7)");
    shop.run("DELETE FROM article WHERE pet_id = 9007199254740993");
    await admin.applyChanges({
      changes: [
        { petId: 88n, quantity: 8, status: "pending", create: true },
        { petId: 1n, remove: true },
      ],
    });
    for (const id of [9_007_199_254_740_993n, 1n]) expected.delete(id);
    await sync.output("shop.db");
    const both = [...expected, [77n, 7] as const, [88n, 8] as const].map(
      ([id, quantity]) => `${id},${quantity}`,
    );
    expect(articles(shop)).toEqual(both.toSorted());
    expect(await stock(service)).toEqual(both.toSorted());
    await service.command("verify");
  });

  test("what the service refuses stays different, and holds up no other change", async () => {
    await using service = await TestService.start({ rows: ["1,5,available", "2,5,available"] });
    using sync = await Integration.of(service, "sync.py");
    await sync.output("shop.db");
    using shop = openShop(sync.folder.file("shop.db"));
    change(shop, 1n, -6);
    change(shop, 2n, -1);
    const { exitCode, stderr } = await sync.run(["shop.db"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("pet 1: ") });
    expect(await stock(service)).toEqual(["1,5", "2,4"]);
    change(shop, 1n, 3);
    await sync.output("shop.db");
    expect(await stock(service)).toEqual(["1,2", "2,4"]);
    expect(articles(shop)).toEqual(["1,2", "2,4"]);
  });
});

function openShop(path: string): Database {
  const shop = new Database(path, { safeIntegers: true, strict: true });
  shop.run("PRAGMA busy_timeout = 30000");
  return shop;
}

/** As the other system does at any time. */
function change(shop: Database, id: bigint, by: number): void {
  shop.run("UPDATE article SET quantity = quantity + ? WHERE pet_id = ?", [by, id]);
}

function isSent(shop: Database): boolean {
  return shop.query("SELECT 1 FROM outbox").get() === null;
}

function articles(shop: Database): string[] {
  const rows = shop.query("SELECT pet_id, quantity FROM article").values();
  return rows.map((row) => row.join()).toSorted();
}

async function stock(service: TestService): Promise<string[]> {
  const rows = (await service.command("export")).trim().split("\n").slice(1);
  return rows.map((row) => row.replace(/,\w+$/, "")).toSorted();
}
