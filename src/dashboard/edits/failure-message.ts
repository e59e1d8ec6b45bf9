// Explains to the user why an update failed.

import {
  InsufficientStockError,
  PetstockError,
  type RequestError,
  StockRangeError,
} from "../../client/client.ts";
import { editsText } from "../language/en/edits.ts";
import { errorsText } from "../language/en/errors.ts";
import { errorText } from "../language/error-text.ts";
import { formatCount } from "../language/format.ts";

/** Of one pet that has too little; the service's sentence names its place in the change set. */
function shortage(error: PetstockError): string | undefined {
  if (!(error instanceof InsufficientStockError) || error.problemsTotal !== 1) return undefined;
  const [short] = error.shortages;
  return short && editsText.onlyInStock(formatCount(short.quantity));
}

/** Without a full stop, as it may stand in the middle of a sentence. */
export function failureMessage(error: unknown): string {
  if (error instanceof StockRangeError) return editsText.onlyInStock(formatCount(error.item.quantity));
  if (error instanceof PetstockError) return shortage(error) ?? errorText(error);
  return (error as RequestError).code === "timeout" ? errorsText.timeout : errorsText.unreachable;
}
