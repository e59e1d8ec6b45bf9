// Open streams are limited, in all and of each key; a place is free again when its client leaves. A stream ends when the service
// stops.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream, type StreamOptions } from "../support/event-stream.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,sold"];

/** The refusal of a stream; undefined if it was opened, and then it is left again. */
async function refusalOf({ url }: TestService, key: string, options?: StreamOptions) {
  await using stream = await EventStream.tryOpen(url, key, options);
  const { status, headers } = stream.response;
  if (status === 200) return undefined;
  const { code } = JSON.parse(await stream.ended());
  return { status, code, retryAfter: headers.get("Retry-After") };
}

test("streams of one key beyond its limit get 429, streams beyond the limit of all 503, until another ends", async () => {
  const args = ["--streams-limit", "3", "--key-streams-limit", "2", ...WITH_METRICS];
  await using service = await TestService.start({ rows: ROWS, args });
  const [key, other] = [await service.makeKey(), await service.makeKey()];
  const [first] = [await EventStream.open(service.url, key), await EventStream.open(service.url, key)];
  expect(await refusalOf(service, key)).toEqual({ status: 429, code: "rate_limited", retryAfter: "5" });
  await using third = await EventStream.open(service.url, other);
  expect(await refusalOf(service, other)).toEqual({ status: 503, code: "overloaded", retryAfter: "5" });
  // Everything else works at the limit.
  expect((await service.update(key, 1, 5)).status).toBe(200);
  await third.shows(1, 5);
  expect((await service.ask("GET", "/admin/v1/changes", { key })).status).toBe(200);
  expect((await scrape(service)).value("petstock_streams")).toBe(3);
  await first[Symbol.asyncDispose]();
  await until("a place", async () => (await refusalOf(service, other)) === undefined);
  const shown = await scrape(service);
  expect(shown.value('petstock_streams_ended_total{reason="client"}')).toBeGreaterThanOrEqual(1);
  expect(shown.value("petstock_stream_events_total")).toBeGreaterThanOrEqual(6);
});

test("streams that are refused take no place", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--streams-limit", "1"] });
  const key = await service.makeKey();
  const gone = 'W/"1-0123456789abcdef"';
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await refusalOf(service, key, { since: gone })).toMatchObject({ code: "position_gone" });
    expect(await refusalOf(service, "petstock_wrong")).toMatchObject({ code: "invalid_api_key" });
    expect(await refusalOf(service, key, { lastEventId: "x" })).toMatchObject({ code: "invalid_header" });
    const head = { key, headers: { Accept: "text/event-stream" } };
    expect((await service.ask("HEAD", "/admin/v1/changes", head)).status).toBe(200);
    // A stream has no tag, so If-Match is not even read: refused after the opening, it would keep its place.
    await using leaving = await EventStream.tryOpen(service.url, key, { headers: { "If-Match": "oops" } });
    expect(leaving.response.status).toBe(200);
  }
  await using stream = await EventStream.open(service.url, key);
  expect(await refusalOf(service, key)).toMatchObject({ code: "overloaded" });
  expect(stream.state).toBe("open");
});

test("open streams are not requests in flight", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--requests-limit", "1"] });
  const key = await service.makeKey();
  await using one = await EventStream.open(service.url, key);
  await using two = await EventStream.open(service.url, key);
  expect((await service.update(key, 1, 6)).status).toBe(200);
  await Promise.all([one.shows(1, 6), two.shows(1, 6)]);
});

test("SIGTERM completes the streams, and the process ends at once with exit code 0", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  const streams = await Promise.all(Array.from({ length: 20 }, () => EventStream.open(service.url, key)));
  await service.update(key, 1, 7);
  await Promise.all(streams.map((stream) => stream.shows(1, 7)));
  expect(await service.stop()).toBe(0);
  for (const stream of streams) await stream.ended();
  expect(streams.map(({ state }) => state)).toEqual(streams.map(() => "complete"));
  expect(service.log.some(({ msg }) => msg === "shutdown_timed_out")).toBe(false);
});

test("during the shutdown delay streams stay open and show changes", async () => {
  await using service = await TestService.start({ rows: ROWS, args: ["--shutdown-delay", "2s"] });
  const key = await service.makeKey();
  await using stream = await EventStream.open(service.url, key);
  service.signal("SIGTERM");
  await until("the delay to begin", async () => (await service.ask("GET", "/readyz")).status === 503);
  await service.update(key, 1, 8);
  await stream.shows(1, 8);
  expect(await service.exited).toBe(0);
  await stream.ended();
  expect(stream.state).toBe("complete");
});
