// Secrets in files: systemd's credentials, and secrets that Docker and Kubernetes mount. A variable is readable in the process's
// environment, and in the units and scripts that set it.

import { readFileSync } from "node:fs";
import { SettingError, type SettingName, settingOf } from "../config.ts";
import type { Context } from "./context.ts";

type Environment = Context["env"];

/** The variable that names the file of a setting, if it may be set so and is. */
export function secretVariableOf(name: SettingName, env: Environment): string | undefined {
  const { env: variable, isSecret } = settingOf(name);
  const fileVariable = `${variable}_FILE`;
  return isSecret && env[fileVariable] ? fileVariable : undefined;
}

/** The environment with the setting's value from its file. Throws a SettingError. */
export function withSecretOf(name: SettingName, env: Environment): Environment {
  const fileVariable = secretVariableOf(name, env);
  if (fileVariable === undefined) return env;
  const { env: variable } = settingOf(name);
  if (env[variable]) throw new SettingError(`${variable} and ${fileVariable} are both set: keep one`);
  return { ...env, [variable]: secretIn(env[fileVariable]!, fileVariable) };
}

/** The text of a file without white space around it. `source` names the setting in errors. Throws a SettingError. */
export function secretIn(path: string, source: string): string {
  const text = textOf(path, source).trim();
  if (text === "") throw new SettingError(`${source}: ${path} is empty`);
  return text;
}

function textOf(path: string, source: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new SettingError(`${source}: ${path} cannot be read: ${(error as Error).message}`);
  }
}
