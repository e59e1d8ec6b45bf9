// Scalar formats a response over 200 KB with JSON.parse and JSON.stringify, which change the id 9007199254740993 to
// 9007199254740992. With this patch, integers beyond 2^53 pass through both unchanged.

/** A browser's `JSON`. Browsers before 2025 have no `rawJSON`. */
export interface BrowserJson {
  parse: (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown) => unknown;
  rawJSON?: (text: string) => unknown;
}

/** An integer of 16 digits or more, as a JSON value. Only texts that contain one need the slower reviver. */
const LONG_INTEGER = /[[:,]\s*-?[0-9]{16,}\s*[,\]}]/;

/** Makes `parse` exact. If the browser cannot be exact, `parse` throws, and Scalar shows the text unformatted. */
export function makeParseExact(json: BrowserJson): void {
  const parse = json.parse.bind(json);
  const rawJSON = json.rawJSON?.bind(json);
  const exactly = (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (!isRounded(value)) return value;
    if (rawJSON !== undefined && context?.source !== undefined) return rawJSON(context.source);
    throw new SyntaxError("a number has more digits than this browser supports");
  };
  json.parse = (text, reviver) =>
    parse(text, reviver === undefined && LONG_INTEGER.test(text) ? exactly : reviver);
}

function isRounded(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}
