// The sheet of differences: what was counted against what was expected, applied as one revision.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSelected, useWhole } from "../state/use-selected.ts";
import { formatCount, formatDelta } from "../language/format.ts";
import { Icon } from "../ui/icon.tsx";
import { PetName } from "../ui/pet-name.tsx";
import { petName } from "../ui/names.ts";
import { NOTE_CHARACTERS_MAX } from "../../inventory/note.ts";
import type { KnownPets } from "./known-pets.ts";
import type { StockTake } from "./stock-take.ts";
import { changeOf, lineProblem, type SheetLine } from "./take.ts";
import { PersonText } from "../ui/person-text.tsx";
import { countText } from "../language/en/count.ts";

interface SheetProps {
  readonly stockTake: StockTake;
  readonly known: KnownPets;
  readonly lines: readonly SheetLine[];
}

export function Sheet({ stockTake, known, lines }: SheetProps) {
  const [isAll, setAll] = useState(false);
  const differences = lines.filter((line) => changeOf(line) !== undefined || lineProblem(line) !== undefined);
  const shown = isAll ? lines : differences;
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the page is shown: later it would take the focus from a field that was chosen meanwhile.
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section class="sheet" aria-labelledby="sheet">
      <h2 id="sheet" ref={heading} tabIndex={-1}>
        {countText.differences}
      </h2>
      <p>
        {countText.summary(lines.length, differences.length)}{" "}
        <button type="button" class="link" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? countText.showOnlyDifferences : countText.showAll}
        </button>
      </p>
      {shown.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label={countText.counts}>
          <table>
            <thead>
              <tr>
                <th scope="col">{countText.pet}</th>
                <th scope="col">{countText.expectedColumn}</th>
                <th scope="col">{countText.countedColumn}</th>
                <th scope="col">{countText.differenceColumn}</th>
                <th scope="col">
                  <span class="visually-hidden">{countText.remove}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <SheetRow key={line.count.id} stockTake={stockTake} known={known} line={line} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Unknown stockTake={stockTake} />
      <ApplyForm stockTake={stockTake} differences={differences.length} />
    </section>
  );
}

function SheetRow({ stockTake, known, line }: Omit<SheetProps, "lines"> & { readonly line: SheetLine }) {
  const { count, expected, difference, current } = line;
  const { petId, counted, isNew } = count;
  const problem = lineProblem(line);
  const moved = (current ?? 0) - expected;
  return (
    <tr class={problem === undefined ? "" : "bad"}>
      <th scope="row">
        <PetName petId={petId} label={known.label(petId)} />
        {problem !== undefined && <p>{problem}</p>}
        {problem === undefined && !isNew && moved !== 0 && (
          <p class="quiet">{countText.movedSince(moved, line.result)}</p>
        )}
      </th>
      <td>{isNew ? countText.newPet : formatCount(expected)}</td>
      <td>{formatCount(counted)}</td>
      <td>{difference === 0 ? "0" : formatDelta(difference)}</td>
      <td>
        <button
          type="button"
          class="small icon-only"
          aria-label={countText.removeCountOf(petName(petId, known.label(petId)))}
          onClick={() => void stockTake.remove(petId)}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
}

/** Codes that no pet has. */
function Unknown({ stockTake }: Pick<SheetProps, "stockTake">) {
  const take = useSelected(stockTake.store, (state) => state.take);
  if (take === undefined || take.unknown.length === 0) return null;
  return (
    <section aria-labelledby="unknown">
      <h3 id="unknown">{countText.unknownCodes}</h3>
      <ul>
        {take.unknown.map((code) => (
          <li key={code}>
            <PersonText text={code} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ApplyFormProps extends Pick<SheetProps, "stockTake"> {
  readonly differences: number;
}

function ApplyForm({ stockTake, differences }: ApplyFormProps) {
  const { isBusy, error } = useWhole(stockTake.store);
  const [note, setNote] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void stockTake.apply(note);
      }}
    >
      <label for="take-note">{countText.note}</label>
      <input
        id="take-note"
        value={note}
        maxLength={NOTE_CHARACTERS_MAX}
        autocomplete="off"
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <p class="bad" role="alert">
        {error}
      </p>
      <div class="count-actions">
        <button type="button" onClick={() => window.print()}>
          <Icon name="print" /> {countText.print}
        </button>
        <button type="button" onClick={() => stockTake.closeSheet()}>
          {countText.countMore}
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          {isBusy ? countText.applying : applyTitle(differences)}
        </button>
      </div>
    </form>
  );
}

function applyTitle(differences: number): string {
  return differences === 0 ? countText.finish : countText.apply(differences);
}
