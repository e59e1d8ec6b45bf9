// Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream), however
// the text is chunked. Not EventSource: it cannot send an API key.

/** One event. `id` is the last one that the stream has given; empty before the first. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string;
}

/** Many times the largest difference that the service sends. Bounds the memory that another server's answer can take. */
const EVENT_CHARS_MAX = 64 * 1024 * 1024;

const LINE_END = /\r\n|\n|\r/g;

class EventStreamTooLongError extends Error {
  constructor() {
    super(`an event is longer than ${EVENT_CHARS_MAX} characters`);
  }
}

export class EventStreamReader {
  /** The pieces of the current line, as far as it has arrived. */
  #pieces: string[] = [];
  #isFirstLine = true;
  /** The last line ended with the CR at the end of a chunk: an LF after it belongs to the same end. */
  #isAfterCr = false;
  #name = "";
  #data: string[] = [];
  #id = "";
  /** Length of the current event, with the current line. */
  #chars = 0;

  /** The events that end within `text`. Throws `EventStreamTooLongError`. */
  push(text: string): ServerEvent[] {
    if (text === "") return [];
    const events: ServerEvent[] = [];
    let start = this.#isAfterCr && text.startsWith("\n") ? 1 : 0;
    LINE_END.lastIndex = start;
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      this.#keep(text.slice(start, end.index));
      const event = this.#endLine();
      if (event !== undefined) events.push(event);
      start = end.index + end[0].length;
    }
    this.#keep(text.slice(start));
    this.#isAfterCr = text.endsWith("\r");
    return events;
  }

  #keep(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#chars += piece.length;
    if (this.#chars > EVENT_CHARS_MAX) throw new EventStreamTooLongError();
  }

  /** The event, if the line, an empty one, ends it. */
  #endLine(): ServerEvent | undefined {
    const line = this.#pieces.join("");
    this.#pieces = [];
    const text = this.#isFirstLine ? line.replace(/^\ufeff/, "") : line;
    this.#isFirstLine = false;
    if (text === "") return this.#endEvent();
    const [, field = "", value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(text) ?? [];
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#name = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    // Other fields are ignored, as the standard says; a comment's field is empty, and it belongs to no event.
    if (field !== "data") this.#chars -= line.length;
    return undefined;
  }

  #endEvent(): ServerEvent | undefined {
    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.#id };
    const hasData = this.#data.length > 0;
    this.#name = "";
    this.#data = [];
    this.#chars = 0;
    return hasData ? event : undefined;
  }
}
