// Makes the load that its argument describes, and prints what came of it; a LoadResult, as JSON.

import autocannon from "autocannon";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "../inventories.ts";
import type { Load, LoadResult } from "./load.ts";

const { url, headers, connections, seconds, updatesOf, status }: Load = JSON.parse(process.argv[2] ?? "");
const { pathname } = new URL(url);

function update(request: autocannon.Request): autocannon.Request {
  const petId = (1 + randomBelow(updatesOf ?? 1)) * ID_STEP;
  const body = `{"quantity":${QUANTITY_MIN + randomBelow(QUANTITY_COUNT)}}`;
  return { ...request, path: `${pathname}/${petId}`, body };
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}

const requests =
  updatesOf === undefined ? {} : { requests: [{ method: "PATCH", headers, setupRequest: update }] };
const { statusCodeStats, duration, latency, errors, timeouts } = await autocannon({
  url,
  headers,
  connections,
  duration: seconds,
  ...requests,
});
const answers = Object.values(statusCodeStats).reduce((sum, { count }) => sum + count, 0);
const failures = errors + timeouts + answers - (statusCodeStats[status]?.count ?? 0);
const result: LoadResult = { requests: answers, seconds: duration, p99Ms: latency.p99, failures };
process.stdout.write(JSON.stringify(result));
