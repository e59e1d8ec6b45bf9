// https: what the service serves, what it refuses at the start, and how a certificate is renewed without a restart.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createPrivateKey } from "node:crypto";
import { readdirSync } from "node:fs";
import { EventStream } from "../support/event-stream.ts";
import { petstock, petstockProcess } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { agreedCipher, CertificateFolder, pemOf, shownName, TRUSTED } from "./certificates.ts";
import { TlsCaller } from "./tls-caller.ts";

setDefaultTimeout(60_000);

const ROWS = Array.from({ length: 16 }, (_, index) => `${index},0,available`);
/** The previous listener stops two seconds after a renewal. */
const HANDED_OVER_MS = 2_500;
const STRICT = "max-age=31536000";

function eventsOf(service: TestService, event: string) {
  return service.log.filter(({ msg }) => msg === event);
}

function startWith({ args }: CertificateFolder): Promise<TestService> {
  return TestService.start({ rows: ROWS, args, trusted: TRUSTED });
}

describe("with a certificate", () => {
  test("the service serves only https, with Strict-Transport-Security", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    expect(service.url).toStartWith("https://127.0.0.1:");
    const key = await service.makeKey();
    for (const answer of [
      await service.update(key, 1, 7),
      await service.list(key),
      await service.ask("GET", "/v1/inventory"),
      await service.ask("GET", "/nothing"),
      await service.ask("GET", "/livez"),
      await service.ask("GET", "/openapi.json"),
    ]) {
      expect(answer.headers.get("Strict-Transport-Security")).toBe(STRICT);
      expect(answer.headers.has("Connection")).toBe(false);
    }
    const plain = fetch(service.url.replace("https:", "http:") + "/livez").then(({ status }) => status);
    expect(await plain.catch(() => "refused")).toBe("refused");
    expect(await service.stop()).toBe(0);
  });

  test("streams of changes go on over https, also after a renewal of the certificate", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    const key = await service.makeKey();
    const tls = { ca: TRUSTED };
    await using stream = await EventStream.open(service.url, key, { tls });
    await service.update(key, 1, 7);
    await stream.shows(1, 7);
    files.write(pemOf("second"));
    service.signal("SIGHUP");
    await until("the renewal", () => eventsOf(service, "certificate_renewed").length === 1);
    // Longer than the previous listener stays open.
    await Bun.sleep(HANDED_OVER_MS);
    await service.update(key, 1, 8);
    await stream.shows(1, 8);
    expect(await service.stop()).toBe(0);
    await stream.ended();
    expect(stream.state).toBe("complete");
  });

  test.each([
    ["rsa", "ECDHE-RSA"],
    ["first", "ECDHE-ECDSA"],
  ] as const)(
    "%s.pem: TLS 1.2 is spoken with ephemeral keys and authenticated encryption alone",
    async (name, exchange) => {
      using files = new CertificateFolder(pemOf(name));
      await using service = await startWith(files);
      for (const cipher of ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"]) {
        expect(await agreedCipher(service.url, `${exchange}-${cipher}`)).toBe(`${exchange}-${cipher}`);
      }
      // CBC; RSA key exchange, with authenticated encryption and with CBC.
      const weak = [`${exchange}-AES128-SHA`, `${exchange}-AES256-SHA`].concat(
        name === "rsa" ? ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA", "AES256-SHA"] : [],
      );
      for (const cipher of [...weak, weak.join(":")]) {
        expect([cipher, await agreedCipher(service.url, cipher)]).toEqual([
          cipher,
          "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
        ]);
      }
    },
  );

  test("that is not trusted, a client sends no request", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    const answer = fetch(`${service.url}/livez`).then(({ status }) => status);
    expect(await answer.catch((error: { code?: string }) => error.code)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  test("petstock ready uses https: any certificate for its own service, a trusted one for another", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    const env = { PORT: new URL(service.url).port, PETSTOCK_TLS_CERT: files.cert };
    expect(await petstock(["ready"], { env })).toMatchObject({
      exitCode: 0,
      stderr: `${service.url} is ready.\n`,
    });
    const { exitCode, stderr } = await petstock(["ready", "--url", service.url]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `petstock: ${service.url} is not ready: DEPTH_ZERO_SELF_SIGNED_CERT\n`,
    });
  });

  test("that has expired, the service starts with a warning", async () => {
    using files = new CertificateFolder(pemOf("expired"));
    await using service = await startWith(files);
    expect(eventsOf(service, "certificate_expires")).toMatchObject([
      { level: "warn", expires: "2020-02-01T00:00:00.000Z" },
    ]);
    expect(await shownName(service.url).catch((error: { code?: string }) => error.code)).toBe(
      "CERT_HAS_EXPIRED",
    );
  });

  test("a second service on its port is refused like any other", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    const { port } = new URL(service.url);
    const database = `sqlite:${files.folder.file("second.db")}`;
    for (const args of [files.args, []]) {
      const second = await petstockProcess(["serve", "--port", port, "--database", database, ...args]);
      expect(second.exitCode).toBe(1);
      expect(second.stderr).toContain(`petstock: port ${port} of 127.0.0.1 is taken by another program`);
    }
    expect((await service.ask("GET", "/livez")).status).toBe(200);
  });
});

