// The service that all tests of a file share: each test begins with the quantities of its rows.

import { beforeEach, setDefaultTimeout } from "bun:test";
import { sharedService } from "../../support/shared-service.ts";
import { setStock } from "../../support/stock.ts";

/** Call it at the top of a file. Rows are such as `1,5,available`; `keyArgs` are of `keys create`. */
export async function startShop(rows: readonly string[], ...keyArgs: readonly string[]) {
  setDefaultTimeout(60_000);
  const shop = await sharedService(rows, ...keyArgs);
  const quantities = Object.fromEntries(
    rows.map((row) => row.split(",")).map(([id, quantity]) => [id, Number(quantity)]),
  );
  beforeEach(() => setStock(shop.service, shop.key, quantities));
  return shop;
}
