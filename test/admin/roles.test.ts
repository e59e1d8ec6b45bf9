// Every operation of the Admin API with every role, on both engines: admin.yaml says which role an operation needs. A lower role
// gets 403, which names both roles, and changes nothing; without a key it is 401.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { adminApiDocument } from "../../src/contract/document.ts";
import { includesRole, type Role, ROLES } from "../../src/inventory/role.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer, Asked } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

interface Operation {
  readonly id: string;
  readonly role: Role | "none";
  readonly method: string;
  readonly path: string;
}

const OPERATIONS: readonly Operation[] = Object.entries(
  (adminApiDocument() as unknown as { paths: Record<string, Record<string, Record<string, unknown>>> }).paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: String(operation["operationId"]),
    role: operation["x-role"] as Role | "none",
    method: method.toUpperCase(),
    path,
  })),
);

interface Example {
  /** The effect of the request, beside the operation's name. */
  readonly what?: string;
  /** Needed for this request, where it is more than the operation's role. */
  readonly role?: Role;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  /** To a key with the role: status and code. */
  readonly answer: string;
}

const JSON_TYPE = "application/json";
const changes = (...each: readonly object[]) => JSON.stringify({ reason: "counted", changes: each });
const changeSet = (what: string, role: Role, change: object): Example => ({
  what,
  role,
  path: "/revisions?dryRun=true",
  type: JSON_TYPE,
  body: changes({ petId: 1, quantity: 6 }, change),
  answer: "200",
});

/** A valid request for each operation. An operation of admin.yaml that is not here fails. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  getMe: [{ path: "/me", answer: "200" }],
  listEntries: [{ path: "/inventory?code=7", answer: "200" }],
  getEntry: [{ path: "/inventory/1", answer: "200" }],
  listChanges: [{ path: "/changes", answer: "200" }],
  listRevisions: [{ path: "/revisions", answer: "200" }],
  applyChangeSet: [
    changeSet("sets a quantity", "clerk", { petId: 2, quantity: 1 }),
    changeSet("adjusts a quantity", "clerk", { petId: 2, by: 1 }),
    changeSet("sets a status", "manager", { petId: 2, status: "sold" }),
    changeSet("creates a pet", "manager", { petId: 3, quantity: 1, status: "available", create: true }),
    changeSet("removes a pet", "manager", { petId: 2, remove: true }),
    changeSet("changes a label", "manager", { petId: 2, label: { name: "Luna" } }),
    changeSet("changes a label beside a quantity", "manager", { petId: 2, by: 1, label: null }),
    changeSet("adjusts a quantity while its label is as expected", "clerk", { petId: 2, by: 1, ifLabel: {} }),
    {
      what: "imports rows",
      role: "manager",
      path: "/revisions?dryRun=true",
      type: "text/csv",
      body: "petId,quantity,status\n1,7,available\n",
      answer: "200",
    },
  ],
  undoRevision: [{ path: "/revisions/1/undo?dryRun=true", answer: "200" }],
  listMovements: [{ path: "/movements", answer: "200" }],
  getTotals: [{ path: "/totals", answer: "200" }],
  listLabels: [{ path: "/labels", answer: "200" }],
  putLabels: [
    { path: "/labels", type: JSON_TYPE, body: '{"labels":[{"petId":1,"name":"Luna"}]}', answer: "200" },
  ],
  listKeys: [{ path: "/keys", answer: "200" }],
  createKey: [{ path: "/keys", type: JSON_TYPE, body: '{"name":"new","role":"reader"}', answer: "201" }],
  rotateKey: [{ path: "/keys/unknown/rotate", answer: "404 key_not_found" }],
  renewLink: [{ path: "/keys/unknown/link", answer: "404 key_not_found" }],
  revokeKey: [{ path: "/keys/unknown", answer: "404 key_not_found" }],
  listHooks: [{ path: "/hooks", answer: "200" }],
  createHook: [
    {
      path: "/hooks",
      type: JSON_TYPE,
      body: '{"name":"new","url":"https://erp.example/","events":["low"]}',
      answer: "201",
    },
  ],
  updateHook: [{ path: "/hooks/unknown", type: JSON_TYPE, body: "{}", answer: "404 hook_not_found" }],
  deleteHook: [{ path: "/hooks/unknown", answer: "404 hook_not_found" }],
  testHook: [{ path: "/hooks/unknown/test", answer: "404 hook_not_found" }],
  rotateHook: [{ path: "/hooks/unknown/rotate", answer: "404 hook_not_found" }],
  signIn: [
    {
      path: "/sign-in",
      type: JSON_TYPE,
      body: '{"code":"0123456789abcdefghijkl"}',
      answer: "404 link_not_found",
    },
  ],
};

interface Row extends Example {
  readonly name: string;
  readonly method: string;
  /** The role of the operation, and of this request. */
  readonly least: Role;
  readonly needed: Role;
}

