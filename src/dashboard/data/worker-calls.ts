// Calls of a worker: each request has an id, which all messages about it carry, and ends with one message, an error or an abort.

import { PetstockError, TransportError, type ErrorCode, type TransportCode } from "../../client/client.ts";
import type { SentError } from "./worker-messages.ts";

/** The worker could not be started, or has failed: no error of the service. */
export class WorkerFailedError extends Error {}

/** A message about a call. `end` and `error` are the last ones. */
interface WorkerMessage {
  readonly id: number;
  readonly kind: string;
  readonly error?: SentError;
}
type Ends<Message extends WorkerMessage> = Extract<Message, { kind: "end" }>;

export interface CallOptions<Message> {
  readonly signal?: AbortSignal | undefined;
  /** Called with each message before the last one. */
  readonly onMessage?: (message: Message) => void;
  readonly transfer?: readonly ArrayBuffer[];
}

interface Call<Message> {
  readonly onMessage: (message: Message) => void;
  readonly fail: (error: unknown) => void;
}

export class WorkerCalls<Request extends object, Message extends WorkerMessage> {
  /** Throws where workers are blocked. */
  readonly #openWorker: () => Worker;
  readonly #calls = new Map<number, Call<Message>>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(openWorker: () => Worker) {
    this.#openWorker = openWorker;
  }

  /** The last message of the call. Throws the worker's error, a WorkerFailedError, or the signal's reason. */
  call(request: Request, options: CallOptions<Message> = {}): Promise<Ends<Message>> {
    const { signal, onMessage, transfer = [] } = options;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const onAbort = (): void => {
        this.#calls.delete(id);
        // Only to a worker that runs: after `close` there is none.
        this.#worker?.postMessage({ id, abort: true });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const end = (): void => {
        this.#calls.delete(id);
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (error: unknown): void => {
        end();
        reject(error);
      };
      const onAnswer = (message: Message): void => {
        if (signal?.aborted) return;
        if (message.error !== undefined) return fail(errorOf(message.error));
        if (message.kind !== "end") return onMessage?.(message);
        end();
        resolve(message as Ends<Message>);
      };
      this.#calls.set(id, { fail, onMessage: onAnswer });
      try {
        this.#worker ??= this.#open();
        this.#worker.postMessage({ ...request, id }, [...transfer]);
      } catch (error) {
        fail(error);
      }
    });
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #open(): Worker {
    let worker: Worker;
    try {
      worker = this.#openWorker();
    } catch (cause) {
      throw new WorkerFailedError("the browser blocks workers", { cause });
    }
    worker.onmessage = ({ data }: MessageEvent<Message>) => this.#calls.get(data.id)?.onMessage(data);
    worker.onerror = worker.onmessageerror = () => {
      const failed = new WorkerFailedError("the worker did not start, or failed");
      for (const { fail } of this.#calls.values()) fail(failed);
    };
    return worker;
  }
}

/** The error that the worker caught, of its class. */
function errorOf({ name, message, code, status, retryAfterMs }: SentError): Error {
  if (name === "PetstockError") {
    return new PetstockError(code as ErrorCode, message, { status, retryAfterMs });
  }
  if (name === "TransportError") {
    return new TransportError(code as TransportCode, message, { status, retryAfterMs });
  }
  return new Error(message);
}
