// Reason and note for the ledger: a request's optional headers Petstock-Reason and Petstock-Note.

import {
  isStatedReason,
  STATED_REASONS,
  type StatedCause,
  type StatedReason,
} from "../inventory/movement.ts";
import { noteProblem } from "../inventory/note.ts";
import { ApiError } from "./api-error.ts";

const NOT_STATED: StatedCause = {};

/** A member is absent if its header is. Throws `invalid_header`. */
export function statedCauseOf(headers: Headers): StatedCause {
  const [reason, note] = [headers.get("Petstock-Reason"), headers.get("Petstock-Note")];
  if (reason === null && note === null) return NOT_STATED;
  return {
    ...(reason !== null && { reason: reasonOrThrow(reason) }),
    ...(note !== null && { note: noteOrThrow(note) }),
  };
}

function reasonOrThrow(text: string): StatedReason {
  if (isStatedReason(text)) return text;
  const got = JSON.stringify(text.slice(0, 40));
  throw invalid(`Petstock-Reason must be one of ${STATED_REASONS.join(", ")}; got ${got}.`);
}

function noteOrThrow(text: string): string {
  const note = decoded(text);
  if (note === undefined) {
    throw invalid(
      "Petstock-Note must be visible ASCII: percent-encode its text as UTF-8, as encodeURIComponent does.",
    );
  }
  const problem = noteProblem(note);
  if (problem !== undefined) throw invalid(`Petstock-Note ${problem}.`);
  return note;
}

/** For a request whose body has reason and note. Throws `invalid_header`: a reason that is ignored would be a wrong one. */
export function refuseLedgerHeaders(headers: Headers, advice: string): void {
  const name = ["Petstock-Reason", "Petstock-Note"].find((each) => headers.has(each));
  if (name !== undefined) throw invalid(`${name} is not for this request. ${advice}`);
}

/** Undefined for text that is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): ApiError {
  return new ApiError("invalid_header", `${message} Nothing was changed.`);
}
