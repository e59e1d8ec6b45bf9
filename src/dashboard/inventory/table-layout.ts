// The table's layout by its width in letters, so that large text and a small screen are the same case.

import { GRID_COLUMNS, type GridColumn } from "../state/state.ts";

export interface TableLayout {
  /** `narrow`: each row has two lines, with the name above id and kind; `tiny`: quantity and status are on a third one. */
  readonly kind: "wide" | "medium" | "narrow" | "tiny";
  readonly rowPx: number;
  readonly headerPx: number;
  /** Widths of columns: in pixels, or as shares (`fr`) of what the others leave. */
  readonly widths: Readonly<Record<"id" | "quantity" | "status" | "name" | "kind" | "changed", string>>;
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
  readonly needs: ColumnNeeds;
}

/** What columns need for their longest text, in pixels, with the space around it. */
export interface ColumnNeeds {
  readonly petId: number;
  readonly name: number;
  readonly kind: number;
  readonly quantity: number;
  readonly status: number;
}

/** Room for a note in two lines. */
const CHANGED_REM = 16;
/** A wide table has at least so much of names and kinds; they may be cut off. */
const NAME_REM = 10;
const KIND_REM = 8;
/** Beside names; the notes that need a reaction are below the row then. */
const CHANGED_REM_MIN = 8;
/** When and by whom, in most languages. */
const LAST_CHANGE_REM = 11;
/** Of what names and changes share: few names are long, but each row says when and by whom it was changed. */
const LAST_CHANGE_PART = 0.4;
const NARROW_REM = 38;
/** A small phone has 20 with the usual text. */
const TINY_REM = 18;
/** 40 pixels with the usual text of 15. */
const ROW_REM = 40 / 15;
const TWO_LINES_REM = 60 / 15;
const THREE_LINES_REM = 84 / 15;
const SELECT_REM = 2.75;
const NARROW_SELECT_REM = 2.5;
const NAME_REM_MIN = 6;
const NARROW_NAME_REM_MIN = 4;
/** A narrow table has less space around its texts. */
const NARROW_SPACE_LESS_REM = 0.8;
/** An id is smaller in a narrow table, below a name the most. */
const SMALL_ID = { withNames: 0.75, alone: 0.85 } as const;
/** Before the text is measured, and so that a digit more moves no column. */
const ID_REM_MIN = 4.5;
const STATUS_REM_MIN = 6;
/** With room for the field of an edit. */
const QUANTITY_REM_MIN = 5;
/** The least height that a finger hits. */
const FINGER_PX = 48;

export function tableLayout(facts: LayoutFacts): TableLayout {
  const { remPx, isCoarse, hasLabels } = facts;
  const kind = kindOf(facts);
  const rowPx = Math.round(rowRem(kind, hasLabels) * remPx);
  return {
    kind,
    rowPx: isCoarse ? Math.max(rowPx, FINGER_PX) : rowPx,
    headerPx: Math.round(ROW_REM * remPx),
    widths: widthsOf(kind, facts),
    columns: GRID_COLUMNS.filter((column) => {
      if (column === "name") return hasLabels;
      return column !== "kind" || (hasLabels && kind !== "medium");
    }),
  };
}

function kindOf(facts: LayoutFacts): TableLayout["kind"] {
  const { widthPx, remPx, hasLabels, needs } = facts;
  // Not measured yet: as on a large screen.
  if (widthPx === 0) return "wide";
  const rem = widthPx / remPx;
  const freeRem = fixedWidths(facts, "wide").freePx / remPx;
  const namesRem = Math.min(needs.name / remPx, NAME_REM) + Math.min(needs.kind / remPx, KIND_REM);
  if (rem >= NARROW_REM && freeRem >= CHANGED_REM + (hasLabels ? namesRem : 0)) return "wide";
  if (rem >= NARROW_REM && freeRem >= CHANGED_REM_MIN + (hasLabels ? NAME_REM_MIN : 0)) return "medium";
  const { idPx, freePx } = fixedWidths(facts, "narrow");
  const smallIdPx = idPx * (hasLabels ? SMALL_ID.withNames : SMALL_ID.alone);
  const isRoomy = freePx + idPx >= Math.max(hasLabels ? NARROW_NAME_REM_MIN * remPx : 0, smallIdPx);
  return rem >= TINY_REM && isRoomy ? "narrow" : "tiny";
}

/** The columns that are never cut off, and what they leave. */
function fixedWidths({ widthPx, remPx, needs }: LayoutFacts, kind: TableLayout["kind"]) {
  const isNarrow = kind === "narrow" || kind === "tiny";
  const lessPx = isNarrow ? NARROW_SPACE_LESS_REM * remPx : 0;
  const idPx = Math.max(needs.petId - lessPx, ID_REM_MIN * remPx);
  const quantityPx = Math.max(needs.quantity - lessPx, QUANTITY_REM_MIN * remPx);
  const statusPx = Math.max(needs.status - lessPx, STATUS_REM_MIN * remPx);
  return {
    idPx,
    quantityPx,
    statusPx,
    freePx: widthPx - (isNarrow ? NARROW_SELECT_REM : SELECT_REM) * remPx - idPx - quantityPx - statusPx,
  };
}

/** Names get the most where there is little room; more room than all need is shared by what they need. */
function widthsOf(kind: TableLayout["kind"], facts: LayoutFacts): TableLayout["widths"] {
  const { remPx, needs } = facts;
  const { idPx, quantityPx, statusPx, freePx } = fixedWidths(facts, kind);
  const lastChangePx = Math.min(LAST_CHANGE_REM * remPx, LAST_CHANGE_PART * freePx);
  const leastPx = kind === "wide" ? CHANGED_REM * remPx : Math.max(CHANGED_REM_MIN * remPx, lastChangePx);
  const namesPx = needs.name + needs.kind;
  const changedPx = Math.min(Math.max(freePx - namesPx, leastPx), CHANGED_REM * remPx);
  const part = Math.min(1, Math.max(0, freePx - changedPx) / namesPx);
  const px = (value: number): string => `${Math.ceil(value)}px`;
  // Shares below 1 in all would leave room unused.
  const fr = (value: number): string => `${Math.max(1, Math.round(value))}fr`;
  return {
    id: px(idPx),
    quantity: px(quantityPx),
    status: px(statusPx),
    // Without a column of its own, the kind is beside the name.
    name: fr((kind === "medium" ? namesPx : needs.name) * part),
    kind: fr(needs.kind * part),
    changed: fr(changedPx),
  };
}

function rowRem(kind: TableLayout["kind"], hasLabels: boolean): number {
  if (kind === "tiny") return THREE_LINES_REM;
  return kind === "narrow" && hasLabels ? TWO_LINES_REM : ROW_REM;
}
