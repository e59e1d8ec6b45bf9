// Checks, before the database is opened, that this system offers what the settings of TLS and of the connections limit need.

import { type Config, SettingError } from "../config.ts";
import { CertificateError, type CertificateSource, readCertificate } from "../http/certificate.ts";
import { LinuxSockets } from "../http/linux-sockets.ts";

/** Undefined for plain http. Throws a SettingError if the files cannot be used. */
export function openTls({
  tlsCert: cert,
  tlsKey: key,
}: Pick<Config, "tlsCert" | "tlsKey">): CertificateSource | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new SettingError("--tls-cert and --tls-key: set both or neither");
  }
  try {
    return { files: { cert, key }, certificate: readCertificate({ cert, key }) };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new SettingError(`--tls-cert and --tls-key: ${error.message}`);
  }
}

/** Undefined if connections are not limited. Throws a SettingError if this system cannot limit them. */
export function openSockets({
  connectionsLimit,
}: Pick<Config, "connectionsLimit">): LinuxSockets | undefined {
  if (connectionsLimit === undefined) return undefined;
  const sockets = LinuxSockets.open();
  if (sockets !== undefined) return sockets;
  throw new SettingError(
    "--connections-limit needs Linux with /proc and a known C library; on this system use a firewall instead",
  );
}
