// The parts of an OpenAPI document that the reference shows.

export interface Contract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** A contract, and where its parts are. */
export interface Api {
  /** The start of its anchors on the page. */
  readonly slug: string;
  readonly title: string;
  /** Before each path of the document. */
  readonly prefix: string;
  /** The address of the document, without its extension. */
  readonly document: string;
  /** The address of the same document in OpenAPI 3.0. */
  readonly olderDocument?: string;
  readonly contract: Contract;
}

export interface Reference {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly "x-role"?: string;
  readonly "x-stability"?: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly description: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

/** By media type. */
export type Content = Readonly<Record<string, Media>>;

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  /** By name; of an error, by its code. */
  readonly examples?: Readonly<Record<string, Example | Reference>>;
}

export interface Example {
  readonly value: unknown;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  /** The known values; later versions may add others. */
  readonly "x-extensible-enum"?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  /** A reference, beside a description of its own. */
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface PlacedOperation {
  readonly path: string;
  /** In lower case, as in the document. */
  readonly method: string;
  readonly operation: Operation;
}

/** In the order of the contract's tags. */
export function operationsOf({ tags, paths }: Contract): readonly PlacedOperation[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.flatMap(({ name }) => all.filter(({ operation }) => operation.tags[0] === name));
}

/** Also `default`: any status that the operation does not name. */
export function isError(status: string): boolean {
  return status === "default" || Number(status) >= 400;
}

/** The examples of a content, each with its name. */
export function examplesOf(
  { components }: Contract,
  { example, examples = {} }: Media,
): readonly (readonly [name: string, value: unknown])[] {
  const named = Object.entries(examples).map(
    ([name, each]) => [name, resolved(components.examples, each).value] as const,
  );
  return example === undefined ? named : [["Example", example], ...named];
}

/** The last part of a reference: the name of a component. */
export function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

export function isReference(value: object): value is Reference {
  return "$ref" in value;
}

/** The component that a reference names; anything else as it is. */
export function resolved<T extends object>(components: Readonly<Record<string, T>>, value: T | Reference): T {
  if (!isReference(value)) return value;
  const component = components[nameOf(value)];
  if (component === undefined) throw new Error(`the contract has no ${value.$ref}`);
  return component;
}
