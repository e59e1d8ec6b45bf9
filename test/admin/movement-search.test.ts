// A filter that matches little of the ledger: an answer is empty only at the end, or says how far the service has searched.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { searchMovements } from "../../src/admin/movement-search.ts";
import type { MovementPage } from "../../src/inventory/movement.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const PETS = 20_000;

function csv(quantity: number): string {
  const rows = Array.from({ length: PETS }, (_, i) => `${i + 1},${quantity}`);
  return ["petId,quantity", ...rows, ""].join("\n");
}

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.empty(engine));
  await database.runOrThrow(["import", "-", "--format", "csv"], csv(1));
  await database.runOrThrow(["set", "7", "--quantity", "0", "--reason", "lost"]);
  await database.runOrThrow(["import", "-", "--format", "csv"], csv(2));
  const service = await database.serve();
  const key = await database.makeKey("--role", "reader");
  const movementsOf = async (query: string) => {
    const { json } = await service.ask("GET", `/admin/v1/movements?${query}`, { key });
    return json as unknown as {
      movements: { petId: number; reason: string; at: string }[];
      next: string | null;
    };
  };

  test("one request finds the one movement between two uploads", async () => {
    const first = await movementsOf("reason=lost");
    expect(first.movements).toMatchObject([{ petId: 7, reason: "lost" }]);
    if (first.next === null) return;
    expect(await movementsOf(`reason=lost&after=${first.next}`)).toEqual({ movements: [], next: null });
  });

  test("one request finds that there is none", async () => {
    expect(await movementsOf("reason=damaged")).toEqual({ movements: [], next: null });
    const later = new Date(Date.now() + 1).toISOString();
    expect(await movementsOf(`since=${later}`)).toEqual({ movements: [], next: null });
    const long = await movementsOf("until=2000-01-01T00:00:00Z");
    expect(long).toEqual({ movements: [], next: null });
  });

  test("the command line shows it, too", async () => {
    const { stdout } = await database.runOrThrow(["history", "--reason", "lost", "--json"]);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).petId),
    ).toEqual([7]);
  });
});

test("a search that takes too long ends with how far it has come", async () => {
  let now = 0;
  let slices = 0;
  const read = async (): Promise<MovementPage> => {
    now += 300;
    slices += 1;
    return { movements: [], next: { revision: 100 - slices, petId: null }, searchedBackTo: 5_000 - now };
  };
  const page = await searchMovements({ limit: 10 }, read, { now: () => now });
  expect(page).toEqual({ movements: [], next: { revision: 93, petId: null }, searchedBackTo: 2_900 });
});
