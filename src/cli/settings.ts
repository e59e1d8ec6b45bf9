// Settings as options of a command.

import { type Command, Option } from "commander";
import { readSetting, SettingError, type SettingName, settingOf, type Settings } from "../config.ts";
import type { Context } from "./context.ts";
import { withSecretOf } from "./secret-file.ts";

/** Adds the flags of the named settings. */
export function withSettings(command: Command, names: readonly SettingName[]): Command {
  for (const name of names) command.addOption(optionOf(name));
  return command;
}

/** The library knows neither the variable nor the default: readSetting reads them, so that an error names their source. */
function optionOf(name: SettingName): Option {
  const { flag, argument, help, choices, env, default: byDefault } = settingOf(name);
  const description = `${help.replaceAll("`", "")} (env: ${env}, default: ${byDefault})`;
  return optionWith(choices, `${flag} ${argument}`, description);
}

/** The choices are for help and completion; our own check gives the same message for a flag and for a variable. */
export function optionWith(
  choices: readonly string[] | undefined,
  flags: string,
  description?: string,
): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.argChoices = [...choices];
  return option;
}

/** The values of the named settings. Throws a SettingError. */
export function settingsOf<Name extends SettingName>(
  names: readonly Name[],
  options: Readonly<Record<string, unknown>>,
  env: Context["env"],
): Pick<Settings, Name> {
  const entries = names.map((name) => {
    const flag = flagText(name, options);
    return [name, readSetting(name, flag, flag === undefined ? withSecretOf(name, env) : env)];
  });
  return Object.fromEntries(entries);
}

/** The setting's text on the command line; undefined if it does not have the setting's flag. */
export function flagText(name: SettingName, options: Readonly<Record<string, unknown>>): string | undefined {
  return options[optionOf(name).attributeName()] as string | undefined;
}

/** The value of a flag that is not a setting. Throws a SettingError that names the flag. */
export function flagValue<T>(flag: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`${flag}: ${error.message}`) : error;
  }
}
