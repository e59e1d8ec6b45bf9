// The indexes that both engines have and no constraint makes. Part of the first migration: never edited once it is released.

import type { MissingIndex } from "../inventory/migration.ts";

/** Barcodes are looked up; labels change seldom. Expired records are removed by time. The numbers of a scope's records say how many there are. */
export const INDEXES: readonly MissingIndex[] = [
  indexOf("label_entry_by_code", "label_entry", "(code, pet_id) WHERE code IS NOT NULL"),
  indexOf("idempotency_record_by_time", "idempotency_record", "(at)"),
  indexOf("idempotency_record_by_number", "idempotency_record", "(scope, number)"),
];

/** The statements that create them. */
export function createAll(indexes: readonly MissingIndex[]): string {
  return indexes.map(({ create }) => `${create};`).join("\n  ");
}

export function indexOf(name: string, table: string, rows: string): MissingIndex {
  return { name, table, create: `CREATE INDEX ${name} ON ${table} ${rows}` };
}
