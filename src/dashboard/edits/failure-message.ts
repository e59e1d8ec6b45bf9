// Explains to the user why an update failed.

import { PetstockError, type RequestError, StockRangeError } from "../../client/client.ts";
import { formatCount } from "../language/format.ts";

/** Without a full stop, as it may stand in the middle of a sentence. */
export function failureMessage(error: unknown): string {
  if (error instanceof StockRangeError) return `Only ${formatCount(error.item.quantity)} in stock now`;
  if (!(error instanceof PetstockError)) return transportMessage(error as RequestError);
  switch (error.code) {
    case "missing_api_key":
    case "invalid_api_key":
      return "API key rejected: sign in, then retry";
    case "read_only_api_key":
      return "This key is read-only";
    case "pet_not_found":
      return "This pet is no longer in the inventory";
    case "precondition_failed":
      return "Changed by someone else";
    case "plan_changed":
      return "The inventory changed in the meantime";
    case "rate_limited":
      return "Too many requests: nothing was changed";
    case "overloaded":
    case "unavailable":
      return "The service is busy: nothing was changed";
    default:
      return error.message.replace(/\.$/, "");
  }
}

function transportMessage(error: RequestError): string {
  return error.code === "timeout" ? "The service did not respond" : "Cannot reach the service";
}
