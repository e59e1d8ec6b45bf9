// The table at the top of docs/performance.md: each target of the run with its figure, and the theme that measures it.

import { type Contest, type Figure, sampleName } from "../contest.ts";
import { median, type Samples } from "../samples.ts";
import type { ThemeResult } from "../theme.ts";
import { contestTarget, figureTarget, rateText, table } from "./tables.ts";

const HEAD = ["work", "petstock", "compared with", "result", "target", "met", "theme"];

export function summaryTable(results: readonly ThemeResult[], samples: Samples): string {
  const rows = results.flatMap(({ theme: { contests, figures, name } }) => [
    ...contests.flatMap((contest) => contestRows(contest, samples).map((row) => [...row, `\`${name}\``])),
    ...figures.flatMap((figure) => figureRows(figure, samples).map((row) => [...row, `\`${name}\``])),
  ]);
  return rows.length === 0 ? "" : table(HEAD, rows);
}

function contestRows(contest: Contest, samples: Samples): string[][] {
  const [first, ...others] = contest.entrants;
  if (first === undefined) return [];
  const rates = samples.of(sampleName(contest, first));
  const rate = rates.length === 0 ? "" : rateText(median(rates));
  return others
    .filter(({ target }) => target !== undefined)
    .map((entrant) => [
      contest.description,
      rate,
      entrant.description,
      ...contestTarget(contest, entrant, samples),
    ]);
}

function figureRows(figure: Figure, samples: Samples): string[][] {
  return figure.target === undefined ? [] : [[figure.description, "", "", ...figureTarget(figure, samples)]];
}
