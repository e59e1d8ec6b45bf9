// Shown in place of the table when it has no rows.

import { PROGRAM } from "../../build.ts";

export function Loading() {
  return (
    <div class="empty-state" role="status">
      <div class="spinner" aria-hidden="true" />
      <p>Loading the inventory…</p>
    </div>
  );
}

export function EmptyInventory() {
  return (
    <div class="empty-state">
      <h2>No pets yet</h2>
      <p>Import a file on the machine that runs this service. The pets then appear here by themselves.</p>
      <pre>
        <code>{PROGRAM} import inventory.csv</code>
      </pre>
      <p class="quiet">
        The file needs the columns <code>petId,quantity,status</code>.
      </p>
    </div>
  );
}

export function NoMatches({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <div class="empty-state">
      <h2>No matching pets</h2>
      <p>No pet matches the search and the filters.</p>
      <button type="button" onClick={onShowAll}>
        Show all pets
      </button>
    </div>
  );
}
