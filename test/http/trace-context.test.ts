// traceparent: the ids of a valid one are logged with the request id; an invalid one is ignored.

import { expect, setDefaultTimeout, test } from "bun:test";
import { traceContextOf } from "../../src/http/trace-context.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test.each([
  `00-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-00`,
  `cc-${TRACE}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`,
])("%s is valid", (traceparent) => {
  expect(traceContextOf(new Headers({ traceparent }))).toEqual({ traceId: TRACE, spanId: SPAN });
});

test.each([
  "",
  "nonsense",
  `ff-${TRACE}-${SPAN}-01`,
  `0-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-01-more`,
  `cc-${TRACE}-${SPAN}-01.more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}0-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.replace("4", "g")}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])("%s is not valid", (traceparent) => {
  expect(traceContextOf(new Headers({ traceparent }))).toBeUndefined();
});

test("a traceparent of 60,000 digits is not valid", () => {
  const traceparent = `00-${"4".repeat(60_000)}`;
  expect(traceContextOf(new Headers({ traceparent }))).toBeUndefined();
});

test("the log has the trace ids of a valid traceparent, and none of an invalid one", async () => {
  await using service = await TestService.start();
  const askWith = async (requestId: string, traceparent: string) => {
    const headers = { "X-Request-Id": requestId, traceparent };
    expect((await service.ask("GET", "/v1/inventory", { headers })).status).toBe(401);
    return until("its log line", () => service.log.find((line) => line["requestId"] === requestId));
  };
  expect(await askWith("valid", `00-${TRACE}-${SPAN}-01`)).toMatchObject({ traceId: TRACE, spanId: SPAN });
  const invalid = await askWith("invalid", `00-${TRACE}-nonsense-01`);
  expect(Object.keys(invalid)).not.toContain("traceId");
  expect(service.words).not.toContain("nonsense");
});
