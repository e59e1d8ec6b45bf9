// Rows of a file, with what becomes of each. Shows the first some hundred: nobody reads more, and all are counted.

import type { BulkRow } from "../model/bulk-plan.ts";
import { count, counted } from "../model/words.ts";

const SHOWN_MAX = 200;

export interface BulkRowsProps {
  readonly rows: readonly BulkRow[];
  /** With those that are only counted. */
  readonly total: number;
  readonly caption: string;
}

export function BulkRows({ rows, total, caption }: BulkRowsProps) {
  const hasReasons = rows.some(({ reason }) => reason !== "");
  const more = total - Math.min(rows.length, SHOWN_MAX);
  return (
    // It scrolls, so the keyboard must be able to reach it.
    <div class="bulk-rows" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Pet</th>
            <th scope="col">Now</th>
            <th scope="col">In the file</th>
            <th scope="col">{hasReasons && "Reason"}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_MAX).map(({ line, petId, now, wanted, reason }) => (
            <tr key={`${line} ${reason}`}>
              <td>{count(line)}</td>
              <td>{petId === undefined ? "" : String(petId)}</td>
              <td>{now === undefined ? "" : count(now.quantity)}</td>
              <td>{wanted === undefined ? "" : count(wanted)}</td>
              <td class="reason">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {counted(more, "more row")}</p>}
    </div>
  );
}
