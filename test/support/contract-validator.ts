// Validates an answer of the service against openapi.yaml and names everything that does not conform: status, headers,
// body, and what the document says in words only (order of the list, tags of items, Retry-After). All tests over HTTP
// use it.

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "../../src/contract/document.ts";
import { type ErrorCode, STATUS_OF } from "../../src/contract/errors.ts";
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from "../../src/contract/json.ts";

/** One request and its response. `path` may have a query; `body` is the decoded text, "" if there was none. */
export interface SeenResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Throws an Error that lists everything in the response that does not conform to openapi.yaml. */
export function validateResponse(seen: SeenResponse): void {
  const problems = problemsOf(seen);
  if (problems.length === 0) return;
  const subject = `${seen.method} ${seen.path} answered ${seen.status}, which does not conform to openapi.yaml:`;
  throw new Error([subject, ...problems].join("\n  - "));
}

function problemsOf(seen: SeenResponse): string[] {
  const address = addressOf(seen.path);
  const response = documentedResponse(seen, address);
  if (response === undefined) return ["this status is not documented here"];
  const body = readBody(seen, response);
  return [
    ...headerProblems(seen, response),
    ...protectionProblems(seen),
    ...methodProblems(seen, address),
    ...body.problems,
    ...(body.value === undefined ? [] : meaningProblems(seen, response, body.value)),
  ];
}

// ----------------------------------------------------------------------------------------------------- the document

type Schema = Readonly<Record<string, unknown>>;
type Reference = { readonly $ref: string };

interface HeaderObject {
  readonly required?: boolean;
  readonly schema: Schema;
}

interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  /** Set for addresses outside the document: only their errors have a schema. */
  readonly free?: true;
}

type Operation = { readonly responses: Readonly<Record<string, ResponseObject | Reference>> };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
}

const openApi = openApiDocument as unknown as Document;

/** Follows a `$ref` into openapi.yaml. Throws where it points nowhere. */
export function resolve<T extends object>(node: T | Reference): T {
  if (!("$ref" in node)) return node;
  const steps = node.$ref.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const start: unknown = steps.shift() === "#" ? openApi : undefined;
  const found = steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], start);
  if (found === undefined) throw new Error(`${node.$ref} points nowhere`);
  return found as T;
}

interface Address {
  readonly inContract: boolean;
  /** The path in openapi.yaml; absent where there is nothing at this address. */
  readonly template?: string;
  readonly methods: readonly string[];
}

function addressOf(path: string): Address {
  const plain = path.replace(/\?.*$/s, "");
  const inContract = /^\/v1(?:\/|$)/.test(plain);
  const template = plain.replace(/^\/v1\/inventory\/[^/]+$/, "/v1/inventory/{petId}").slice("/v1".length);
  const operations = Object.keys(openApi.paths[template] ?? {});
  if (!inContract || operations.length === 0) return { inContract, methods: [] };
  const methods = operations.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
  return { inContract, template, methods: [...methods, "OPTIONS"] };
}

/** The statuses that any address may answer, before the request is routed. */
const ANYWHERE: Readonly<Record<number, string>> = {
  414: "UriTooLong",
  431: "HeadersTooLarge",
  500: "InternalError",
  503: "Unavailable",
};

function documentedResponse({ method, status }: SeenResponse, address: Address): ResponseObject | undefined {
  const { inContract, template, methods } = address;
  const { responses } = openApi.components;
  if (!inContract) return outsideResponse(status);
  const anywhere = responses[ANYWHERE[status] ?? ""];
  if (template === undefined) return status === 404 ? responses["RouteNotFound"] : anywhere;
  if (!methods.includes(method)) return status === 405 ? responses["MethodNotAllowed"] : anywhere;
  if (method === "OPTIONS") return status === 200 || status === 204 ? responses["Options"] : anywhere;
  const operation = openApi.paths[template]?.[method === "HEAD" ? "get" : method.toLowerCase()];
  const response = operation?.responses[status];
  return response === undefined ? undefined : resolve(response);
}

/** Pages and health checks are no part of the document, but errors and the request's id are the same everywhere. */
function outsideResponse(status: number): ResponseObject {
  const like = resolve<ResponseObject>({
    $ref: `#/components/responses/${status === 405 ? "MethodNotAllowed" : "InternalError"}`,
  });
  if (status >= 400) return { ...like, free: true };
  return { description: like.description, headers: like.headers ?? {}, free: true };
}

// ---------------------------------------------------------------------------------------------------------- headers

function headerProblems({ headers }: SeenResponse, response: ResponseObject): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    const { required = false, schema } = resolve<HeaderObject>(reference);
    const value = headers.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return schemaProblems(schema, value).map((problem) => `the header ${name} is ${value}: ${problem}`);
  });
}

/** The headers of all answers with a body, and of all errors. */
function protectionProblems({ status, headers, body }: SeenResponse): string[] {
  const [sniffing, caching] = [headers.get("x-content-type-options"), headers.get("cache-control")];
  return [
    ...(body === "" || sniffing === "nosniff" ? [] : ["the header X-Content-Type-Options is not nosniff"]),
    ...(status < 400 || caching === "no-store"
      ? []
      : ["the header Cache-Control of an error is not no-store"]),
  ];
}

function methodProblems({ method, status, headers }: SeenResponse, { methods }: Address): string[] {
  const problems: string[] = [];
  const tells = methods.length > 0 && (status === 405 || (method === "OPTIONS" && status < 300));
  const [allowed, wanted] = [headers.get("allow")?.split(", ") ?? [], methods];
  if (tells && allowed.toSorted().join() !== wanted.toSorted().join()) {
    problems.push(`the header Allow is not ${wanted.join(", ")}`);
  }
  if (tells && method === "OPTIONS" && methods.includes("PATCH") && !headers.has("accept-patch")) {
    problems.push("the header Accept-Patch is missing: OPTIONS says what an update takes");
  }
  return problems;
}

