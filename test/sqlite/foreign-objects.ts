// Foreign objects of crafted databases: the SQL that creates them, and how a refusal names them.

import { DatabaseSync } from "node:sqlite";
import { QUANTITY_MAX } from "../../src/inventory/item.ts";

/** Runs SQL on a file with SQLite's defensive mode off, so that definitions can be rewritten. */
export function runUndefended(path: string, ...sql: readonly string[]): void {
  const db = new DatabaseSync(path);
  try {
    (db as unknown as { enableDefensive(active: boolean): void }).enableDefensive(false);
    for (const statement of sql) db.exec(statement);
  } finally {
    db.close();
  }
}

export interface ForeignObject {
  readonly sql: readonly string[];
  readonly words: string;
}

/** Changes the text of a definition in sqlite_schema, as a hex editor would. */
const rewrite = (table: string, from: string, to: string): readonly string[] => [
  "PRAGMA writable_schema = ON",
  `UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${table}'`,
];

const RANGE = `CHECK (quantity BETWEEN 0 AND ${QUANTITY_MAX})`;

const ENDLESS = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
  SELECT i AS id, '' AS account, '' AS name, '' AS hash, 0 AS read_only, 0 AS created_at,
    NULL AS expires_at, NULL AS revoked_at, NULL AS last_used_at FROM n`;

export const FOREIGN_OBJECTS: Readonly<Record<string, ForeignObject>> = {
  "a trigger that revives keys": {
    sql: [
      `CREATE TRIGGER revive AFTER UPDATE OF revoked_at ON api_key
       BEGIN UPDATE api_key SET revoked_at = NULL WHERE id = new.id; END`,
    ],
    words: 'trigger "revive" of "api_key" is not petstock\'s',
  },
  "a view": { sql: ["CREATE VIEW look AS SELECT * FROM inventory"], words: 'view "look" is not petstock\'s' },
  "an endless view instead of a table": {
    sql: ["DROP TABLE api_key", `CREATE VIEW api_key AS ${ENDLESS}`],
    words: 'view "api_key" is not petstock\'s',
  },
  "a table": { sql: ["CREATE TABLE more (id INTEGER)"], words: 'table "more" is not petstock\'s' },
  "an index": {
    sql: ["CREATE INDEX fast ON ledger_entry (pet_id)"],
    words: 'index "fast" of "ledger_entry" is not petstock\'s',
  },
  "a weakened constraint": {
    sql: rewrite("inventory", "BETWEEN 0 AND", "BETWEEN -9 AND"),
    words: 'table "inventory" is not as petstock makes it',
  },
  "a constraint in a comment": {
    sql: rewrite("inventory", RANGE, `/* ${RANGE} */`),
    words: 'table "inventory" is not as petstock makes it',
  },
  "a table that is missing": { sql: ["DROP TABLE retirement"], words: 'table "retirement" is missing' },
};
