// The inventory at a glance: two totals, two tiles that filter contradictory rows, and two charts.

import { useMemo } from "preact/hooks";
import { type InventoryItem, PET_STATUSES } from "../../contract/item-json.ts";
import { formatCount } from "../model/format.ts";
import { BUCKETS, summarize, type Summary } from "../model/inventory-summary.ts";
import {
  AVAILABLE_NONE_LEFT,
  isPreset,
  type Preset,
  SOLD_IN_STOCK,
  togglePreset,
  type View,
} from "../model/view.ts";
import { type Bar, BarChart } from "./bar-chart.tsx";

export interface OverviewProps {
  readonly rows: readonly InventoryItem[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

export function Overview({ rows, view, onView }: OverviewProps) {
  const summary = useMemo(() => summarize(rows), [rows]);
  const unitsByStatus = useMemo(() => statusBars(summary), [summary]);
  const petsByQuantity = useMemo(() => quantityBars(summary), [summary]);
  const filter = (preset: Preset) => ({
    name: preset.name,
    isPressed: isPreset(view, preset),
    onPress: () => onView(togglePreset(view, preset)),
  });
  return (
    <section class="overview" aria-label="Overview">
      <div class="tiles">
        <TotalTile name="Pets" value={summary.pets} />
        <TotalTile name="Units in stock" value={summary.units} />
        <FilterTile {...filter(AVAILABLE_NONE_LEFT)} value={summary.availableNoneLeft} />
        <FilterTile {...filter(SOLD_IN_STOCK)} value={summary.soldInStock} />
      </div>
      <BarChart title="Units in stock by status" bars={unitsByStatus} />
      <BarChart title="Pets by quantity" bars={petsByQuantity} />
    </section>
  );
}

function TotalTile({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <p class="tile">
      <b>{formatCount(value)}</b>
      {name}
    </p>
  );
}

interface FilterTileProps {
  readonly name: string;
  readonly value: number;
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

function FilterTile({ name, value, isPressed, onPress }: FilterTileProps) {
  return (
    <button
      type="button"
      class={value > 0 ? "tile attention" : "tile"}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <b>{formatCount(value)}</b>
      {name}
    </button>
  );
}

function statusBars({ unitsByStatus }: Summary): Bar[] {
  return PET_STATUSES.map((name) => ({ name, value: unitsByStatus[name], color: `--${name}` }));
}

function quantityBars({ petsByBucket }: Summary): Bar[] {
  return BUCKETS.map(({ name }, at) => ({
    name,
    value: petsByBucket[at]!,
    color: at === 0 ? "--line-strong" : "--accent",
  }));
}
