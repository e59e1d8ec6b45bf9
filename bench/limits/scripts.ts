// How the limits that are scripts of ours are started: by this very runtime.

import { join } from "node:path";

export function scriptCommand(name: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join(import.meta.dir, name), ...args];
}