// ------------------------------------------------------------------------------------------------------------- body

interface ReadBody {
  readonly problems: readonly string[];
  /** Only where the body conforms to its schema. */
  readonly value?: JsonValue;
}

function readBody({ method, headers, body }: SeenResponse, response: ResponseObject): ReadBody {
  const schema = response.content?.["application/json"]?.schema;
  if (schema === undefined && response.free) return { problems: [] };
  const type = headers.get("content-type") ?? "missing";
  const isJson = /^application\/json\s*(?:;|$)/i.test(type);
  const problems =
    schema === undefined || isJson ? [] : [`the Content-Type is ${type}, not application/json`];
  if (schema === undefined || method === "HEAD") {
    if (body !== "") problems.push(`there is a body of ${body.length} characters where none may be`);
    return { problems };
  }
  try {
    const value = parseJson(body);
    const mistakes = schemaProblems(schema, value).map((problem) => `the body: ${problem}`);
    return mistakes.length === 0 ? { problems, value } : { problems: [...problems, ...mistakes] };
  } catch (error) {
    return { problems: [...problems, `the body is no exact JSON: ${(error as Error).message}`] };
  }
}

// A keyword of its own, because ajv takes no BigInt for an integer, and no schema can hold the bounds of an int64.
const ajv = new Ajv2020({ allErrors: true }).addVocabulary(["components"]).addKeyword({
  keyword: "int64",
  validate: (_: true, value: unknown) =>
    typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value),
  error: { message: "must be an int64" },
});
const components = { schemas: withExactInt64(openApi.components.schemas) };
const compiled = new WeakMap<Schema, ValidateFunction>();
const PROBLEMS_MAX = 20;

function schemaProblems(schema: Schema, value: unknown): string[] {
  const matches = compiled.get(schema) ?? ajv.compile({ ...(withExactInt64(schema) as Schema), components });
  compiled.set(schema, matches);
  if (matches(value)) return [];
  const errors = matches.errors ?? [];
  const problems = errors.slice(0, PROBLEMS_MAX).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`.trim();
  });
  return errors.length > PROBLEMS_MAX ? [...problems, `and ${errors.length - PROBLEMS_MAX} more`] : problems;
}

/** A copy of a schema in which `{type: integer, format: int64}` is the exact keyword. */
function withExactInt64(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withExactInt64);
  if (typeof schema !== "object" || schema === null) return schema;
  const { type, format, ...rest } = schema as Record<string, unknown>;
  if (type === "integer" && format === "int64") return { ...rest, int64: true };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withExactInt64(value)]));
}

// ----------------------------------------------------------------------------------------------- rules beyond schemas

function meaningProblems(seen: SeenResponse, response: ResponseObject, body: JsonValue): string[] {
  if (Array.isArray(body)) return orderProblems(body);
  if (typeof body !== "object" || body === null || body instanceof JsonNumber) return [];
  if (!("code" in body)) return itemProblems(seen, body);
  return [...errorProblems(seen, response, body), ...adviceProblems(seen, body)];
}

function orderProblems(items: readonly JsonValue[]): string[] {
  const ids = items.map((item) => (item as JsonObject)["petId"] as number | bigint);
  const at = ids.findIndex((id, index) => index > 0 && id <= ids[index - 1]!);
  return at < 0 ? [] : [`the list does not ascend by petId: ${ids[at]} stands after ${ids[at - 1]}`];
}

function itemProblems({ path, headers }: SeenResponse, { petId, quantity, status }: JsonObject): string[] {
  const requested = decodeURIComponent(path.replace(/\?.*$/s, "").replace(/^.*\//s, ""));
  const tag = `"${quantity}-${status}"`;
  return [
    ...(String(petId) === requested ? [] : [`the body is of pet ${petId}, not of ${requested}`]),
    ...(headers.get("etag") === tag ? [] : [`the header ETag is not the item's, ${tag}`]),
  ];
}

function errorProblems({ status }: SeenResponse, response: ResponseObject, body: JsonObject): string[] {
  const code = body["code"] as ErrorCode;
  const isNamed = response.free || response.description.includes(`\`${code}\``);
  return [
    ...(body["status"] === status ? [] : [`the body's status is ${body["status"]}`]),
    ...(STATUS_OF[code] === status ? [] : [`${code} belongs to the status ${STATUS_OF[code]}`]),
    ...(isNamed ? [] : [`${code} is not named in the description of this response`]),
  ];
}

/** Checks that the headers agree with the error code. */
function adviceProblems({ status, headers }: SeenResponse, body: JsonObject): string[] {
  const code = body["code"] as ErrorCode;
  const problems: string[] = [];
  const retryAfter = headers.has("retry-after");
  if (["unavailable", "overloaded", "rate_limited"].includes(code) && !retryAfter) {
    problems.push(`the header Retry-After is missing: ${code} is over some time`);
  }
  if (code === "outcome_unknown" && retryAfter) {
    problems.push(
      "there is a header Retry-After: to repeat an update of unknown outcome can undo another one",
    );
  }
  const tellsOfKey = headers.get("www-authenticate")?.includes("error=") ?? false;
  if (status === 401 && tellsOfKey !== (code === "invalid_api_key")) {
    problems.push(
      `the header WWW-Authenticate does not go with ${code}: error is for a key that was presented`,
    );
  }
  return problems;
}
