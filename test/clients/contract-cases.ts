// The behavior of every client of this repository, whatever its language: a table of calls, of what stands between them and the
// service, and of their outcome.

import { errorBody } from "../../src/contract/errors.ts";
import { answerWith, brokenOff, loseAnswer, page, refuse, type Turn } from "../client/gateway.ts";
import type { ContractCall, Outcome } from "./contract-clients.ts";

export interface ContractCase {
  readonly name: string;
  readonly call: ContractCall;
  /** Each answers one request; further requests reach the service. */
  readonly turns?: readonly Turn[];
  /** The members that the outcome must have, at least. */
  readonly outcome: Partial<Outcome>;
  /** The methods of all requests, in order. */
  readonly sent: readonly string[];
}

/** Pets of the service, all with this stock before each case. */
export const STOCK = { quantity: 5, status: "pending" } as const;
/** The ends of int64, and the first integer that a double cannot hold. */
export const IDS = ["-9223372036854775808", "1", "9007199254740993", "9223372036854775807"] as const;
const LARGE = IDS[2];

const itemOf = (petId: string, quantity: number) => ({ petId, quantity, status: STOCK.status });
const AS_BEFORE = itemOf(LARGE, STOCK.quantity);
const PATCHES = (count: number) => Array.from({ length: count }, () => "PATCH");
const GETS = (count: number) => Array.from({ length: count }, () => "GET");

const list = (options = {}): ContractCall => ({ method: "listInventory", args: [], named: options });
const update = (quantity: number, named = {}, petId: string = LARGE): ContractCall => ({
  method: "updateInventory",
  args: [petId, quantity],
  named,
});
const adjust = (by: number, named = {}): ContractCall => ({ method: "adjust", args: [LARGE, by], named });

const WHOLE_LIST = { result: IDS.map((id) => itemOf(id, STOCK.quantity)) };
const updatedTo = (quantity: number) => ({ result: itemOf(LARGE, quantity) });
const failed = (error: NonNullable<Outcome["error"]>): Partial<Outcome> => ({ error });
/** An error of the service. */
const answeredWith = (code: string, more: NonNullable<Outcome["error"]> = {}): Partial<Outcome> =>
  failed({ kind: "PetstockError", code, ...more });
const ARGUMENT = failed({ kind: "argument" });
const OPEN = { mayBeApplied: true };
const SURE = { mayBeApplied: false };

/** An Error body whose code no client knows, with a member that none knows. */
function unknownCode(status: number): Turn {
  const body = { code: "frozen_by_vet", message: "The vet has frozen it.", status, until: "noon" };
  return () => Response.json(body, { status });
}

const brokenList: Turn = () => brokenOff('[{"petId":1,"quantity":2,"status":"sold"},');
/** A proxy that sends an Error body with a status that only proxies have. */
const bodyOfProxy: Turn = () =>
  Response.json({ ...errorBody("unavailable", "x"), status: 502 }, { status: 502 });

/** Faults after which it is unknown whether a change was applied. */
const LOST: readonly (readonly [string, Turn])[] = [
  ["outcome_unknown", refuse("outcome_unknown")],
  ["a lost answer", loseAnswer],
  ["a proxy's 502", page(502)],
  ["a proxy's 502 with an Error body", bodyOfProxy],
  ["a proxy's 503", page(503)],
  ["a proxy's 504", page(504)],
];
/** Faults that say that nothing was changed. */
const REFUSED: readonly (readonly [string, Turn])[] = [
  ["unavailable", refuse("unavailable")],
  ["overloaded", refuse("overloaded")],
  ["rate_limited", refuse("rate_limited")],
  ["a proxy's 429", page(429)],
  ["an unknown code with 429", unknownCode(429)],
];

/** Answers that are no list. */
const STRANGE: readonly (readonly [string, Turn])[] = [
  ["an error page", page(404)],
  ["a redirect", page(301, { Location: "/elsewhere" })],
  ["another value", answerWith("[{}]")],
  ["no list", answerWith("null")],
];

const READS: readonly ContractCase[] = [
  { name: "a list has exact ids", call: list(), outcome: WHOLE_LIST, sent: GETS(1) },
  ...[...LOST, ...REFUSED, ["a broken list", brokenList] as const].map(([what, turn]) => ({
    name: `a list is read again after ${what}`,
    call: list(),
    turns: [turn],
    outcome: WHOLE_LIST,
    sent: GETS(2),
  })),
  ...STRANGE.map(([what, turn]) => ({
    name: `a list is not read again after ${what}`,
    call: list(),
    turns: [turn],
    outcome: failed({ kind: "TransportError", code: "unexpected_answer", ...SURE }),
    sent: GETS(1),
  })),
  {
    name: "members that are unknown are ignored",
    call: list(),
    turns: [answerWith(`[{"petId":${LARGE},"quantity":1,"chip":{"ids":[1]},"status":"sold"}]`)],
    outcome: { result: [{ petId: LARGE, quantity: 1, status: "sold" }] },
    sent: GETS(1),
  },
];

