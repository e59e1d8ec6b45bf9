// Judges answers: each must conform to its contract for its operation, or be a refusal of the runtime's own parser, which
// docs/errors.md lists.

import { gunzipSync } from "node:zlib";
import { validateResponse } from "../../support/contract-validator.ts";
import { ADMIN } from "../../support/contracts.ts";
import { type Found, readAnswer } from "../../support/raw-http.ts";
import type { Draft } from "./draft.ts";

/** The runtime's exact bytes before it closes the connection. */
const REFUSED: Readonly<Record<string, true>> = {
  "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n": true,
  "HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\n\r\n": true,
  "HTTP/1.1 505 HTTP Version Not Supported\r\nConnection: close\r\n\r\n": true,
};

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

/** All addresses of the Admin API. */
const ADMIN_PATHS = Object.keys(ADMIN.document.paths)
  .map((path) => ADMIN.prefix + path.replace("{id}", "k").replace("{revision}", "1"))
  .concat("/admin/v1/nothing");

/** Requests that damaged bytes may have become: the answer must conform to one of them. */
const OPERATIONS: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/v1/inventory"],
  ["PATCH", "/v1/inventory/{petId}"],
  ["OPTIONS", "/v1/inventory"],
  ["OPTIONS", "/v1/inventory/1"],
  ["DELETE", "/v1/inventory"],
  ["DELETE", "/v1/inventory/1"],
  ["GET", "/livez"],
  ["HEAD", "/livez"],
  ["GET", "/v1/nothing"],
  ["HEAD", "/v1/inventory"],
  ["HEAD", "/v1/inventory/1"],
  ["HEAD", "/v1/nothing"],
  ...ADMIN_PATHS.flatMap((path) =>
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].map((method): [string, string] => [method, path]),
  ),
];

/** Statuses that no request may cause. */
const FAILURES = [500, 502, 503, 504];

/** The Admin API runs only a few imports and undos at once. */
function isBusy(path: string, body: string): boolean {
  return path.startsWith("/admin/v1/") && body.startsWith('{"code":"overloaded"');
}

/** Throws if this request may not get this answer. */
export function judge(draft: Draft, found: Found): void {
  const path = pathOf(draft.target);
  const body = textOf(found);
  if (FAILURES.includes(found.status) && !isBusy(path, body)) {
    throw new Error(`answered ${found.status}: ${body}`);
  }
  validateResponse({ method: draft.method, path, status: found.status, headers: found.headers, body });
  const sent = fitRequestId(draft);
  const got = found.headers.get("X-Request-Id");
  if (sent !== undefined && got !== sent) throw new Error(`X-Request-Id is ${got}, not ${sent}`);
  if (draft.method === "PATCH" && found.status === 200) judgeUpdate(draft, found, body);
}

/** The address without scheme and host (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
}

function textOf({ headers, body }: Found): string {
  if (headers.get("Content-Encoding") !== "gzip" || body.length === 0) return body.toString("utf8");
  return gunzipSync(body).toString("utf8");
}

/** The id that the answer must have; undefined if the service makes one. */
function fitRequestId({ headers }: Draft): string | undefined {
  const ids = headers
    .filter(([name]) => name.toLowerCase() === "x-request-id")
    .map(([, value]) => value.trim());
  return ids.length === 1 && /^[A-Za-z0-9._-]{1,64}$/.test(ids[0] ?? "") ? ids[0] : undefined;
}

/** A 200 has the requested quantity, by another JSON parser than the service's. */
function judgeUpdate(draft: Draft, { headers }: Found, body: string): void {
  if (headers.has("Idempotency-Replayed")) return;
  // A byte order mark is ignored (RFC 8259, section 8.1).
  const asked: unknown = JSON.parse(draft.body.toString().replace(/^\ufeff/, ""));
  const { quantity } = JSON.parse(body) as { quantity: number };
  const same =
    typeof asked === "object" && asked !== null && "quantity" in asked && asked.quantity === quantity;
  if (!same) throw new Error(`the quantity is ${quantity} after ${draft.body.toString().slice(0, 200)}`);
}

/** All answers on a connection until it was closed, and whether the runtime refused the rest. */
export interface Ended {
  readonly answers: readonly Found[];
  readonly refusal: string | undefined;
}

/** Throws unless the bytes are answers that conform to some operation, with at most one refusal at the end. */
export function judgeEnded(bytes: Buffer): Ended {
  const answers: Found[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const text = rest.toString("latin1");
    // An answer to `Expect: 100-continue`; the body was empty or incomplete.
    if (text.startsWith(CONTINUE)) {
      rest = rest.subarray(CONTINUE.length);
      continue;
    }
    if (REFUSED[text]) return { answers, refusal: text.slice(9, 12) };
    const found = nextOf(rest);
    judgeSomewhere(found);
    answers.push(found);
    rest = rest.subarray(found.length);
  }
  return { answers, refusal: undefined };
}

const NEXT = "HTTP/1.1 ";

/**
 * The next answer. It may be an answer to HEAD, which another answer follows at once, or nothing. The next answer may be as
 * long as the body would have been (case 114903 of seed 988010651), but no body begins like an answer.
 */
function nextOf(bytes: Buffer): Found {
  const [asGet, asHead] = [false, true].map((bodiless) => readAnswer(bytes, { bodiless, ended: true }));
  for (const found of [asGet, asHead]) {
    if (found === undefined || found.body.toString("latin1", 0, NEXT.length) === NEXT) continue;
    const rest = bytes.subarray(found.length);
    if (rest.length === 0 || rest.toString("latin1", 0, NEXT.length) === NEXT) return found;
  }
  throw new Error(
    `this is no answer, nor what the runtime says: ${JSON.stringify(bytes.toString("latin1").slice(0, 600))}`,
  );
}

function judgeSomewhere(found: Found): void {
  const body = textOf(found);
  const { status, headers } = found;
  // The path is not known.
  if (FAILURES.includes(status) && !isBusy(ADMIN_PATHS[0]!, body)) {
    throw new Error(`answered ${status}: ${body}`);
  }
  const petId = /^\{"petId":(-?\d+),/.exec(body)?.[1] ?? "1";
  const problems: string[] = [];
  for (const [method, template] of OPERATIONS) {
    const path = template.replace("{petId}", petId);
    try {
      validateResponse({ method, path, status, headers, body });
      return;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  throw new Error(`an answer of no operation:\n${problems.join("\n")}`);
}
