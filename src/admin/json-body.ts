// A JSON body of up to 1 MiB, read without holding up other requests.

import { OBJECT_HINT } from "../contract/admin-body.ts";
import { toInvalidBody } from "../contract/body-text.ts";
import { type JsonValue, parseJsonInSteps } from "../contract/json.ts";
import { inSteps } from "./in-steps.ts";

/** Throws InvalidBodyError: `invalid_json` or `duplicate_field`. */
export async function parseBody(text: string): Promise<JsonValue> {
  try {
    return await inSteps(parseJsonInSteps(text));
  } catch (error) {
    throw toInvalidBody(error, text, OBJECT_HINT);
  }
}
