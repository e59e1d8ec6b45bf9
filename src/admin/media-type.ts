// The media type of a change set's body: JSON, or rows of a file.

import { ApiError } from "../http/api-error.ts";
import { encodingProblemOf } from "../http/read-body.ts";

const TYPE = /^([a-z]+\/[a-z0-9.+-]+)[ \t]*(?:;.*)?$/i;

const KINDS: Readonly<Record<string, "json" | "csv" | "ndjson">> = {
  "application/json": "json",
  "text/csv": "csv",
  "application/x-ndjson": "ndjson",
};

/** JSON if the header is absent. Throws `unsupported_media_type`. */
export function mediaTypeOf(headers: Headers): "json" | "csv" | "ndjson" {
  const problem = encodingProblemOf(headers);
  if (problem !== undefined) throw new ApiError("unsupported_media_type", problem);
  const type = headers.get("Content-Type");
  if (type === null) return "json";
  const name = TYPE.exec(type.trim())?.[1]?.toLowerCase() ?? "";
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind !== undefined) return kind;
  throw new ApiError(
    "unsupported_media_type",
    `Content-Type "${type.slice(0, 80)}" is not accepted. Send ${Object.keys(KINDS).join(", ")}.`,
  );
}
