// Assistants, tools that read: answers are short whatever the inventory's size, current, and exact.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Assistant, TRANSPORTS } from "./assistant.ts";

setDefaultTimeout(120_000);

const HUGE = 9_007_199_254_740_993n;
const PETS = 100_000;

describe.each(TRANSPORTS)("over %s:", async (transport) => {
  const rows = Array.from({ length: PETS - 1 }, (_, i) => `${i + 1},${i % 7},available`);
  const service = shared(await TestService.start({ rows: [...rows, `${HUGE},4,pending`] }));
  const key = await service.makeKey("--role", "manager");
  const labels = [
    { petId: 5, name: "Rex", kind: "Dog", code: "4006381333931", low: 10 },
    { petId: 6, name: "Rexine", kind: "cat", code: null, low: 0 },
    { petId: 8, name: "Tom", kind: "cat", code: null, low: null },
  ];
  await service.ask("PUT", "/admin/v1/labels", {
    key,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ labels }),
  });
  const assistant = shared(await Assistant.of(service, "reader", transport));

  test("a reader is offered the tools that read, and no others", async () => {
    expect(await assistant.tools()).toEqual(["list", "find", "history"]);
    expect(await assistant.client.callTool({ name: "change", arguments: {} }).catch(String)).toContain(
      "not found",
    );
  });

  test("list gives totals and one short page of a large inventory", async () => {
    const text = await assistant.text("list");
    expect(text.length).toBeLessThan(4_000);
    const { inventory, matching, pets, next } = JSON.parse(text);
    expect(inventory.pets).toBe(PETS);
    expect(inventory.byStatus).toEqual({ available: PETS - 1, pending: 1, sold: 0 });
    expect(matching).toBe(PETS);
    expect(pets).toHaveLength(20);
    expect(pets[4]).toEqual({
      petId: 5,
      quantity: 4,
      status: "available",
      name: "Rex",
      kind: "Dog",
      code: "4006381333931",
      low: 10,
    });
    expect(next).toBe("20");
  });

  test("the largest page is bounded, and a larger one is refused with the limit", async () => {
    const { pets } = await assistant.call("list", { limit: 100 });
    expect(pets).toHaveLength(100);
    expect(await assistant.failure("list", { limit: 101 })).toContain("100");
  });

  test("pages continue where they ended, until next is null", async () => {
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await assistant.call("list", {
        quantityMin: 6,
        limit: 100,
        ...(cursor && { cursor }),
        quantityMax: 6,
      });
      ids.push(...page["pets"].map(({ petId }: { petId: number }) => petId));
      cursor = ids.length < 1_000 ? page["next"] : undefined;
    } while (cursor);
    expect(ids).toEqual(Array.from({ length: 1_000 }, (_, i) => 7 * (i + 1)));
    expect((await assistant.call("list", { status: "pending" }))["next"]).toBeNull();
  });

  test("an answer shows what was acknowledged before the call, also new and removed pets", async () => {
    await assistant.call("list", { limit: 1 });
    const changes = [
      { petId: 70_000, remove: true },
      { petId: PETS + 5, quantity: 3, status: "sold", create: true },
    ];
    const body = JSON.stringify({ changes });
    const headers = { "Content-Type": "application/json" };
    expect((await service.ask("POST", "/admin/v1/revisions", { key, headers, body })).status).toBe(200);
    const { inventory, pets } = await assistant.call("list", { status: "sold" });
    expect(inventory.pets).toBe(PETS);
    expect(pets).toEqual([{ petId: PETS + 5, quantity: 3, status: "sold" }]);
    expect(await assistant.failure("find", { petId: 70_000 })).toStartWith("pet_not_found: ");
  });

  test("an answer shows the labels as they are before the call", async () => {
    expect((await assistant.call("find", { name: "fido" }))["pets"]).toEqual([]);
    const body = JSON.stringify({ labels: [{ petId: 9, name: "Fido" }] });
    const headers = { "Content-Type": "application/json" };
    expect((await service.ask("PUT", "/admin/v1/labels", { key, headers, body })).status).toBe(200);
    expect((await assistant.call("find", { name: "fido" }))["pets"]).toHaveLength(1);
    const none = JSON.stringify({ changes: [{ petId: 9, label: null }] });
    expect((await service.ask("POST", "/admin/v1/revisions", { key, headers, body: none })).status).toBe(200);
    expect((await assistant.call("find", { name: "fido" }))["pets"]).toEqual([]);
  });

  test("low gives the pets at or below the quantity of their label", async () => {
    const { pets } = await assistant.call("list", { low: true });
    expect(pets.map(({ petId }: { petId: number }) => petId)).toEqual([5]);
  });

  test.each<[object, number[]]>([
    [{ petId: 5 }, [5]],
    [{ petId: "5" }, [5]],
    [{ text: "rex" }, [5, 6]],
    [{ text: "381333" }, [5]],
    [{ name: "ine" }, [6]],
    [{ kind: "CAT" }, [6, 8]],
    [{ kind: "cat", name: "tom" }, [8]],
    [{ code: "4006381333931" }, [5]],
    [{ code: "400638133393" }, []],
    [{ kind: "cat", status: "sold" }, []],
  ])("find %j", async (wanted, expected) => {
    const { pets, matching } = await assistant.call("find", wanted);
    expect(pets.map(({ petId }: { petId: number }) => petId)).toEqual(expected);
    expect(matching).toBe(expected.length);
  });

  test("find without anything to look for says what to give", async () => {
    expect(await assistant.failure("find", {})).toContain("Give petId");
  });

  test("an id beyond 2^53 is exact as a string, and refused as a number", async () => {
    const text = await assistant.text("find", { petId: String(HUGE) });
    expect(text).toContain(`"petId":"${HUGE}"`);
    const asNumber = await assistant.failure("find", { petId: Number(HUGE) });
    expect(asNumber).toContain("beyond 2^53 - 1 only a string");
    expect(await assistant.failure("find", { petId: "9223372036854775808" })).toContain("64-bit");
  });

  test.each<[string, object, string]>([
    ["list", { bogus: 1 }, "bogus"],
    ["list", { status: "eaten" }, "status"],
    ["list", { cursor: "no cursor" }, "`cursor`"],
    ["find", { petId: 1.5 }, "petId"],
    ["find", { petId: "01" }, "petId"],
    ["find", { name: "" }, "name"],
    ["history", { since: "yesterday" }, "since"],
    ["history", { revision: 0 }, "revision"],
    ["history", { reason: "bogus" }, "reason"],
  ])("%s refuses %j by name", async (tool, args, named) => {
    expect(await assistant.failure(tool, args)).toContain(named);
  });

  test("history gives revisions without a filter, and movements with one", async () => {
    const { revisions } = await assistant.call("history", { limit: 5 });
    const counts = revisions.map((each: Record<string, unknown>) => [each["pets"], each["labels"]]);
    // The last two are of Fido's label.
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
      [2, 0],
      [3, 3],
      [PETS, 0],
    ]);
    expect(revisions[4]).toMatchObject({ revision: 1, reason: "import" });
    const { movements, next } = await assistant.call("history", { petId: 70_000 });
    expect(movements[0]).toMatchObject({ revision: 3, petId: 70_000, after: null });
    expect(movements[1]).toMatchObject({ revision: 1, before: null });
    expect(next).toBeNull();
    const page = await assistant.call("history", { revision: 1, limit: 100 });
    expect(page["movements"]).toHaveLength(100);
    const second = await assistant.call("history", { revision: 1, limit: 100, cursor: page["next"] });
    expect(second["movements"][0].petId).toBe(101);
  });
});
