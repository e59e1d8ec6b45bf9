// The service that all tests of a file share: each test begins with the quantities of its rows.

import { afterAll, beforeEach, setDefaultTimeout } from "bun:test";
import { PetstockAdmin } from "../../../src/client/client.ts";
import { TestService } from "../../support/service.ts";
import { setStock } from "../../support/stock.ts";

/** Call it at the top of a file. Rows are such as `1,5,available`; `keyArgs` are of `keys create`. */
export async function startShop(rows: readonly string[], ...keyArgs: readonly string[]) {
  setDefaultTimeout(60_000);
  const service = await TestService.start({ rows });
  const key = await service.makeKey(...keyArgs);
  const quantities = Object.fromEntries(
    rows.map((row) => row.split(",")).map(([id, quantity]) => [id, Number(quantity)]),
  );
  beforeEach(() => setStock(service, key, quantities));
  afterAll(() => service[Symbol.asyncDispose]());
  return { service, key, admin: new PetstockAdmin({ url: service.url, apiKey: key }) };
}
