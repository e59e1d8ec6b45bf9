// The inventory at a glance: four figures, of which two are a way to what is worth a look, and two charts.

import { useMemo } from "preact/hooks";
import { type InventoryItem, PET_STATUSES } from "../../contract/item-json.ts";
import { BUCKETS, sumsOf } from "../model/quantity-buckets.ts";
import {
  AVAILABLE_BUT_NONE,
  isPreset,
  type Preset,
  SOLD_BUT_IN_STOCK,
  togglePreset,
  type View,
} from "../model/view.ts";
import { count } from "../model/words.ts";
import { BarChart } from "./bar-chart.tsx";

export interface OverviewProps {
  readonly rows: readonly InventoryItem[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

export function Overview({ rows, view, onView }: OverviewProps) {
  const sums = useMemo(() => sumsOf(rows), [rows]);
  const byStatus = useMemo(
    () =>
      PET_STATUSES.map((status) => ({
        name: status,
        value: sums.unitsByStatus[status],
        color: `--${status}`,
      })),
    [sums],
  );
  const byQuantity = useMemo(
    () =>
      BUCKETS.map(({ name }, at) => ({
        name,
        value: sums.petsByBucket[at]!,
        color: at === 0 ? "--line-strong" : "--accent",
      })),
    [sums],
  );
  const link = (preset: Preset, value: number) => (
    <button
      type="button"
      class={value > 0 ? "tile worth" : "tile"}
      aria-pressed={isPreset(view, preset)}
      onClick={() => onView(togglePreset(view, preset))}
    >
      <b>{count(value)}</b>
      {preset.name}
    </button>
  );
  return (
    <section class="overview" aria-label="Overview">
      <div class="tiles">
        <p class="tile">
          <b>{count(sums.pets)}</b>
          Pets listed
        </p>
        <p class="tile">
          <b>{count(sums.units)}</b>
          In stock
        </p>
        {link(AVAILABLE_BUT_NONE, sums.availableButNone)}
        {link(SOLD_BUT_IN_STOCK, sums.soldButInStock)}
      </div>
      <BarChart title="In stock, by status" bars={byStatus} />
      <BarChart title="Pets, by quantity" bars={byQuantity} />
    </section>
  );
}
