// One fuzz case, derived from a seed and a number, so that it can be repeated: one request or several in a pipeline, mutated,
// cut into packets, and perhaps incomplete.

import { randomFrom } from "../../support/sizes.ts";
import { BODIES } from "./bodies.ts";
import { below, bytesOf, type Draft, type Mutation, pick, type Random, validDraft } from "./draft.ts";
import { HEADERS } from "./headers.ts";
import { REQUEST_LINE } from "./request-line.ts";

/** Cases whose every answer is read use `read`, others `unread`, so that the ledger distinguishes them. */
export interface Keys {
  readonly read: string;
  readonly unread: string;
  readonly readOnly: string;
  readonly revoked: string;
  readonly unknown: string;
}

/** One mutation, and the seed of its choices: each can be left out without changing the others. */
interface Step {
  readonly change: number;
  readonly seed: number;
}

/** How a case is sent: whole, cut into packets, in a pipeline, with damaged bytes, or incomplete. */
type Way = "whole" | "split" | "pipelined" | "damaged" | "broken off";
const WAYS: readonly Way[] = ["whole", "split", "pipelined", "damaged", "broken off"];
const WEIGHTS = [0.6, 0.75, 0.82, 0.94, 1];

export interface Plan {
  readonly number: number;
  readonly way: Way;
  /** The seed of all choices outside the steps. */
  readonly seed: number;
  /** The mutations of each request. */
  readonly requests: readonly { readonly seed: number; readonly steps: readonly Step[] }[];
  readonly damages: readonly Step[];
}

export interface Case {
  readonly plan: Plan;
  readonly requests: readonly Draft[];
  /** One write each. */
  readonly packets: readonly Buffer[];
  readonly ending: "stay" | "half-close" | "vanish";
  /** Each request must be answered by the service itself, and the connection stays open. */
  readonly certain: boolean;
}

/** The parts of the cases: valid requests, and mutations of them. */
export interface Grammar {
  readonly validDraft: (id: string, random: Random) => Draft;
  readonly mutations: readonly Mutation[];
}

/** All mutations; those of headers are listed twice, so that they are drawn twice as often. */
export const MUTATIONS: readonly Mutation[] = [...REQUEST_LINE, ...HEADERS, ...HEADERS, ...BODIES];
export const V1_GRAMMAR: Grammar = { validDraft, mutations: MUTATIONS };
const ASKS_TO_CLOSE = /^(?:connection|upgrade|proxy-connection|keep-alive)$/i;

export function planOf(seed: number, number: number, { mutations }: Grammar): Plan {
  const random = randomFrom(Math.imul(number, 0x9e37_79b1) ^ seed);
  const drawn = random();
  const way = WAYS[WEIGHTS.findIndex((weight) => drawn < weight)] as Way;
  const count = way === "pipelined" ? 2 + below(random, 4) : 1;
  return {
    number,
    way,
    seed: seedFrom(random),
    requests: Array.from({ length: count }, () => ({
      seed: seedFrom(random),
      steps: stepsFrom(random, mutations),
    })),
    damages: way === "damaged" ? stepsFrom(random, mutations, 1) : [],
  };
}

function seedFrom(random: Random): number {
  return Math.floor(random() * 2 ** 31);
}

/** Mostly one mutation or two: many at once hide each other. */
function stepsFrom(random: Random, mutations: readonly Mutation[], least = 0): Step[] {
  const length = Math.max(least, pick(random, [0, 1, 1, 1, 1, 2, 2, 3, 5]));
  return Array.from({ length }, () => ({ change: below(random, mutations.length), seed: seedFrom(random) }));
}

/**
 * A request id that is unique to a case even if a byte of it is lost, doubled or changed on its way: its digest would be wrong.
 */
function caseRequestId(number: number, at: number): string {
  const name = `f${number}-${at}`;
  return `${name}-${Bun.hash.crc32(name).toString(16).padStart(8, "0")}`;
}

export function isCaseRequestId(text: string): boolean {
  const [, number, at] = /^f(\d+)-(\d)-/.exec(text) ?? [];
  return number !== undefined && text === caseRequestId(Number(number), Number(at));
}

