// Reads the preview of a dry run: the first effects of each kind. The rows are compared once for all kinds; of each the statement keeps
// no more than it gives.

import {
  type ChangePreview,
  PREVIEW_GROUPS,
  type PreviewedChange,
  type PreviewGroup,
} from "../inventory/change-preview.ts";
import type { ChangeCounts } from "../inventory/applied-changes.ts";
import { RESTOCKED } from "./summary.ts";
import { columnsOf, effectsOf, isEffective, type StagedRows } from "./effects.ts";
import { labelChangeOf, type MovementRow, stockOf } from "./rows.ts";
import { type Integer, names, type Query, rows, sql, type Work } from "./sql.ts";

/** `counts`: of the same dry run. */
export function* readPreview(wanted: StagedRows, counts: ChangeCounts, rowsMax: number): Work<ChangePreview> {
  const groups = PREVIEW_GROUPS.filter((group) => counts[group] > 0 && rowsMax > 0);
  const found = groups.length === 0 ? [] : yield* readGroups(wanted, groups, rowsMax);
  const listed = (group: PreviewGroup) => found.filter(({ kind }) => kind === group).map(previewedOf);
  return {
    created: listed("created"),
    updated: listed("updated"),
    removed: listed("removed"),
    relabelled: listed("relabelled"),
    unchanged: listed("unchanged"),
  };
}

type EffectRow = Pick<MovementRow, "pet_id" | "quantity_before" | "quantity_after"> &
  Pick<MovementRow, "status_before" | "status_after"> &
  Partial<Parameters<typeof labelChangeOf>[0]> & {
    readonly kind: PreviewGroup;
    readonly line: Integer | null;
    readonly relabelled?: Integer;
  };

function* readGroups(
  wanted: StagedRows,
  groups: readonly PreviewGroup[],
  rowsMax: number,
): Work<readonly EffectRow[]> {
  const columns = sql`pet_id, line, ${columnsOf(wanted.staged)}`;
  const parts = groups.map(
    (group) => sql`
      SELECT * FROM (
        SELECT CAST(${group} AS text) AS kind, ${columns} FROM compared WHERE ${conditionOf(group, wanted)}
        ORDER BY line NULLS LAST, pet_id LIMIT ${rowsMax}
      ) AS ${names(`${group}_rows`)}`,
  );
  const all = parts.reduce((query, part) => sql`${query} UNION ALL ${part}`);
  return yield* rows(sql<EffectRow>`
    WITH compared AS MATERIALIZED (SELECT ${columns} FROM ${effectsOf(wanted)})
    SELECT * FROM (${all}) AS first_rows ORDER BY line NULLS LAST, pet_id`);
}

function conditionOf(group: PreviewGroup, { staged }: StagedRows): Query {
  switch (group) {
    case "created":
      return sql`quantity_before IS NULL AND quantity_after IS NOT NULL`;
    case "updated":
      return sql`quantity_before IS NOT NULL AND quantity_after IS NOT NULL AND ${RESTOCKED}`;
    case "removed":
      return sql`quantity_before IS NOT NULL AND quantity_after IS NULL`;
    case "relabelled":
      return sql`relabelled = 1`;
    case "unchanged":
      return sql`NOT ${isEffective(staged)}`;
  }
}

function previewedOf({ pet_id: petId, line, kind: _, ...row }: EffectRow): PreviewedChange {
  return {
    petId,
    ...(line !== null && { place: Number(line) }),
    before: stockOf(row.quantity_before, row.status_before),
    after: stockOf(row.quantity_after, row.status_after),
    ...(Number(row.relabelled ?? 0) === 1 && {
      label: labelChangeOf(row as Parameters<typeof labelChangeOf>[0]),
    }),
  };
}
