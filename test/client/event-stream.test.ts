// Server-sent events are read as the standard says, however their text is chunked.

import { describe, expect, test } from "bun:test";
import { EventStreamReader, type ServerEvent } from "../../src/client/event-stream.ts";

const event = (data: string, { name = "message", id = "" } = {}): ServerEvent => ({ name, data, id });

/** From the standard, and the cases that it describes in words. */
const STREAMS: readonly (readonly [what: string, text: string, events: readonly ServerEvent[]])[] = [
  ["lines of data are joined", "data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]],
  [
    "a comment is no event, and an id stays until the next one",
    ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
    [event("first event", { id: "1" }), event("second event"), event(" third event")],
  ],
  ["data may be empty", "data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]],
  [
    "one space after the colon is not part of a value",
    "data:test\n\ndata: test\n\n",
    [event("test"), event("test")],
  ],
  [
    "an event has a name",
    "event: changes\ndata: {}\n\ndata: {}\n\n",
    [event("{}", { name: "changes" }), event("{}")],
  ],
  ["every end of a line counts", "data: a\r\ndata: b\rdata: c\n\r\n", [event("a\nb\nc")]],
  ["a byte order mark is ignored", "\ufeffdata: a\n\n", [event("a")]],
  ["unknown fields and ids with NUL are ignored", "retry: 7\nid: a\0b\nmore: 1\ndata: a\n\n", [event("a")]],
  ["an event without its empty line is none", "data: a\n\ndata: b\n", [event("a")]],
  ["a name without data is no event", "event: gone\n\ndata: a\n\n", [event("a")]],
];

describe.each(STREAMS)("%s", (_what, text, events) => {
  test.each([1, 2, 3, 1000])("in chunks of %d characters", (size) => {
    const reader = new EventStreamReader();
    const given: ServerEvent[] = [];
    for (let at = 0; at < text.length; at += size) given.push(...reader.push(text.slice(at, at + size)));
    expect(given).toEqual([...events]);
  });
});

test("an endless event is refused before it fills the memory, an endless row of comments is not", () => {
  const piece = "x".repeat(1024 * 1024);
  const comments = new EventStreamReader();
  for (let count = 0; count < 80; count++) expect(comments.push(`:${piece}\n`)).toEqual([]);
  const endless = new EventStreamReader();
  expect(() => {
    for (let count = 0; count < 80; count++) endless.push(`data:${piece}\n`);
  }).toThrow("longer than");
});
