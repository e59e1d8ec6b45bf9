// A renewal in progress is not logged, a wrong pair of files is. The expiry of the certificate is logged once and in time; a listener that cannot be opened leaves the current certificate in use.

import { expect, test } from "bun:test";
import { type Certificate, CertificateWatch, readCertificate } from "../../src/http/certificate.ts";
import type { LogFields } from "../../src/inventory/log.ts";
import { CertificateFolder, pemOf } from "./certificates.ts";

const DAY_MS = 86_400_000;
/** The seconds that a tool may take to replace both files. */
const CHECKS_UNTIL_REFUSED = 5;

class Watched implements Disposable {
  readonly files = new CertificateFolder(pemOf("expired"));
  readonly events: (readonly [string, LogFields | undefined])[] = [];
  readonly renewed: Certificate[] = [];
  /** The error with which a new listener fails. */
  failure: Error | undefined;
  now: number;
  readonly watch: CertificateWatch;

  constructor(daysBeforeTheEnd: number) {
    const certificate = readCertificate(this.files);
    this.now = certificate.expiresAt - daysBeforeTheEnd * DAY_MS;
    const note = (event: string, fields?: LogFields) => void this.events.push([event, fields]);
    const log = { debug: note, info: note, warn: note, error: note };
    const renew = (next: Certificate) => {
      if (this.failure !== undefined) throw this.failure;
      this.renewed.push(next);
    };
    const clock = { now: () => this.now };
    this.watch = new CertificateWatch({ files: this.files, certificate }, { log, clock, renew });
  }

  /** As after so many seconds. */
  check(times: number): void {
    for (let time = 0; time < times; time++) this.watch.check();
  }

  get names(): readonly string[] {
    return this.events.map(([event]) => event);
  }

  [Symbol.dispose](): void {
    this.watch[Symbol.dispose]();
    this.files[Symbol.dispose]();
  }
}

test("a renewal that replaces one file after the other logs nothing but the renewal", () => {
  using watched = new Watched(30);
  const { cert, key } = pemOf("first");
  watched.files.write({ key });
  watched.check(2);
  // As a tool that copies: the file is empty first.
  watched.files.write({ cert: "" });
  watched.check(CHECKS_UNTIL_REFUSED - 3);
  expect(watched.names).toEqual([]);
  watched.files.write({ cert });
  watched.check(1);
  expect(watched.names).toEqual(["certificate_renewed"]);
});

test("files that do not fit are logged once for each cause, after five seconds, and again after a renewal", () => {
  using watched = new Watched(30);
  const { files } = watched;
  const mismatch = `the key in ${files.key} does not belong to the first certificate in ${files.cert}`;
  files.write({ key: pemOf("second").key });
  watched.check(CHECKS_UNTIL_REFUSED - 1);
  expect(watched.events).toEqual([]);
  watched.check(3);
  files.write({ cert: "nonsense" });
  watched.check(3);
  expect(watched.events.map(([, fields]) => fields?.["cause"])).toEqual([
    mismatch,
    `${files.cert} contains no PEM certificate`,
  ]);
  files.write(pemOf("second"));
  watched.check(1);
  files.write({ key: pemOf("first").key });
  watched.check(CHECKS_UNTIL_REFUSED + 1);
  expect(watched.names.slice(2)).toEqual(["certificate_renewed", "certificate_refused"]);
  expect(watched.events.at(-1)?.[1]).toEqual({ cause: mismatch });
});

test("a reload on request logs at once why the files are refused, and no check repeats it", () => {
  using watched = new Watched(30);
  watched.files.write({ key: pemOf("first").key });
  for (let time = 0; time < 2; time++) watched.watch.reload();
  watched.check(CHECKS_UNTIL_REFUSED + 1);
  expect(watched.names).toEqual(["certificate_refused", "certificate_refused"]);
  expect(watched.renewed).toEqual([]);
});

test("the expiry is logged once, a week before, and not again for a new certificate", () => {
  using watched = new Watched(8);
  watched.check(1);
  expect(watched.events).toEqual([]);
  watched.now += DAY_MS;
  watched.check(3);
  expect(watched.names).toEqual(["certificate_expires"]);
  expect(watched.events[0]![1]).toMatchObject({ expires: "2020-02-01T00:00:00.000Z" });
  watched.files.write(pemOf("first"));
  watched.check(3);
  expect(watched.names).toEqual(["certificate_expires", "certificate_renewed"]);
  expect(watched.renewed.map(({ cert }) => cert)).toEqual([pemOf("first").cert]);
});

test("a listener that cannot share the port is logged once, with an instruction, and tried again", () => {
  using watched = new Watched(30);
  watched.files.write(pemOf("first"));
  watched.failure = Object.assign(new Error("Failed to start server"), { code: "EADDRINUSE" });
  watched.check(CHECKS_UNTIL_REFUSED + 2);
  expect(watched.events).toEqual([
    [
      "certificate_refused",
      { cause: "two listeners cannot share a port on this system: restart the service" },
    ],
  ]);
  watched.failure = undefined;
  watched.check(1);
  expect(watched.names).toEqual(["certificate_refused", "certificate_renewed"]);
});