export function caseOf(plan: Plan, keys: Keys, { validDraft: draftOf, mutations }: Grammar): Case {
  const random = randomFrom(plan.seed);
  const requests = plan.requests.map(({ seed, steps }, at) => {
    const draft = draftOf(caseRequestId(plan.number, at), randomFrom(seed));
    for (const step of steps) mutations[step.change]?.(draft, randomFrom(step.seed));
    if (!isReadable(draft)) draft.refusals.add("400");
    if (headLength(draft) > HEAD_LENGTH_SURE) draft.refusals.add("431");
    return draft;
  });
  const certain = isWhole(plan.way) && requests.every(({ refusals }) => refusals.size === 0);
  const whole = Buffer.concat(
    requests.map((draft) => bytesOf(withKeys(draft, keys), certain ? keys.read : keys.unread)),
  );
  const damaged = plan.damages.reduce<Buffer>((bytes, { seed }) => damage(bytes, randomFrom(seed)), whole);
  const bytes = plan.way === "broken off" ? damaged.subarray(0, below(random, damaged.length)) : damaged;
  const vanishes = plan.way === "broken off" && random() < 0.5;
  return {
    plan,
    requests,
    packets: plan.way === "whole" ? [bytes] : cut(bytes, random),
    ending: certain ? "stay" : vanishes ? "vanish" : "half-close",
    certain,
  };
}

/** A parser may refuse an invalid address, and chunks in HTTP/1.0 (RFC 9112, section 6.1). */
function isReadable({ target, version, chunked, body }: Draft): boolean {
  const isAddress = /^(?:\/|https?:\/\/)/i.test(target);
  return isAddress && !(version === "HTTP/1.0" && chunked && body.length > 0);
}

/** The runtime refuses a head of more than 32 KiB; inserted keys make some heads a little longer. */
const HEAD_LENGTH_SURE = 32_000;

function headLength({ method, target, version, headers }: Draft): number {
  const lines = headers.map(([name, value]) => name.length + value.length + ": \r\n".length);
  return lines.reduce((sum, length) => sum + length, `${method} ${target} ${version}\r\n\r\n`.length);
}

/** Whether the case is a single request that is sent completely. */
export function isWhole(way: Way): boolean {
  return way === "whole" || way === "split";
}

/** Whether the connection may end after the answer: because of a header, or an HTTP version other than 1.1. */
export function mayClose({ version, headers }: Draft): boolean {
  return version !== "HTTP/1.1" || headers.some(([name]) => ASKS_TO_CLOSE.test(name));
}

function withKeys(draft: Draft, keys: Keys): Draft {
  const fill = (text: string) =>
    text.replaceAll(/\{(readOnly|revoked|unknown)\}/g, (_, name: keyof Keys) => keys[name]);
  return { ...draft, headers: draft.headers.map(([name, value]) => [name, fill(value)]) };
}

function cut(bytes: Buffer, random: Random): Buffer[] {
  const count = 1 + below(random, 4);
  const places = Array.from({ length: count }, () => below(random, bytes.length + 1)).toSorted(
    (a, b) => a - b,
  );
  return [0, ...places].map((from, at) => bytes.subarray(from, places[at] ?? bytes.length));
}

const DELIMITERS = ["\r\n", "\n", "\r", "\x00", " ", ":", "\r\n\r\n", "0\r\n\r\n", "\r\nHost: a\r\n"].concat(
  "HTTP/1.1",
  "\xff\xfe",
);

/** Replaces, removes, repeats or inserts some bytes. */
function damage(bytes: Buffer, random: Random): Buffer {
  const at = below(random, Math.min(bytes.length, 2_000) + 1);
  const length = 1 + below(random, pick(random, [1, 4, 40]));
  const noise = Buffer.from(Array.from({ length }, () => below(random, 256)));
  const delimiter = Buffer.from(pick(random, DELIMITERS), "latin1");
  const [piece, behind] = pick(random, [
    [noise, at + length],
    [noise, at],
    [delimiter, at],
    [delimiter, at + length],
    [bytes.subarray(at, at + length), at],
    [Buffer.alloc(0), at + length],
  ] as const);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(behind)]);
}
