// A request for a new key that is sent again with its Idempotency-Key makes no second one, on both engines: it learns which key it has made.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import type { Answer, TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

const KEYS = "/admin/v1/keys";
const TILL = { name: "till", role: "clerk" };

interface Made {
  readonly id: string;
  readonly key: string;
}

describe.each(ENGINES)("%s", (engine) => {
  test("a repeated creation and a repeated rotation say which key they have made", async () => {
    await using database = await EngineDatabase.of(engine, "1,5,available");
    await using service = await database.serve();
    const admin = await service.makeKey("--role", "admin");
    const create = (body: object, name = "a") => ask(service, admin, KEYS, name, body);
    const made = (await create(TILL)).json as unknown as Made;
    const again = await create(TILL);
    expect([again.status, again.code]).toEqual([409, "key_made"]);
    expect(again.json).toMatchObject({ keyId: made.id });
    expect(again.text).not.toContain(made.key);
    expect((await create({ ...TILL, role: "reader" })).code).toBe("idempotency_mismatch");
    const rotate = (id: string, name = "b") => ask(service, admin, `${KEYS}/${id}/rotate?overlap=1h`, name);
    const successor = (await rotate(made.id)).json as unknown as Made;
    expect((await rotate(made.id)).json).toMatchObject({ code: "key_made", keyId: successor.id });
    expect((await rotate(successor.id)).code).toBe("idempotency_mismatch");
    // Another key's requests are others, and so are those without a key.
    const other = (await create({ name: "Ana", role: "admin" }, "c")).json as unknown as Made;
    expect((await ask(service, other.key, KEYS, "a", TILL)).status).toBe(201);
    expect((await ask(service, admin, KEYS, undefined, TILL)).status).toBe(201);
    expect(await namesOf(service, admin)).toEqual(["Ana", "test", "till", "till", "till", "till"]);
  });

  test("of two requests at once one makes the key", async () => {
    await using database = await EngineDatabase.of(engine, "1,5,available");
    await using service = await database.serve();
    const admin = await service.makeKey("--role", "admin");
    const answers = await Promise.all([1, 2, 3].map(() => ask(service, admin, KEYS, "a", TILL)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await namesOf(service, admin)).toEqual(["test", "till"]);
  });
});

function ask(
  service: TestService,
  key: string,
  path: string,
  idempotencyKey: string | undefined,
  body?: object,
): Promise<Answer> {
  const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  return service.ask("POST", path, { key, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function namesOf(service: TestService, key: string): Promise<string[]> {
  const { json } = await service.ask("GET", KEYS, { key });
  return (json as unknown as { keys: { name: string }[] }).keys.map(({ name }) => name).toSorted();
}
