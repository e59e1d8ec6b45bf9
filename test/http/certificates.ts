// Certificates for tests, and the files from which a service reads them.

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { TemporaryFolder } from "../support/temporary-folder.ts";

export type CertificateName = "first" | "second" | "expired" | "rsa";

const FOLDER = join(import.meta.dir, "certificates");

export interface Pem {
  readonly cert: string;
  readonly key: string;
}

export function pemOf(name: CertificateName): Pem {
  const [cert, key] = [`${name}.pem`, `${name}-key.pem`].map((file) =>
    readFileSync(join(FOLDER, file), "utf8"),
  );
  return { cert: cert!, key: key! };
}

/** All certificates, for clients that must accept any of them. */
export const TRUSTED = (["first", "second", "expired", "rsa"] as const)
  .map((name) => pemOf(name).cert)
  .join("\n");

/** The two files of a service, written like by a renewal tool: each is replaced as a whole. */
export class CertificateFolder implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly cert = this.folder.file("cert.pem");
  readonly key = this.folder.file("key.pem");

  constructor(pem: Partial<Pem>) {
    this.write(pem);
  }

  get args(): string[] {
    return ["--tls-cert", this.cert, "--tls-key", this.key];
  }

  write({ cert, key }: Partial<Pem>): void {
    if (cert !== undefined) replace(this.cert, cert);
    if (key !== undefined) replace(this.key, key);
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** The name in the certificate that a new connection receives. */
export async function shownName(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: hostname, port: Number(port), ca: TRUSTED }, () => {
    resolve(String(socket.getPeerCertificate().subject.CN));
    socket.destroy();
  });
  socket.on("error", reject);
  return promise;
}

/** Connects with TLS 1.2 and this cipher suite alone. Returns the suite, or the error's code if the service refuses it. */
export async function agreedCipher(url: string, ciphers: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(
    {
      host: hostname,
      port: Number(port),
      ca: TRUSTED,
      ciphers,
      minVersion: "TLSv1.2",
      maxVersion: "TLSv1.2",
    },
    () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    },
  );
  socket.on("error", (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  return promise;
}
