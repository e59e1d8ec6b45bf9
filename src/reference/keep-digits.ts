// Scalar's view of a response over 200 KB goes through JSON.parse and JSON.stringify, which makes 9007199254740992 of the id
// 9007199254740993. With this, a number beyond 2^53 comes out of both as its own text.

/** A browser's `JSON`; `rawJSON` is missing in those before 2025. */
export interface Json {
  parse: (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown) => unknown;
  rawJSON?: (text: string) => unknown;
}

/** An integer of many digits, where a number may stand: few texts have one. */
const LONG_INTEGER = /[[:,]\s*-?[0-9]{16,}\s*[,\]}]/;

/** Makes `parse` exact. Where a browser cannot, `parse` refuses, and Scalar shows the text as it came. */
export function keepDigits(json: Json): void {
  const parse = json.parse.bind(json);
  const rawJSON = json.rawJSON?.bind(json);
  const exactly = (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (!isRounded(value)) return value;
    if (rawJSON !== undefined && context?.source !== undefined) return rawJSON(context.source);
    throw new SyntaxError("a number has more digits than this browser keeps");
  };
  json.parse = (text, reviver) =>
    parse(text, reviver === undefined && LONG_INTEGER.test(text) ? exactly : reviver);
}

function isRounded(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
}
