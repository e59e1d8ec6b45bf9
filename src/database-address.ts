// The address of the database: a file of SQLite, or a database on one or several PostgreSQL servers.

import { accessSync, constants } from "node:fs";
import { SettingError, type ValueKind } from "./setting-values.ts";

export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  /** The same database on each of its servers; one of them takes writes. */
  | { readonly engine: "postgres"; readonly urls: readonly string[] };

/** The address without user and password, for logs and messages. */
export function describeDatabase(address: DatabaseAddress): string {
  if (address.engine === "sqlite") return address.path;
  const [first] = address.urls;
  const hosts = address.urls.map((url) => new URL(url).host).join(",");
  return `postgres://${hosts}${new URL(first ?? "").pathname}`;
}

/** No error message shows the text: it may hold a password. */
export const database: ValueKind<DatabaseAddress> = {
  argument: "<url>",
  values: "an address",
  parse(text) {
    if (/^postgres(?:ql)?:/.test(text)) return { engine: "postgres", urls: parsePostgres(text) };
    const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
    if (path === undefined) {
      throw new SettingError(
        "is not the address of a database; write sqlite:PATH, such as sqlite:data/petstock.db, or postgres://…",
      );
    }
    if (path === ":memory:") throw new SettingError("a database in memory keeps nothing; name a file");
    return { engine: "sqlite", path };
  },
};

const POSTGRES = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(\/[^/?#]+)(\?[^#]*)?$/;

/** One address for each server; they are separated by commas, as in libpq. */
function parsePostgres(text: string): string[] {
  const [, begin = "", hosts = "", path = "", query = ""] = POSTGRES.exec(text) ?? [];
  const urls = hosts.split(",").map((host) => begin + host + path + query);
  if (urls.every(isAddress)) {
    checkEncryption(new URLSearchParams(query));
    return urls;
  }
  throw new SettingError(
    "is not an address of PostgreSQL; write postgres://USER:PASSWORD@HOST:PORT/DATABASE (several HOST:PORT are separated by commas)",
  );
}

/** Unlike `URL.canParse`, refuses percent-escapes that cannot be decoded. */
function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** The modes of the runtime's client, which throws its own error for any other. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const SSL_FILES = ["sslrootcert", "sslcert", "sslkey"];

function checkEncryption(parameters: URLSearchParams): void {
  const mode = parameters.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new SettingError(`has an sslmode that is not one of ${SSL_MODES.join(", ")}`);
  }
  for (const name of SSL_FILES) {
    const path = parameters.get(name);
    if (path === null) continue;
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw new SettingError(`names a file that cannot be read, as ${name}: ${(error as Error).message}`);
    }
  }
}
