// Settings: an invalid value is refused before anything else happens, and the message names its source.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Config, readSetting, SETTINGS } from "../../src/config.ts";
import { petstock, PROGRAM } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

/** For each setting: accepted values up to both bounds, and values that are refused. */
const VALUES: Readonly<
  Record<keyof Config, { good: readonly string[]; bad: readonly [string, string, ...string[]] }>
> = {
  database: {
    good: [
      "sqlite:pets.db",
      "sqlite:///var/pets.db",
      "postgres://ada:hunter2@db:5432,db2/pets?prepare=false",
    ],
    bad: [
      "sqlite::memory:",
      "postgres://ada:hunter2@/pets",
      "postgres://db/pets?sslmode=on",
      "postgres://db/pets?sslmode=verify-full&sslrootcert=/no/such/file",
      "sqlite:",
      "pets.db",
      "SQLITE:pets.db",
    ],
  },
  storeName: {
    good: ["North", 'Zoo "Müller" \\ <b>', "חנות 1", "a".repeat(64), "none of these"],
    bad: ["a\tb", "\u001b[31mred", "North\u202e", " North", "a".repeat(65), "\u3164", ""],
  },
  host: {
    good: ["0.0.0.0", "::1", "localhost"],
    bad: ["http://127.0.0.1", "a b", "", "::zz", "127.0.0.1:80"],
  },
  port: { good: ["0", "65535"], bad: ["70000", "abc", "65536", "-1", "80.5", "0x50", " 80"] },
  logLevel: { good: ["debug", "error"], bad: ["loud", "INFO"] },
  logFormat: { good: ["auto", "json", "pretty"], bad: ["xml", "JSON"] },
  queueLimit: { good: ["1", "1000000"], bad: ["0", "1000001", "many", "1e3"] },
  idempotencyLimit: { good: ["1", "1000000000"], bad: ["0", "1000000001", "off", "1e6"] },
  streamsLimit: { good: ["0", "2000", "1000000"], bad: ["off", "-1", "1000001", "1e3"] },
  keyDownloadsLimit: { good: ["1", "100", "1000000"], bad: ["0", "off", "1000001", "1e3"] },
  keyStreamsLimit: { good: ["0", "100", "1000000"], bad: ["off", "-1", "1000001", "1e3"] },
  lockTimeoutMs: { good: ["1ms", "60s", "1m"], bad: ["5", "0ms", "61s", "2m", "-5s", "1.5s", "5 s"] },
  shutdownDelayMs: { good: ["0s", "300s", "5m"], bad: ["5", "-1s", "301s", "6m", "0"] },
  metricsAddress: {
    good: ["off", ":9464", "127.0.0.1:0", "[::1]:65535", "metrics.example:9464"],
    bad: [
      "9464",
      "127.0.0.1",
      "on",
      "127.0.0.1:65536",
      "::1:9464",
      "http://127.0.0.1:9464",
      "[:::1]:9464",
      "[127.0.0.1]:9464",
      "a b:1",
      ":",
      "",
    ],
  },
  shutdownTimeoutMs: { good: ["1ms", "1h"], bad: ["5", "0s", "61m", "2h"] },
  tlsCert: { good: ["cert.pem", "/etc/petstock/cert.pem"], bad: ["", "/etc/petstock/"] },
  tlsKey: { good: ["key.pem"], bad: ["", "/etc/petstock/"] },
  rateLimit: {
    good: ["1/s", "6000/m", "1000000/h"],
    bad: ["100", "0/s", "1000001/s", "1/d", "1.5/s", "-1/s", " 1/s", "100/s/s"],
  },
  refusalLimit: { good: ["1/s", "100/m"], bad: ["on", "0/m"] },
  connectionsLimit: { good: ["1", "1000000"], bad: ["0", "1000001", "100/s"] },
  requestsLimit: { good: ["1", "1000000"], bad: ["0", "1000001", "100/s"] },
  hookNetworks: {
    good: ["10.0.0.0/8,127.0.0.0/8", "::1"],
    bad: ["10.0.0.0/33", "erp.example", "private", "10.0.0.0/8,"],
  },
  trustedProxies: {
    good: ["10.0.0.0/8", "192.0.2.7,::1, fd00::/8", "::ffff:10.0.0.1"],
    bad: ["10.0.0.0/33", "proxy.example", "fd00::/129", "10.0.0", "10.0.0.0/8,,::1", "10.0.0.0/"],
  },
  corsOrigins: {
    good: ["*", "https://shop.example", "http://localhost:3000, https://shop.example"],
    bad: [
      "shop.example",
      "https://shop.example/",
      "https://*.shop.example",
      "HTTPS://shop.example",
      "https://shop.example:443",
      "*,https://shop.example",
      "null",
      "file://",
    ],
  },
};

