// Petstock-Reason and Petstock-Note: why an update was made, as the ledger keeps it; a wrong header changes nothing.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { ledgerOf } from "./ledger.ts";

setDefaultTimeout(60_000);

/** The quantity of pet 1. */
let quantity = 5;

const service = shared(
  await TestService.start({ rows: ["1,5,available", "2,5,available", "3,5,available"] }),
);
const key = await service.makeKey();

test.each([
  [{ "Petstock-Reason": "damaged" }, { reason: "damaged", note: null }],
  [{ "Petstock-Note": "shelf%203" }, { reason: "update", note: "shelf 3" }],
  [
    { "Petstock-Reason": "counted", "Petstock-Note": encodeURIComponent("Regal 3, Käfig „Ω“ 🐈") },
    { reason: "counted", note: "Regal 3, Käfig „Ω“ 🐈" },
  ],
  [{ "Petstock-Note": "🐈".repeat(200).replace(/./gu, encodeURIComponent) }, { note: "🐈".repeat(200) }],
])("an update with %j is in the ledger with %j", async (headers, expected) => {
  quantity += 1;
  expect((await service.update(key, 1, quantity, headers)).status).toBe(200);
  expect((await ledgerOf(service, 1)).at(-1)).toMatchObject({ after: { quantity }, ...expected });
});

test.each([
  ["Petstock-Reason", "update", "must be one of received, returned, sold"],
  ["Petstock-Reason", "Sold", "must be one of"],
  ["Petstock-Reason", "", "must be one of"],
  ["Petstock-Note", "", "must have at least 1 character"],
  ["Petstock-Note", "x".repeat(201), "must have at most 200 characters; it has 201"],
  ["Petstock-Note", "100%", "percent-encode"],
  ["Petstock-Note", "%C3%28", "percent-encode"],
  ["Petstock-Note", "%ED%A0%80", "percent-encode"],
  ["Petstock-Note", "Käfig", "percent-encode"],
  ["Petstock-Note", "a%00b", "control character"],
  ["Petstock-Note", "a%0Ab", "control character"],
  ["Petstock-Note", "a%E2%80%AEb", "invisible character"],
  ["Petstock-Note", "a%E2%80%8Bb", "invisible character"],
])("%s: %s is refused, and nothing changes", async (name, value, words) => {
  const before = await ledgerOf(service);
  const answer = await service.update(key, 2, 77, { [name]: value });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ code: "invalid_header" });
  expect(JSON.parse(answer.text).message).toContain(`${name} `);
  expect(JSON.parse(answer.text).message).toContain(words);
  expect(await ledgerOf(service)).toEqual(before);
});

test("a note with an API key is refused", async () => {
  const answer = await service.update(key, 2, 78, { "Petstock-Note": `key%20${key}` });
  expect(answer.text).toContain("must not be stored");
  expect(answer.text).not.toContain(key);
});

test("the note belongs to the request of an Idempotency-Key", async () => {
  const once = { "Idempotency-Key": "with-note", "Petstock-Note": "one" };
  expect((await service.update(key, 3, 9, once)).status).toBe(200);
  expect((await service.update(key, 3, 9, once)).headers.get("Idempotency-Replayed")).toBe("true");
  expect((await service.update(key, 3, 9, { ...once, "Petstock-Note": "two" })).status).toBe(422);
  expect((await service.update(key, 3, 9, { "Idempotency-Key": "with-note" })).status).toBe(422);
});
