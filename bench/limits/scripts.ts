// Starts the limits that are scripts, with this runtime.

import { join } from "node:path";

export function scriptCommand(name: string, ...args: readonly string[]): readonly string[] {
  return [process.execPath, join(import.meta.dir, name), ...args];
}
