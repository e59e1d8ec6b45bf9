// Validates an answer of the service against its contract (openapi.yaml or admin.yaml) and names everything that does not
// conform: status, headers, body, and what the documents say in words only (order of the list, tags of items, Retry-After). All
// tests over HTTP use it.

import type { ValidateFunction } from "ajv/dist/2020.js";
import { type ErrorCode, STATUS_OF } from "../../src/contract/errors.ts";
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from "../../src/contract/json.ts";
import type { OpenApiDocument } from "../../src/contract/document.ts";
import { compileSchema, type Schema } from "../../src/contract/schemas.ts";
import {
  type Address,
  addressOf,
  type Contract,
  type HeaderObject,
  operationOf,
  resolveIn,
  type ResponseObject,
  V1,
} from "./contracts.ts";

/** One request and its response. `path` may have a query; `body` is the decoded text, "" if there was none. */
export interface SeenResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Throws an Error that lists everything in the response that does not conform to its contract. */
export function validateResponse(seen: SeenResponse): void {
  const problems = problemsOf(seen);
  if (problems.length === 0) return;
  const { name } = addressOf(seen.path).contract;
  const subject = `${seen.method} ${seen.path} answered ${seen.status}, which does not conform to ${name}:`;
  throw new Error([subject, ...problems].join("\n  - "));
}

function problemsOf(seen: SeenResponse): string[] {
  const address = addressOf(seen.path);
  const response = documentedResponse(seen, address);
  if (response === undefined) return ["this status is not documented here"];
  const body = readBody(seen, response, address.contract);
  return [
    ...headerProblems(seen, response, address.contract),
    ...protectionProblems(seen),
    ...methodProblems(seen, address),
    ...body.problems,
    ...(body.value === undefined ? [] : meaningProblems({ seen, response, address }, body.value)),
  ];
}

// ----------------------------------------------------------------------------------------------------- the document

/** Follows a `$ref` into openapi.yaml. Throws where it points nowhere. */
export function resolve<T extends object>(node: T | { readonly $ref: string }): T {
  return resolveIn(V1.document, node);
}

/** `free`: of an address outside the documents, where only errors have a schema. */
type Documented = ResponseObject & { readonly free?: true };

/** The statuses that any address may answer, before the request is routed. */
const ANYWHERE: Readonly<Record<number, string>> = {
  414: "UriTooLong",
  431: "HeadersTooLarge",
  500: "InternalError",
  503: "Unavailable",
};

function documentedResponse(seen: SeenResponse, address: Address): Documented | undefined {
  const { method, status } = seen;
  const { contract, inContract, template, methods } = address;
  const { responses } = contract.document.components;
  if (!inContract) return outsideResponse(seen);
  const anywhere = responses[ANYWHERE[status] ?? ""];
  if (template === undefined) return status === 404 ? responses["OtherError"] : anywhere;
  if (!methods.includes(method)) return status === 405 ? responses["OtherError"] : anywhere;
  if (method === "OPTIONS") return status === 200 || status === 204 ? OPTIONS_RESPONSE : anywhere;
  // Not `default`, which is for later versions: this service answers what its contract names.
  const response = operationOf(address, method)?.responses[status];
  return response === undefined ? undefined : resolveIn(contract.document, response);
}

/** In words alone in the contracts: `Allow` is checked with the methods. */
const OPTIONS_RESPONSE: ResponseObject = {
  description: "Methods of this address",
  headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
};

/** Pages and health checks are no part of the document, but errors and the request's id are the same everywhere. */
function outsideResponse({ method, status, headers }: SeenResponse): Documented {
  const like = resolve<ResponseObject>({ $ref: "#/components/responses/OtherError" });
  // A browser that opens an address where there is nothing gets a page.
  const isPage = status === 404 && (method === "GET" || method === "HEAD") && isHtml(headers);
  if (status >= 400 && !isPage) return { ...like, free: true };
  return { description: like.description, headers: like.headers ?? {}, free: true };
}

function isHtml(headers: Headers): boolean {
  return headers.get("Content-Type") === "text/html; charset=utf-8";
}

// ---------------------------------------------------------------------------------------------------------- headers

