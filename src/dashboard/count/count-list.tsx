// The counts so far, newest first.

import { useSelected } from "../state/use-selected.ts";
import { formatCount } from "../language/format.ts";
import { Icon } from "../ui/icon.tsx";
import { PetName } from "../ui/pet-name.tsx";
import { petName } from "../ui/names.ts";
import type { KnownPets } from "./known-pets.ts";
import type { StockTake } from "./stock-take.ts";
import { countText } from "../language/en/count.ts";

interface CountListProps {
  readonly stockTake: StockTake;
  readonly known: KnownPets;
  readonly onEdit: (petId: bigint) => void;
}

/** The others are on the sheet of differences. */
const SHOWN_MAX = 8;

export function CountList({ stockTake, known, onEdit }: CountListProps) {
  const counts = useSelected(stockTake.store, (state) => state.counts);
  if (counts.length === 0) return null;
  return (
    <section class="count-list" aria-labelledby="count-list">
      <h2 id="count-list">{countText.countedLast}</h2>
      <ul>
        {counts.slice(0, SHOWN_MAX).map(({ petId, counted }) => {
          const name = petName(petId, known.label(petId));
          return (
            <li key={String(petId)}>
              <PetName petId={petId} label={known.label(petId)} />
              <b>{formatCount(counted)}</b>
              <button
                type="button"
                class="small"
                aria-label={countText.editCountOf(name)}
                onClick={() => onEdit(petId)}
              >
                {countText.edit}
              </button>
              <button
                type="button"
                class="small icon-only"
                aria-label={countText.removeCountOf(name)}
                onClick={() => void stockTake.remove(petId)}
              >
                <Icon name="trash" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
