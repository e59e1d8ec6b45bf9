// Where the data is, as a setting says it: a file, or a database on one or several PostgreSQL servers.

import { accessSync, constants } from "node:fs";
import { SettingError } from "./setting-values.ts";

/** Where the data is. */
export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  /** The same database on each of its servers, of which one takes writes. */
  | { readonly engine: "postgres"; readonly urls: readonly string[] };

/** What a log may say of it: no user, and no password. */
export function describeDatabase(database: DatabaseAddress): string {
  if (database.engine === "sqlite") return database.path;
  const [first] = database.urls;
  const hosts = database.urls.map((url) => new URL(url).host).join(",");
  return `postgres://${hosts}${new URL(first ?? "").pathname}`;
}

/** No message shows the text itself: it may hold a password. */
export function parseDatabase(text: string): DatabaseAddress {
  if (/^postgres(?:ql)?:/.test(text)) return { engine: "postgres", urls: parsePostgres(text) };
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (path === undefined) {
    throw new SettingError(
      "is no database this program knows; write sqlite:PATH, such as sqlite:data/petstock.db, or postgres://…",
    );
  }
  if (path === ":memory:") throw new SettingError("a database in memory keeps nothing; name a file");
  return { engine: "sqlite", path };
}

const POSTGRES = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(\/[^/?#]+)(\?[^#]*)?$/;

/** One address for each of the servers, which stand between commas, as libpq has them. */
function parsePostgres(text: string): string[] {
  const [, begin = "", hosts = "", database = "", query = ""] = POSTGRES.exec(text) ?? [];
  const urls = hosts.split(",").map((host) => begin + host + database + query);
  if (urls.every(isAddress)) {
    checkEncryption(new URLSearchParams(query));
    return urls;
  }
  throw new SettingError(
    "is no address of PostgreSQL; write postgres://USER:PASSWORD@HOST:PORT/DATABASE (several HOST:PORT between commas)",
  );
}

/** Also with every escape in it right, which URL itself takes as it comes. */
function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** What the runtime's client takes, which has a stack trace for anything else. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
const SSL_FILES = ["sslrootcert", "sslcert", "sslkey"];

function checkEncryption(parameters: URLSearchParams): void {
  const mode = parameters.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new SettingError(`has an sslmode that is none of ${SSL_MODES.join(", ")}`);
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
