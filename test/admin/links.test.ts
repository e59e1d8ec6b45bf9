// Sign-in links over HTTP, on both engines, with two servers on one database: a code is good once, in time, on any server; nothing
// but the exchange makes the key, and neither code nor key is anywhere else.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isWellFormedKey } from "../../src/keys/format.ts";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer, TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const KEYS = "/admin/v1/keys";
const SIGN_IN = "/admin/v1/sign-in";
const JSON_BODY = { "Content-Type": "application/json" };
const CODE = /^[0-9A-Za-z]{22}$/;

interface Link {
  readonly id: string;
  readonly code: string;
  readonly expiresAt: string | null;
  readonly link: { readonly expiresAt: string; readonly openedAt: string | null };
}

function present(service: TestService, code: string, query = ""): Promise<Answer> {
  const body = JSON.stringify({ code });
  return service.ask("POST", SIGN_IN + query, { headers: JSON_BODY, body });
}

const verdict = ({ status, code }: Answer): string => [status, code].filter(Boolean).join(" ");
const keyIn = ({ json }: Answer): string => (json as unknown as { key: string }).key;

describe.each(ENGINES)("%s:", async (engine) => {
  const database = shared(await EngineDatabase.of(engine, "1,5,available"));
  const [here, elsewhere] = await Promise.all([database.serve(), database.serve()]);
  const admin = await database.makeKey("--role", "admin", "--name", "first");

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    here.ask(method, `${KEYS}${path}`, {
      key: admin,
      ...(body !== undefined && { headers: JSON_BODY, body: JSON.stringify(body) }),
    });
  const make = async (more: object = {}): Promise<Link> => {
    const answer = await ask("POST", "", { name: "Ana", role: "manager", linkValidFor: "15m", ...more });
    expect(answer.status).toBe(201);
    return answer.json as unknown as Link;
  };
  const recordOf = async (wanted: string) => {
    const { keys } = (await ask("GET", "")).json as unknown as { keys: Link[] };
    return keys.find(({ id }) => id === wanted)!;
  };
  const spanOf = ({ link }: Link, from: number) => Date.parse(link.expiresAt) - from;

  test("a link's code becomes a key that works at once on every server, and then no more", async () => {
    const before = Date.now();
    const made = await make({ account: "shop" });
    expect(made).not.toHaveProperty("key");
    expect(made.code).toMatch(CODE);
    expect(made.link.openedAt).toBeNull();
    expect(spanOf(made, before)).toBeGreaterThanOrEqual(900_000);
    const answer = await present(elsewhere, made.code);
    const { id } = made;
    const owner = { id, name: "Ana", account: "shop", role: "manager", expiresAt: null };
    expect(answer.json).toEqual({ ...owner, key: expect.any(String) });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const key = keyIn(answer);
    expect(isWellFormedKey(key)).toBe(true);
    for (const service of [elsewhere, here]) expect((await service.list(key)).status).toBe(200);
    const { openedAt } = (await recordOf(id)).link;
    expect(Date.parse(openedAt!)).toBeGreaterThanOrEqual(before);
    for (const service of [elsewhere, here]) {
      const again = await present(service, made.code);
      expect(verdict(again)).toBe("409 link_opened");
      expect(again.text).toContain(openedAt!);
      expect(again.text).not.toContain(key);
    }
    expect((await here.list(key)).status).toBe(200);
  });

  test("neither the code nor an invented key signs in before the exchange", async () => {
    const { code } = await make();
    expect(verdict(await here.list(code))).toBe("401 invalid_api_key");
    expect(verdict(await present(here, admin.slice(0, 22).replace("_", "0")))).toBe("404 link_not_found");
  });

  test("with dryRun the code says whose it is, and stays good", async () => {
    const { id, code } = await make({ role: "reader", expiresIn: "90d" });
    const { expiresAt } = await recordOf(id);
    for (const service of [here, elsewhere, here]) {
      const { json } = await present(service, code, "?dryRun=true");
      expect(json).toEqual({ id, name: "Ana", account: "default", role: "reader", expiresAt, key: null });
    }
    expect((await recordOf(id)).link.openedAt).toBeNull();
    expect((await present(here, code)).status).toBe(200);
    expect(verdict(await present(here, code, "?dryRun=true"))).toBe("409 link_opened");
  });

  test("of many browsers on two servers that open a link at the same time, one gets a key", async () => {
    for (let round = 0; round < 3; round++) {
      const { code } = await make();
      const services = [here, elsewhere, here, elsewhere, here, elsewhere];
      const answers = await Promise.all(services.map((service) => present(service, code)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won.length).toBe(1);
      expect((await here.list(keyIn(won[0]!))).status).toBe(200);
      for (const each of answers) if (each !== won[0]) expect(verdict(each)).toBe("409 link_opened");
    }
  });

  test("a late code is refused, and a new link can be made", async () => {
    const { id, code } = await make({ linkValidFor: "1s" });
    await until(
      "the link has expired",
      async () => (await present(here, code, "?dryRun=true")).status !== 200,
    );
    for (const service of [here, elsewhere])
      expect(verdict(await present(service, code))).toBe("410 link_expired");
    const answer = await ask("POST", `/${id}/link?validFor=1h`);
    const renewed = answer.json as unknown as Link;
    expect([answer.status, renewed.id]).toEqual([201, id]);
    expect(spanOf(renewed, Date.now())).toBeGreaterThan(3_000_000);
    expect(verdict(await present(here, code))).toBe("404 link_not_found");
    expect((await present(here, renewed.code)).status).toBe(200);
  });

  test("a new link stops the former one at once, on every server", async () => {
    const { id, code } = await make();
    expect((await present(elsewhere, code, "?dryRun=true")).status).toBe(200);
    const renewed = (await ask("POST", `/${id}/link`)).json as unknown as Link;
    expect(renewed.code).not.toBe(code);
    expect(verdict(await present(elsewhere, code))).toBe("404 link_not_found");
    expect((await present(elsewhere, renewed.code)).status).toBe(200);
  });

  test("a withdrawn link is refused on every server, and gets no new one", async () => {
    const { id, code } = await make();
    expect((await ask("DELETE", `/${id}`)).status).toBe(200);
    for (const service of [here, elsewhere])
      expect(verdict(await present(service, code))).toBe("410 link_withdrawn");
    expect(verdict(await ask("POST", `/${id}/link`))).toBe("409 key_inactive");
  });

  test("an opened key gets no new link, and neither does one that was made without", async () => {
    const { id, code } = await make();
    await present(here, code);
    const plain = (await ask("POST", "", { name: "till", role: "clerk" })).json as unknown as Link;
    for (const each of [id, plain.id])
      expect(verdict(await ask("POST", `/${each}/link`))).toBe("409 key_in_use");
    expect(verdict(await ask("POST", "/unknown/link"))).toBe("404 key_not_found");
  });

  test("a link ends with its key", async () => {
    const { link, expiresAt } = await make({ expiresIn: "10s", linkValidFor: "7d" });
    expect(link.expiresAt).toBe(expiresAt!);
  });

  test.each(["0s", "8d", "168h1", "soon", "1"])("a link is not valid for %p", async (linkValidFor) => {
    const body = { name: "Ana", role: "clerk", linkValidFor };
    expect(verdict(await ask("POST", "", body))).toBe("400 invalid_field");
    const { id } = await make();
    expect(verdict(await ask("POST", `/${id}/link?validFor=${linkValidFor}`))).toBe("400 invalid_query");
    expect(verdict(await ask("POST", `/${id}/rotate?linkValidFor=${linkValidFor}`))).toBe(
      "400 invalid_query",
    );
  });

  test("a rotation with a link keeps the old key, and the new one is made when the link is opened", async () => {
    const old = keyIn(await ask("POST", "", { name: "till", role: "clerk" }));
    const { keys } = (await ask("GET", "")).json as unknown as { keys: (Link & { name: string })[] };
    const { id } = keys.findLast(({ name, link }) => name === "till" && link === null)!;
    const { json, status } = await ask("POST", `/${id}/rotate?linkValidFor=15m`);
    const successor = json as unknown as Link;
    expect([status, (successor as unknown as { replaces: string }).replaces]).toEqual([201, id]);
    expect(verdict(await ask("POST", `/${successor.id}/rotate`))).toBe("409 key_inactive");
    const key = keyIn(await present(here, successor.code));
    for (const each of [old, key]) expect((await here.list(each)).status).toBe(200);
  });

  test("the last admin key is not replaced by a link", async () => {
    const { keys } = (await ask("GET", "")).json as unknown as { keys: (Link & { name: string })[] };
    const { id } = keys.find(({ name }) => name === "first")!;
    expect(verdict(await ask("POST", `/${id}/rotate?linkValidFor=15m`))).toBe("409 last_admin_key");
  });

  test.each([
    ["", "400 invalid_json"],
    ["[]", "400 invalid_json"],
    ["{}", "400 invalid_field"],
    ['{"code":12}', "400 invalid_field"],
    ['{"code":null}', "400 invalid_field"],
    ['{"code":""}', "400 invalid_field"],
    ['{"code":"0123456789abcdefghijk"}', "400 invalid_field"],
    ['{"code":"0123456789abcdefghij\\u0000k"}', "400 invalid_field"],
    ['{"code":"0123456789abcdefghij\'k"}', "400 invalid_field"],
    ['{"code":"0123456789abcdefghijkl","code":"0123456789abcdefghijkl"}', "400 duplicate_field"],
    ['{"code":"0123456789abcdefghijkl","key":"x"}', "400 unknown_field"],
    ['{"code":"0123456789abcdefghijkl"}', "404 link_not_found"],
    [`{"code":"${"x".repeat(2_000)}"}`, "413 body_too_large"],
  ])("the body %p gets %s", async (body, expected) => {
    expect(verdict(await here.ask("POST", SIGN_IN, { headers: JSON_BODY, body }))).toBe(expected);
  });

  test("the code is not taken from the query, and no other type of body is read", async () => {
    const { code } = await make();
    expect(verdict(await here.ask("POST", `${SIGN_IN}?code=${code}`))).toBe("400 invalid_query");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const form = await here.ask("POST", SIGN_IN, { headers, body: `code=${code}` });
    expect(verdict(form)).toBe("415 unsupported_media_type");
    expect((await present(here, code)).status).toBe(200);
  });
});
