// Metrics of limited resources: disk, write-ahead log, backups, certificates, keys.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { statfsSync, statSync } from "node:fs";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { CertificateFolder, pemOf, TRUSTED } from "./certificates.ts";

setDefaultTimeout(60_000);

const ROWS = Array.from({ length: 1_000 }, (_, petId) => `${petId},0,available`);
const DAY_S = 86_400;

describe("on SQLite", () => {
  test("sizes are those of the files, and free space is that of the file system", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const shown = await scrape(service);
    const path = service.databasePath;
    expect(shown.value("petstock_database_size_bytes")).toBe(statSync(path).size);
    expect(shown.value("petstock_database_wal_size_bytes")).toBe(statSync(`${path}-wal`).size);
    const { bsize, blocks } = statfsSync(path);
    const diskBytes = bsize * blocks;
    expect(shown.value("petstock_disk_size_bytes")).toBe(diskBytes);
    expect(shown.value("petstock_disk_free_bytes")).toBeGreaterThan(0);
    expect(shown.value("petstock_disk_free_bytes")).toBeLessThanOrEqual(diskBytes);
    expect(shown.value("petstock_database_oldest_snapshot_transactions")).toBeNaN();
  });

  test("a held snapshot shows as WAL backlog", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const key = await service.makeKey();
    const backlog = async () => (await scrape(service)).value("petstock_database_wal_backlog_bytes");
    using other = new Database(service.databasePath);
    const writeBack = () => other.query("PRAGMA wal_checkpoint(PASSIVE)").values();
    {
      using reader = new Database(service.databasePath);
      reader.run("BEGIN");
      reader.query("SELECT count(*) FROM inventory").values();
      for (let quantity = 1; quantity <= 20; quantity++) await service.update(key, quantity, quantity);
      writeBack();
      // Each commit rewrites a page of the inventory at least.
      expect(await backlog()).toBeGreaterThan(20 * 4_096);
    }
    // The service may be reading, or storing the key's last use, at any time.
    await until("the log to be written back", async () => {
      writeBack();
      return (await backlog()) === 0;
    });
  });

  test("free pages are counted", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const unused = async () => (await scrape(service)).value("petstock_database_unused_bytes");
    expect(await unused()).toBe(0);
    using other = new Database(service.databasePath);
    other.run("DELETE FROM inventory");
    expect(await unused()).toBeGreaterThan(4_096);
  });

  test("idempotency records of all API keys are counted", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const records = async () => (await scrape(service)).value("petstock_idempotency_records");
    expect(await records()).toBe(0);
    for (const key of [await service.makeKey(), await service.makeKey("--account", "harbour")]) {
      for (let round = 1; round <= 3; round++) {
        await service.update(key, round, round, { "Idempotency-Key": `update-${round}` });
      }
    }
    expect(await records()).toBe(6);
  });

  test("the last backup is 0 at first, then the time of the last successful one", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const lastBackup = async () => (await scrape(service)).value("petstock_last_backup_timestamp_seconds");
    expect(await lastBackup()).toBe(0);
    const before = Date.now() / 1_000;
    const file = service.folder.file("a.backup");
    const backUp = ["backup", file, "--database", service.databaseUrl];
    await petstockOrThrow(backUp);
    const first = await lastBackup();
    expect(first).toBeGreaterThanOrEqual(Math.floor(before));
    expect(first).toBeLessThanOrEqual(Date.now() / 1_000);
    // The file exists, so this backup fails.
    expect(petstockOrThrow(backUp)).rejects.toThrow("exists already");
    expect(await lastBackup()).toBe(first);
  });
});

describe("on PostgreSQL", () => {
  test("a held snapshot shows as transactions, and values of the server's host are unknown", async () => {
    await using database = await makeDatabase(await sharedServer());
    await using service = await TestService.start({ database: database.url, rows: ROWS, args: WITH_METRICS });
    const key = await service.makeKey();
    const lag = async () => (await scrape(service)).value("petstock_database_oldest_snapshot_transactions");
    {
      await using _ = await database.transaction(
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM inventory",
      );
      for (let quantity = 1; quantity <= 50; quantity++) await service.update(key, 1, quantity);
      expect(await lag()).toBeGreaterThanOrEqual(50);
    }
    await service.update(key, 1, 51, { "Idempotency-Key": "update-51" });
    await database.run("ANALYZE idempotency_record");
    const shown = await scrape(service);
    expect(shown.value("petstock_idempotency_records")).toBe(1);
    expect(shown.value("petstock_database_size_bytes")).toBeGreaterThan(1e6);
    for (const name of ["petstock_disk_free_bytes", "petstock_last_backup_timestamp_seconds"]) {
      expect(shown.value(name)).toBeNaN();
    }
  });
});

describe("expiry", () => {
  test("the earliest expiry of the API keys in use is shown", async () => {
    await using service = await TestService.start({ rows: ROWS, args: WITH_METRICS });
    const expiry = async () => (await scrape(service)).value("petstock_api_key_expiry_timestamp_seconds");
    await service.makeKey("--expires", "1d");
    const [soon, later] = [
      await service.makeKey("--expires", "5d"),
      await service.makeKey("--expires", "90d"),
    ];
    expect(await expiry()).toBeNaN();
    await service.list(later);
    expect(await expiry()).toBeGreaterThan(Date.now() / 1_000 + 89 * DAY_S);
    await service.list(soon);
    const first = await expiry();
    expect(first).toBeGreaterThan(Date.now() / 1_000 + 4 * DAY_S);
    expect(first).toBeLessThan(Date.now() / 1_000 + 5 * DAY_S + 1);
  });

  test("the expiry is that of the certificate in use", async () => {
    using files = new CertificateFolder(pemOf("expired"));
    await using service = await TestService.start({
      args: [...files.args, ...WITH_METRICS],
      trusted: TRUSTED,
    });
    const expiry = async () => (await scrape(service)).value("petstock_certificate_expiry_timestamp_seconds");
    expect(await expiry()).toBe(Date.parse("2020-02-01T00:00:00Z") / 1_000);
    await using plain = await TestService.start({ args: WITH_METRICS });
    expect((await scrape(plain)).value("petstock_certificate_expiry_timestamp_seconds")).toBeNaN();
  });
});
