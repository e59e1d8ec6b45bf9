// The certificate for https: read from its files, checked, and read anew when they change.

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Clock, Log } from "../inventory/ports.ts";

export interface CertificateFiles {
  /** The chain in PEM, the service's own certificate first. */
  readonly cert: string;
  /** Its private key in PEM. */
  readonly key: string;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Of whom it is, for a log. */
  readonly names: string;
  readonly expiresAt: number;
}

/** The files hold no certificate that could be served; the message says which of them, and why. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** Throws a CertificateError. */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = readPem(files.cert);
  const key = readPem(files.key);
  const certificate = parseOrThrow(
    () => new X509Certificate(cert),
    `${files.cert} holds no certificate in PEM`,
  );
  if (!certificate.checkPrivateKey(privateKeyOf(key, files.key))) {
    throw new CertificateError(
      `the key in ${files.key} does not belong to the first certificate in ${files.cert}`,
    );
  }
  const names = certificate.subjectAltName ?? certificate.subject.replaceAll("\n", ", ");
  return { cert, key, names, expiresAt: Date.parse(certificate.validTo) };
}

function readPem(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = {
      ENOENT: "there is no such file",
      EACCES: "this user may not read it",
      EISDIR: "it is a folder",
    }[code ?? ""];
    throw new CertificateError(`${path} cannot be read: ${reason ?? code}`);
  }
}

function privateKeyOf(pem: string, path: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    throw new CertificateError(
      `the key in ${path} is encrypted; take its passphrase off, and guard the file by its mode`,
    );
  }
  return parseOrThrow(() => createPrivateKey(pem), `${path} holds no private key in PEM`);
}

function parseOrThrow<T>(parse: () => T, message: string): T {
  try {
    return parse();
  } catch {
    throw new CertificateError(message);
  }
}

/** Two small files: cheap enough to look at them often, also where a link to them changes (certbot, Kubernetes). */
const CHECK_INTERVAL_MS = 1_000;
/** Renewals come weeks before: whoever sees this has still time to see why there was none. */
const EXPIRES_SOON_MS = 7 * 86_400_000;

export interface CertificatePorts {
  readonly log: Log;
  readonly clock: Clock;
  /** Serves the new one. What it throws leaves the old one where it is. */
  renew(certificate: Certificate): void;
}

/** A certificate, and where its successors will be. */
export interface CertificateSource {
  readonly files: CertificateFiles;
  readonly certificate: Certificate;
}

/** Looks for a new pair until disposed of. */
export class CertificateWatch implements Disposable {
  readonly #files: CertificateFiles;
  readonly #ports: CertificatePorts;
  readonly #timer: ReturnType<typeof setInterval>;
  #served: Certificate;
  /** What was wrong when it last looked: told of once, and not again each second. */
  #refused = "";
  #isExpiryTold = false;

  constructor({ files, certificate }: CertificateSource, ports: CertificatePorts) {
    this.#files = files;
    this.#ports = ports;
    this.#served = certificate;
    this.#timer = setInterval(() => this.reload(), CHECK_INTERVAL_MS);
    this.#timer.unref();
    this.#warnOfExpiry();
  }

  /** Of the one that is served, ms since 1970. */
  get expiresAt(): number {
    return this.#served.expiresAt;
  }

  /** A pair that is not fit, such as one half of the next, leaves the present one where it is. */
  reload(): void {
    try {
      this.#take(readCertificate(this.#files));
      this.#refused = "";
    } catch (error) {
      const cause = reasonOf(error);
      if (cause !== this.#refused) this.#ports.log.warn("certificate_refused", { cause });
      this.#refused = cause;
    }
    this.#warnOfExpiry();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #take(found: Certificate): void {
    if (found.cert === this.#served.cert && found.key === this.#served.key) return;
    this.#ports.renew(found);
    this.#served = found;
    this.#isExpiryTold = false;
    this.#ports.log.info("certificate_renewed", logFields(found));
  }

  #warnOfExpiry(): void {
    if (this.#isExpiryTold || this.#served.expiresAt - this.#ports.clock.now() > EXPIRES_SOON_MS) return;
    this.#isExpiryTold = true;
    this.#ports.log.warn("certificate_expires", logFields(this.#served));
  }
}

/** Where ports cannot be shared, which is everywhere but on Linux, the next listener finds its port taken. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  return isTaken ? "this system lets no second listener share the port: restart the service" : error.message;
}

function logFields({ names, expiresAt }: Certificate): { names: string; expires: string } {
  return { names, expires: new Date(expiresAt).toISOString() };
}
