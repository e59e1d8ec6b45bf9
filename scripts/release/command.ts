// Runs the commands of a release.

import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** A release cannot be made; the message is for the maintainer. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

/** The command's standard output. Throws a ReleaseError if it fails. */
export function output(...command: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT, env: process.env });
  if (success) return stdout.toString();
  throw new ReleaseError(`${command.join(" ")} failed:\n${stderr.toString()}${stdout.toString()}`);
}

/** Shows the command's output, and it may ask for something. Throws a ReleaseError if it fails. */
export function run(...command: string[]): void {
  const streams = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
  const options = { cwd: ROOT, env: process.env, ...streams };
  const { success } = Bun.spawnSync(command, options);
  if (!success) throw new ReleaseError(`${command.join(" ")} failed`);
}
