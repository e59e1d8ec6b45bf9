// Writes openapi.yaml as OpenAPI 3.0, for generators of clients that do not read 3.1:
// `bun scripts/older-contract.ts openapi.yaml src/contract/openapi-3.0.generated.yaml`.

import { Converter } from "@apiture/openapi-down-convert";

const HEADER = "# Made of openapi.yaml by scripts/older-contract.ts (npm run generate). Do not edit.\n";

interface Paths {
  readonly [path: string]: { readonly [method: string]: { responses: Readonly<Record<string, object>> } };
}

/** `text`: an OpenAPI 3.1 document as YAML. Gives the same in OpenAPI 3.0. */
export function olderContract(text: string): string {
  const document = new Converter(Bun.YAML.parse(text) as object).convert() as { readonly paths: Paths };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation.responses = withRanges(operation.responses);
  }
  return `${HEADER}${Bun.YAML.stringify(document, null, 2)}\n`;
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
