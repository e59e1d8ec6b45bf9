// The nightly report: each movement is in exactly one file, also after a kill, and whatever happens while it reads.

import { readdirSync } from "node:fs";
import { expect, setDefaultTimeout, test } from "bun:test";
import { Gateway, page, type Turn } from "../client/gateway.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(60_000);

/** More than one page has. */
const PETS = 2_500;

test("each movement is in exactly one file, despite a kill and a change while the ledger is read", async () => {
  const rows = Array.from({ length: PETS }, (_, index) => `${index},1,available`);
  await using service = await TestService.start({ rows });
  const key = await service.makeKey("--role", "manager");
  await using gateway = await Gateway.before(service);
  using report = await Integration.of(service, "report.mjs", { role: "reader", url: gateway.url });

  const killed = report.spawn();
  const { promise: isKilled, resolve: release } = Promise.withResolvers<void>();
  gateway.next(
    (pass) => pass(),
    async (pass) => {
      await isKilled;
      return pass();
    },
  );
  await until("the first page of movements to be asked for", () => gateway.requests.length === 2);
  killed.kill("SIGKILL");
  await killed.exited;
  release();
  expect(files(report)).toEqual([]);

  await service.update(key, 7, 3);
  const pass: Turn = (forward) => forward();
  // The newest revision; then a page of a proxy, and the ledger, which breaks off in the first run.
  gateway.next(pass, page(502), async (forward) => {
    const text = await (await forward()).text();
    const headers = { "Content-Type": "application/x-ndjson" };
    return new Response(text.slice(0, -9), { headers });
  });
  const failed = report.spawn();
  expect(await failed.exited).not.toBe(0);
  expect(files(report)).toEqual([]);
  gateway.next(pass, async (forward) => {
    const answer = await forward();
    await service.update(key, 8, 4, { "Petstock-Note": "a%2C%22b%22" });
    return answer;
  });
  expect(await report.output()).toContain(`movements-1-2.csv: ${PETS + 1} movements`);
  expect(await report.output()).toContain("movements-3-3.csv: 1 movements");
  expect(await report.output()).toContain("nothing has happened since revision 3");

  expect(files(report)).toEqual(["movements-1-2.csv", "movements-3-3.csv"]);
  const texts = await Promise.all(files(report).map((name) => Bun.file(report.folder.file(name)).text()));
  const reported = texts.flatMap((text) => text.trim().split("\n").slice(1));
  expect(
    reported
      .map((row) =>
        row
          .replace(/,[^,]*/, "")
          .split(",")
          .slice(0, 4)
          .join(),
      )
      .toSorted(),
  ).toEqual([...rows.map((_, index) => `1,${index},,1`), "2,7,1,3", "3,8,1,4"].toSorted());
  expect(texts[1]).toContain(',8,1,4,available,available,update,"a,""b""",key:test\n');
});

function files({ folder }: Integration): string[] {
  return readdirSync(folder.path)
    .filter((name) => name.endsWith(".csv"))
    .toSorted();
}
