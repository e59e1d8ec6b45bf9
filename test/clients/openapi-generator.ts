// openapi-generator, from Maven's registry: makes clients from a contract that a service serves.

import { run } from "./shell.ts";

export const OPENAPI_GENERATOR = {
  needs: ["java", "mvn"],
  fetch:
    "mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=. -Dmdep.stripVersion",
};

/** Writes a client to the folder of the language, beside the generator; gives all that it printed. */
export function generate(contract: string, language: string, cwd: string, options = ""): Promise<string> {
  const from = `-i ${contract} -g ${language} -o ${language} ${options}`;
  return run(`java -jar openapi-generator-cli.jar generate ${from} 2>&1`, cwd);
}
