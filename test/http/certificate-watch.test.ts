// The expiry of the certificate is logged once and in time; a listener that cannot be opened leaves the current certificate in use.

import { expect, test } from "bun:test";
import { type Certificate, CertificateWatch, readCertificate } from "../../src/http/certificate.ts";
import type { LogFields } from "../../src/inventory/ports.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { CertificateFolder, pemOf } from "./certificates.ts";

const DAY_MS = 86_400_000;

class Watched implements Disposable {
  readonly #folder = new TemporaryFolder();
  readonly files = new CertificateFolder(this.#folder, pemOf("expired"));
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

  [Symbol.dispose](): void {
    this.watch[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }
}

test("the expiry is logged once, a week before, and not again for a new certificate", () => {
  using watched = new Watched(8);
  watched.watch.reload();
  expect(watched.events).toEqual([]);
  watched.now += DAY_MS;
  for (let time = 0; time < 3; time++) watched.watch.reload();
  expect(watched.events.map(([event]) => event)).toEqual(["certificate_expires"]);
  expect(watched.events[0]![1]).toMatchObject({ expires: "2020-02-01T00:00:00.000Z" });
  watched.files.write(pemOf("first"));
  for (let time = 0; time < 3; time++) watched.watch.reload();
  expect(watched.events.map(([event]) => event)).toEqual(["certificate_expires", "certificate_renewed"]);
  expect(watched.renewed.map(({ cert }) => cert)).toEqual([pemOf("first").cert]);
});

test("a listener that cannot share the port is logged once, with an instruction, and tried again", () => {
  using watched = new Watched(30);
  watched.files.write(pemOf("first"));
  watched.failure = Object.assign(new Error("Failed to start server"), { code: "EADDRINUSE" });
  for (let time = 0; time < 3; time++) watched.watch.reload();
  expect(watched.events).toEqual([
    [
      "certificate_refused",
      { cause: "two listeners cannot share a port on this system: restart the service" },
    ],
  ]);
  watched.failure = undefined;
  watched.watch.reload();
  expect(watched.events.map(([event]) => event)).toEqual(["certificate_refused", "certificate_renewed"]);
});
