// The inventory that a command works on: in a database, or behind a remote service.

import { RequestError } from "../client/client.ts";
import { API_KEY_VARIABLE, REMOTE_SETTINGS, SettingError, SETTINGS } from "../config.ts";
import { HookAddresses } from "../hooks/addresses.ts";
import { isWellFormedKey } from "../keys/format.ts";
import type { Access } from "./access.ts";
import type { Context } from "./context.ts";
import { localAccess } from "./local-access.ts";
import { operator, STORE_SETTINGS, withStore } from "./open-store.ts";
import { remoteAdmin, type ServiceAccount } from "./remote/admin.ts";
import { remoteAccess } from "./remote/access.ts";
import { remoteFailure } from "./remote/failure.ts";
import { secretIn, secretVariableOf } from "./secret-file.ts";
import { flagText, settingsOf } from "./settings.ts";

/** The settings of every command that also works on a remote service. */
export const ACCESS_SETTINGS = [...STORE_SETTINGS, "url", "apiKeyFile"] as const;

interface AccessOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** Whether a missing database is created. */
  readonly create: boolean;
}

/** Opens the inventory, runs `work`, and closes it, whatever happens. Throws a SettingError, a StoreError or a CommandError. */
export async function withAccess<T>(
  { options, context, create }: AccessOptions,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const url = serviceUrlOf(options, context.env);
  if (url !== undefined) return withService(context, { url, apiKey: apiKeyOf(options, context.env) }, work);
  return withStore({ options, context, create }, (store) =>
    work(
      localAccess({
        store,
        by: operator(context),
        clock: context.clock,
        hookAddresses: addressesOf(options, context),
      }),
    ),
  );
}

/** Of commands on hooks; others have no such setting, and post nothing. */
function addressesOf(options: AccessOptions["options"], { env }: Context): HookAddresses {
  return new HookAddresses(settingsOf(["hookNetworks"], options, env).hookNetworks);
}

async function withService<T>(
  context: Context,
  account: ServiceAccount,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  try {
    return await work(remoteAccess(remoteAdmin(context, account)));
  } catch (error) {
    throw error instanceof RequestError ? remoteFailure(error, account.url) : error;
  }
}

/**
 * Undefined for a database. A flag takes precedence over the environment; two places at once are refused with a
 * SettingError.
 */
export function serviceUrlOf(options: AccessOptions["options"], env: Context["env"]): string | undefined {
  const { url } = settingsOf(["url"], options, env);
  if (url === undefined) return undefined;
  const isUrlGiven = flagText("url", options) !== undefined;
  for (const name of STORE_SETTINGS) {
    const { flag, env: variable } = SETTINGS[name];
    const isFlagGiven = flagText(name, options) !== undefined;
    if (isFlagGiven && isUrlGiven)
      throw new SettingError(`${flag} is for a database, and --url for a service: give only one`);
    if (name === "database" && isFlagGiven) return undefined;
    const setVariable = env[variable] ? variable : secretVariableOf(name, env);
    if (name === "database" && !isUrlGiven && setVariable !== undefined)
      throw new SettingError(
        `${REMOTE_SETTINGS.url.env} and ${setVariable} are both set: choose with --url or ${flag}`,
      );
  }
  return url;
}

/** Throws a SettingError, which never shows what is in the place of the key. */
export function apiKeyOf(options: AccessOptions["options"], env: Context["env"]): string {
  const { apiKeyFile } = settingsOf(["apiKeyFile"], options, env);
  const isFileGiven = flagText("apiKeyFile", options) !== undefined;
  const [source, text] =
    apiKeyFile === undefined || (!isFileGiven && env[API_KEY_VARIABLE])
      ? [API_KEY_VARIABLE, env[API_KEY_VARIABLE] ?? ""]
      : [apiKeyFile, secretIn(apiKeyFile, "--api-key-file")];
  const apiKey = text.trim();
  if (apiKey === "")
    throw new SettingError(
      `the API key of the service is missing: set ${API_KEY_VARIABLE}, or name a file with --api-key-file`,
    );
  if (isWellFormedKey(apiKey)) return apiKey;
  throw new SettingError(
    `${source} holds no complete API key: one starts with petstock_ and ends with a checksum`,
  );
}
