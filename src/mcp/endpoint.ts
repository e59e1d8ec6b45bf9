// The Model Context Protocol over HTTP (its streamable transport, without sessions): an assistant needs an address and an API key, and
// nothing installed. The tools call the operations of the service within its process, with the key of the request.

import { PetstockAdmin } from "../client/admin.ts";
import { type Authenticate, presentedKey } from "../http/authenticate.ts";
import type { Origins } from "../http/cors.ts";
import type { InProcess, Sent } from "../http/in-process.ts";
import { JSON_TYPE, NO_STORE, type Operation, type Reply } from "../http/operation.ts";
import type { BodyLimit } from "../http/read-body.ts";
import type { Clock } from "../inventory/clock.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { Log } from "../inventory/log.ts";
import { KeyTurns } from "../inventory/key-turns.ts";
import type { LabelStore } from "../inventory/label-store.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { Calls, type Endings } from "./calls.ts";
import { serviceInventory } from "./service-inventory.ts";
import type { Service } from "./tool.ts";

export interface McpPorts {
  /** Counts no request in flight: those that the tools send count. */
  readonly authenticate: Authenticate;
  readonly endings: Endings;
  /** The operations of the Admin API. */
  readonly call: InProcess;
  readonly bodies: {
    withJson<T>(
      request: Request,
      options: { readonly key: KeyRecord; readonly limit: BodyLimit },
      work: (text: string) => Promise<T>,
    ): Promise<T>;
  };
  readonly snapshot: Pick<Snapshot, "current">;
  readonly labels: LabelStore;
  /** Whose pages may call it. Undefined: none. */
  readonly corsOrigins: Origins | undefined;
  readonly version: string;
  readonly storeName: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** A change of 100 pets with long labels takes some 100 KB. */
const LIMIT: BodyLimit = { bytesMax: 256 * 1024, advice: "Send fewer changes at once." };
/** Hosts give up a call after 60 s. */
const RETRY_FOR_MS = 10_000;
/** Only names the service in errors: nothing is sent over a network. */
const IN_PROCESS_URL = "http://petstock.internal";

export function mcp(ports: McpPorts): Operation {
  const calls = new Calls(ports.endings);
  const turns = new KeyTurns();
  return async (request, requestId, listener) => {
    const refusal = refusalOfOrigin(request.headers.get("Origin"), ports.corsOrigins);
    if (refusal !== undefined) return refusal;
    const identity = await ports.authenticate(request, listener);
    return calls.run(identity, request.signal, async (signal) => {
      const options = { key: identity, limit: LIMIT };
      const text = await ports.bodies.withJson(request, options, async (body) => body);
      const apiKey = presentedKey(request.headers);
      const service = serviceOf(ports.call, { request, requestId, listener }, apiKey);
      // Loaded here: most services have no assistant, and it takes 60 ms.
      const { answerMcp } = await import("./http.ts");
      const { snapshot, labels, version, storeName: store, clock, log } = ports;
      const inventory = serviceInventory({ snapshot, labels, turns, keyId: identity.id, signal });
      const onDefect = (tool: string, cause: string) =>
        log.error("mcp_tool_failed", { requestId, tool, cause });
      const message = new Request(request.url, { method: "POST", headers: request.headers, body: text });
      const me = { ...identity, ...(store !== undefined && { store }) };
      const server = { service, inventory, apiKey, identity: me, version, clock, onDefect };
      return replyOf(await answerMcp(message, server));
    });
  };
}

/**
 * A page of another origin may send requests where the operator allows it; the protocol asks servers to refuse the others (Transports,
 * "Security"). Programs send no origin.
 */
function refusalOfOrigin(origin: string | null, allowed: Origins | undefined): Reply | undefined {
  if (origin === null || allowed === "*" || allowed?.has(origin)) return undefined;
  const message =
    "Pages of this origin may not use the service. The operator can allow it with --cors-origin.";
  const body = { jsonrpc: "2.0", error: { code: -32_000, message }, id: null };
  return {
    status: 403,
    headers: { ...JSON_TYPE, ...NO_STORE },
    body: JSON.stringify(body),
  };
}

/** The service as a client with the key sees it. */
function serviceOf(call: InProcess, sent: Sent, apiKey: string): Service {
  return new PetstockAdmin({
    url: IN_PROCESS_URL,
    apiKey,
    retryForMs: RETRY_FOR_MS,
    fetch: async (url, init) => call(new Request(url, init), sent),
  });
}

/** Whole, since no tool says anything before its result. */
async function replyOf(answer: Response): Promise<Reply> {
  const type = answer.headers.get("Content-Type");
  return {
    status: answer.status,
    headers: {
      ...(type !== null && { "Content-Type": type, "X-Content-Type-Options": "nosniff" }),
      ...NO_STORE,
    },
    body: await answer.text(),
  };
}
