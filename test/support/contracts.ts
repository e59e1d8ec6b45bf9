// The two contracts, openapi.yaml and admin.yaml, as the tests read them: which one an address belongs to, and its references.

import { adminApiDocument, openApiDocument, type OpenApiDocument } from "../../src/contract/document.ts";
import type { Schema } from "../../src/contract/schemas.ts";

export type Reference = { readonly $ref: string };

export interface HeaderObject {
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface ContractDocument extends OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

export interface Contract {
  /** Its file. */
  readonly name: string;
  /** Before each of its paths. */
  readonly prefix: string;
  readonly document: ContractDocument;
}

export const V1: Contract = {
  name: "openapi.yaml",
  prefix: "/v1",
  document: openApiDocument as unknown as ContractDocument,
};

export const ADMIN: Contract = {
  name: "admin.yaml",
  prefix: "/admin/v1",
  document: adminApiDocument() as unknown as ContractDocument,
};

/** Follows a `$ref` into its document. Throws where it points nowhere. */
export function resolveIn<T extends object>(document: object, node: T | Reference): T {
  if (!("$ref" in node)) return node;
  const steps = node.$ref.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const start: unknown = steps.shift() === "#" ? document : undefined;
  const found = steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], start);
  if (found === undefined) throw new Error(`${node.$ref} points nowhere`);
  return found as T;
}

/** What a contract says about an address. */
export interface Address {
  /** That of the service itself where no contract has the address. */
  readonly contract: Contract;
  readonly inContract: boolean;
  /** The path in the contract; absent where there is nothing at this address. */
  readonly template?: string;
  readonly methods: readonly string[];
}

export function addressOf(path: string): Address {
  const plain = path.replace(/\?.*$/s, "");
  const contract = [ADMIN, V1].find(({ prefix }) => plain === prefix || plain.startsWith(`${prefix}/`));
  if (contract === undefined) return { contract: V1, inContract: false, methods: [] };
  const { prefix, document } = contract;
  const template = Object.keys(document.paths).find((each) => matches(each, plain.slice(prefix.length)));
  if (template === undefined) return { contract, inContract: true, methods: [] };
  const operations = Object.keys(document.paths[template]!);
  const methods = operations.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
  return { contract, inContract: true, template, methods: [...methods, "OPTIONS"] };
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

/** The operation of an address; undefined where the contract has none. */
export function operationOf({ contract, template }: Address, method: string): OperationObject | undefined {
  const item = template === undefined ? undefined : contract.document.paths[template];
  return item?.[method === "HEAD" ? "get" : method.toLowerCase()];
}