const NAMES = Object.keys(SETTINGS) as (keyof Config)[];

describe("an invalid setting ends with 2 and one line that names its source", () => {
  test.each(NAMES)("%s", async (name) => {
    using folder = new TemporaryFolder();
    const { flag, env } = SETTINGS[name];
    const [flagValue, envValue] = VALUES[name].bad;
    const [byFlag, byEnvironment] = await Promise.all([
      petstock(["serve", flag, flagValue], { cwd: folder.path }),
      petstock(["serve"], { cwd: folder.path, env: { [env]: envValue } }),
    ]);
    expectRefusal(byFlag, { exitCode: 2, words: [`petstock: ${flag}: `] });
    expectRefusal(byEnvironment, { exitCode: 2, words: [`petstock: ${env}: `] });
    expect(readdirSync(folder.path)).toEqual([]);
    // The address of a database may hold a password, so it is not repeated.
    if (name === "database") return expect(byEnvironment.stderr).not.toContain("hunter2");
    expect(byFlag.stderr).toContain(JSON.stringify(flagValue));
    expect(byEnvironment.stderr).toContain(JSON.stringify(envValue));
  });

  test.each(NAMES)("%s is accepted up to its bounds, and not beyond", (name) => {
    const { flag, env } = SETTINGS[name];
    for (const value of VALUES[name].good) {
      const byFlag = readSetting(name, value, {});
      expect(byFlag).toEqual(readSetting(name, undefined, { [env]: value }));
      expect(byFlag).not.toBeUndefined();
    }
    for (const value of VALUES[name].bad) {
      expect(() => readSetting(name, value, {})).toThrow(`${flag}: `);
      if (value !== "") expect(() => readSetting(name, undefined, { [env]: value })).toThrow(`${env}: `);
    }
  });

  test("on every command that has the setting", async () => {
    using folder = new TemporaryFolder();
    const commands = ["verify", "set 1 --quantity 1", "keys revoke x"];
    const finished = await Promise.all(
      commands.map((command) =>
        petstock([...command.split(" "), "--lock-timeout", "5"], { cwd: folder.path }),
      ),
    );
    for (const each of finished) expectRefusal(each, { exitCode: 2, words: ['--lock-timeout: "5"'] });
  });
});

describe("where a setting comes from", () => {
  test("the flag takes precedence over the environment, even over an invalid value", async () => {
    using inventory = await Inventory.of("1,2,sold");
    const env = { DATABASE_URL: "postgres://db/pets", PETSTOCK_LOCK_TIMEOUT: "never" };
    const flags = ["--database", inventory.url, "--lock-timeout", "1s"];
    const { stdout } = await inventory.runOrThrow(["export", ...flags], { env });
    expect(stdout).toBe("petId,quantity,status\n1,2,sold\n");
  });

  test("an empty variable counts as unset", async () => {
    using folder = new TemporaryFolder();
    const finished = await petstock(["verify"], { cwd: folder.path, env: { DATABASE_URL: "", PORT: "" } });
    expectRefusal(finished, { exitCode: 1, words: ["data/petstock.db"] });
  });

  test("a variable of another command's setting is not read", async () => {
    using inventory = await Inventory.of("1,2,sold");
    await inventory.runOrThrow(["verify"], { env: { PORT: "abc", PETSTOCK_LOG_LEVEL: "loud" } });
  });

  test("a .env file is not read", async () => {
    using folder = new TemporaryFolder();
    await Bun.write(folder.file(".env"), "DATABASE_URL=sqlite:from-dotenv.db\n");
    const { stderr, exitCode } = await fromClone(["verify"], folder.path);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("data/petstock.db");
    expect(stderr).not.toContain("from-dotenv");
  });
});

test("only the default database's folder is created, and only by commands that may create a database", async () => {
  using folder = new TemporaryFolder();
  const refused = await petstock(["verify"], { cwd: folder.path });
  expectRefusal(refused, { exitCode: 1, words: ["data/petstock.db"] });
  expect(readdirSync(folder.path)).toEqual([]);
  const made = await petstock(["set", "1", "--quantity", "1", "--create"], { cwd: folder.path });
  expect(made.exitCode).toBe(0);
  expect(existsSync(folder.file("data/petstock.db"))).toBe(true);
});

/** Runs bin/petstock, which makes the runtime ignore .env files. */
async function fromClone(
  args: readonly string[],
  cwd: string,
): Promise<{ exitCode: number; stderr: string }> {
  const launcher = [join(import.meta.dir, "../../bin/petstock")];
  const command = process.env["PETSTOCK"] ? PROGRAM : launcher;
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd };
  const child = Bun.spawn([...command, ...args], { cwd, env, stdout: "ignore", stderr: "pipe" });
  const [stderr, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  return { exitCode, stderr };
}
