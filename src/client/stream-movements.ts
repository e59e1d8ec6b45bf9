// Reads movements from NDJSON as the bytes arrive. A body that breaks off is an error, never a short ledger.

import { objectIn } from "./admin-answers.ts";
import type { Movement } from "./admin-types.ts";
import type { Batches } from "./batches.ts";
import type { Answer } from "./exchange.ts";

/** A movement with its labels and its note takes some thousand. Bounds the memory that an answer of another server can take. */
const LINE_CHARS_MAX = 65_536;

/** The movements in the order of the answer, in batches. Throws `TransportError`, or the signal's reason. */
export async function* movementBatches(answer: Answer): Batches<Movement> {
  throwUnlessNdjson(answer);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of answer.pieces()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_CHARS_MAX)
      throw answer.error("unexpected_answer", "a line is too long for a movement");
    if (lines.length > 0)
      yield lines.map((line) => objectIn<Movement>(answer, line, "revision", "petId", "at"));
  }
  if (rest !== "") throw answer.error("broken_body", "the ledger broke off within a movement");
}

/** A service from before this form of the ledger gives the first page. */
function throwUnlessNdjson(answer: Answer): void {
  if (answer.headers.get("Content-Type")?.startsWith("application/x-ndjson")) return;
  answer.discard();
  throw answer.error("unexpected_answer", "the answer is not NDJSON");
}
