// petstock keys create --link, keys rotate --link and keys link: a link that signs in once, and its QR code on a terminal.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Context } from "../../src/cli/context.ts";
import { networkUrl, ownUrl } from "../../src/cli/own-address.ts";
import { qrCode } from "../../src/cli/qr-code.ts";
import { codeLink, codeOfLink, isLoopback } from "../../src/sign-in-link.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { petstock } from "../support/petstock.ts";
import { modulesOnTerminal, readQrCode } from "../support/qr-reader.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { expectRefusal } from "./inventory.ts";
import { onTerminal } from "./on-terminal.ts";

setDefaultTimeout(60_000);

const PHONE = "http://192.168.1.7:8080";
const LINK = /https?:\/\/\S+#code=[0-9A-Za-z]{22}/;
const ESCAPE = "\u001b";

const service = shared(await TestService.start({ rows: ["1,1,available"] }));

function create(args: readonly string[], env: Record<string, string> = {}) {
  return petstock(["keys", "create", "--name", "ana", ...args], {
    env: { DATABASE_URL: service.databaseUrl, ...env },
  });
}

/** The answer to the exchange of a link that was printed. */
async function open(printed: string): Promise<{ readonly status: number; readonly key: string }> {
  const body = JSON.stringify({ code: codeOfLink(printed.trimEnd()) });
  const { status, json } = await service.ask("POST", "/admin/v1/sign-in", { body });
  return { status, key: (json as unknown as { key: string }).key };
}

async function keyCount(): Promise<number> {
  const { stdout } = await petstock(["keys", "list", "--json"], {
    env: { DATABASE_URL: service.databaseUrl },
  });
  return JSON.parse(stdout).length;
}

