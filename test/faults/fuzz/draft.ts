// A request under construction: first a valid one, of any of the routes, then mutated step by step.

export type Random = () => number;

/** The responses of the runtime's own parser to requests that it does not hand over: docs/errors.md lists them. */
export type Refusal = "400" | "431" | "505" | "closed";

export interface Draft {
  method: string;
  target: string;
  version: string;
  /** Characters are bytes (Latin-1), so that any byte can stand in them. `{key}` is a key that may update; see Keys. */
  headers: [name: string, value: string][];
  body: Buffer;
  chunked: boolean;
  /** How the runtime's parser may refuse it; empty if the service itself must answer. */
  readonly refusals: Set<Refusal>;
}

export type Mutation = (draft: Draft, random: Random) => void;

export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[below(random, from.length)] as T;
}

/** A list of values that is written as one text, with white space between them. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Pets of the inventory: ids at the limits of double and int64, and small ones. */
export const PET_IDS = [0n, -1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]
  .map(String)
  .concat(Array.from({ length: 14 }, (_, at) => `${at + 1}`));

const QUANTITIES_MAX = 50;

type Base = Pick<Draft, "method"> & { readonly target: (random: Random) => string };

const ITEM = (random: Random) => `/v1/inventory/${pick(random, PET_IDS)}`;
const at = (target: string) => () => target;

/** The routes and how often they are drawn: mostly updates, which have the most inputs. */
const BASES: readonly Base[] = [
  ...Array.from({ length: 8 }, () => ({ method: "PATCH", target: ITEM })),
  ...Array.from({ length: 3 }, () => ({ method: "GET", target: at("/v1/inventory") })),
  { method: "HEAD", target: at("/v1/inventory") },
  { method: "OPTIONS", target: at("/v1/inventory") },
  { method: "OPTIONS", target: ITEM },
  { method: "GET", target: at("/livez") },
  { method: "GET", target: at("/readyz") },
  { method: "GET", target: at("/readyz?exclude=database") },
  { method: "HEAD", target: pickProbe },
  { method: "OPTIONS", target: pickProbe },
];

function pickProbe(random: Random): string {
  return pick(random, ["/livez", "/readyz"]);
}

/** A request without a body. */
export function draftOf(of: { method: string; target: string; key: string; id: string }): Draft {
  const { method, target, key, id } = of;
  return {
    method,
    target,
    version: "HTTP/1.1",
    headers: [
      ["Host", "petstock.example"],
      ["Authorization", `Bearer ${key}`],
      ["X-Request-Id", id],
    ],
    body: Buffer.alloc(0),
    chunked: false,
    refusals: new Set(),
  };
}

/** A valid request, named in the log and in the ledger by `id`. */
export function validDraft(id: string, random: Random): Draft {
  const { method, target } = pick(random, BASES);
  const key = random() < 0.95 ? "{key}" : pick(random, ["{readOnly}", "{revoked}", "{unknown}"]);
  const draft = draftOf({ method, target: target(random), key, id });
  const { headers } = draft;
  if (method === "PATCH") {
    const quantity = below(random, QUANTITIES_MAX);
    draft.body = Buffer.from(`{"quantity":${quantity}}`);
    draft.chunked = random() < 0.2;
    if (random() < 0.7) headers.push(["Content-Type", "application/json"]);
    if (random() < 0.2) headers.push(["If-Match", `"${below(random, QUANTITIES_MAX)}-available"`]);
    if (random() < 0.2) headers.push(["Idempotency-Key", `once-${below(random, 100)}`]);
  }
  if (method === "GET" && random() < 0.3) headers.push(["Accept-Encoding", "gzip"]);
  if (method === "GET" && random() < 0.1) headers.push(["If-None-Match", "*"]);
  return draft;
}

/** The request's bytes, framed by its length or chunks unless a mutated header says otherwise. */
export function bytesOf(draft: Draft, key: string): Buffer {
  const { method, target, version, headers, body } = draft;
  const lines = [...headers, ...framingOf(draft)].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} ${version}\r\n${lines.join("")}\r\n`.replaceAll("{key}", key);
  const wire = isChunked(draft) ? inChunks(body) : body;
  return Buffer.concat([Buffer.from(head, "latin1"), wire]);
}

function framingOf(draft: Draft): Draft["headers"] {
  if (saysFraming(draft) || draft.body.length === 0) return [];
  return draft.chunked ? [["Transfer-Encoding", "chunked"]] : [["Content-Length", `${draft.body.length}`]];
}

function isChunked(draft: Draft): boolean {
  return draft.chunked && draft.body.length > 0;
}

/** Whether a mutation has added a header about the body's length. */
function saysFraming({ headers }: Draft): boolean {
  return headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
}

/** The chunked coding, in two chunks if there are two bytes (RFC 9112, section 7.1). */
function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const pieces = [body.subarray(0, half), body.subarray(half)].filter((piece) => piece.length > 0);
  const end = Buffer.from("\r\n");
  const chunks = pieces.map((piece) =>
    Buffer.concat([Buffer.from(piece.length.toString(16)), end, piece, end]),
  );
  return Buffer.concat([...chunks, Buffer.from("0\r\n\r\n")]);
}
