// Every operation of the Admin API with every role, on both engines: admin.yaml says which role an operation needs. A lower role
// gets 403, which names both roles, and changes nothing; without a key it is 401.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { adminApiDocument } from "../../src/contract/document.ts";
import { includesRole, type Role, ROLES } from "../../src/inventory/role.ts";
import { EngineDatabase, type EngineName } from "../cli/engine-database.ts";
import type { Answer, Asked, TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

interface Operation {
  readonly id: string;
  readonly role: Role;
  readonly method: string;
  readonly path: string;
}

const OPERATIONS: readonly Operation[] = Object.entries(
  (adminApiDocument() as unknown as { paths: Record<string, Record<string, Record<string, unknown>>> }).paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: String(operation["operationId"]),
    role: operation["x-role"] as Role,
    method: method.toUpperCase(),
    path,
  })),
);

interface Example {
  /** What it does beside the operation's name. */
  readonly what?: string;
  /** Needed for this request, where it is more than the operation's role. */
  readonly role?: Role;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  /** Of the response to a key with the role. */
  readonly status: number;
}

const JSON_TYPE = "application/json";
const changes = (...each: readonly object[]) => JSON.stringify({ reason: "counted", changes: each });
const changeSet = (what: string, role: Role, change: object): Example => ({
  what,
  role,
  path: "/revisions?dryRun=true",
  type: JSON_TYPE,
  body: changes({ petId: 1, quantity: 6 }, change),
  status: 200,
});

/** A valid request for each operation. An operation of admin.yaml that is not here fails. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  getMe: [{ path: "/me", status: 200 }],
  getEntry: [{ path: "/inventory/1", status: 200 }],
  listChanges: [{ path: "/changes", status: 200 }],
  listRevisions: [{ path: "/revisions", status: 200 }],
  applyChangeSet: [
    changeSet("sets a quantity", "clerk", { petId: 2, quantity: 1 }),
    changeSet("adjusts a quantity", "clerk", { petId: 2, by: 1 }),
    changeSet("sets a status", "manager", { petId: 2, status: "sold" }),
    changeSet("creates a pet", "manager", { petId: 3, quantity: 1, status: "available", create: true }),
    changeSet("removes a pet", "manager", { petId: 2, remove: true }),
    {
      what: "imports rows",
      role: "manager",
      path: "/revisions?dryRun=true",
      type: "text/csv",
      body: "petId,quantity,status\n1,7,available\n",
      status: 200,
    },
  ],
  undoRevision: [{ path: "/revisions/1/undo?dryRun=true", status: 200 }],
  listMovements: [{ path: "/movements", status: 200 }],
  getTotals: [{ path: "/totals", status: 200 }],
  listLabels: [{ path: "/labels", status: 200 }],
  putLabels: [
    { path: "/labels", type: JSON_TYPE, body: '{"labels":[{"petId":1,"name":"Luna"}]}', status: 200 },
  ],
  listKeys: [{ path: "/keys", status: 200 }],
  createKey: [{ path: "/keys", type: JSON_TYPE, body: '{"name":"new","role":"reader"}', status: 201 }],
  rotateKey: [{ path: "/keys/unknown/rotate", status: 404 }],
  revokeKey: [{ path: "/keys/unknown", status: 404 }],
};

interface Row extends Example {
  readonly name: string;
  readonly method: string;
  readonly needed: Role;
}

/** Those that the service has. */
const SERVED = OPERATIONS.filter(({ id }) => id in ADMIN_OPERATIONS);

const ROWS: readonly Row[] = SERVED.flatMap(({ id, role, method }) =>
  (EXAMPLES[id] ?? []).map((example) => ({
    ...example,
    method,
    name: [id, example.what].filter(Boolean).join(" "),
    needed: example.role ?? role,
  })),
);

test("every operation of admin.yaml has a role and an example at its address", () => {
  for (const { id, role, path } of OPERATIONS) {
    expect(ROLES).toContain(role);
    const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
    expect([id, EXAMPLES[id]?.length ?? 0]).not.toEqual([id, 0]);
    for (const example of EXAMPLES[id]!) {
      expect(example.path).toMatch(address);
      expect(includesRole(example.role ?? role, role)).toBe(true);
    }
  }
});

describe.each(["SQLite", "PostgreSQL"] as const)("%s:", (engine) => describeEngine(engine));

function describeEngine(engine: EngineName): void {
  let database: EngineDatabase;
  let service: TestService;
  let keys: Readonly<Record<Role, string>>;

  beforeAll(async () => {
    database = await EngineDatabase.of(engine, "1,5,available", "2,0,sold");
    service = await database.serve();
    const made = ROLES.map(async (role) => [
      role,
      await database.makeKey("--name", `the ${role}`, "--role", role),
    ]);
    keys = Object.fromEntries(await Promise.all(made));
  });

  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
  });

  const send = ({ method, path, body, type }: Row, key?: string): Promise<Answer> => {
    const asked: Asked = {
      ...(key !== undefined && { key }),
      ...(type !== undefined && { headers: { "Content-Type": type } }),
      ...(body !== undefined && { body }),
    };
    return service.ask(method, `/admin/v1${path}`, asked);
  };
  /** What a refused request must not change. */
  const state = () => database.state().then(({ csv, history, keys: list }) => [csv, history, list.length]);

  const allowed = ROWS.flatMap((row) =>
    ROLES.filter((role) => includesRole(role, row.needed)).map((role) => [row.name, role, row] as const),
  );
  test.each(allowed)("%s: a %s may", async (_, role, row) => {
    const { status, text } = await send(row, keys[role]);
    expect({ status, text }).toEqual({ status: row.status, text });
  });

  const refused = ROWS.flatMap((row) =>
    ROLES.filter((role) => !includesRole(role, row.needed)).map(
      (role) => [row.name, role, row.needed, row] as const,
    ),
  );
  test.each(refused)("%s: a %s may not, and is told that it needs a %s", async (_, role, needed, row) => {
    const { status, code, json } = await send(row, keys[role]);
    expect([status, code]).toEqual([403, "insufficient_role"]);
    const { message } = json as { message: string };
    expect(message).toContain(`needs the role ${needed}; the API key "the ${role}" has the role ${role}`);
  });

  test("no refused request has changed anything", async () => {
    const before = await state();
    for (const [, role, , row] of refused) await send(row, keys[role]);
    for (const row of ROWS) await send(row);
    expect(await state()).toEqual(before);
  });

  test.each(ROWS.map((row) => [row.name, row] as const))("%s: nobody may without a key", async (_, row) => {
    const { status, code } = await send(row);
    expect([status, code]).toEqual([401, "missing_api_key"]);
  });

  test.each(ROLES)("listInventory: a %s may", async (role) => {
    expect((await service.list(keys[role])).status).toBe(200);
  });

  test.each(ROLES)("updateInventory: a %s may, unless it is a reader", async (role) => {
    const { status, code } = await service.update(keys[role], 1, 5);
    expect([status, code]).toEqual(role === "reader" ? [403, "read_only_api_key"] : [200, undefined]);
  });
}
