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
  readonly content?: Readonly<Record<string, MediaObject>>;
}

export interface MediaObject {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown } | Reference>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

export interface ContractDocument extends OpenApiDocument {
  readonly info: { readonly contact: { readonly name: string; readonly url: string } };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
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

/** A contract's description of an address. */
export interface Address {
  /** That of the service itself where no contract has the address. */
  readonly contract: Contract;
  readonly inContract: boolean;
  /** The path in the contract; absent where there is nothing at this address. */
  readonly template?: string;
  readonly methods: readonly string[];
}

export function addressOf(path: string): Address {
  const sent = path.replace(/\?.*$/s, "");
  const contract = contractAt(sent) ?? contractAt(equivalentOf(sent), [V1]);
  if (contract === undefined) return { contract: V1, inContract: false, methods: [] };
  const template = templateOf(contract, sent) ?? templateOf(contract, equivalentOf(sent));
  if (template === undefined) return { contract, inContract: contractAt(sent) !== undefined, methods: [] };
  const { document } = contract;
  const operations = Object.keys(document.paths[template]!);
  const methods = operations.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
  return { contract, inContract: true, template, methods: [...methods, "OPTIONS"] };
}

function contractAt(path: string, contracts = [ADMIN, V1]): Contract | undefined {
  return contracts.find(({ prefix }) => path.startsWith(`${prefix}/`));
}

function templateOf({ prefix, document }: Contract, path: string | undefined): string | undefined {
  if (path?.startsWith(`${prefix}/`) !== true) return undefined;
  return Object.keys(document.paths).find((each) => matches(each, path.slice(prefix.length)));
}

/**
 * The address without needless percent-encoding (RFC 3986, section 6.2.2.2); empty if it has none. The runtime removes dot
 * segments from it, and not from addresses that its router finds.
 */
function equivalentOf(path: string): string {
  if (!path.startsWith("/") || path.includes("#")) return "";
  const { pathname } = new URL(`http://petstock.example${path}`);
  const plain = decodeUnreserved(pathname);
  return plain === pathname ? "" : plain;
}

function decodeUnreserved(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

/** The operation of an address; undefined where the contract has none. */
export function operationOf({ contract, template }: Address, method: string): OperationObject | undefined {
  const item = template === undefined ? undefined : contract.document.paths[template];
  return item?.[method === "HEAD" ? "get" : method.toLowerCase()];
}
