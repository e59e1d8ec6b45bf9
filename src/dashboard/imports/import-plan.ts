// The plan of an import: its rows by what would happen to them, as the service's dry run tells it, and the rows that are not sent.

import type { ChangeSetResult } from "../../client/client.ts";
import type { Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { RowReason } from "./row-reason.ts";

export const PLAN_GROUPS = ["problem", "removed", "changed", "created", "labeled", "unchanged"] as const;
export type PlanGroup = (typeof PLAN_GROUPS)[number];

export interface PlanRow {
  /** In the file; undefined for a pet that the file does not have. */
  readonly line: number | undefined;
  readonly petId: bigint | undefined;
  readonly before?: Stock | undefined;
  readonly after?: Stock | undefined;
  /** Where the label would change: null is no label. */
  readonly label?: { readonly before: LabelMembers | null; readonly after: LabelMembers | null } | undefined;
  readonly reason?: RowReason;
}

/** How many rows there are, and the first of them: more problems than other rows. */
export interface PlanList {
  readonly count: number;
  readonly rows: readonly PlanRow[];
}

export interface ImportPlan {
  readonly groups: Readonly<Record<PlanGroup, PlanList>>;
  /** How many pets would change: a pet may be in two groups, by its stock and by its label. */
  readonly pets: number;
}

/** The lists of a preview are for a look. */
export const LISTED_MAX = 200;

/** The rows that are not sent. */
export interface RowsLeftOut {
  readonly problem: PlanList;
  /** Repeated with the same values, or without any. */
  readonly unchanged: PlanList;
}

const NONE: PlanList = { count: 0, rows: [] };

/** As long as the service has not told more. */
export function planOfRowsLeftOut({ problem, unchanged }: RowsLeftOut): ImportPlan {
  const groups = { problem, removed: NONE, changed: NONE, created: NONE, labeled: NONE, unchanged };
  return { groups, pets: 0 };
}

/** The lines of the file, by the place of a row in the request. */
export interface SentRows {
  readonly lines: Uint32Array;
  /** The number of the first row in the service's answers. */
  readonly firstPlace: number;
}

export function planOf(left: RowsLeftOut, result: ChangeSetResult, sent: SentRows): ImportPlan {
  const { created, updated, removed, relabelled, unchanged } = result;
  const rows = (group: keyof NonNullable<ChangeSetResult["preview"]>): PlanRow[] =>
    (result.preview?.[group] ?? []).map((row) => planRowOf(row, sent));
  // The label has a group of its own.
  const ofStock = (group: "created" | "updated" | "removed"): PlanRow[] =>
    rows(group).map(({ label: _, ...row }) => row);
  return {
    groups: {
      problem: left.problem,
      removed: { count: removed, rows: ofStock("removed") },
      changed: { count: updated, rows: ofStock("updated") },
      created: { count: created, rows: ofStock("created") },
      labeled: { count: relabelled, rows: rows("relabelled") },
      unchanged: together({ count: unchanged, rows: rows("unchanged") }, left.unchanged),
    },
    pets: sent.lines.length - unchanged + removed,
  };
}

type PreviewedChange = NonNullable<ChangeSetResult["preview"]>["created"][number];

function planRowOf(
  { petId, line, index, before, after, label }: PreviewedChange,
  { lines, firstPlace }: SentRows,
): PlanRow {
  const place = line ?? index;
  return {
    petId: BigInt(petId),
    line: place === undefined ? undefined : lines[place - firstPlace],
    before: before ?? undefined,
    after: after ?? undefined,
    ...(label && { label }),
  };
}

/** In the order of the file. */
function together(one: PlanList, other: PlanList): PlanList {
  const rows = [...one.rows, ...other.rows].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return { count: one.count + other.count, rows: rows.slice(0, LISTED_MAX) };
}
