// Generates the classes of the Python client's answers from admin.yaml: `bun scripts/python-types.ts`, part of `npm run generate`.
// Texts with known values are plain texts in answers: a newer service may send others.

import { join } from "node:path";
import { adminApiDocument } from "../src/contract/document.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export const PYTHON_TYPES = join(import.meta.dir, "../packages/python/src/petstock/_contract.py");

/** The answers, and what each has in addition to another one. */
const RECORDS: Readonly<Record<string, string | undefined>> = {
  Me: undefined,
  Stock: undefined,
  Label: undefined,
  LabelState: undefined,
  LabelMovement: undefined,
  LabelResult: undefined,
  Entry: undefined,
  ActorPets: undefined,
  Changes: undefined,
  PreviewedChange: undefined,
  Preview: undefined,
  ChangeSetResult: undefined,
  UndoResult: "ChangeSetResult",
  Revision: undefined,
  Movement: undefined,
  Totals: undefined,
  KeyActor: undefined,
  KeyLink: undefined,
  Key: undefined,
  CreatedKey: "Key",
  CreatedLink: "Key",
  HookAnswer: undefined,
  HookFailure: undefined,
  HookPause: undefined,
  Hook: undefined,
  CreatedHook: "Hook",
};
/** The id of the request is in the answer's head. */
const WITH_REQUEST_ID = new Set(["LabelResult", "ChangeSetResult"]);
const IMPORTED: Readonly<Record<string, string>> = {
  Time: "datetime",
  PetStatus: "PetStatus",
  InventoryItem: "InventoryItem",
};
const SIMPLE: Readonly<Record<string, string>> = { string: "str", integer: "int", boolean: "bool" };
const KEYWORDS = new Set(["in"]);

const HEAD = `# ruff: noqa: E501
"""Generated from admin.yaml by scripts/python-types.ts; unknown members of an answer are ignored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ._values import PetStatus
from .items import InventoryItem
`;

const { schemas } = (adminApiDocument() as unknown as { components: { schemas: Record<string, Schema> } })
  .components;

export function pythonTypes(): string {
  const records = Object.entries(RECORDS).map(([name, base]) => recordOf(name, base));
  return `${HEAD}${records.join("")}`;
}

function recordOf(name: string, base: string | undefined): string {
  const { properties = {}, required = [], description = "An answer of the service" } = schemaNamed(name);
  const inherited = base === undefined ? {} : (schemaNamed(base).properties ?? {});
  const own = Object.entries(properties).filter(([member]) => !(member in inherited));
  // A member with a default value may not come before one without.
  own.sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)));
  const lines = own.flatMap(([member, schema]) => memberLines(member, schema, required.includes(member)));
  const requestId = WITH_REQUEST_ID.has(name) ? ["    request_id: str | None = None\n"] : [];
  const head = `@dataclass(frozen=True)\nclass ${name}${base === undefined ? "" : `(${base})`}:\n`;
  return `\n\n${head}${docstring(description, "    ")}\n${[...lines, ...requestId].join("")}`;
}

function memberLines(member: string, schema: Schema, isRequired: boolean): string[] {
  const type = typeOf(schema);
  const fallback = type.startsWith("tuple") ? "()" : "None";
  const optional = fallback === "None" && !type.endsWith("None") ? `${type} | None` : type;
  const line = `    ${snakeCase(member)}: ${isRequired ? type : `${optional} = ${fallback}`}\n`;
  const description = schema.description ?? schemaNamed(refOf(schema)).description ?? "";
  return [line, docstring(description, "    ")];
}

function typeOf(schema: Schema): string {
  const { $ref, oneOf, allOf, type, items } = schema;
  if ($ref !== undefined) return typeNamed(refOf(schema) as string);
  if (allOf !== undefined) return typeOf(allOf[0]!);
  if (oneOf !== undefined) return oneOf.map(typeOf).join(" | ");
  if (type === "null") return "None";
  if (Array.isArray(type)) return type.map((each) => typeOf({ type: each })).join(" | ");
  if (type === "array") return `tuple[${typeOf(items!)}, ...]`;
  const simple = SIMPLE[String(type)];
  if (simple === undefined) throw new Error(`no Python type for ${JSON.stringify(schema)}`);
  return simple;
}

function typeNamed(name: string): string {
  return IMPORTED[name] ?? (name in RECORDS ? name : typeOf(schemaNamed(name)));
}

function refOf({ $ref }: Schema): string | undefined {
  return $ref?.split("/").at(-1);
}

function schemaNamed(name: string | undefined): Schema {
  if (name === undefined) return {};
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`admin.yaml has no schema ${name}`);
  return schema;
}

/** Empty without a text. In Python's words: None, and members in snake case. */
function docstring(description: string, indent: string): string {
  const text = description
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\b([Nn])ull\b/g, "None")
    .replaceAll(
      /`([^`]+)`/g,
      (_, code: string) => `\`\`${/^[a-z]+[A-Za-z]*$/.test(code) ? snakeCase(code) : code}\`\``,
    );
  return text === "" ? "" : `${indent}"""${text}${text.endsWith(".") ? "" : "."}"""\n`;
}

function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

if (import.meta.main) await Bun.write(PYTHON_TYPES, pythonTypes());
