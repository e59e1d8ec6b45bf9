// Generates the types of a contract: `bun scripts/contract-types.ts openapi.yaml src/contract/openapi.generated.ts`.
// As openapi-typescript's command does, but a text with known values (`x-extensible-enum`) becomes a union of them: the service
// sends no others.

import { pathToFileURL } from "node:url";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { factory } from "typescript";

/** `document`: the path of a contract. Throws if it is not a valid OpenAPI document. */
export async function contractTypes(document: string): Promise<string> {
  const types = await openapiTS(pathToFileURL(document), {
    transform(schema) {
      const known: readonly string[] | undefined = schema["x-extensible-enum"];
      if (known === undefined) return undefined;
      const literals = known.map((value) =>
        factory.createLiteralTypeNode(factory.createStringLiteral(value)),
      );
      return factory.createUnionTypeNode(literals);
    },
  });
  return COMMENT_HEADER + astToString(types);
}

if (import.meta.main) {
  const [document, generated] = process.argv.slice(2);
  if (document === undefined || generated === undefined) {
    throw new Error("usage: bun scripts/contract-types.ts DOCUMENT GENERATED");
  }
  await Bun.write(generated, await contractTypes(document));
}
