// Three servers on one database: fresh lists, no lost update, one order of changes, and revocations on all servers.

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { SEED } from "../support/sizes.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";
import { CheckedLoad } from "./checked-load.ts";
import { emptyPets, Fleet, TIMES } from "./fleet.ts";

setDefaultTimeout(60_000 + TIMES * 30_000);

const SERVERS = 3;
/** The pets of the load on lists; those after them are for the other tests. */
const PETS = 60;
const IMPORTED = 40;
const RACED = 201;
const CROWDED = 202;
/** One second, which test/keys/api-keys.test.ts proves with its own clock, and a margin for a busy machine. */
const REVOKED_WITHIN_MS = 5_000;

const database = await makeDatabase(await sharedServer());
const fleet = await Fleet.start(database.url, SERVERS);
const key = await fleet.makeKey();

afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  // Throws where the services have left connections open.
  await database[Symbol.asyncDispose]();
});

test("a list that begins after a 200 from any server shows that change, on every server", async () => {
  await fleet.importRows(emptyPets(1, PETS + IMPORTED));
  const updatesEach = 150 * TIMES;
  const load = new CheckedLoad({ fleet, key, pets: PETS, imported: IMPORTED, updatesEach });
  await load.run({ writers: 12, readers: 6 });
  const { writes, lists, notModified, imports, stale, surprises } = load;
  console.log(
    `${SERVERS} servers: ${writes} writes, ${imports} imports, ${lists} lists (${notModified} not modified), ` +
      `stale: ${stale.length}; seed ${SEED}`,
  );
  expect({ stale, surprises }).toEqual({ stale: [], surprises: [] });
  expect(writes).toBe(12 * updatesEach);
  expect(lists).toBeGreaterThan(writes / 20);
});

test("of updates on different servers with the same If-Match exactly one succeeds, every time", async () => {
  await fleet.importRows(emptyPets(RACED, 1));
  let tag = '"0-available"';
  const rounds = 40 * TIMES;
  for (let round = 1; round <= rounds; round++) {
    const quantities = Array.from({ length: 2 * SERVERS }, (_, i) => 10 * round + i);
    const answers = await Promise.all(
      quantities.map((quantity, i) =>
        fleet.services[i % SERVERS]!.update(key, RACED, quantity, { "If-Match": tag }),
      ),
    );
    const won = quantities.filter((_, i) => answers[i]?.status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "precondition_failed")).toHaveLength(2 * SERVERS - 1);
    tag = `"${won[0]}-available"`;
    // The refused ones get the current tag.
    for (const { headers } of answers) expect(headers.get("ETag")).toBe(tag);
  }
  expect(await fleet.ledger(RACED)).toHaveLength(1 + rounds);
  console.log(`If-Match: ${rounds} rounds of ${2 * SERVERS} rivals, one winner in each`);
});

test("concurrent updates of one pet on all servers have one order, each from the state after the previous update", async () => {
  await fleet.importRows(emptyPets(CROWDED, 1));
  const clients = 8 * SERVERS;
  const each = 20 * TIMES;
  const sent = Array.from({ length: clients * each }, (_, i) => `crowd-${i + 1}`);
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; count < each; count++) {
        const number = client * each + count + 1;
        const headers = { "X-Request-Id": `crowd-${number}` };
        const { status } = await fleet.services[client % SERVERS]!.update(key, CROWDED, number, headers);
        expect(status).toBe(200);
      }
    }),
  );
  const lines = await fleet.ledger(CROWDED);
  const [imported, ...updates] = lines;
  expect(updates.map(({ by }) => by.requestId).toSorted()).toEqual(sent.toSorted());
  const first = imported!.revision + 1;
  expect(updates.map(({ revision }) => revision)).toEqual(updates.map((_, i) => first + i));
  expect(updates.map(({ before }) => before?.quantity)).toEqual(
    lines.slice(0, -1).map(({ after }) => after.quantity),
  );
  console.log(`one pet: ${updates.length} updates from ${SERVERS} servers, contiguous`);
});

test("a key that the command line revoked is refused by every server within a second", async () => {
  const revoked = await fleet.makeKey("revoked");
  for (const service of fleet.services) expect((await service.list(revoked)).status).toBe(200);
  const keys: { id: string; name: string }[] = JSON.parse(await fleet.command(["keys", "list", "--json"]));
  const { id } = keys.find(({ name }) => name === "revoked")!;
  await fleet.command(["keys", "revoke", id]);
  const revokedAt = performance.now();
  const times = await Promise.all(
    fleet.services.map(async (service) => {
      const isRefused = async () => (await service.list(revoked)).code === "invalid_api_key";
      await until("the key to be refused", isRefused, REVOKED_WITHIN_MS);
      return Math.round(performance.now() - revokedAt);
    }),
  );
  console.log(`revoked key: refused after ${times.join(", ")} ms`);
  for (const service of fleet.services) {
    expect((await service.update(revoked, 1, 1)).code).toBe("invalid_api_key");
    expect((await service.list(key)).status).toBe(200);
  }
});

test("at the end the ledger folds to the stock, and all servers show the same list", async () => {
  const { problems, pets } = JSON.parse(await fleet.command(["verify", "--json"]));
  expect({ problems, pets }).toEqual({ problems: [], pets: PETS + IMPORTED + 2 });
  const lists = await Promise.all(fleet.services.map((service) => service.list(key)));
  expect(new Set(lists.map(({ text }) => text)).size).toBe(1);
  expect(new Set(lists.map(({ headers }) => headers.get("ETag"))).size).toBe(1);
});
