// Rows in a request's body: checked, and staged outside every lock. They come from a file, or from a list in JSON.

import type { Problem } from "../contract/errors.ts";
import { describeProblemOf, type RowProblem } from "../transfer/problem.ts";
import type { RowBatch } from "../transfer/row-report.ts";
import { pauses } from "./in-steps.ts";
import { Problems } from "./problems.ts";

/** A row that names a pet. `line` is its line in a file, or its place in a list from 1. */
interface PetRow {
  readonly petId: bigint;
  readonly line: number;
}

interface RepeatedRow {
  readonly row: PetRow;
  readonly firstLine: number;
}

/** Takes rows; gives those that repeat a pet of an earlier row. */
interface Stage<Row extends PetRow> {
  add(rows: readonly Row[]): Promise<readonly RepeatedRow[]>;
}

/** How problems name the place of a row. */
export interface RowPlaces {
  member(line: number): Pick<Problem, "line" | "index">;
  text(line: number): string;
}

export const FILE_PLACES: RowPlaces = { member: (line) => ({ line }), text: (line) => `line ${line}` };

/** Places in a list that is a member of a JSON body. */
export function listPlaces(member: string): RowPlaces {
  return { member: (line) => ({ index: line - 1 }), text: (line) => `${member}[${line - 1}]` };
}

/**
 * Stages all rows; gives their number. While the stage takes one batch, the next one is read. Throws `invalid_changes` with a
 * problem for each bad row and each repeated pet, and what reading the body throws.
 */
export async function stageRows<Row extends PetRow>(
  stage: Stage<Row>,
  batches: AsyncIterable<RowBatch<Row>>,
  places = FILE_PLACES,
): Promise<number> {
  const problems = new Problems();
  const pause = pauses();
  let count = 0;
  let staging: Promise<void> = Promise.resolve();
  for await (const batch of batches) {
    await staging;
    staging = stageBatch(stage, batch, problems, places);
    // Its failure is thrown where it is awaited, which may be after the next batch has failed to arrive.
    staging.catch(() => {});
    count += batch.rows.length;
    await pause();
  }
  await staging;
  problems.throwIfAny();
  return count;
}

async function stageBatch<Row extends PetRow>(
  stage: Stage<Row>,
  { rows, problems: bad }: RowBatch<Row>,
  problems: Problems,
  places: RowPlaces,
): Promise<void> {
  // Rows after an invalid one are staged as well, so that repeated pets are found.
  const repeated = rows.length === 0 ? [] : await stage.add(rows);
  if (problems.isFull) problems.count(bad.length + repeated.length);
  else for (const problem of problemsOf(bad, repeated, places)) problems.add(problem);
}

/** In the order of their lines. */
function problemsOf(
  problems: readonly RowProblem[],
  repeated: readonly RepeatedRow[],
  places: RowPlaces,
): readonly Problem[] {
  const found = [
    ...problems.map((problem) => ({ line: problem.line, problem: problemOfRow(problem, places) })),
    ...repeated.map((row) => ({ line: row.row.line, problem: problemOfDuplicate(row, places) })),
  ];
  return found.toSorted((a, b) => a.line - b.line).map(({ problem }) => problem);
}

function problemOfRow(problem: RowProblem, { member, text }: RowPlaces): Problem {
  const { line, petId } = problem;
  return {
    ...member(line),
    ...(petId !== undefined && { petId }),
    code: codeOf(problem),
    message: `${describeProblemOf(text(line), problem)}.`,
  };
}

function codeOf({ column }: RowProblem): Problem["code"] {
  if (column === "petId") return "invalid_pet_id";
  return column === "quantity" ? "invalid_quantity" : "invalid_field";
}

function problemOfDuplicate({ row: { line, petId }, firstLine }: RepeatedRow, places: RowPlaces): Problem {
  const first = places.text(firstLine);
  const message = `${places.text(line)}: pet ${petId} is in ${first} already; keep one of the two.`;
  return { ...places.member(line), petId, code: "duplicate_pet", message };
}
