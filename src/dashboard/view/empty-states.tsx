// What stands in place of the table where there is nothing to put into it.

import { PROGRAM } from "../../build.ts";

export function Loading() {
  return (
    <div class="instead" role="status">
      <div class="spinner" aria-hidden="true" />
      <p>Loading the inventory…</p>
    </div>
  );
}

export function EmptyInventory() {
  return (
    <div class="instead">
      <h2>No pets yet</h2>
      <p>
        Fill the inventory from a file, on the machine where the service runs. This page shows it at once.
      </p>
      <pre>
        <code>{PROGRAM} import inventory.csv</code>
      </pre>
      <p class="quiet">
        The file has the columns <code>petId,quantity,status</code>.
      </p>
    </div>
  );
}

export function NothingFound({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <div class="instead">
      <h2>No pet is like that</h2>
      <p>Nothing in the inventory matches the search and the filters.</p>
      <button type="button" onClick={onShowAll}>
        Show all pets
      </button>
    </div>
  );
}
