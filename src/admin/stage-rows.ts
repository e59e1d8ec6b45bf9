// Rows of a file in a request's body: read as they arrive, checked, and staged outside every lock.

import type { Problem } from "../contract/errors.ts";
import type { DuplicateRow, ImportStage } from "../inventory/import.ts";
import type { TransferFormat } from "../transfer/format.ts";
import { describeProblem, type RowProblem } from "../transfer/problem.ts";
import { readRows } from "../transfer/read-rows.ts";
import { Problems } from "./problems.ts";

/**
 * Stages all rows; gives their number. Throws `invalid_changes` with a problem for each bad row and each repeated pet, and what
 * reading the body throws.
 */
export async function stageRows(
  stage: Pick<ImportStage, "add">,
  bytes: AsyncIterable<Uint8Array>,
  format: TransferFormat,
): Promise<number> {
  const problems = new Problems();
  let count = 0;
  for await (const batch of readRows(bytes, format)) {
    // Rows after an invalid one are staged as well, so that repeated pets are found.
    const duplicates = await stage.add(batch.rows);
    const found = [...batch.problems.map(problemOfRow), ...duplicates.map(problemOfDuplicate)];
    for (const problem of found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))) problems.add(problem);
    count += batch.rows.length;
  }
  problems.throwIfAny();
  return count;
}

function problemOfRow(problem: RowProblem): Problem {
  return { line: problem.line, code: codeOf(problem), message: `${describeProblem(problem)}.` };
}

function codeOf({ column }: RowProblem): Problem["code"] {
  if (column === "petId") return "invalid_pet_id";
  return column === "quantity" ? "invalid_quantity" : "invalid_field";
}

function problemOfDuplicate({ row: { line, petId }, firstLine }: DuplicateRow): Problem {
  const message = `line ${line}: pet ${petId} is in line ${firstLine} already; keep one of the two.`;
  return { line, petId, code: "duplicate_pet", message };
}