describe("the link", () => {
  test("is alone on stdout, holds no key, and gives one that works, once", async () => {
    const { stdout, stderr, exitCode } = await create(["--link", "https://petstock.example"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${LINK.source}\n$`));
    expect(stdout).toStartWith("https://petstock.example/#code=");
    expect(stderr).toMatch(
      /^Key \w{12} \(default\/ana, clerk, never expires\)\. This link signs one browser in with it, once, until [^\n]+:\n$/,
    );
    expect(stderr).not.toContain(codeOfLink(stdout.trimEnd())!);
    const { key } = await open(stdout);
    expect((await service.update(key, 1, 2)).status).toBe(200);
    expect((await open(stdout)).status).toBe(409);
  });

  test.each<[args: string[], env: Record<string, string>, base: string]>([
    [["--link"], {}, "http://127.0.0.1:8080"],
    [["--link"], { PORT: "8123", PETSTOCK_HOST: "10.1.2.3" }, "http://10.1.2.3:8123"],
    [["--link"], { PETSTOCK_HOST: "::1", PETSTOCK_TLS_CERT: "cert.pem" }, "https://[::1]:8080"],
    [["--link", `${PHONE}/`], { PORT: "8123" }, PHONE],
  ])("with %j and %j leads to %s", async (args, env, base) => {
    const { stdout } = await create(args, env);
    expect(stdout).toStartWith(`${base}/#code=`);
  });

  test("of a remote service leads to its address, or to the one that is given", async () => {
    const env = { PETSTOCK_API_KEY: await service.makeKey("--role", "admin"), DATABASE_URL: "" };
    const [own, given] = [
      await create(["--url", service.url, "--link"], env),
      await create(["--url", service.url, "--link", PHONE], env),
    ];
    expect(own.stdout).toStartWith(`${service.url}/#code=`);
    expect(given.stdout).toStartWith(`${PHONE}/#code=`);
    for (const { stdout } of [own, given])
      expect((await service.list((await open(stdout)).key)).status).toBe(200);
  });

  test("is a member of --json, without a key and hashes", async () => {
    const { stdout, stderr } = await create(["--link", PHONE, "--json", "--role", "manager"]);
    const created = JSON.parse(stdout);
    expect(created).toEqual({
      id: expect.stringMatching(/^\w{12}$/),
      account: "default",
      name: "ana",
      role: "manager",
      createdAt: expect.any(Number),
      createdBy: { actor: CLI_ACTOR, keyId: null },
      replaces: null,
      expiresAt: null,
      revokedAt: null,
      revokedBy: null,
      lastUsedAt: null,
      link: {
        expiresAt: created.createdAt + 900_000,
        openedAt: null,
        url: expect.stringMatching(new RegExp(`^${LINK.source}$`)),
      },
    });
    expect(stderr).toBe("");
    expect(JSON.parse((await create(["--json"])).stdout)).toMatchObject({
      link: null,
      key: expect.any(String),
    });
  });

  test.each([
    [["--link", "petstock.example"], {}, ["--link", "petstock.example"]],
    [["--link", "http://user:secret@petstock.example"], {}, ["--link", "password"]],
    [["--link"], { PORT: "0" }, ["--link", "PORT=0"]],
    [["--link"], { PORT: "x" }, ["PORT"]],
    [["--link", "--link-valid", "8d"], {}, ["--link-valid", "7d"]],
    [["--link-valid", "1h"], {}, ["--link-valid needs --link"]],
  ])("with %j and %j is refused, and creates no key", async (args, env, words) => {
    const before = await keyCount();
    expectRefusal(await create(args, env as Record<string, string>), { exitCode: 2, words });
    expect(await keyCount()).toBe(before);
  });

  test("says where it does not work, and where others could read the key", async () => {
    const loopback = await create(["--link"]);
    expect(loopback.stderr).toContain("this machine only");
    expect(loopback.stderr).toContain("http://ADDRESS:PORT");
    expect((await create(["--link", PHONE])).stderr).toContain("without TLS");
    const safe = await create(["--link", "https://petstock.example"]);
    expect(safe.stderr).not.toMatch(/this machine only|without TLS/);
    expect(safe.stdout).not.toMatch(/[█▀▄]/);
  });
});

describe("keys link", () => {
  const command = (...args: readonly string[]) =>
    petstock(["keys", ...args], { env: { DATABASE_URL: service.databaseUrl } });

  const idIn = (stderr: string): string => /Key (\w{12})/.exec(stderr)![1]!;

  test("makes a new link for a key that was never opened, and the former one stops", async () => {
    const first = await create(["--link", PHONE, "--link-valid", "1s"]);
    const id = idIn(first.stderr);
    const second = await command("link", id, "https://petstock.example", "--link-valid", "2h");
    expect(second.stdout).toMatch(/^https:\/\/petstock\.example\/#code=\w{22}\n$/);
    expect(second.stderr).toStartWith(
      `Key ${id} has a new link. This link signs one browser in with it, once, until `,
    );
    expect((await open(first.stdout)).status).toBe(404);
    expect((await open(second.stdout)).status).toBe(200);
    expectRefusal(await command("link", id), {
      exitCode: 1,
      words: [id, "exists already", `keys rotate ${id} --link`],
    });
  });

  test("refuses a key that does not exist, or has ended", async () => {
    expectRefusal(await command("link", "nothing"), {
      exitCode: 1,
      words: ['no key "nothing"', "keys list"],
    });
    const id = idIn((await create(["--link", PHONE])).stderr);
    await command("revoke", id);
    expectRefusal(await command("link", id), { exitCode: 1, words: [id, "was revoked on", "keys create"] });
  });

  test("keys rotate --link gives the successor by a link, keys list says what became of it", async () => {
    const made = await create([]);
    const [key, id] = [made.stdout.trim(), idIn(made.stderr)];
    const rotated = await command("rotate", id, "--link", "https://petstock.example");
    expect(rotated.stderr).toMatch(
      / replaces \w{12}, which expires .+ This link signs one browser in with it, once, until /,
    );
    const successor = idIn(rotated.stderr);
    const row = async () =>
      (await command("list")).stdout.split("\n").find((line) => line.startsWith(successor));
    expect(await row()).toMatch(/ not opened yet .* link until /);
    expectRefusal(await command("rotate", successor), {
      exitCode: 1,
      words: ["never opened", `keys link ${successor}`],
    });
    const opened = await open(rotated.stdout);
    expect(await row()).toMatch(/ active .* link opened on /);
    for (const each of [key, opened.key]) expect((await service.list(each)).status).toBe(200);
  });
});

describe("the QR code on a terminal", () => {
  test.each<[env: Record<string, string>, colored: boolean]>([
    [{ TERM: "xterm-256color" }, true],
    [{ TERM: "xterm-256color", NO_COLOR: "1" }, false],
  ])("with %j reads as the link", async (env, colored) => {
    const text = await createOnTerminal(["--link", PHONE], { env });
    expect(text.includes(ESCAPE)).toBe(colored);
    const [link] = LINK.exec(text)!;
    expect(readQrCode(modulesOnTerminal(text))).toBe(link);
  });

  test("is black on white with a quiet zone, and fits a terminal of 80 columns and 24 lines", async () => {
    const rows = modulesOnTerminal(await createOnTerminal(["--link", PHONE]));
    expect(rows[0]!.length).toBeLessThanOrEqual(80);
    expect(rows.length / 2).toBeLessThanOrEqual(23);
    const border = [
      ...rows.slice(0, 4),
      ...rows.slice(-4),
      ...rows.map((row) => [...row.slice(0, 4), ...row.slice(-4)]),
    ];
    expect(border.flat().some((isDark) => isDark)).toBe(false);
  });

  test("is left out where it cannot be read: a narrow terminal, a link for this machine only", async () => {
    const narrow = await createOnTerminal(["--link", PHONE], { columns: 30 });
    expect(narrow).toContain("too narrow");
    expect(narrow).not.toMatch(/[█▀▄]/);
    const loopback = await createOnTerminal(["--link"]);
    expect(loopback).toMatch(LINK);
    expect(loopback).not.toMatch(/[█▀▄]/);
  });

  test("holds links of any length, and is left out beyond the largest code", () => {
    for (const length of [1, 10, 100, 400]) {
      const link = codeLink(`https://${"a".repeat(length)}.example`, "Z".repeat(22));
      expect({ length, read: readQrCode(modulesOnTerminal(drawn(link)!)) }).toEqual({ length, read: link });
    }
    expect(drawn("a".repeat(3_000))).toBeUndefined();
  });
});

describe("the service's own address", () => {
  const settings = { port: 8080, tlsCert: undefined };

  test("for this machine and for others", () => {
    for (const host of ["0.0.0.0", "::"]) {
      expect(networkUrl({ ...settings, host }, "192.168.1.7")).toBe(PHONE);
      expect(isLoopback(ownUrl({ ...settings, host }))).toBe(true);
    }
    expect(networkUrl({ ...settings, host: "shop" }, "192.168.1.7")).toBe("http://shop:8080");
  });

  test.each([
    ["http://127.0.0.1:8080", true],
    ["http://127.1:80", true],
    ["http://[::1]:8080", true],
    ["http://localhost", true],
    ["http://till.localhost:8080", true],
    ["http://localhost.:8080", true],
    ["http://[::ffff:127.0.0.1]:8080", true],
    ["http://2130706433:8080", true],
    ["http://0.0.0.0:8080", true],
    ["http://[::]:8080", true],
    ["http://[::ffff:192.168.1.7]:8080", false],
    ["http://localhost.example", false],
    ["http://192.168.1.7:8080", false],
    ["https://petstock.example", false],
    ["https://127.0.0.1.example", false],
  ])("%s is on this machine only: %p", (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});

/** Everything that the command writes on its own terminal. */
async function createOnTerminal(
  args: readonly string[],
  { env = {}, columns = 80 }: { env?: Record<string, string>; columns?: number } = {},
): Promise<string> {
  const { text, exitCode } = await onTerminal(["keys", "create", "--name", "ana", ...args], {
    env: { DATABASE_URL: service.databaseUrl, ...env },
    columns,
    rows: 24,
    last: /without TLS|this machine only/,
  });
  expect(exitCode).toBe(0);
  return text;
}

function drawn(text: string): string | undefined {
  const stdout = { isTTY: true } as Context["stdout"];
  return qrCode(text, { env: {}, stdout });
}
