// The certificate for https: reads and checks its files, and reloads them when they change.

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Clock } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import type { Finisher } from "./operation.ts";

interface CertificateFiles {
  /** The chain in PEM, the service's own certificate first. */
  readonly cert: string;
  /** Its private key in PEM. */
  readonly key: string;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** The names that it is valid for, for logs. */
  readonly names: string;
  readonly expiresAt: number;
}

/** The files cannot be used; the message names the file and the reason. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
}

/** Throws a CertificateError. */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = readPem(files.cert);
  const key = readPem(files.key);
  const certificate = parseOrThrow(
    () => new X509Certificate(cert),
    `${files.cert} contains no PEM certificate`,
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
      EACCES: "this user has no permission to read it",
      EISDIR: "it is a folder",
    }[code ?? ""];
    throw new CertificateError(`${path} cannot be read: ${reason ?? code}`);
  }
}

function privateKeyOf(pem: string, path: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    throw new CertificateError(
      `the key in ${path} is encrypted; remove its passphrase, and protect the file by its mode`,
    );
  }
  return parseOrThrow(() => createPrivateKey(pem), `${path} contains no PEM private key`);
}

function parseOrThrow<T>(parse: () => T, message: string): T {
  try {
    return parse();
  } catch {
    throw new CertificateError(message);
  }
}

/** Polled, because the files may be behind symbolic links that change (certbot, Kubernetes). Two small files are cheap to read. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * A renewal replaces one file after the other, for which some tools take seconds. Files that do not fit are refused after this many
 * checks in a row.
 */
const CHECKS_UNTIL_REFUSED = 5;
/** Renewals happen weeks before the end, so this warning means that one has failed, and leaves time to repair it. */
const EXPIRES_SOON_MS = 7 * 86_400_000;

interface CertificatePorts {
  readonly log: Log;
  readonly clock: Clock;
  /** Serves the new certificate. If it throws, the old one stays in use. */
  renew(certificate: Certificate): void;
}

/** A certificate, and the files to reload it from. */
export interface CertificateSource {
  readonly files: CertificateFiles;
  readonly certificate: Certificate;
}

/** Polls the files for a new certificate until disposed. */
export class CertificateWatch implements Disposable {
  readonly #files: CertificateFiles;
  readonly #ports: CertificatePorts;
  readonly #timer: ReturnType<typeof setInterval>;
  #served: Certificate;
  #failedChecks = 0;
  /** The cause that was logged, so that it is logged once and not each second. */
  #refusedBecause: string | undefined;
  #isExpiryLogged = false;

  constructor({ files, certificate }: CertificateSource, ports: CertificatePorts) {
    this.#files = files;
    this.#ports = ports;
    this.#served = certificate;
    this.#timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
    this.#warnOfExpiry();
  }

  /** End of the certificate in use, ms since 1970. */
  get expiresAt(): number {
    return this.#served.expiresAt;
  }

  /** On request, when both files should be there: logs at once why they are refused. */
  reload(): void {
    const cause = this.#readFiles();
    if (cause !== undefined) this.#refuse(cause);
  }

  /** Each second. Keeps the certificate in use while the files are invalid, such as when only one of the two is new. */
  check(): void {
    const cause = this.#readFiles();
    if (cause === undefined) return;
    this.#failedChecks += 1;
    if (this.#failedChecks >= CHECKS_UNTIL_REFUSED && cause !== this.#refusedBecause) this.#refuse(cause);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** The reason why the files cannot be used; undefined if their certificate is in use now. */
  #readFiles(): string | undefined {
    try {
      this.#take(readCertificate(this.#files));
      this.#failedChecks = 0;
      this.#refusedBecause = undefined;
      return undefined;
    } catch (error) {
      return reasonOf(error);
    } finally {
      this.#warnOfExpiry();
    }
  }

  #refuse(cause: string): void {
    this.#refusedBecause = cause;
    this.#ports.log.warn("certificate_refused", { cause });
  }

  #take(found: Certificate): void {
    if (found.cert === this.#served.cert && found.key === this.#served.key) return;
    this.#ports.renew(found);
    this.#served = found;
    this.#isExpiryLogged = false;
    this.#ports.log.info("certificate_renewed", logFields(found));
  }

  #warnOfExpiry(): void {
    if (this.#isExpiryLogged || this.#served.expiresAt - this.#ports.clock.now() > EXPIRES_SOON_MS) return;
    this.#isExpiryLogged = true;
    this.#ports.log.warn("certificate_expires", logFields(this.#served));
  }
}

/** Only on Linux can two listeners share a port; elsewhere the port is in use. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isTaken = "code" in error && error.code === "EADDRINUSE";
  return isTaken ? "two listeners cannot share a port on this system: restart the service" : error.message;
}

function logFields({ names, expiresAt }: Certificate): { names: string; expires: string } {
  return { names, expires: new Date(expiresAt).toISOString() };
}

/**
 * For TLS 1.2, only ephemeral key exchange and authenticated encryption (RFC 9325, section 4.2). By default the runtime also
 * accepts CBC, and RSA key exchange, with which the private key decrypts recorded traffic. All suites of TLS 1.3 qualify.
 */
export const CIPHERS = ["AES128-GCM-SHA256", "AES256-GCM-SHA384", "CHACHA20-POLY1305"]
  .flatMap((cipher) => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`])
  .join(":");

/** HTTP Strict Transport Security (RFC 6797), for one year. Without includeSubDomains, because other services may run there. */
const POLICY = "max-age=31536000";

/** Makes browsers use only https. */
export const setTransportSecurity: Finisher = (response) => {
  response.headers.set("Strict-Transport-Security", POLICY);
};
