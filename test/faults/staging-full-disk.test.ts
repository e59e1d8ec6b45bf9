// A disk that is full of staged rows: the change set is refused as not applied, nothing else is affected, and the room is free again.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { MountedDisk } from "../support/mounted-disk.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

/** The rows below need more in their temporary table. */
const DISK_BYTES = 4 * 1024 * 1024;
const ROWS = 300_000;
/** Their changes, too. */
const LABELS = 200_000;

const reason = await MountedDisk.obstacle();
if (reason !== undefined) console.warn(`A full disk for staged rows is not tried: ${reason}`);

describe.if(reason === undefined)("while the disk for temporary files is full", () => {
  test("rows are refused with 503, updates and small sets go on, and nothing of the rows is applied", async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    await using service = await TestService.start({
      rows: ["1,1,available"],
      args: WITH_METRICS,
      env: { SQLITE_TMPDIR: disk.folder.path },
    });
    const key = await service.makeKey("--role", "manager");
    const send = (rows: readonly string[]) =>
      service.ask("POST", "/admin/v1/revisions", {
        key,
        headers: { "Content-Type": "text/csv" },
        body: ["petId,quantity", ...rows].join("\n"),
      });
    const many = Array.from({ length: ROWS }, (_, i) => `${i + 2},${i}`);
    // More often than there are places for uploads.
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { status, code, headers, text } = await send(many);
      expect([status, code, headers.get("Retry-After")]).toEqual([503, "unavailable", "1"]);
      expect(text).toContain("The disk for temporary files is full; nothing was changed. Send fewer rows");
      expect((await service.update(key, 1, attempt)).status).toBe(200);
    }
    const failed = 'petstock_requests_failed_total{reason="temporary_full"}';
    expect((await scrape(service)).value(failed)).toBe(3);
    expect((await service.list(key)).text).toBe('[{"petId":1,"quantity":3,"status":"available"}]');
    expect((await send(["1,7", "2,2"])).json).toMatchObject({ created: 1, updated: 1 });
  });

  test("an undo of many labels is refused with 503, changes nothing, and works once there is room", async () => {
    await using disk = await MountedDisk.make(16 * DISK_BYTES);
    await using service = await TestService.start({ env: { SQLITE_TMPDIR: disk.folder.path } });
    const key = await service.makeKey("--role", "manager");
    const body = [
      "petId,name",
      ...Array.from({ length: LABELS }, (_, i) => `${i + 1},Rex the ${i + 1}th`),
    ].join("\n");
    const headers = { "Content-Type": "text/csv" };
    const imported = await service.ask("POST", "/admin/v1/revisions", { key, headers, body });
    expect(imported.json).toMatchObject({ relabelled: LABELS, revision: 1 });
    disk.fill();
    const undo = () => service.ask("POST", "/admin/v1/revisions/1/undo", { key });
    const { status, code } = await undo();
    expect([status, code]).toEqual([503, "unavailable"]);
    const cause = "the temporary file (SQLITE_TMPDIR names its folder): the disk is full";
    // The log's line may arrive after the response.
    const failure = await until("the failure in the log", () =>
      service.log.find(({ msg }) => msg === "request_failed"),
    );
    expect(failure["cause"]).toContain(cause);
    disk.free();
    expect((await undo()).json).toMatchObject({ relabelled: LABELS, revision: 2 });
  });
});
