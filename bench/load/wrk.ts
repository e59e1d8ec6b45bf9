// wrk (https://github.com/wg/wrk): one thread for each server under load, since the other processor is the server's.

import { join } from "node:path";
import { ID_STEP, QUANTITY_COUNT, QUANTITY_MIN } from "../inventories.ts";
import {
  ANSWER_SECONDS_MAX,
  type Load,
  type LoadGenerator,
  type LoadOptions,
  type LoadResult,
} from "./load.ts";

/** The generator; undefined if it is not installed. */
export async function wrk({ children, folder }: LoadOptions): Promise<LoadGenerator | undefined> {
  const program = Bun.which("wrk");
  if (program === null) return undefined;
  let runs = 0;
  return {
    name: nameOf(program),
    async run(load) {
      runs += 1;
      // A file of its own, since another load may run concurrently.
      const script = join(folder, `load-${runs}.lua`);
      await Bun.write(script, scriptFor(load, runs));
      const headers = Object.entries(load.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
      const pace = ["-t1", `-c${load.connections}`, `-d${load.seconds}`, `--timeout=${ANSWER_SECONDS_MAX}`];
      const command = [program, ...pace, ...headers, "-s", script, load.url];
      return resultOf(await children.run(command, { secondsMax: load.seconds + 2 * ANSWER_SECONDS_MAX }));
    },
  };
}

function nameOf(program: string): string {
  const { stdout, stderr } = Bun.spawnSync([program, "-v"]);
  return /wrk [^ ]+(?: *[0-9.]+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "wrk";
}

/** No `response` function, which would slow wrk: it counts statuses above 399 itself, and target.ts verifies one
 * answer of each kind before. */
function scriptFor({ url, headers, updates }: Load, seed: number): string {
  if (updates === undefined) return DONE;
  const { host, pathname } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\\r\\n`);
  return `
math.randomseed(${seed})
local random = math.random
local list = 'GET ${pathname} HTTP/1.1\\r\\n${lines.join("")}\\r\\n'
local count = 0
function request()
  count = count + 1
  if count % ${updates.every} ~= 0 then return list end
  local body = '{"quantity":' .. random(${QUANTITY_MIN}, ${QUANTITY_MIN + QUANTITY_COUNT - 1}) .. '}'
  return 'PATCH ${pathname}/' .. random(1, ${updates.of}) * ${ID_STEP} .. ' HTTP/1.1\\r\\n${lines.join("")}'
    .. 'Content-Type: application/json\\r\\nContent-Length: ' .. #body .. '\\r\\n\\r\\n' .. body
end
${DONE}`;
}

const DONE = `
function done(summary, latency)
  local e = summary.errors
  local failures = e.connect + e.read + e.write + e.status + e.timeout
  print(string.format('RESULT {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failures":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failures))
end`;

function resultOf(printed: string): LoadResult {
  const json = /^RESULT (.*)$/m.exec(printed)?.[1];
  if (json === undefined) throw new Error(`wrk gave no result: ${printed}`);
  const { requests, microseconds, p50, p99, failures } = JSON.parse(json);
  return { requests, seconds: microseconds / 1e6, p50Ms: p50 / 1_000, p99Ms: p99 / 1_000, failures };
}
