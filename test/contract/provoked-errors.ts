// Requests to a real service that are answered with an error, by code: what the examples of the contracts must say.

import { HOOKS_MAX } from "../../src/inventory/hook.ts";
import { HeldLock } from "../http/held-lock.ts";
import { until } from "../support/until.ts";
import type { Answer, TestService } from "../support/service.ts";

/** Settings of the service that the requests need. */
export const ERROR_SERVICE = {
  rows: ["734980,12,available", "305144,0,sold"],
  args: ["--rate-limit", "100/m", "--requests-limit", "1", "--lock-timeout", "1s"],
};

export interface Keys {
  readonly admin: string;
  readonly clerk: string;
  readonly reader: string;
}

export async function makeKeys(service: TestService): Promise<Keys> {
  const make = (role: string, name: string) => service.makeKey("--name", name, "--role", role);
  const [admin, clerk, reader] = await Promise.all([
    make("admin", "office"),
    make("clerk", "till-3"),
    make("reader", "window-display"),
  ]);
  return { admin, clerk, reader };
}

/** Gives the response; throws where it does not conform to its contract. */
export type Provoke = (service: TestService, keys: Keys) => Promise<Answer>;

const JSON_BODY = { "Content-Type": "application/json" };
const PET = "/v1/inventory/734980";

/** An update of a pet with another body or other headers. */
function patch(body: string, headers: Readonly<Record<string, string>> = {}, path = PET): Provoke {
  return (service, { clerk: key }) =>
    service.ask("PATCH", path, { key, body, headers: { ...JSON_BODY, ...headers } });
}

const UPDATE = '{"quantity": 12}';

/** Errors that are the same in both contracts. */
export const COMMON_ERRORS: Readonly<Record<string, Provoke>> = {
  missing_api_key: (service) => service.ask("GET", "/v1/inventory"),
  invalid_api_key: (service) => service.ask("GET", "/v1/inventory", { key: "petstock_mistyped" }),
  uri_too_long: (service, { reader: key }) =>
    service.ask("GET", `/v1/inventory?${"a".repeat(9_000)}`, { key }),
  headers_too_large: (service, { reader }) => service.list(reader, { "X-Note": "a".repeat(20_000) }),
  rate_limited: async (service) => {
    const key = await service.makeKey("--name", "till-3", "--role", "reader");
    for (;;) {
      // All at once: on a busy machine the limit would let one after another pass.
      const answers = await Promise.all(Array.from({ length: 150 }, () => service.list(key)));
      const refused = answers.find(({ code }) => code === "rate_limited");
      if (refused !== undefined) return refused;
    }
  },
  overloaded: async (service, { clerk }) => {
    using _ = new HeldLock(service);
    const update = () => service.update(clerk, 305144, 1);
    // One of them takes the only place until the lock timeout; on a busy machine perhaps one after another.
    for (;;) {
      const answers = await Promise.all([update(), update()]);
      const refused = answers.find(({ code }) => code === "overloaded");
      if (refused !== undefined) return refused;
    }
  },
  unavailable: async (service, { clerk }) => {
    using _ = new HeldLock(service);
    // Awaited here: the lock is released at the end.
    return await service.update(clerk, 734980, 11);
  },
};

/** By the name of the example: a code with several messages has several examples. */
export const V1_ERRORS: Readonly<Record<string, Provoke>> = {
  invalid_json: patch(""),
  missing_quantity: patch("{}"),
  invalid_quantity: patch('{"quantity": -1}'),
  unknown_field: patch('{"quantity": 12, "status": "sold"}'),
  duplicate_field: patch('{"quantity": 12, "quantity": 13}'),
  invalid_pet_id: patch(UPDATE, {}, "/v1/inventory/Rex"),
  invalid_header: patch(UPDATE, { "If-Match": "12-available" }),
  invalid_header_of_list: (service, { reader }) => service.list(reader, { "If-None-Match": "42" }),
  invalid_query: (service) => service.ask("GET", "/readyz?exclude=disk"),
  read_only_api_key: (service, { reader }) => service.update(reader, 734980, 12),
  pet_not_found: patch(UPDATE, {}, "/v1/inventory/7"),
  route_not_found: (service, { reader: key }) => service.ask("GET", "/v1/pets", { key }),
  method_not_allowed: (service, { reader: key }) => service.ask("DELETE", PET, { key }),
  precondition_failed: patch(UPDATE, { "If-Match": '"1-available"' }),
  list_if_match: (service, { reader: key }) =>
    service.ask("GET", "/v1/inventory", { key, headers: { "If-Match": '"12-available"' } }),
  body_too_large: patch(`{"quantity": 12}${" ".repeat(20_000)}`),
  unsupported_media_type: patch(UPDATE, { "Content-Type": "text/plain" }),
  idempotency_mismatch: async (service, { clerk }) => {
    const once = { "Idempotency-Key": "0b4b5e0c-3c8d-4f57-9d0a-0f6d6e3a1c55" };
    await service.update(clerk, 734980, 12, once);
    return service.update(clerk, 734980, 13, once);
  },
};

