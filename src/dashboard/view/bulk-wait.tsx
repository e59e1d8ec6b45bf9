// Tells why a file is not looked at yet.

import { counted } from "../model/words.ts";

export interface BulkWaitProps {
  readonly name: string;
  /** Those that have come so far. */
  readonly pets: number;
}

export function BulkWait({ name, pets }: BulkWaitProps) {
  return (
    <div class="bulk-step">
      <p role="status">
        <b>{name}</b> is looked at once the whole list is there.
      </p>
      <p class="quiet">{counted(pets, "pet")} so far</p>
    </div>
  );
}
