// Signs the checksums of a release with minisign: an Ed25519 key that the maintainer keeps, and no service.

import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { ReleaseError, ROOT, run } from "./command.ts";

/** With which users verify releases. It is put here before the first signed release, and never changes without a notice. */
const PUBLIC_KEY = join(ROOT, "minisign.pub");
const HELP =
  "CONTRIBUTING.md#releases says how to make a key; --unsigned makes a release without a signature";

/** Throws a ReleaseError if a release could not be signed with the key, as far as that can be seen without its password. */
export function checkKey(key: string): void {
  if (Bun.which("minisign") === null)
    throw new ReleaseError("minisign is not installed, which signs releases");
  if (!existsSync(key)) throw new ReleaseError(`there is no key ${key}. ${HELP}`);
  if (!existsSync(PUBLIC_KEY))
    throw new ReleaseError(`there is no ${relative(ROOT, PUBLIC_KEY)}, with which users verify. ${HELP}`);
}

/** The message to a maintainer who gave no key. */
export const NO_KEY = `give the key that signs the checksums: --key FILE, or its path in PETSTOCK_RELEASE_KEY. ${HELP}`;

interface Signing {
  readonly key: string;
  /** Is signed, too, and shown to those who verify. */
  readonly comment: string;
  readonly publicKey?: string;
}

/**
 * Writes `FILE.minisig`, and verifies it with the public key that users have. minisign asks for the key's password. Throws a
 * ReleaseError.
 */
export function sign(file: string, { key, comment, publicKey = PUBLIC_KEY }: Signing): void {
  run("minisign", "-S", "-s", key, "-m", file, "-t", comment);
  run("minisign", "-V", "-q", "-p", publicKey, "-m", file);
}
