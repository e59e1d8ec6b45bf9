// The writer thread of stores in the test's own process: bundled by the test runner, because a thread of one file starts in two thirds of
// the processor time; else the source.

import { join } from "node:path";

const SOURCE = join(import.meta.dir, "../../src/sqlite-writer.ts");

export function startWorker(): Worker {
  return new Worker(process.env["PETSTOCK_WRITER"] ?? SOURCE);
}

/** The bundle, in `folder`. Throws if it does not build. */
export async function buildWriter(folder: string): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [SOURCE], target: "bun", outdir: folder });
  const [writer] = outputs;
  if (writer === undefined) throw new Error("the writer thread does not build");
  return writer.path;
}
