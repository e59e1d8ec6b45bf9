// Reads all labels as blocks, piece by piece as they arrive: a million are a hundred megabytes of JSON.

import type { Label } from "../../client/client.ts";
import type { Connection } from "../../client/connection.ts";
import { exactIds } from "../../client/exact-ids.ts";
import type { Answer } from "../../client/exchange.ts";
import { ListElements } from "../../client/list-elements.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../contract/json.ts";
import { BLOCK_LABELS, type LabelBlock, labelBlock } from "./label-block.ts";
import type { ReadResult } from "./read-list.ts";

export interface ReadLabelsOptions {
  /** The tag of the known labels: unchanged ones are not sent again. */
  readonly etag?: string | undefined;
  /** The first block follows; called again after a broken connection. */
  readonly onStart: () => void;
  readonly onBlock: (block: LabelBlock) => void;
  /** Awaited between two pieces, so that the thread can do other work. */
  readonly rest?: () => Promise<void> | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NOT_MODIFIED = 304;
/** Bytes to read at once: some hundred labels. */
const PIECE_BYTES_MAX = 32_768;
/** The text before the array. */
const START = /^\s*\{\s*"labels"\s*:\s*(?=\[)/;
const START_CHARS_MAX = 1000;
/** A label as the service writes it, with an id that a double holds: nearly all, and quick to read. */
const PLAIN = /^\{"petId":-?[0-9]{1,15},/;

/** Undefined if the labels have not changed since `etag`. Throws the client's errors. */
export function readLabels(
  connection: Connection,
  { etag, onStart, onBlock, rest, signal }: ReadLabelsOptions,
): Promise<ReadResult | undefined> {
  const headers = etag === undefined ? {} : { "If-None-Match": etag };
  const request = { method: "GET", path: "/admin/v1/labels", headers, signal } as const;
  return connection.send(request, { effect: "none" }, async (answer) => {
    if (answer.status === NOT_MODIFIED) {
      answer.discard();
      return undefined;
    }
    onStart();
    let labels: Label[] = [];
    for await (const batch of labelBatches(answer)) {
      labels.push(...batch);
      for (; labels.length >= BLOCK_LABELS; labels = labels.slice(BLOCK_LABELS)) {
        onBlock(labelBlock(labels.slice(0, BLOCK_LABELS)));
      }
      await rest?.();
    }
    if (labels.length > 0) onBlock(labelBlock(labels));
    return { etag: answer.headers.get("ETag") ?? undefined };
  });
}

async function* labelBatches(answer: Answer): AsyncGenerator<Label[], void, undefined> {
  const elements = new ListElements({ ignoresRest: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let start: string | undefined = "";
  for await (const chunk of answer.chunks()) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES_MAX) {
      try {
        let text = decoder.decode(chunk.subarray(at, at + PIECE_BYTES_MAX), { stream: true });
        if (start !== undefined) {
          start += text;
          if (!START.test(start) && start.length < START_CHARS_MAX) continue;
          text = start.replace(START, "");
          start = undefined;
        }
        yield elements.push(text).map(labelIn);
      } catch (cause) {
        throw answer.error("unexpected_answer", "the answer is not a list of labels", cause);
      }
    }
  }
  if (!elements.isComplete) throw answer.error("broken_body", "the labels broke off before their end");
}

function labelIn(text: string): Label {
  const value = PLAIN.test(text) ? (JSON.parse(text) as JsonValue) : parseJson(text);
  if (!isJsonObject(value)) throw new TypeError(`${text.slice(0, 100)} is not a label`);
  const { petId, name = null, kind = null, code = null, low = null } = exactIds(value) as Label;
  return { petId, name, kind, code, low };
}
