// The figures of the charts as a table.

import type { Totals } from "../../client/client.ts";
import { formatCount } from "../language/format.ts";
import { type Period, timeFormatOf } from "./period.ts";

interface TotalsTableProps {
  readonly totals: readonly Totals[];
  readonly step: Period["step"];
}

export function TotalsTable({ totals, step }: TotalsTableProps) {
  const format = timeFormatOf(step);
  return (
    <details class="figures">
      <summary>Show the figures</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Figures">
        <table>
          <caption>
            Stock at the end of each {step}, and what came in and went out within it. Times are UTC.
          </caption>
          <thead>
            <tr>
              {["From", "Units", "In", "Out", "Pets in stock", "Available", "Pending", "Sold"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...totals].reverse().map((row) => (
              <tr key={row.at}>
                <th scope="row">{format.format(new Date(row.at))}</th>
                {[row.quantity, row.in, row.out, row.inStock, row.available, row.pending, row.sold].map(
                  (value, at) => (
                    <td key={at}>{formatCount(value)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
