// Assistants, the plan of a change: a preview is what the service says of each pet, and a confirmation is that or nothing, whatever
// colleagues do meanwhile. On both engines.

import { beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { Gateway, refuse } from "../client/gateway.ts";
import { shared } from "../support/shared.ts";
import { Assistant, TRANSPORTS } from "./assistant.ts";

setDefaultTimeout(60_000);

const available = (quantity: number) => ({ quantity, status: "available" });
const labelled = (members: object) => ({ name: null, kind: null, code: null, low: null, ...members });

const EACH = ENGINES.flatMap((engine) => TRANSPORTS.map((transport) => [engine, transport] as const));

describe.each(EACH)("%s, over %s:", async (engine, transport) => {
  const database = shared(await EngineDatabase.of(engine, "1,10,available"));
  const service = shared(await database.serve());
  const key = await database.makeKey("--name", "colleague", "--role", "manager");
  const assistant = shared(await Assistant.start({ url: service.url, key, transport }));

  const colleague = async (...changes: readonly object[]): Promise<void> => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ changes });
    expect(await service.ask("POST", "/admin/v1/revisions", { key, headers, body })).toMatchObject({
      status: 200,
    });
  };
  const preview = (...changes: readonly object[]) => assistant.call("change", { changes });
  const list = async (): Promise<string> => (await service.list(key)).text;

  beforeEach(async () => {
    const stock = "petId,quantity,status\n1,10,available\n2,20,available\n3,30,available\n";
    const labels = "petId,name,kind\n1,Rex,dog\n2,Mia,\n50,Tom,cat\n";
    for (const [method, path, body] of [
      ["POST", "/admin/v1/revisions?replace=true", stock],
      ["PUT", "/admin/v1/labels?replace=true", labels],
    ] as const) {
      const headers = { "Content-Type": "text/csv" };
      expect(await service.ask(method, path, { key, headers, body })).toMatchObject({ status: 200 });
    }
  });

  const EVERY_KIND = [
    { petId: 3, status: "pending" },
    { petId: 50, quantity: 1, status: "available", create: true },
    { petId: 2, remove: true, label: { name: "Ada" } },
    { petId: 51, label: { name: "Leo" } },
    { petId: 1, by: 0 },
  ];

  test("a preview has every pet once, in the order of the changes, with its name", async () => {
    const { confirm, ...shown } = await preview(...EVERY_KIND);
    expect(shown).toEqual({
      applied: false,
      created: 1,
      updated: 1,
      removed: 1,
      relabelled: 2,
      unchanged: 1,
      pets: [
        { petId: 3, before: available(30), after: { quantity: 30, status: "pending" } },
        { petId: 50, name: "Tom", before: null, after: available(1) },
        {
          petId: 2,
          name: "Mia",
          before: available(20),
          after: null,
          label: { before: labelled({ name: "Mia" }), after: labelled({ name: "Ada" }) },
        },
        { petId: 51, label: { before: null, after: labelled({ name: "Leo" }) } },
        { petId: 1, name: "Rex", before: available(10), after: available(10), unchanged: true },
      ],
    });
    expect(await assistant.call("change", { changes: EVERY_KIND, confirm })).toMatchObject({
      applied: true,
      created: 1,
      updated: 1,
      removed: 1,
      relabelled: 2,
    });
  });

  test("what changes nothing has nothing to confirm", async () => {
    const shown = await preview(
      { petId: 1, quantity: 10, label: { name: " Rex " } },
      { petId: 50, label: { kind: "cat" } },
      { petId: 51, label: null },
    );
    expect(shown).toEqual({
      applied: false,
      created: 0,
      updated: 0,
      removed: 0,
      relabelled: 0,
      unchanged: 3,
      pets: [
        { petId: 1, name: "Rex", before: available(10), after: available(10), unchanged: true },
        { petId: 50, name: "Tom", before: null, after: null, unchanged: true },
        { petId: 51, before: null, after: null, unchanged: true },
      ],
      nothingToConfirm: true,
    });
  });

  test("a pet that is named twice is refused in the preview, as one that is not there, or is there already", async () => {
    const before = await list();
    const twice = [
      { petId: 1, by: -1 },
      { petId: "1", label: { name: "Max" } },
    ];
    expect(await assistant.failure("change", { changes: twice })).toContain(
      "changes[1]: pet 1 is in changes[0] already; keep one of the two.",
    );
    const changes = [
      { petId: 99, remove: true },
      { petId: 2, quantity: 1, status: "sold", create: true },
    ];
    const refused = await assistant.failure("change", { changes });
    expect(refused).toContain("changes[0]: pet 99 is not in the inventory");
    expect(refused).toContain("changes[1]: pet 2 is in the inventory already");
    expect(await list()).toBe(before);
  });

  test("a colleague's sale of the pet stops it, and the answer says which pets changed, and what to do", async () => {
    const changes = [
      { petId: 1, by: -2 },
      { petId: 2, quantity: 7 },
      { petId: 3, by: 1 },
    ];
    const { confirm } = await preview(...changes);
    await colleague({ petId: 2, by: -1 });
    await colleague({ petId: 3, remove: true });
    const before = await list();
    expect(await assistant.failure("change", { changes, confirm })).toBe(
      [
        "plan_changed: Pets 2 and 3 have changed since the preview; nothing was changed.",
        'changed pets, as they are now: [{"petId":2,"quantity":19,"status":"available"},{"petId":3,"quantity":null,"status":null}]',
        "Call again without `confirm` for a new preview, and show it to the user.",
      ].join("\n"),
    );
    expect(await list()).toBe(before);
  });

  test("a new preview shows the pets as they are now, and can be confirmed", async () => {
    const changes = [{ petId: 1, by: -2 }];
    const first = await preview(...changes);
    await colleague({ petId: 1, quantity: 1 });
    expect(await assistant.failure("change", { changes, confirm: first["confirm"] })).toStartWith(
      "plan_changed: Pet 1 has changed since the preview; nothing was changed.",
    );
    expect(await assistant.failure("change", { changes })).toContain("pet 1 has 1, and 2 were asked for");
    await colleague({ petId: 1, quantity: 5 });
    const again = await preview(...changes);
    expect(again["pets"]).toEqual([{ petId: 1, name: "Rex", before: available(5), after: available(3) }]);
    expect(await assistant.call("change", { changes, confirm: again["confirm"] })).toMatchObject({
      updated: 1,
    });
  });

  test("sales of other pets, and a sale that is taken back, do not stop it", async () => {
    const changes = [{ petId: 1, by: -2 }];
    const { confirm } = await preview(...changes);
    await colleague({ petId: 2, by: -1 }, { petId: 1, by: -1 });
    await colleague({ petId: 1, by: 1 });
    expect(await assistant.call("change", { changes, confirm })).toMatchObject({ applied: true, updated: 1 });
    expect(await list()).toContain('{"petId":1,"quantity":8,"status":"available"}');
  });

  test("a new name does not stop a quantity, even beside a label of another pet", async () => {
    const changes = [
      { petId: 1, by: -2 },
      { petId: 2, label: { kind: "cat" } },
    ];
    const { confirm } = await preview(...changes);
    await colleague({ petId: 1, label: { name: "Max" } });
    expect(await assistant.call("change", { changes, confirm })).toMatchObject({ updated: 1, relabelled: 1 });
  });

  test("a sale does not stop a new name, not even of the last one; another name does", async () => {
    const changes = [{ petId: 1, label: { name: "Max" } }];
    const { confirm } = await preview(...changes);
    await colleague({ petId: 1, remove: true });
    expect(await assistant.call("change", { changes, confirm })).toMatchObject({ relabelled: 1, updated: 0 });
    const other = [{ petId: 1, label: { name: "Tim" } }];
    const second = await preview(...other);
    await colleague({ petId: 1, label: { name: "Ada" } });
    const failure = await assistant.failure("change", { changes: other, confirm: second["confirm"] });
    expect(failure).toStartWith("plan_changed: Pet 1 has changed since the preview");
    expect(failure).toContain('"label":{"name":"Ada","kind":"dog",');
  });

  test("of many changed pets the first are named", async () => {
    const pets = Array.from({ length: 23 }, (_, i) => ({ petId: 100 + i, quantity: 1 }));
    await colleague(...pets.map((pet) => ({ ...pet, status: "available", create: true })));
    const changes = pets.map(({ petId }) => ({ petId, by: 1 }));
    const { confirm } = await preview(...changes);
    await colleague(...changes);
    const failure = await assistant.failure("change", { changes, confirm });
    expect(failure).toContain("117, 118, 119, and 3 more have changed since the preview");
    expect(failure).toContain("(the first 20 of 23)");
  });

  test("a clerk's preview and confirmation have the same promise", async () => {
    const clerkKey = await database.makeKey("--name", "clerk", "--role", "clerk");
    await using clerk = await Assistant.start({ url: service.url, key: clerkKey, transport });
    const changes = [{ petId: 1, by: -2 }];
    const first = await clerk.call("change", { changes });
    expect(first["pets"]).toEqual([{ petId: 1, name: "Rex", before: available(10), after: available(8) }]);
    await colleague({ petId: 1, by: -1 });
    expect(await clerk.failure("change", { changes, confirm: first["confirm"] })).toStartWith(
      "plan_changed: ",
    );
    expect(await clerk.confirmed("change", { changes })).toMatchObject({ applied: true, updated: 1 });
  });

  // A gateway sees the requests of the process; those over HTTP stay within the service.
  if (transport === "http") return;

  test("a preview of 100 pets is one dry run, and its confirmation one request", async () => {
    await using gateway = await Gateway.before(service);
    await using direct = await Assistant.start({ url: gateway.url, key });
    const requests = () =>
      gateway.requests.splice(0).map(({ method, path, search }) => [method, path, search]);
    const changes = Array.from({ length: 100 }, (_, i) => ({
      petId: 200 + i,
      quantity: i,
      status: "available",
      create: true,
    }));
    await direct.call("list");
    requests();
    const { confirm, pets } = await direct.call("change", { changes });
    expect(pets.map(({ petId }: { petId: number }) => petId)).toEqual(changes.map(({ petId }) => petId));
    expect(requests()).toEqual([
      ["POST", "/admin/v1/revisions", "?dryRun=true&preview=100"],
      // For the names.
      ["GET", "/admin/v1/changes", expect.stringContaining("since=")],
    ]);
    expect(await direct.call("change", { changes, confirm })).toMatchObject({ created: 100 });
    expect(requests()).toEqual([["POST", "/admin/v1/revisions", ""]]);
  });

  test("if the history does not go back to the preview, the answer says so", async () => {
    await using gateway = await Gateway.before(service);
    await using direct = await Assistant.start({ url: gateway.url, key });
    const changes = [{ petId: 1, by: -2 }];
    const { confirm } = await direct.call("change", { changes });
    // Without pets, as after a restore of a backup.
    gateway.next(refuse("plan_changed"));
    expect(await direct.failure("change", { changes, confirm })).toBe(
      "plan_changed: The history does not go back to the preview any more; nothing was changed.\n" +
        "Call again without `confirm` for a new preview, and show it to the user.",
    );
  });
});
