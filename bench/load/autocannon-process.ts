// Makes the load that its argument describes, and prints a LoadResult as JSON.

import autocannon from "autocannon";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "../inventories.ts";
import { ANSWER_SECONDS_MAX, type Load, type LoadResult } from "./load.ts";

const { url, headers, connections, seconds, updates, status }: Load = JSON.parse(process.argv[2] ?? "");
const { pathname } = new URL(url);

let sent = 0;

function nextRequest(request: autocannon.Request): autocannon.Request {
  sent += 1;
  const { of, every } = updates ?? { of: 1, every: Infinity };
  if (sent % every !== 0) return { ...request, method: "GET", path: pathname };
  return {
    ...request,
    method: "PATCH",
    path: `${pathname}/${(1 + randomBelow(of)) * ID_STEP}`,
    headers: { ...headers, "Content-Type": "application/json" },
    body: `{"quantity":${QUANTITY_MIN + randomBelow(QUANTITY_COUNT)}}`,
  };
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}

const requests = updates === undefined ? {} : { requests: [{ headers, setupRequest: nextRequest }] };
const { statusCodeStats, duration, latency, errors, timeouts } = await autocannon({
  url,
  headers,
  connections,
  duration: seconds,
  timeout: ANSWER_SECONDS_MAX,
  ...requests,
});
const answers = Object.values(statusCodeStats).reduce((sum, { count }) => sum + count, 0);
const failures = errors + timeouts + answers - (statusCodeStats[status]?.count ?? 0);
const result: LoadResult = {
  requests: answers,
  seconds: duration,
  p50Ms: latency.p50,
  p99Ms: latency.p99,
  failures,
};
process.stdout.write(JSON.stringify(result));
