// The table's layout by its width in letters, so that large text and a small screen are the same case.

import { GRID_COLUMNS, type GridColumn } from "../state/state.ts";

export interface TableLayout {
  /** `narrow`: each row has two lines, with the name above id and kind; `tiny`: quantity and status are on a third one. */
  readonly kind: "wide" | "medium" | "narrow" | "tiny";
  readonly rowPx: number;
  readonly headerPx: number;
  /** The width of the column of ids: enough for the longest. */
  readonly idPx: number;
  /** The columns that exist, in their order. */
  readonly columns: readonly GridColumn[];
}

export interface LayoutFacts {
  readonly widthPx: number;
  /** The size of the page's text. */
  readonly remPx: number;
  /** Whether the pointer is a finger. */
  readonly isCoarse: boolean;
  /** Whether pets have names. */
  readonly hasLabels: boolean;
  /** Length of the longest id. */
  readonly idChars: number;
}

/** Width of all columns but the ids, with room for a note that has buttons. */
const WIDE_REM = 62;
const NARROW_REM = 38;
/** A small phone has 20 with the usual text. */
const TINY_REM = 18;
/** 40 pixels with the usual text of 15. */
const ROW_REM = 40 / 15;
const TWO_LINES_REM = 60 / 15;
const THREE_LINES_REM = 84 / 15;
/** A digit in the table's text, and the space around an id. */
const DIGIT_REM = 0.56;
const ID_SPACE_REM = 1.9;
/** The heading has room. */
const ID_REM_MIN = 5.5;
/** The least height that a finger hits. */
const FINGER_PX = 48;

export function tableLayout(facts: LayoutFacts): TableLayout {
  const { widthPx, remPx, isCoarse, hasLabels, idChars } = facts;
  const idRem = Math.max(ID_REM_MIN, idChars * DIGIT_REM + ID_SPACE_REM);
  const kind = kindOf(widthPx / remPx, idRem);
  const rowPx = Math.round(rowRem(kind, hasLabels) * remPx);
  return {
    kind,
    rowPx: isCoarse ? Math.max(rowPx, FINGER_PX) : rowPx,
    headerPx: Math.round(ROW_REM * remPx),
    idPx: Math.ceil(idRem * remPx),
    columns: GRID_COLUMNS.filter((column) => {
      if (column === "name") return hasLabels;
      return column !== "kind" || (hasLabels && kind !== "medium");
    }),
  };
}

function kindOf(rem: number, idRem: number): TableLayout["kind"] {
  // Not measured yet: as on a large screen.
  if (rem === 0 || rem >= WIDE_REM + idRem) return "wide";
  if (rem >= NARROW_REM) return "medium";
  return rem >= TINY_REM ? "narrow" : "tiny";
}

function rowRem(kind: TableLayout["kind"], hasLabels: boolean): number {
  if (kind === "tiny") return THREE_LINES_REM;
  return kind === "narrow" && hasLabels ? TWO_LINES_REM : ROW_REM;
}
