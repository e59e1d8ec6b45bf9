// A service with a key, for one test or for all tests of a file.

import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "./service.ts";
import { shared } from "./shared.ts";

export interface KeyedService extends AsyncDisposable {
  readonly service: TestService;
  readonly key: string;
  /** A client with that key. */
  readonly admin: PetstockAdmin;
}

/** A service with rows of `petId,quantity,status`, and a key that is made with these arguments. */
export async function keyedService(
  rows: readonly string[],
  ...keyArgs: readonly string[]
): Promise<KeyedService> {
  const service = await TestService.start({ rows });
  const key = await service.makeKey(...keyArgs);
  const admin = new PetstockAdmin({ url: service.url, apiKey: key });
  return { service, key, admin, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** It ends after the last test of the file. */
export async function sharedService(
  rows: readonly string[],
  ...keyArgs: readonly string[]
): Promise<KeyedService> {
  return shared(await keyedService(rows, ...keyArgs));
}