const CHANGES: readonly ContractCase[] = [
  ...IDS.map((id) => ({
    name: `an update of pet ${id} reaches that pet`,
    call: update(7, {}, id),
    outcome: { result: itemOf(id, 7) },
    sent: PATCHES(1),
  })),
  ...LOST.flatMap(([what, turn]) => [
    {
      name: `an update is sent again after ${what}, and applied once`,
      call: update(11),
      turns: [turn],
      outcome: updatedTo(11),
      sent: PATCHES(2),
    },
    {
      name: `an update without a key is not sent again after ${what}`,
      call: update(11, { idempotencyKey: null }),
      turns: [turn],
      outcome: failed(OPEN),
      sent: PATCHES(1),
    },
  ]),
  ...REFUSED.map(([what, turn]) => ({
    name: `an update without a key is sent again after ${what}`,
    call: update(12, { idempotencyKey: null }),
    turns: [turn],
    outcome: updatedTo(12),
    sent: PATCHES(2),
  })),
  {
    name: "an update may have been applied by its first attempt, also if the last one is refused",
    call: update(13, { retries: 1 }),
    turns: [loseAnswer, refuse("unavailable")],
    outcome: answeredWith("unavailable", { status: 503, requestId: "refused", ...OPEN }),
    sent: PATCHES(2),
  },
  {
    name: "an update of other values than its condition is refused with the present item",
    call: update(13, { ifUnchanged: { petId: LARGE, quantity: 4, status: "sold" } }),
    outcome: answeredWith("precondition_failed", { status: 412, item: AS_BEFORE, ...SURE }),
    sent: PATCHES(1),
  },
  {
    name: "an adjustment adds to the present stock, exactly once",
    call: adjust(-2),
    turns: [loseAnswer, loseAnswer],
    outcome: updatedTo(3),
    sent: PATCHES(4),
  },
  {
    name: "an adjustment below zero is refused with the present item",
    call: adjust(-6),
    outcome: failed({ kind: "StockRangeError", item: AS_BEFORE }),
    sent: PATCHES(1),
  },
];

const ERRORS: readonly ContractCase[] = [
  {
    name: "an error of the service has its code and status",
    call: update(1, {}, "404"),
    outcome: answeredWith("pet_not_found", { status: 404, ...SURE }),
    sent: PATCHES(1),
  },
  {
    name: "an unknown code is an error of the service, and nothing was changed",
    call: update(1),
    turns: [unknownCode(409)],
    outcome: answeredWith("frozen_by_vet", { status: 409, ...SURE }),
    sent: PATCHES(1),
  },
  {
    name: "an update is sent again after an unknown code with 503",
    call: update(11),
    turns: [unknownCode(503)],
    outcome: updatedTo(11),
    sent: PATCHES(2),
  },
  {
    name: "an update without a key is not sent again after an unknown code with 503",
    call: update(11, { idempotencyKey: null }),
    turns: [unknownCode(503)],
    outcome: answeredWith("frozen_by_vet", { status: 503, ...SURE }),
    sent: PATCHES(1),
  },
  {
    name: "internal_error is not repeated, and leaves open what was changed",
    call: update(1),
    turns: [refuse("internal_error")],
    outcome: answeredWith("internal_error", { status: 500, ...OPEN }),
    sent: PATCHES(1),
  },
  {
    name: "Retry-After beyond the limit ends the retries at once",
    call: { ...list(), options: { retries: 9 } },
    turns: [refuse("unavailable", { "Retry-After": "3600" })],
    outcome: answeredWith("unavailable", { retryAfterMs: 3_600_000 }),
    sent: GETS(1),
  },
  {
    name: "retries end after the number that the call gives",
    call: list({ retries: 2 }),
    turns: [refuse("overloaded"), refuse("overloaded"), refuse("overloaded")],
    outcome: answeredWith("overloaded"),
    sent: GETS(3),
  },
  {
    name: "a refused connection is told, and nothing was changed",
    call: { ...update(1), url: "http://127.0.0.1:1", options: { retries: 0 } },
    outcome: failed({ kind: "TransportError", code: "network_error", status: null, ...SURE }),
    sent: [],
  },
  ...(
    [
      ["an id beyond int64", update(1, {}, "9223372036854775808")],
      ["a key with a space", update(1, { idempotencyKey: "a b" })],
      ["a condition of another pet", update(1, { ifUnchanged: itemOf("1", 5) })],
      ["credentials in the address", { ...list(), url: "http://user:password@127.0.0.1:1" }],
      ["an address of another scheme", { ...list(), url: "ftp://127.0.0.1:1" }],
      ["no API key", { ...list(), apiKey: null }],
      ["an API key with a line end", { ...list(), apiKey: "petstock_x\n" }],
    ] as const
  ).map(([what, call]) => ({
    name: `${what} is refused before anything is sent`,
    call,
    outcome: ARGUMENT,
    sent: [],
  })),
];

export const CONTRACT_CASES: readonly ContractCase[] = [...READS, ...CHANGES, ...ERRORS];
