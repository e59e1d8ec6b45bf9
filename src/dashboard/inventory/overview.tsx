// The inventory at a glance: how the view divides by status, and what contradicts itself or is low. All of them filter.

import { PET_STATUSES } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { PageLink } from "../app/page-link.tsx";
import {
  AVAILABLE_NONE_LEFT,
  isPreset,
  LOW,
  type Preset,
  SOLD_IN_STOCK,
  togglePreset,
  toggleStatus,
} from "../state/view.ts";
import { formatCount } from "../language/format.ts";
import { SegmentedBar } from "../ui/segmented-bar.tsx";
import { StatusMark } from "../ui/status-chip.tsx";
import { useFields } from "../state/use-selected.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { uiText } from "../language/en/ui.ts";

export function Overview({ dashboard }: { readonly dashboard: Dashboard }) {
  const { store, shown } = dashboard;
  const { view } = useFields(store, "view", "petsVersion", "shownVersion", "labelsVersion", "held");
  return (
    <section class="overview" aria-label={inventoryText.overview}>
      <SegmentedBar
        label={inventoryText.status}
        segments={PET_STATUSES.map((status) => ({
          name: uiText.statuses[status],
          value: shown.counts[status],
          color: `--${status}`,
          mark: <StatusMark status={status} />,
          isPressed: view.statuses.includes(status),
          onPress: () => dashboard.setView(toggleStatus(view, status)),
        }))}
      />
      <Attention dashboard={dashboard} />
    </section>
  );
}

/** Only what there is; a pressed one stays, so that it can be taken back. */
function Attention({ dashboard }: { readonly dashboard: Dashboard }) {
  const { store, pets } = dashboard;
  const { view, me } = useFields(store, "view", "petsVersion", "labelsVersion", "me");
  const { availableNoneLeft, soldInStock, low } = pets.summary;
  const counts: readonly (readonly [Preset, number])[] = [
    [AVAILABLE_NONE_LEFT, availableNoneLeft],
    [SOLD_IN_STOCK, soldInStock],
    [LOW, low],
  ];
  const present = counts.filter(([preset, count]) => count > 0 || isPreset(view, preset));
  if (present.length === 0) return null;
  return (
    <div class="chips needs-attention" role="group" aria-label={inventoryText.needsAttention}>
      {present.map(([preset, count]) => (
        <button
          key={preset.name}
          type="button"
          class="filter-chip"
          aria-pressed={isPreset(view, preset)}
          onClick={() => dashboard.setView(togglePreset(view, preset))}
        >
          {preset.name} <span class="count">{formatCount(count)}</span>
        </button>
      ))}
      {me !== undefined && (
        <PageLink dashboard={dashboard} to="/trends" class="mend-link">
          {inventoryText.mendThem}
        </PageLink>
      )}
    </div>
  );
}
