// The figures of the charts as a table.

import type { Totals } from "../../client/client.ts";
import { formatCount } from "../language/format.ts";
import { type Period, timeFormatOf } from "./period.ts";
import { trendsText } from "../language/en/trends.ts";

interface TotalsTableProps {
  readonly totals: readonly Totals[];
  readonly step: Period["step"];
}

const COLUMNS = ["from", "units", "in", "out", "petsInStock", "available", "pending", "sold"] as const;

const CAPTIONS = { hour: "figuresByHour", day: "figuresByDay", week: "figuresByWeek" } as const;

export function TotalsTable({ totals, step }: TotalsTableProps) {
  const format = timeFormatOf(step);
  return (
    <details class="figures">
      <summary>{trendsText.showFigures}</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={trendsText.figures}>
        <table>
          <caption>{trendsText[CAPTIONS[step]]}</caption>
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {trendsText[name]}
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