const ROWS: readonly Row[] = OPERATIONS.flatMap(({ id, role, method }) =>
  // An operation without a role needs no key (below).
  (role === "none" ? [] : (EXAMPLES[id] ?? [])).map((example) => ({
    ...example,
    method,
    name: [id, example.what].filter(Boolean).join(" "),
    least: role as Role,
    needed: example.role ?? (role as Role),
  })),
);

type Caller = Role | "no key";

/** For each request and caller, status and code of the answer. */
const TABLE: readonly (readonly [name: string, caller: Caller, answer: string, Row])[] = ROWS.flatMap((row) =>
  (["no key", ...ROLES] as const).map((caller) => [row.name, caller, answerTo(row, caller), row] as const),
);

function answerTo({ needed, answer }: Row, caller: Caller): string {
  if (caller === "no key") return "401 missing_api_key";
  return includesRole(caller, needed) ? answer : "403 insufficient_role";
}

test("every operation of admin.yaml has a role and an example at its address", () => {
  for (const { id, role, path } of OPERATIONS) {
    expect([...ROLES, "none"]).toContain(role);
    const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
    expect([id, EXAMPLES[id]?.length ?? 0]).not.toEqual([id, 0]);
    for (const example of EXAMPLES[id]!) {
      expect(example.path).toMatch(address);
      if (role !== "none") expect(includesRole(example.role ?? role, role)).toBe(true);
    }
  }
});

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,5,available", "2,0,sold"));
  const service = await database.serve();
  const made = ROLES.map(async (role) => [
    role,
    await database.makeKey("--name", `the ${role}`, "--role", role),
  ]);
  const keys = Object.fromEntries(await Promise.all(made));

  const send = ({ method, path, body, type }: Row, key?: string): Promise<Answer> => {
    const asked: Asked = {
      ...(key !== undefined && { key }),
      ...(type !== undefined && { headers: { "Content-Type": type } }),
      ...(body !== undefined && { body }),
    };
    return service.ask(method, `/admin/v1${path}`, asked);
  };
  const keyOf = (caller: Caller) => (caller === "no key" ? undefined : keys[caller]);

  test.each(TABLE)("%s, %s: %s", async (_, caller, expected, row) => {
    const { status, code, text, json } = await send(row, keyOf(caller));
    expect({ answer: [status, code].filter(Boolean).join(" "), text }).toEqual({ answer: expected, text });
    if (status !== 403) return;
    const { message } = json as { message: string };
    expect(message).toContain(
      // The operation's own role is checked first.
      `needs the role ${includesRole(caller as Role, row.least) ? row.needed : row.least}; the API key "the ${caller}" has the role ${caller}`,
    );
  });

  test.each(["no key", ...ROLES] as const)("signIn, %s: needs no key", async (caller) => {
    const [example] = EXAMPLES["signIn"]!;
    const row = { ...example!, name: "signIn", method: "POST", least: "reader", needed: "reader" } as const;
    const { status, code } = await send(row, keyOf(caller));
    expect([status, code].join(" ")).toBe(row.answer);
  });

  test("the role is checked before anything else of a request, and a refused request changes nothing", async () => {
    const state = async () => {
      const { csv, history, keys: list } = await database.state();
      const labels = await service.ask("GET", "/admin/v1/labels", { key: keys.admin });
      return [csv, history, list.length, labels.text];
    };
    const before = await state();
    for (const [, caller, expected, row] of TABLE.filter(([, , each]) => !each.startsWith("2"))) {
      if (expected.startsWith("404 ")) continue;
      for (const each of [row, { ...row, path: `${row.path.replace(/\?.*/, "")}?nonsense=1`, body: "{" }]) {
        // A GET has no body; the role of a change set depends on its changes.
        if (each !== row && (row.method === "GET" || row.role !== undefined)) continue;
        const { status, code } = await send(each, keyOf(caller));
        expect([status, code].join(" ")).toBe(expected);
      }
    }
    expect(await state()).toEqual(before);
  });

  test.each(ROLES)("listInventory, %s: 200", async (role) => {
    expect((await service.list(keys[role])).status).toBe(200);
  });

  test.each([
    ["reader", "403 read_only_api_key"],
    ["clerk", "200"],
    ["manager", "200"],
    ["admin", "200"],
  ] as const)("updateInventory, %s: %s", async (role, expected) => {
    const { status, code } = await service.update(keys[role], 1, 5);
    expect([status, code].filter(Boolean).join(" ")).toBe(expected);
  });
});
