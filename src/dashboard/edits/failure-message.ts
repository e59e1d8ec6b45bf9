// Explains to the user why an update failed.

import { PetstockError, type RequestError, StockRangeError } from "../../client/client.ts";
import { editsText } from "../language/en/edits.ts";
import { errorsText } from "../language/en/errors.ts";
import { errorText } from "../language/error-text.ts";
import { formatCount } from "../language/format.ts";

/** Without a full stop, as it may stand in the middle of a sentence. */
export function failureMessage(error: unknown): string {
  if (error instanceof StockRangeError) return editsText.onlyInStock(formatCount(error.item.quantity));
  if (error instanceof PetstockError) return errorText(error);
  return (error as RequestError).code === "timeout" ? errorsText.timeout : errorsText.unreachable;
}
