// Shown while a file waits for the inventory that it is compared with.

import { formatPlural } from "../model/format.ts";

export interface BulkWaitProps {
  readonly name: string;
  /** Loaded so far. */
  readonly pets: number;
}

export function BulkWait({ name, pets }: BulkWaitProps) {
  return (
    <div class="bulk-step">
      <p role="status">
        The preview of <b>{name}</b> opens when the whole list has loaded.
      </p>
      <p class="quiet">{formatPlural(pets, "pet")} so far</p>
    </div>
  );
}