test("without a certificate there is no Strict-Transport-Security", async () => {
  await using service = await TestService.start();
  expect((await service.ask("GET", "/livez")).headers.has("Strict-Transport-Security")).toBe(false);
});

describe("refused at the start, with exit code 2 and one line with the reason, without side effects:", () => {
  const first = pemOf("first");
  const locked = createPrivateKey(first.key)
    .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "petstock" })
    .toString();

  test.each([
    ["no such certificate", { key: first.key }, "cert.pem cannot be read: there is no such file"],
    ["no such key", { cert: first.cert }, "key.pem cannot be read: there is no such file"],
    ["a certificate that is none", { cert: "hello", key: first.key }, "cert.pem contains no PEM certificate"],
    ["the two mixed up", { cert: first.key, key: first.cert }, "cert.pem contains no PEM certificate"],
    ["a key that is none", { cert: first.cert, key: first.cert }, "key.pem contains no PEM private key"],
    [
      "another's key",
      { cert: first.cert, key: pemOf("second").key },
      "does not belong to the first certificate",
    ],
    ["a key with a passphrase", { cert: first.cert, key: locked }, "key.pem is encrypted"],
  ])("%s", async (_, pem, words) => {
    using data = new TemporaryFolder();
    using files = new CertificateFolder(pem);
    const { exitCode, stderr } = await petstock(["serve", ...files.args], { cwd: data.path });
    expect([exitCode, stderr.trim().split("\n").length]).toEqual([2, 1]);
    expect(stderr).toStartWith("petstock: --tls-cert and --tls-key: ");
    expect(stderr).toContain(words);
    expect(readdirSync(data.path)).toEqual([]);
  });

  test("certificate without key, or key without certificate", async () => {
    using files = new CertificateFolder(first);
    for (const half of [files.args.slice(0, 2), files.args.slice(2)]) {
      const { exitCode, stderr } = await petstock(["serve", ...half]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("set both or neither");
    }
  });
});

describe("a certificate that is renewed", () => {
  test("is used for new connections, and no request fails meanwhile", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    const key = await service.makeKey();
    const callers = ROWS.map(() => new TlsCaller(service.url));
    const over = new AbortController();
    let answers = 0;
    const statuses = new Set<number>();
    const load = callers.map(async (caller, petId) => {
      const headers = [["Authorization", `Bearer ${key}`]] as const;
      for (let quantity = 1; !over.signal.aborted; quantity++) {
        const path = `/v1/inventory/${petId}`;
        statuses.add(await caller.ask({ method: "PATCH", path }, headers, `{"quantity":${quantity}}`));
        statuses.add(await caller.ask({ method: "GET", path: "/v1/inventory" }, headers));
        answers += 2;
      }
    });
    for (const [count, name] of (["second", "first"] as const).entries()) {
      const before = answers;
      await until("some load", () => answers > before + 200);
      files.write(pemOf(name));
      await until("the renewal", () => eventsOf(service, "certificate_renewed")[count]);
      // The previous listener closes once its clients have disconnected.
      await until("every new connection to receive the new certificate", async () => {
        const names = await Promise.all(
          Array.from({ length: 10 }, () => shownName(service.url).catch(() => "")),
        );
        return names.every((shown) => shown === `${name}.petstock.example`);
      });
    }
    over.abort();
    await Promise.all(load);
    expect([...statuses]).toEqual([200]);
    // After each renewal every caller is sent Connection: close, so that it connects again.
    for (const { connections } of callers) expect(connections).toBeGreaterThanOrEqual(3);
    expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
    for (const caller of callers) caller[Symbol.dispose]();
    expect(await service.stop()).toBe(0);
  });

  test("in two steps is used when both files match, and a reload until then says why not", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    files.write({ key: pemOf("second").key });
    service.signal("SIGHUP");
    await until("the refusal", () => eventsOf(service, "certificate_refused")[0]);
    expect(await shownName(service.url)).toBe("first.petstock.example");
    files.write({ cert: "nonsense" });
    service.signal("SIGHUP");
    await until("another refusal", () => eventsOf(service, "certificate_refused")[1]);
    files.write({ cert: pemOf("second").cert });
    await until("the renewal", () => eventsOf(service, "certificate_renewed")[0]);
    const refusals = eventsOf(service, "certificate_refused");
    expect(new Set(refusals.map(({ level }) => level))).toEqual(new Set(["warn"]));
    // Each is logged again where five seconds have passed before the next step.
    expect([...new Set(refusals.map(({ cause }) => cause))]).toEqual([
      `the key in ${files.key} does not belong to the first certificate in ${files.cert}`,
      `${files.cert} contains no PEM certificate`,
    ]);
    expect(eventsOf(service, "certificate_renewed")[0]).toMatchObject({
      names: "DNS:second.petstock.example, DNS:localhost, IP Address:127.0.0.1",
    });
    await until(
      "the new certificate to be served",
      async () => (await shownName(service.url)) === "second.petstock.example",
    );
  });

  test("directly before SIGTERM does not disturb a graceful end", async () => {
    using files = new CertificateFolder(pemOf("first"));
    await using service = await startWith(files);
    files.write(pemOf("second"));
    await until("the renewal", () => eventsOf(service, "certificate_renewed")[0]);
    expect(await service.stop()).toBe(0);
  });
});
