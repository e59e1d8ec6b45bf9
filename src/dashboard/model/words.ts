// Numbers, times and failures in the words that people read.

import { PetstockError, type RequestError, StockRangeError } from "../../client/client.ts";

const COUNT = new Intl.NumberFormat("en");
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** `12,345`. Never for an id: those are texts. */
export function count(number: number): string {
  return COUNT.format(number);
}

/** `1 pet`, `2 pets`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

export function clock(at: Date): string {
  return CLOCK.format(at);
}

export function signed(by: number): string {
  return by < 0 ? `−${count(-by)}` : `+${count(by)}`;
}

/** Why an update did not happen, and what to do. */
export function failureWords(error: unknown): string {
  if (error instanceof StockRangeError) return `There are only ${count(error.item.quantity)} now`;
  if (!(error instanceof PetstockError)) return transportWords(error as RequestError);
  switch (error.code) {
    case "missing_api_key":
    case "invalid_api_key":
      return "The key was refused: sign in, then save again";
    case "read_only_api_key":
      return "This key may only look";
    case "pet_not_found":
      return "This pet is no longer in the inventory";
    case "precondition_failed":
      return "Somebody else has changed it meanwhile";
    case "overloaded":
    case "unavailable":
      return "The service is busy: nothing was changed";
    default:
      return error.message;
  }
}

function transportWords(error: RequestError): string {
  return error.code === "timeout" ? "The service does not answer" : "The service cannot be reached";
}