function headerProblems({ headers }: SeenResponse, response: Documented, contract: Contract): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    const { required = false, schema } = resolveIn<HeaderObject>(contract.document, reference);
    const value = headers.get(name);
    if (value === null) return required ? [`the header ${name} is missing`] : [];
    return schemaProblems(schema, value, contract).map(
      (problem) => `the header ${name} is ${value}: ${problem}`,
    );
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
  const tells = status === 405 || (methods.length > 0 && method === "OPTIONS" && status < 300);
  const [allowed, wanted] = [headers.get("allow")?.split(", ") ?? [], methods];
  if (tells && allowed.length === 0) problems.push("the header Allow is missing");
  if (tells && methods.length > 0 && allowed.toSorted().join() !== wanted.toSorted().join()) {
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

function readBody(
  { method, headers, body }: SeenResponse,
  response: Documented,
  contract: Contract,
): ReadBody {
  const { content } = response;
  if (content === undefined && response.free) return { problems: [] };
  const type = headers.get("content-type") ?? "missing";
  const known = mediaTypesOf(content);
  const mediaType = known.find((each) => type.toLowerCase().split(";")[0]!.trim() === each);
  const problems =
    content === undefined || mediaType !== undefined
      ? []
      : [`the Content-Type is ${type}, not ${known.join(" or ")}`];
  if (content === undefined || method === "HEAD") {
    if (body !== "") problems.push(`there is a body of ${body.length} characters where none may be`);
    return { problems };
  }
  if (mediaType !== undefined && mediaType !== JSON_MEDIA_TYPE) return { problems };
  try {
    const value = parseJson(body);
    const schema = content[JSON_MEDIA_TYPE]!.schema;
    const mistakes = schemaProblems(schema, value, contract).map((problem) => `the body: ${problem}`);
    return mistakes.length === 0 ? { problems, value } : { problems: [...problems, ...mistakes] };
  } catch (error) {
    return { problems: [...problems, `the body is no exact JSON: ${(error as Error).message}`] };
  }
}

const JSON_MEDIA_TYPE = "application/json";

function mediaTypesOf(content: ResponseObject["content"] = {}): string[] {
  return Object.keys(content);
}

const compiled = new WeakMap<Schema, ValidateFunction>();
const PROBLEMS_MAX = 20;

const closedDocuments = new WeakMap<OpenApiDocument, OpenApiDocument>();

function closedDocument(document: OpenApiDocument): OpenApiDocument {
  const known = closedDocuments.get(document);
  if (known !== undefined) return known;
  const made = { components: { schemas: closed(document.components.schemas) } };
  closedDocuments.set(document, made);
  return made;
}

/**
 * A copy of a schema in which objects have no other members, and texts no other values. Clients must accept both from later
 * versions; this service must not send what its contract does not name.
 */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const { "x-extensible-enum": values, ...rest } = copy;
  return {
    ...rest,
    ...(values !== undefined && { enum: values }),
    ...(rest["type"] === "object" && { additionalProperties: false }),
  } as T;
}

function schemaProblems(schema: Schema, value: unknown, { document }: Contract): string[] {
  const matches = compiled.get(schema) ?? compileSchema(closed(schema), closedDocument(document));
  compiled.set(schema, matches);
  if (matches(value)) return [];
  const errors = matches.errors ?? [];
  const problems = errors.slice(0, PROBLEMS_MAX).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${JSON.stringify(params)}`.trim();
  });
  return errors.length > PROBLEMS_MAX ? [...problems, `and ${errors.length - PROBLEMS_MAX} more`] : problems;
}

// ----------------------------------------------------------------------------------------------- rules beyond schemas

interface Context {
  readonly seen: SeenResponse;
  readonly response: Documented;
  readonly address: Address;
}

function meaningProblems({ seen, response, address }: Context, body: JsonValue): string[] {
  if (Array.isArray(body)) return orderProblems(body);
  if (typeof body !== "object" || body === null || body instanceof JsonNumber) return [];
  if ("code" in body && "status" in body) {
    return [...errorProblems(seen, response, body), ...totalProblems(body), ...adviceProblems(seen, body)];
  }
  return address.template === "/inventory/{petId}" ? itemProblems(seen, body) : [];
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

function errorProblems({ status }: SeenResponse, response: Documented, body: JsonObject): string[] {
  const code = body["code"] as ErrorCode;
  const isNamed = response.free || response.description.includes(`\`${code}\``);
  return [
    ...(body["status"] === status ? [] : [`the body's status is ${body["status"]}`]),
    ...(STATUS_OF[code] === status ? [] : [`${code} belongs to the status ${STATUS_OF[code]}`]),
    ...(isNamed ? [] : [`${code} is not named in the description of this response`]),
  ];
}

/** The first 100 are listed, and all are counted. */
function totalProblems(body: JsonObject): string[] {
  return (["problems", "conflicts"] as const).flatMap((name) => {
    const [list, total] = [body[name], body[`${name}Total`]];
    if (list === undefined && total === undefined) return [];
    const wanted = Math.min(Number(total), 100);
    return Array.isArray(list) && list.length === wanted && wanted > 0
      ? []
      : [`${name} has ${Array.isArray(list) ? list.length : 0} entries of ${String(total)}`];
  });
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
