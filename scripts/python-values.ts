// Generates the values and limits of the Python client from admin.yaml: `bun scripts/python-values.ts`, by `npm run generate`.
// Its classes are written by hand: they read answers in terms of Python, such as times, which no generator gives.

import { join } from "node:path";

export const PYTHON_VALUES = "packages/python/src/petstock/_values.py";

interface Schema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
}

interface Contract {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters: readonly { name?: string; schema: Schema }[] } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The Python module of `adminApi`, the text of admin.yaml. Throws if the contract lacks a value. */
export function pythonValues(adminApi: string): string {
  const { paths, components } = Bun.YAML.parse(adminApi) as Contract;
  const { PetStatus, Quantity, Role, Reason } = components.schemas;
  const step = paths["/totals"]?.get?.parameters.find(({ name }) => name === "step");
  const statuses = valuesOf(PetStatus).map((status) => `    ${quoted(status)}: ${quoted(status)},\n`);
  return [
    '"""The values and limits of the Admin API. Generated from admin.yaml: do not edit."""\n',
    "from collections.abc import Mapping\nfrom typing import Final, Literal\n",
    literal("PetStatus", PetStatus),
    `PET_STATUSES: Final[Mapping[str, PetStatus]] = {\n${statuses.join("")}}\n`,
    `QUANTITY_MAX: Final = ${Quantity!.maximum}\n`,
    literal("Role", Role),
    literal("Reason", Reason),
    literal("Step", { description: "Length of a step of totals", ...step?.schema }),
  ].join("\n");
}

/** With a comma at the end, so that Python's formatter leaves one value on each line. */
function literal(name: string, schema: Schema | undefined): string {
  const values = valuesOf(schema).map((value) => `    ${quoted(value)},\n`);
  return `${name} = Literal[\n${values.join("")}]\n"""${schema!.description}."""\n`;
}

function valuesOf(schema: Schema | undefined): readonly string[] {
  if (schema?.enum === undefined) throw new Error("admin.yaml lacks the values of a type");
  return schema.enum;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  const contract = await Bun.file(join(root, "admin.yaml")).text();
  await Bun.write(join(root, PYTHON_VALUES), pythonValues(contract));
}
