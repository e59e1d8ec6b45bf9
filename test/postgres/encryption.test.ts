// An encrypted connection whose certificate becomes invalid: the server counts as unavailable, and no defect is logged.

import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { petstock } from "../support/petstock.ts";
import { makeDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { endure } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const CERTIFICATES = join(import.meta.dir, "../http/certificates");
const TRUSTED = `sslmode=verify-full&sslrootcert=${join(CERTIFICATES, "first.pem")}`;

/** The certificate that the server shows from its next connection on. */
async function show(server: PostgresServer, name: "first" | "second"): Promise<void> {
  const { uid, gid } = statSync(server.path);
  for (const [from, to] of [
    [`${name}.pem`, "server.crt"],
    [`${name}-key.pem`, "server.key"],
  ] as const) {
    const path = join(server.path, to);
    copyFileSync(join(CERTIFICATES, from), path);
    chownSync(path, uid, gid);
    chmodSync(path, 0o600);
  }
  await server.run("ALTER SYSTEM SET ssl = 'on'");
  await server.run("SELECT pg_reload_conf()");
}

test("while the certificate is invalid requests are answered 503", async () => {
  await using server = await PostgresServer.start();
  await show(server, "first");
  const urlOf = ({ url }: { url: string }) => `${url}?${TRUSTED}`;
  await endure("certificate not trusted", { server, urlOf }, async ({ load, service, database }) => {
    await show(server, "second");
    await database.endSessions();
    await load.untilSeen("unavailable", 40);
    await until("the loss to be logged", () => service.log.find(({ msg }) => msg === "database_lost"));
    await show(server, "first");
    return performance.now();
  });
});

test("a command reports in one line that the certificate is not trusted", async () => {
  await using server = await PostgresServer.start();
  await show(server, "second");
  await using database = await makeDatabase(server);
  const url = `${database.url}?${TRUSTED}`;
  await until("the server to encrypt", async () => {
    const { stderr } = await petstock(["verify", "--database", url]);
    return stderr.includes("certificate");
  });
  const { exitCode, stderr } = await petstock(["verify", "--database", url]);
  expect({ exitCode, lines: stderr.trim().split("\n").length }).toEqual({ exitCode: 1, lines: 1 });
  expect(stderr).toContain("the server's certificate is not trusted");
  expect(stderr).toContain("sslrootcert=FILE");
  expect(stderr).toContain("127.0.0.1");
});