const CHANGES = "/admin/v1/revisions";
const NOWHERE = 'W/"42-1f0c9be2a7d34c55"';

/** A change set of `changes`, with other members. */
function changeSet(changes: readonly object[], more: object = {}): Provoke {
  return (service, { clerk: key }) =>
    service.ask("POST", CHANGES, { key, headers: JSON_BODY, body: JSON.stringify({ changes, ...more }) });
}

const keysBody = (body: string): Provoke => {
  return (service, { admin: key }) =>
    service.ask("POST", "/admin/v1/keys", { key, headers: JSON_BODY, body });
};

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Provoke => {
  return (service, { reader: key }) => service.ask("GET", `/admin/v1${path}`, { key, headers });
};

const present = (code: string, query = ""): Provoke => {
  return (service) =>
    service.ask("POST", `/admin/v1/sign-in${query}`, { headers: JSON_BODY, body: JSON.stringify({ code }) });
};

async function makeLink(service: TestService, keys: Keys, linkValidFor = "15m") {
  const body = JSON.stringify({ name: "Ana", role: "clerk", linkValidFor });
  return (await keysBody(body)(service, keys)).json as unknown as { id: string; code: string };
}

export const ADMIN_ERRORS: Readonly<Record<string, Provoke>> = {
  invalid_json: keysBody(""),
  unknown_field: keysBody('{"name": "till-4", "role": "clerk", "color": "red"}'),
  duplicate_field: keysBody('{"name": "till-4", "name": "till-5", "role": "clerk"}'),
  invalid_field: keysBody('{"name": "till-4", "role": "cashier"}'),
  invalid_pet_id: get("/inventory/Rex"),
  invalid_changes: changeSet([
    { petId: 734980, quantity: 12 },
    { petId: 7, quantity: 1 },
  ]),
  invalid_header: get("/inventory/734980", { "If-None-Match": "12-available" }),
  invalid_query: get("/revisions?limit=0"),
  insufficient_role: async (service, { clerk: key }) =>
    service.ask("PUT", "/admin/v1/labels", { key, headers: JSON_BODY, body: '{"labels":[]}' }),
  pet_not_found: get("/inventory/7"),
  revision_not_found: (service, { admin: key }) => service.ask("POST", `${CHANGES}/9999/undo`, { key }),
  key_not_found: (service, { admin: key }) => service.ask("DELETE", "/admin/v1/keys/k7Qm2xW9", { key }),
  link_not_found: present("0123456789abcdefghijkl"),
  link_opened: async (service, keys) => {
    const { code } = await makeLink(service, keys);
    await present(code)(service, keys);
    return present(code)(service, keys);
  },
  link_expired: async (service, keys) => {
    const { code } = await makeLink(service, keys, "1s");
    const isOver = async () => (await present(code, "?dryRun=true")(service, keys)).status !== 200;
    await until("the link has expired", isOver);
    return present(code)(service, keys);
  },
  link_withdrawn: async (service, keys) => {
    const { id, code } = await makeLink(service, keys);
    await service.ask("DELETE", `/admin/v1/keys/${id}`, { key: keys.admin });
    return present(code)(service, keys);
  },
  key_in_use: async (service, { admin: key }) => {
    const id = await idOfKey(service, key, "till-8");
    return service.ask("POST", `/admin/v1/keys/${id}/link`, { key });
  },
  route_not_found: get("/pets"),
  method_not_allowed: (service, { admin: key }) => service.ask("DELETE", "/admin/v1/labels", { key }),
  changed_since: async (service, keys) => {
    await changeSet([{ petId: 734980, by: 1 }])(service, keys);
    await changeSet([{ petId: 734980, by: -1 }])(service, keys);
    const revision = await newestRevision(service, keys);
    return service.ask("POST", `${CHANGES}/${revision - 1}/undo`, { key: keys.admin });
  },
  changed_since_position: async (service, keys) => {
    const { headers } = await service.list(keys.reader);
    const since = encodeURIComponent(headers.get("ETag")!);
    await changeSet([{ petId: 734980, by: 1 }])(service, keys);
    await changeSet([{ petId: 734980, by: -1 }])(service, keys);
    return service.ask("POST", `${CHANGES}?ifUnchangedSince=${since}`, {
      key: keys.admin,
      headers: { "Content-Type": "text/csv" },
      body: "petId,quantity,status\n734980,12,available\n",
    });
  },
  key_inactive: async (service, { admin: key }) => {
    const id = await idOfKey(service, key, "till-9");
    await service.ask("DELETE", `/admin/v1/keys/${id}`, { key });
    return service.ask("POST", `/admin/v1/keys/${id}/rotate`, { key });
  },
  last_admin_key: async (service, { admin: key }) => {
    const { json } = await service.ask("GET", "/admin/v1/keys", { key });
    const { keys } = json as unknown as { keys: { id: string; name: string }[] };
    return service.ask("DELETE", `/admin/v1/keys/${keys.find(({ name }) => name === "office")!.id}`, { key });
  },
  insufficient_stock: changeSet([{ petId: 734980, by: -13 }]),
  key_made: async (service, { admin: key }) => {
    const headers = { ...JSON_BODY, "Idempotency-Key": "9a4f8f10-2f0b-4b5e-8f27-0c1d1a6a7b11" };
    const body = JSON.stringify({ name: "till-7", role: "clerk" });
    const create = () => service.ask("POST", "/admin/v1/keys", { key, headers, body });
    await create();
    return create();
  },
  hook_not_found: (service, { admin: key }) => service.ask("DELETE", "/admin/v1/hooks/h4Kx9mPq", { key }),
  hook_limit: async (service, { admin: key }) => {
    const body = JSON.stringify({ name: "ERP", url: "https://erp.example/", events: ["low"] });
    const create = () => service.ask("POST", "/admin/v1/hooks", { key, headers: JSON_BODY, body });
    for (let n = 0; n < HOOKS_MAX; n += 1) await create();
    return create();
  },
  position_gone: get(`/changes?since=${encodeURIComponent(NOWHERE)}`),
  plan_changed: async (service, { admin: key }) => {
    const ask = (query: string, quantity: number, headers = {}) =>
      service.ask("POST", `${CHANGES}${query}`, {
        key,
        headers: { ...JSON_BODY, ...headers },
        body: JSON.stringify({ changes: [{ petId: 734980, quantity }] }),
      });
    await ask("", 12);
    const { json } = await ask("?dryRun=true&preview=1", 20);
    await ask("", 13);
    const { plan } = json as unknown as { plan: string };
    const refused = await ask("", 20, { "If-Match": plan });
    await ask("", 12);
    return refused;
  },
  precondition_failed: changeSet([{ petId: 734980, quantity: 13, ifMatch: '"14-available"' }]),
  read_if_match: (service, { reader: key }) =>
    service.ask("GET", "/admin/v1/inventory/734980", { key, headers: { "If-Match": '"0-sold"' } }),
  labels_changed: (service, { admin: key }) =>
    service.ask("PUT", "/admin/v1/labels", {
      key,
      headers: { ...JSON_BODY, "If-Match": '"2839113042"' },
      body: '{"labels":[]}',
    }),
  body_too_large: keysBody(`{}${" ".repeat(20_000)}`),
  unsupported_media_type: (service, { clerk: key }) =>
    service.ask("POST", CHANGES, { key, headers: { "Content-Type": "text/plain" }, body: "12" }),
  idempotency_mismatch: async (service, keys) => {
    const send = (by: number) =>
      service.ask("POST", CHANGES, {
        key: keys.clerk,
        headers: { ...JSON_BODY, "Idempotency-Key": "8d1f2a34-65c7-4c1e-9f02-3b7a64d0e911" },
        body: JSON.stringify({ changes: [{ petId: 305144, by }] }),
      });
    await send(0);
    return send(1);
  },
};

async function newestRevision(service: TestService, { reader: key }: Keys): Promise<number> {
  const { json } = await service.ask("GET", "/admin/v1/revisions?limit=1", { key });
  return Number((json as unknown as { revisions: { revision: number }[] }).revisions[0]!.revision);
}

async function idOfKey(service: TestService, key: string, name: string): Promise<string> {
  const body = JSON.stringify({ name, role: "clerk" });
  const { json } = await service.ask("POST", "/admin/v1/keys", { key, headers: JSON_BODY, body });
  return (json as unknown as { id: string }).id;
}
