// Assistants, tools that change: nothing happens without a preview, and what is applied is what was previewed.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { Assistant, TRANSPORTS } from "./assistant.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,10,available", "2,20,available", "3,30,sold"];

describe.each(TRANSPORTS)("over %s:", async (transport) => {
  const service = shared(await TestService.start({ rows: ROWS }));
  const key = await service.makeKey("--role", "manager");
  const assistant = shared(await Assistant.of(service, "manager", transport));

  beforeEach(async () => {
    const body = ["petId,quantity,status", ...ROWS].join("\n");
    const headers = { "Content-Type": "text/csv" };
    expect(
      (await service.ask("POST", "/admin/v1/revisions?replace=true", { key, headers, body })).status,
    ).toBe(200);
  });

  async function list(): Promise<string> {
    return (await service.list(key)).text;
  }

  const SALE = {
    changes: [
      { petId: 1, by: -2 },
      { petId: 2, quantity: 7 },
    ],
    reason: "sold",
    note: "at the fair",
  };

  test("a preview changes nothing, and shows each pet before and after", async () => {
    const before = await list();
    const { confirm, ...preview } = await assistant.call("change", SALE);
    expect(preview).toEqual({
      applied: false,
      created: 0,
      updated: 2,
      removed: 0,
      relabelled: 0,
      unchanged: 0,
      pets: [
        {
          petId: 1,
          before: { quantity: 10, status: "available" },
          after: { quantity: 8, status: "available" },
        },
        {
          petId: 2,
          before: { quantity: 20, status: "available" },
          after: { quantity: 7, status: "available" },
        },
      ],
    });
    expect(confirm).toBeString();
    expect(await list()).toBe(before);
  });

  test("a confirmed change is one revision, with reason, note and key in the ledger", async () => {
    const { revision, ...result } = await assistant.confirmed("change", SALE);
    expect(result).toEqual({
      applied: true,
      created: 0,
      updated: 2,
      removed: 0,
      relabelled: 0,
      unchanged: 0,
    });
    const { movements } = await assistant.call("history", { revision });
    expect(movements).toHaveLength(2);
    for (const each of movements) {
      expect(each).toMatchObject({ revision, reason: "sold", note: "at the fair", actor: "key:test" });
    }
  });

  test("a confirmation that is repeated is applied once", async () => {
    const { confirm } = await assistant.call("change", SALE);
    const first = await assistant.call("change", { ...SALE, confirm });
    const after = await list();
    expect(await assistant.call("change", { ...SALE, confirm })).toEqual(first);
    expect(await list()).toBe(after);
  });

  test("a confirmation is only for the request that was previewed, word for word", async () => {
    const before = await list();
    const { confirm } = await assistant.call("change", SALE);
    for (const other of [
      { ...SALE, note: "elsewhere" },
      { ...SALE, changes: [{ petId: 1, by: -3 }, SALE.changes[1]] },
      { ...SALE, changes: SALE.changes.slice(1) },
    ]) {
      expect(await assistant.failure("change", { ...other, confirm })).toContain(
        "not of a preview of this request",
      );
    }
    expect(await assistant.failure("change", { ...SALE, confirm: "yes" })).toContain(
      "without `confirm` for a new preview",
    );
    expect(await list()).toBe(before);
  });

  test("a change that is not possible is refused in the preview, with each problem", async () => {
    const failure = await assistant.failure("change", {
      changes: [
        { petId: 1, by: -11 },
        { petId: 99, quantity: 1 },
      ],
    });
    expect(failure).toStartWith("invalid_changes: ");
    expect(failure).toContain('"petId":99');
    expect(failure).toContain('"petId":1,');
  });

  test("a manager's assistant changes statuses, creates and removes", async () => {
    const changes = [
      { petId: 1, status: "pending" },
      { petId: 2, remove: true },
      { petId: "9007199254740993", quantity: 4, status: "available", create: true },
    ];
    const preview = await assistant.call("change", { changes });
    expect(preview["pets"][1].after).toBeNull();
    expect(preview["pets"][2]).toMatchObject({ petId: "9007199254740993", before: null });
    await assistant.call("change", { changes, confirm: preview["confirm"] });
    expect(await list()).toBe(
      '[{"petId":1,"quantity":10,"status":"pending"},{"petId":3,"quantity":30,"status":"sold"},{"petId":9007199254740993,"quantity":4,"status":"available"}]',
    );
  });

  describe("labels", () => {
    const NO_MEMBERS = { name: null, kind: null, code: null, low: null };
    const labelled = async () =>
      JSON.parse((await service.ask("GET", "/admin/v1/labels", { key })).text).labels as object[];
    const putLabels = async (labels: readonly object[]) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ labels });
      const answer = await service.ask("PUT", "/admin/v1/labels?replace=true", { key, headers, body });
      expect(answer.status).toBe(200);
    };

    beforeEach(async () => {
      await putLabels([
        { petId: 1, name: "Rex", kind: "dog" },
        { petId: 50, name: "Tom" },
      ]);
    });

    const RENAMING = {
      changes: [
        { petId: 1, by: 1, label: { name: " Max ", kind: null } },
        { petId: 2, label: { code: "0012", low: 3 } },
        { petId: 50, label: null },
        { petId: 51, label: { name: "Mia" } },
      ],
    };

    test("are previewed beside and without stock, also of pets that are not in the inventory, and applied", async () => {
      const before = await labelled();
      const { confirm, pets, ...counts } = await assistant.call("change", RENAMING);
      expect(counts).toEqual({
        applied: false,
        created: 0,
        updated: 1,
        removed: 0,
        relabelled: 4,
        unchanged: 0,
      });
      expect(pets).toEqual([
        {
          petId: 1,
          name: "Rex",
          before: { quantity: 10, status: "available" },
          after: { quantity: 11, status: "available" },
          label: {
            before: { ...NO_MEMBERS, name: "Rex", kind: "dog" },
            after: { ...NO_MEMBERS, name: "Max" },
          },
        },
        { petId: 2, label: { before: null, after: { ...NO_MEMBERS, code: "0012", low: 3 } } },
        { petId: 50, name: "Tom", label: { before: { ...NO_MEMBERS, name: "Tom" }, after: null } },
        { petId: 51, label: { before: null, after: { ...NO_MEMBERS, name: "Mia" } } },
      ]);
      expect(await labelled()).toEqual(before);
      const { revision } = await assistant.call("change", { ...RENAMING, confirm });
      expect(await labelled()).toMatchObject([
        { petId: 1, name: "Max", kind: null },
        { petId: 2, code: "0012", low: 3 },
        { petId: 51, name: "Mia" },
      ]);
      const { movements } = await assistant.call("history", { revision });
      expect(movements[0]).toMatchObject({
        petId: 1,
        label: { before: { name: "Rex" }, after: { name: "Max" } },
      });
      expect((await assistant.call("history"))["revisions"][0]).toMatchObject({ pets: 4, labels: 4 });
      expect((await assistant.call("find", { code: "0012" }))["pets"]).toMatchObject([{ petId: 2, low: 3 }]);
    });

    test("come back with an undo, whose preview shows them", async () => {
      const before = await labelled();
      const { revision } = await assistant.confirmed("change", RENAMING);
      const { takesBack, confirm, ...counts } = await assistant.call("undo", { revision });
      expect(counts).toMatchObject({ applied: false, updated: 1, relabelled: 4 });
      expect(takesBack).toContainEqual({
        petId: 51,
        label: { before: { ...NO_MEMBERS, name: "Mia" }, after: null },
      });
      expect(takesBack[0]).toMatchObject({
        petId: 1,
        after: { quantity: 10 },
        label: { before: { name: "Max" }, after: { name: "Rex" } },
      });
      expect(await assistant.call("undo", { revision, confirm })).toMatchObject({
        applied: true,
        relabelled: 4,
      });
      expect(await labelled()).toEqual(before);
    });

    test("are a manager's: a clerk's assistant does not know them", async () => {
      await using clerk = await Assistant.of(service, "clerk", transport);
      expect(await clerk.failure("change", { changes: [{ petId: 1, label: { name: "Max" } }] })).toContain(
        '"label"',
      );
    });
  });

  test("a clerk's assistant is offered only what a clerk may do", async () => {
    await using clerk = await Assistant.of(service, "clerk", transport);
    expect(await clerk.tools()).toEqual(["list", "find", "history", "change"]);
    expect(await clerk.failure("change", { changes: [{ petId: 1, status: "sold" }] })).toContain('"status"');
    expect((await clerk.confirmed("change", { changes: [{ petId: 1, by: 1 }] }))["updated"]).toBe(1);
  });

  test.each<[object, string]>([
    [{ changes: [] }, "changes"],
    [{ changes: [{ petId: 1 }] }, "exactly one of"],
    [{ changes: [{ petId: 1, quantity: 1, by: 1 }] }, "exactly one of"],
    [{ changes: [{ petId: 1, label: {} }] }, "member of the label"],
    [{ changes: [{ petId: 1, label: { nam: "Rex" } }] }, "nam"],
    [{ changes: [{ petId: 1, label: { code: 12 } }] }, "code"],
    [{ changes: [{ petId: 1, label: { low: -1 } }] }, "low"],
    [{ changes: [{ petId: 1, label: { name: "x".repeat(201) } }] }, "200 characters"],
    [{ changes: [{ petId: 1, quantity: -1 }] }, "quantity"],
    [{ changes: [{ petId: 1, quantity: 2_147_483_648 }] }, "quantity"],
    [{ changes: [{ petId: 1, quantity: 1 }], reason: "because" }, "reason"],
    [{ changes: Array.from({ length: 101 }, (_, i) => ({ petId: i, quantity: 1 })) }, "100"],
  ])("change refuses %j by name", async (args, named) => {
    expect(await assistant.failure("change", args)).toContain(named);
  });

  describe("undo", () => {
    test("a preview shows what it takes back; confirmed, it does so, and can be undone itself", async () => {
      const before = await list();
      const { revision } = await assistant.confirmed("change", SALE);
      const after = await list();
      const { confirm, ...preview } = await assistant.call("undo", { revision });
      expect(preview).toMatchObject({ applied: false, updated: 2 });
      expect(preview["takesBack"]).toContainEqual({
        petId: 2,
        before: { quantity: 7, status: "available" },
        after: { quantity: 20, status: "available" },
      });
      expect(await list()).toBe(after);
      const undone = await assistant.call("undo", { revision, confirm });
      expect(undone).toMatchObject({ applied: true, updated: 2 });
      expect(await list()).toBe(before);
      await assistant.confirmed("undo", { revision: undone["revision"] });
      expect(await list()).toBe(after);
    });

    test("pets that have changed since stop it, or are left out with skipChanged", async () => {
      const { revision } = await assistant.confirmed("change", SALE);
      await service.update(key, 2, 8);
      const failure = await assistant.failure("undo", { revision });
      expect(failure).toStartWith("changed_since: ");
      expect(failure).toContain('{"petId":2,"quantity":8,"status":"available"}');
      const undone = await assistant.confirmed("undo", { revision, skipChanged: true });
      expect(undone).toMatchObject({ applied: true, updated: 1, skipped: [2], skippedTotal: 1 });
      expect((await assistant.call("find", { petId: 1 }))["pets"][0].quantity).toBe(10);
    });

    test("a confirmation of one undo is not one of another", async () => {
      const { revision } = await assistant.confirmed("change", SALE);
      const { confirm } = await assistant.call("undo", { revision });
      expect(await assistant.failure("undo", { revision, skipChanged: true, confirm })).toContain(
        "not of a preview of this request",
      );
    });

    test("a revision that does not exist is refused", async () => {
      expect(await assistant.failure("undo", { revision: 1_000_000 })).toStartWith("revision_not_found: ");
    });
  });
});
