// The clients of this repository behind one interface, for the cases that all of them must pass.

import { PetstockClient, PetstockError, RequestError, StockRangeError } from "../../src/client/client.ts";
import type { LineProcess } from "../support/line-process.ts";

/** One call, as JSON: ids are texts, so that every language gets all digits. */
export interface ContractCall {
  readonly method: "listInventory" | "updateInventory" | "adjust";
  readonly args: readonly unknown[];
  readonly named: Readonly<Record<string, unknown>>;
  /** Options of the client. */
  readonly options?: Readonly<Record<string, number>>;
  /** Instead of the gateway's. */
  readonly url?: string;
  readonly apiKey?: string | null;
}

export interface Outcome {
  readonly result?: unknown;
  readonly error?: {
    /** `argument`: the call was refused before anything was sent. */
    readonly kind?: "PetstockError" | "TransportError" | "StockRangeError" | "argument";
    readonly code?: string;
    readonly status?: number | null;
    readonly requestId?: string | null;
    readonly retryAfterMs?: number | null;
    readonly mayBeApplied?: boolean;
    readonly item?: unknown;
  };
}

export interface ContractClient {
  run(call: ContractCall & { readonly url: string; readonly apiKey: string | null }): Promise<Outcome>;
}

export const typescript: ContractClient = {
  async run({ method, args, named, options, url, apiKey }) {
    try {
      const client = new PetstockClient({ url, apiKey: apiKey as string, ...options });
      const call = client[method] as (...all: unknown[]) => Promise<unknown>;
      const result = await call.call(client, ...args.map(given), given(named));
      return { result: shown(result) };
    } catch (error) {
      return { error: factsOf(error) };
    }
  },
};

/** The driver of a client in another language: packages/python/tests/contract_driver.py. */
export function driven(driver: LineProcess, client: string): ContractClient {
  return {
    run: async (call) => JSON.parse(await driver.ask(JSON.stringify({ options: {}, ...call, client }))),
  };
}

/** Arguments for TypeScript: only the ids of items are texts that it does not take. */
function given(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === "petId" ? BigInt(each) : given(each),
  ]);
  return Object.fromEntries(entries);
}

/** With ids as texts. */
function shown(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each)));
}

function factsOf(error: unknown): NonNullable<Outcome["error"]> {
  if (error instanceof StockRangeError) return { kind: "StockRangeError", item: shown(error.item) };
  if (error instanceof TypeError) return { kind: "argument" };
  if (!(error instanceof RequestError)) throw error;
  const { code, status = null, requestId = null, retryAfterMs = null, mayBeApplied } = error;
  const facts = { code, status, requestId, retryAfterMs, mayBeApplied };
  if (!(error instanceof PetstockError)) return { kind: "TransportError", ...facts };
  return { kind: "PetstockError", ...facts, item: shown(error.item ?? null) };
}
