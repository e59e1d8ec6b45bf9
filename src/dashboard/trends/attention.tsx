// Pets that need attention: low ones, and those whose status contradicts their quantity. Each can be corrected in place.

import { useMemo, useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import type { Attention, AttentionList } from "../data/pets.ts";
import { formatCount } from "../language/format.ts";
import { Icon } from "../ui/icon.tsx";
import { AttentionItem } from "./attention-item.tsx";
import { trendsText } from "../language/en/trends.ts";

interface Kind {
  readonly why: Attention;
  readonly title: "low" | "noneLeft" | "soldInStock";
  readonly hint: `${Kind["title"]}Hint`;
}

const KINDS: readonly Kind[] = [
  { why: "low", title: "low", hint: "lowHint" },
  { why: "none left", title: "noneLeft", hint: "noneLeftHint" },
  { why: "sold in stock", title: "soldInStock", hint: "soldInStockHint" },
];

const FIRST = 8;
const MORE = 50;

export function NeedsAttention({ dashboard }: PageProps) {
  const { store } = dashboard;
  const pets = useSelected(store, (state) => state.petsVersion);
  const labels = useSelected(store, (state) => state.labelsVersion);
  const isComplete = useSelected(store, (state) => state.loading) === "complete";
  const [max, setMax] = useState(FIRST);
  const lists = useMemo(
    () => KINDS.map((kind) => ({ ...kind, list: dashboard.pets.attention(kind.why, max) })),
    [pets, labels, max],
  );
  const total = lists.reduce((sum, { list }) => sum + list.total, 0);
  return (
    <section class="attention" aria-labelledby="attention">
      <h2 id="attention">{trendsText.needsAttention}</h2>
      {total === 0 && (
        <p class="all-well" role="status">
          {isComplete ? (
            <>
              <Icon name="check" /> {trendsText.nothingNeedsIt}
            </>
          ) : (
            trendsText.loadingInventory
          )}
        </p>
      )}
      {lists
        .filter(({ list }) => list.total > 0)
        .map(({ why, title, hint, list }) => (
          <AttentionGroup
            key={why}
            dashboard={dashboard}
            title={trendsText[title]}
            hint={trendsText[hint]}
            list={list}
            onMore={() => setMax(max + MORE)}
          />
        ))}
    </section>
  );
}

interface AttentionGroupProps extends PageProps {
  readonly title: string;
  readonly hint: string;
  readonly list: AttentionList;
  readonly onMore: () => void;
}

function AttentionGroup({ dashboard, title, hint, list, onMore }: AttentionGroupProps) {
  const left = list.total - list.petIds.length;
  return (
    <div class="attention-group">
      <h3>
        {title} <span class="count">{formatCount(list.total)}</span>
      </h3>
      <p class="quiet">{hint}</p>
      <ul aria-label={title}>
        {list.petIds.map((petId) => (
          <AttentionItem key={String(petId)} dashboard={dashboard} petId={petId} />
        ))}
      </ul>
      {left > 0 && (
        <button type="button" class="link" onClick={onMore}>
          {trendsText.showMore(left)}
        </button>
      )}
    </div>
  );
}
