// Writes a contract as OpenAPI 3.0, for generators of clients that do not read 3.1:
// `bun scripts/older-contract.ts openapi.yaml src/contract/openapi-3.0.generated.yaml`, and the same of admin.yaml.

import { Converter } from "@apiture/openapi-down-convert";

const HEADER = "# Made by scripts/older-contract.ts (npm run generate). Do not edit.\n";

interface Paths {
  readonly [path: string]: { readonly [method: string]: { responses: Readonly<Record<string, object>> } };
}

/** `text`: an OpenAPI 3.1 document as YAML. Gives the same in OpenAPI 3.0. */
export function olderContract(text: string): string {
  const document = new Converter(withNullable(Bun.YAML.parse(text)) as object).convert() as {
    readonly paths: Paths;
  };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation.responses = withRanges(operation.responses);
  }
  return `${HEADER}${Bun.YAML.stringify(document, null, 2)}\n`;
}

/** `nullable` instead of unions with null, which the converter does not know: OpenAPI 3.0 has no type of that name. */
function withNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullable);
  if (typeof node !== "object" || node === null) return node;
  const { oneOf, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withNullable(value)]),
  );
  if (!Array.isArray(oneOf)) return oneOf === undefined ? rest : { ...rest, oneOf };
  const others = oneOf.filter(({ type }) => type !== "null");
  if (others.length === oneOf.length) return { ...rest, oneOf };
  // A reference takes no members beside it.
  return { ...rest, [others.length === 1 ? "allOf" : "oneOf"]: others, nullable: true };
}

/**
 * Ranges of statuses instead of `default`. progenitor 0.11 takes `default` for a success, too, and ends with an assertion where it has
 * another body than 200 (`extract_responses` in its method.rs).
 */
function withRanges({
  default: other,
  ...responses
}: Readonly<Record<string, object>>): Record<string, object> {
  return other === undefined ? responses : { ...responses, "4XX": other, "5XX": { ...other } };
}

if (import.meta.main) {
  const [source, older] = process.argv.slice(2);
  if (source === undefined || older === undefined) {
    throw new Error("usage: bun scripts/older-contract.ts SOURCE OLDER");
  }
  await Bun.write(older, olderContract(await Bun.file(source).text()));
}
