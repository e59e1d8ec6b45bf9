// The till: each sale reaches the inventory exactly once, whatever is lost, and a refused one holds up no other.

import { expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { Gateway, loseAnswer, page } from "../client/gateway.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(60_000);

const LARGE = "9223372036854775807";
const ROWS = ["1,10,available", "2,1,available", `${LARGE},5,available`];

test("sales made offline are applied once each, despite lost answers, a kill and a refusal", async () => {
  await using service = await TestService.start({ rows: ROWS });
  await using gateway = await Gateway.before(service);
  using till = await Integration.of(service, "till.mjs", { role: "clerk", url: gateway.url });
  for (const sale of [["1", "2"], ["2", "3"], [LARGE, "4"], ["1"]]) await till.output("sell", ...sale);
  // A power cut during a sale: it was not confirmed, and the next one begins its own line.
  appendFileSync(till.folder.file("sales.ndjson"), '{"id":"cut o');
  await till.output("sell", "1", "3");

  // The first sale is applied; its answer arrives only after the kill.
  let isApplied = false;
  gateway.next(async (pass) => {
    await pass();
    isApplied = true;
    await killed.exited;
    return new Response();
  });
  const killed = till.spawn(["send"]);
  await until("the first sale to be applied", () => isApplied);
  killed.kill("SIGKILL");
  await killed.exited;

  gateway.next(loseAnswer, page(502));
  expect(await till.output("send")).toContain("5 sales are sent, 1 of them refused");
  expect(await stock(service)).toEqual(["1,4,available", "2,1,available", `${LARGE},1,available`]);
  expect(await Bun.file(till.folder.file("refused.ndjson")).json()).toMatchObject({ petId: "2", sold: 3 });
  expect(await till.output("send")).toContain("5 sales are sent");
  expect(await stock(service)).toContain("1,4,available");
});

test("a sale whose first attempt is older than its key is looked up in the ledger", async () => {
  await using service = await TestService.start({ rows: ROWS });
  using till = await Integration.of(service, "till.mjs", { role: "clerk" });
  await till.output("sell", "1", "2");
  await till.output("send");
  const { id } = await Bun.file(till.folder.file("sales.ndjson")).json();
  await Bun.write(till.folder.file("sent.json"), JSON.stringify({ sent: 0, triedAt: 1 }));
  await Bun.write(
    till.folder.file("sales.ndjson"),
    `${JSON.stringify({ id, petId: "1", sold: 2, at: "2026-01-01T00:00:00Z" })}\n`,
  );
  await till.output("send");
  expect(await stock(service)).toContain("1,8,available");
});

async function stock(service: TestService): Promise<string[]> {
  return (await service.command("export")).trim().split("\n").slice(1);
}
