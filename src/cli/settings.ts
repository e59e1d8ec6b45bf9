// Settings as options of a command.

import { type Command, Option } from "commander";
import {
  type Config,
  readSetting,
  type Setting,
  SettingError,
  SETTINGS,
  type SettingName,
} from "../config.ts";
import type { Context } from "./context.ts";

/** Adds the flags of the named settings. */
export function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) command.addOption(optionOf(name));
  return command;
}

/** The environment and the default are told here but read by readSetting, so that an error names their source. */
function optionOf(name: SettingName): Option {
  const { flag, argument, help, env, default: byDefault }: Setting<unknown> = SETTINGS[name];
  return new Option(`${flag} ${argument}`, `${help} (env: ${env}, default: ${byDefault})`);
}

/** The named settings' values, checked. Throws a SettingError. */
export function settingsOf<Name extends SettingName>(
  names: readonly Name[],
  options: Readonly<Record<string, unknown>>,
  env: Context["env"],
): Pick<Config, Name> {
  const entries = names.map((name) => {
    const flagText = options[optionOf(name).attributeName()] as string | undefined;
    return [name, readSetting(name, flagText, env)];
  });
  return Object.fromEntries(entries);
}

/** The value of a flag that is no setting. Throws a SettingError that names the flag. */
export function flagValue<T>(flag: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`${flag}: ${error.message}`) : error;
  }
}
