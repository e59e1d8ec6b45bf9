// Reads the records of NDJSON and of a JSON array: each is one item's text, read on its own, so that the file is never
// in memory as a whole.

import { type Boundary, LineBoundary } from "./boundary.ts";
import type { Findings } from "./findings.ts";
import { JsonArrayBoundary } from "./json-array-boundary.ts";
import { NO_ITEM_RULE, readItem } from "./json-item.ts";
import type { RecordBlock, RecordReader } from "./record-cutter.ts";
import { trimmed } from "./trimmed.ts";
import { blockBytes, decodeLossy, decodeUtf8, recordBytes, UTF8_RULE } from "./utf8.ts";

abstract class JsonReader implements RecordReader {
  abstract readonly boundary: Boundary;
  protected readonly found: Findings;

  constructor(found: Findings) {
    this.found = found;
  }

  read(block: RecordBlock): void {
    for (const [i, text] of recordTexts(block).entries()) {
      if (this.found.broken) return;
      const line = block.lines[i] as number;
      if (text === undefined) {
        this.found.addProblem(line, { value: decodeLossy(recordBytes(block, i)).trim(), rule: UTF8_RULE });
      } else this.readRecord(text, line);
    }
  }

  end(): void {
    // Nothing is owed: a file without items is an empty inventory.
  }

  protected abstract readRecord(text: string, line: number): void;
}

export class NdjsonReader extends JsonReader {
  readonly boundary = new LineBoundary();
  #isFirst = true;

  protected readRecord(record: string, line: number): void {
    const text = trimmed(record);
    if (text === "") return;
    // One problem for a file of another kind, not one for each of its lines.
    if (this.#isFirst && !text.startsWith("{")) {
      const rule = text.startsWith("[") ? "begins a JSON array: name the file .json" : NO_ITEM_RULE;
      return this.found.breakOff(line, { value: text, rule });
    }
    this.#isFirst = false;
    readItem(text, { line, found: this.found });
  }
}

export class JsonArrayReader extends JsonReader {
  readonly boundary = new JsonArrayBoundary();

  protected readRecord(record: string, line: number): void {
    // Its last character is the comma or the bracket that ended it.
    const text = trimmed(record.slice(0, -1));
    if (text !== "") return readItem(text, { line, found: this.found });
    const end = record.slice(-1);
    this.found.addProblem(line, { rule: `an item is missing before the "${end}": remove the comma` });
  }
}

/** Each record's text; undefined for one that is no UTF-8. */
function recordTexts(block: RecordBlock): (string | undefined)[] {
  const bytes = blockBytes(block);
  const text = decodeUtf8(bytes);
  // Decoding costs more for each call than for each byte; where all is ASCII, a byte's place is its character's.
  const isAscii = text?.length === bytes.length;
  const { starts, ends } = block;
  const offset = starts[0] as number;
  return starts.map((start, i) =>
    isAscii ? text.slice(start - offset, (ends[i] as number) - offset) : decodeUtf8(recordBytes(block, i)),
  );
}
