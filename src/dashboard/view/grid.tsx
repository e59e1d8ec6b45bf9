// The table: as many rows as can be seen, and the one that has the keyboard, out of however many there are. Follows the
// grid pattern of the ARIA practices: one tab stop, and keys within.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { ROW_PX, RowPlaces } from "../model/row-places.ts";
import { type SortColumn, toggleSort } from "../model/view.ts";
import type { Dashboard } from "../state/dashboard.ts";
import { type Cursor, GRID_COLUMNS, type GridColumn, type State } from "../state/state.ts";
import { GridHeader } from "./grid-header.tsx";
import { beginsEdit, type Place, placeAfter } from "./grid-keys.ts";
import { GridRow } from "./grid-row.tsx";
import { NOTICE_PX, useFollow } from "./use-follow.ts";
import { useScrolled } from "./use-scrolled.ts";

const OVERSCAN_ROWS = 8;
const QUANTITY = GRID_COLUMNS.indexOf("quantity");

export interface GridProps {
  readonly dashboard: Dashboard;
  readonly state: State;
  readonly items: readonly InventoryItem[];
}

export function Grid({ dashboard, state, items }: GridProps) {
  const { editing, saves, marks, readOnly, view } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const { top, height } = useScrolled(scroller);
  const placed = usePlace(state, items);
  const { row, column } = placed;
  // The header covers as much as a row.
  const rowPlaces = new RowPlaces(items.length, height - ROW_PX - NOTICE_PX);
  useAnchor(scroller, { items, view, row, petId: state.cursor?.petId, rowPlaces });
  const follow = useFollow(scroller, { row, rowPlaces, told: toldOf(state, items[row - 1]?.petId) });

  const moveTo = (to: Place, { scroll = true } = {}): void => {
    follow({ scroll });
    dashboard.moveCursor({ petId: items[to.row - 1]?.petId, column: GRID_COLUMNS[to.column]! });
  };
  const edit = (at: number, { typed, scroll = true }: { typed?: string; scroll?: boolean } = {}): void => {
    moveTo({ row: at, column: QUANTITY }, { scroll });
    dashboard.edit(items[at - 1]!, typed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Buttons within a cell have keys of their own.
    if ((event.target as HTMLElement).closest("button") !== null && !event.key.startsWith("Arrow")) return;
    const pageRows = Math.max(1, Math.floor(height / ROW_PX) - 2);
    const to = placeAfter({ row, column }, event, { lastRow: items.length, pageRows });
    if (to !== undefined) moveTo(to);
    else if (row === 0 && (event.key === "Enter" || event.key === " ")) sortBy(GRID_COLUMNS[column]!);
    else if (row > 0 && (event.key === "Enter" || event.key === "F2")) edit(row);
    else if (row > 0 && beginsEdit(event)) edit(row, { typed: event.key });
    else return;
    event.preventDefault();
  };
  const sortBy = (by: GridColumn): void => {
    if (by !== "note") dashboard.setView(toggleSort(view, by satisfies SortColumn));
  };
  const commit = (at: number, move: "down" | "up" | "right" | "left" | "stay"): void => {
    if (!dashboard.commitEdit() || move === "stay") return;
    const rowStep = { down: 1, up: -1, right: 0, left: 0 }[move];
    const columnStep = { down: 0, up: 0, right: 1, left: -1 }[move];
    moveTo({ row: Math.min(Math.max(at + rowStep, 1), items.length), column: QUANTITY + columnStep });
  };
  const endWith = (place: number, act: () => void): void => {
    act();
    moveTo({ row: place + 1, column: QUANTITY });
  };

  const above = rowPlaces.above(top);
  const first = Math.max(0, Math.floor(above / ROW_PX) - OVERSCAN_ROWS);
  const last = Math.min(items.length, Math.ceil((above + height) / ROW_PX) + OVERSCAN_ROWS);
  const places = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  // The row with the keyboard stays in the page, wherever it was scrolled to: it would lose the focus.
  if (row > 0 && (row - 1 < first || row - 1 >= last)) places.push(row - 1);
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      aria-label="Inventory"
      aria-rowcount={items.length + 1}
      aria-colcount={GRID_COLUMNS.length}
      aria-readonly={readOnly}
      onKeyDown={onKeyDown}
    >
      <GridHeader
        sort={view.sort}
        current={row === 0 ? column : undefined}
        onSort={(at) => {
          moveTo({ row: 0, column: at });
          sortBy(GRID_COLUMNS[at]!);
        }}
      />
      <div class="rows" role="rowgroup" style={{ height: `${rowPlaces.heightPx + NOTICE_PX}px` }}>
        {places.map((place) => {
          const item = items[place]!;
          const { petId } = item;
          return (
            <GridRow
              key={String(petId)}
              item={item}
              place={place}
              topPx={rowPlaces.drawnAt(place, top)}
              current={place === row - 1 ? GRID_COLUMNS[column] : undefined}
              editing={editing?.from.petId === petId ? editing : undefined}
              readOnly={readOnly}
              save={saves.get(petId)}
              mark={marks.has(petId) ? { before: marks.get(petId) } : undefined}
              // Nothing moves from under the pointer: its next click would hit another row.
              onCell={(at) => moveTo({ row: place + 1, column: GRID_COLUMNS.indexOf(at) }, { scroll: false })}
              onFocused={(at) => dashboard.moveCursor({ petId, column: at })}
              onEdit={() => edit(place + 1, { scroll: false })}
              onType={(text) => {
                dashboard.type(text);
                follow({ scroll: true });
              }}
              onCommit={(move) => commit(place + 1, move)}
              onCancel={() => endWith(place, () => dashboard.cancelEdit())}
              onUseMine={() => endWith(place, () => dashboard.saves.useMine(petId))}
              onAgain={(again) => endWith(place, again)}
              onDismiss={() => endWith(place, () => dashboard.saves.dismiss(petId))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What is wrong with the row's edit, or with how it was saved. */
function toldOf({ editing, saves }: State, petId: bigint | undefined): string | undefined {
  if (petId === undefined) return undefined;
  if (editing?.from.petId === petId) return editing.mistake;
  const kind = saves.get(petId)?.kind;
  return kind === "conflict" || kind === "failed" ? kind : undefined;
}

/** Where the keyboard is: the first quantity, where it is nowhere yet or the view lacks its row. */
function usePlace({ cursor, view }: State, items: readonly InventoryItem[]): { row: number; column: number } {
  const known = useRef({ at: 0, view });
  const column = cursor === undefined ? QUANTITY : GRID_COLUMNS.indexOf(cursor.column);
  if (cursor !== undefined && cursor.petId === undefined) return { row: 0, column };
  const { at, view: before } = known.current;
  const placeOf = (): number => {
    if (items[at]?.petId === cursor?.petId) return at;
    const found = items.findIndex(({ petId }) => petId === cursor?.petId);
    if (found >= 0) return found;
    // The row that somebody else has taken out leaves its place to the next.
    return view === before ? Math.max(0, Math.min(at, items.length - 1)) : 0;
  };
  known.current = { at: placeOf(), view };
  return { row: items.length === 0 ? 0 : known.current.at + 1, column };
}

interface Anchor {
  readonly items: readonly InventoryItem[];
  readonly view: State["view"];
  readonly row: number;
  readonly petId: Cursor["petId"];
  readonly rowPlaces: RowPlaces;
}

/** What others add and remove moves the rows around the keyboard's one, and never that one itself. */
function useAnchor(scroller: { readonly current: HTMLDivElement | null }, anchor: Anchor): void {
  const last = useRef(anchor);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = anchor;
    const element = scroller.current;
    if (element === null) return;
    if (before.view !== anchor.view) element.scrollTop = 0;
    else if (before.items !== anchor.items && before.petId === anchor.petId && anchor.petId !== undefined) {
      element.scrollTop += anchor.rowPlaces.scrolledFor((anchor.row - before.row) * ROW_PX);
    }
  });
}
