// Sends one request of the Admin API.

import { objectFrom } from "./admin-answers.ts";
import type { CallContext } from "./call.ts";
import type { Connection, SendOptions } from "./connection.ts";
import type { Answer, ApiRequest } from "./exchange.ts";

/** A body of JSON. */
export const JSON_TYPE = { "Content-Type": "application/json" };

/** The slowest connection over which rows are sent in time; it also leaves the service time to apply them. */
const UPLOAD_BYTES_PER_MS = 64;

/** Sends a request of the Admin API; returns the answer as `read` gives it. The path has no `/admin/v1`. */
export function sendAdmin<T>(
  connection: Connection,
  request: ApiRequest,
  options: SendOptions,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  return connection.send({ ...request, path: `/admin/v1${request.path}` }, options, read);
}

/** The object at a path. Throws `unexpected_answer` if it is without these members. */
export function readObject<T>(
  connection: Connection,
  path: string,
  context: CallContext,
  ...members: readonly (keyof T & string)[]
): Promise<T> {
  const request = { method: "GET", path } as const;
  return sendAdmin(connection, request, { ...context, effect: "none" }, (answer) =>
    objectFrom<T>(answer, ...members),
  );
}

/** How long a body may take besides the timeout, in ms. */
export function uploadMs(body: string | Blob): number {
  return (typeof body === "string" ? body.length : body.size) / UPLOAD_BYTES_PER_MS;
}
