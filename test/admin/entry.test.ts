// GET /admin/v1/inventory/{petId}: one entry, with its tag and revision.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const service = shared(
  await TestService.start({
    rows: ["1,1,available", `${PET_ID_MAX},7,sold`, `${PET_ID_MIN},8,sold`],
  }),
);
const key = await service.makeKey();

function entry(petId: bigint | number | string, headers: Readonly<Record<string, string>> = {}) {
  return service.ask("GET", `/admin/v1/inventory/${petId}`, { key, headers });
}

test.each([
  [PET_ID_MAX, 7],
  [PET_ID_MIN, 8],
])("the entry of pet %p has all digits of its id, its tag and its revision", async (petId, quantity) => {
  const { status, text, headers } = await entry(petId);
  const tag = `"${quantity}-sold"`;
  expect(status).toBe(200);
  expect(text).toBe(
    `{"petId":${petId},"quantity":${quantity},"status":"sold","tag":${JSON.stringify(tag)},"revision":1,"label":null}`,
  );
  expect(headers.get("ETag")).toBe(tag);
});

test("it shows an update at once, and the tag is the one that the update gave", async () => {
  const updated = await service.update(key, 1, 5);
  const { text, headers } = await entry(1);
  expect(JSON.parse(text)).toMatchObject({ quantity: 5, revision: 2 });
  expect(headers.get("ETag")).toBe(updated.headers.get("ETag"));
});

test("with the tag in If-None-Match it is 304, without a body", async () => {
  const tag = (await entry(1)).headers.get("ETag") ?? "";
  for (const held of [tag, `"9-sold", W/${tag}`, "*"]) {
    const { status, text } = await entry(1, { "If-None-Match": held });
    expect([status, text]).toEqual([304, ""]);
  }
  expect((await entry(1, { "If-None-Match": '"9-sold"' })).status).toBe(200);
  expect((await entry(1, { "If-None-Match": "nonsense" })).code).toBe("invalid_header");
});

test("a pet that never was or was removed is not found; what is no id is refused", async () => {
  await petstockOrThrow(["set", "2", "--quantity", "1", "--create", "--database", service.databaseUrl]);
  expect((await entry(2)).status).toBe(200);
  await petstockOrThrow(["remove", "2", "--database", service.databaseUrl]);
  for (const petId of [2, 3]) expect((await entry(petId)).code).toBe("pet_not_found");
  expect((await entry(2, { "If-None-Match": "*" })).code).toBe("pet_not_found");
  for (const petId of ["01", "x", "9223372036854775808"])
    expect((await entry(petId)).code).toBe("invalid_pet_id");
  expect((await entry("1?a=b")).code).toBe("invalid_query");
});
