// Runs the commands that a release is made of.

import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** What keeps a release from being made; the message is for the person who makes it. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

/** What the command writes to standard output. Throws a ReleaseError where it fails. */
export function output(...command: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT, env: process.env });
  if (success) return stdout.toString();
  throw new ReleaseError(`${command.join(" ")} failed:\n${stderr.toString()}${stdout.toString()}`);
}

/** Shows what the command writes. Throws a ReleaseError where it fails. */
export function run(...command: string[]): void {
  const options = { cwd: ROOT, env: process.env, stdout: "inherit", stderr: "inherit" } as const;
  const { success } = Bun.spawnSync(command, options);
  if (!success) throw new ReleaseError(`${command.join(" ")} failed`);
}
