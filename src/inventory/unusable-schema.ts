// Refusals of databases whose schema this program does not know: both engines word them in the same way.

import { StoreError } from "./store-error.ts";

/** `database`: its path, or "the database". `version` is that of its schema, `known` the newest one of this program. */
export function newerSchema(database: string, version: number, known: number): StoreError {
  const details = `schema ${version}, and this program knows ${known}`;
  return new StoreError(
    "unusable",
    `${database} was written by a newer petstock (${details}); update petstock`,
  );
}

/** A schema from before the first release, which no migration knows (docs/decisions/0063). */
export function developmentSchema(database: string): StoreError {
  const advice =
    'export its stock and labels with the build that wrote it ("petstock export", "petstock labels export"), and import them with this one into a new database';
  return new StoreError(
    "unusable",
    `${database} was written by a petstock before the first release: ${advice}`,
  );
}
