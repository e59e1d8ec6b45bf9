// What a schema expects, in the words of a message.

export interface Described {
  readonly description?: string;
  readonly examples?: readonly string[];
}

export const INT64_IN_WORDS = "an int64 in plain decimal form, such as 734980";

/** Such as "a whole number and a unit (ms, s, m, h or d), such as 30m or 7d". */
export function inWords({ description = "as the contract says", examples = [] }: Described): string {
  const example = examples.length === 0 ? "" : `, such as ${examples.join(" or ")}`;
  return `${description.charAt(0).toLowerCase()}${description.slice(1).trimEnd()}${example}`;
}
