// The rows of one group in the preview. Lists the first few hundred and counts the rest.

import type { BulkRow } from "../model/bulk-plan.ts";
import { formatCount, formatPlural } from "../model/format.ts";

const SHOWN_MAX = 200;

export interface BulkRowsProps {
  readonly rows: readonly BulkRow[];
  /** Includes rows that are counted but not listed. */
  readonly total: number;
  readonly caption: string;
}

export function BulkRows({ rows, total, caption }: BulkRowsProps) {
  const hasReasons = rows.some(({ reason }) => reason !== "");
  const more = total - Math.min(rows.length, SHOWN_MAX);
  return (
    // Focusable, so that the keyboard can scroll it.
    <div class="bulk-rows" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Pet</th>
            <th scope="col">Current</th>
            <th scope="col">New</th>
            <th scope="col">{hasReasons && "Reason"}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_MAX).map(({ line, petId, now, wanted, reason }) => (
            <tr key={`${line} ${reason}`}>
              <td>{formatCount(line)}</td>
              <td>{petId === undefined ? "" : String(petId)}</td>
              <td>{now === undefined ? "" : formatCount(now.quantity)}</td>
              <td>{wanted === undefined ? "" : formatCount(wanted)}</td>
              <td class="reason">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="quiet">and {formatPlural(more, "more row")}</p>}
    </div>
  );
}
