// Stages the rows of a file for import, and reports its invalid rows.

import { faultInWords } from "../transfer/fault-words.ts";
import { describeProblem, type RowProblem } from "../transfer/problem.ts";
import { ProblemList, type Problems } from "../transfer/problem-list.ts";
import type { RowBatch } from "../transfer/row-report.ts";
import { CommandError, type Context, count, printData, printMessage } from "./context.ts";
import { type Progress, showProgress } from "./progress.ts";
import type { RowSource } from "./row-source.ts";
import { toJson } from "./table.ts";

/** The file has invalid rows; the first ones have been printed, and nothing was changed. */
export class BadRowsError extends CommandError {
  readonly problems: Problems;

  constructor(file: string, problems: Problems) {
    const { named, count: all } = problems;
    const which = all > named.length ? `, of which the first ${named.length} are shown` : "";
    const summary = `${file}: ${count(all, "problem")}${which}; nothing was changed`;
    super(`${summary}. Correct the file, then import it again`);
    this.problems = problems;
  }
}

/** A row that names a pet. */
interface PetRow {
  readonly petId: bigint;
  readonly line: number;
}

/** Takes rows; gives those that repeat a pet of an earlier row. */
interface Stage<Row extends PetRow> {
  add(rows: readonly Row[]): Promise<readonly { readonly row: PetRow; readonly firstLine: number }[]>;
}

/** Stages every row of `batches`, and returns their number. Throws a BadRowsError if any is invalid. */
export async function stageFile<Row extends PetRow>(
  context: Context,
  source: Pick<RowSource, "name" | "size">,
  batches: AsyncIterable<RowBatch<Row>>,
  stage: Stage<Row>,
): Promise<number> {
  using progress = showProgress(context, `Reading ${source.name}`, source.size);
  let rows = 0;
  const problems = new ProblemList();
  for await (const batch of batches) {
    // Rows after an invalid one are staged as well, so that duplicates are found.
    const duplicates = await stage.add(batch.rows);
    const found = [...batch.problems, ...duplicates.map(problemOfDuplicate)];
    printProblems(context, problems.add(found.toSorted((a, b) => a.line - b.line)), progress);
    rows += batch.rows.length;
    progress.update(batch.bytesRead, rows);
  }
  if (problems.count > 0) throw new BadRowsError(source.name, problems);
  return rows;
}

function printProblems(context: Context, problems: readonly RowProblem[], progress: Progress): void {
  if (problems.length === 0) return;
  // The progress bar would overwrite the lines.
  progress[Symbol.dispose]();
  for (const problem of problems) printMessage(context, describeProblem(problem));
}

function problemOfDuplicate({ row, firstLine }: { row: PetRow; firstLine: number }): RowProblem {
  const fault = { code: "pet_repeated", firstLine } as const;
  return { line: row.line, column: "petId", value: String(row.petId), fault };
}

/** The problems as JSON, on standard output. */
export function reportBadRows(
  context: Context,
  { problems: { named, count: all } }: BadRowsError,
  { dryRun }: { dryRun: boolean },
): Promise<void> {
  const problems = named.map(({ fault, ...problem }) => ({ ...problem, rule: faultInWords(fault) }));
  const facts = { kind: "bad_rows", problemCount: all, problems, dryRun };
  return printData(context, `${toJson(facts)}\n`, "nothing was changed");
}
