// autocannon (https://github.com/mcollina/autocannon), in a process of its own.

import { join } from "node:path";
import manifest from "autocannon/package.json" with { type: "json" };
import { ANSWER_SECONDS_MAX, type LoadGenerator, type LoadOptions, type LoadResult } from "./load.ts";

export function autocannon({ children }: LoadOptions): LoadGenerator {
  const script = join(import.meta.dir, "autocannon-process.ts");
  return {
    name: `autocannon ${manifest.version}`,
    async run(load) {
      const command = [process.execPath, script, JSON.stringify(load)];
      return JSON.parse(
        await children.run(command, { secondsMax: load.seconds + 2 * ANSWER_SECONDS_MAX }),
      ) as LoadResult;
    },
  };
}
