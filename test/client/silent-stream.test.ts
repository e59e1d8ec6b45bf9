// A stream whose connection is lost without a word is opened again once its heartbeats are missing, and skips nothing.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Fetch, RequestError } from "../../src/client/client.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { AdminService } from "./admin-service.ts";

setDefaultTimeout(240_000);

test("a silent stream is opened again where it ended, and the list is not read again", async () => {
  await using inventory = await AdminService.of("SQLite", "1,5,available");
  using proxy = new TcpProxy(Number(new URL(inventory.url).port));
  const lists: string[] = [];
  const fetch: Fetch = (url, init) => {
    if (url.endsWith("/v1/inventory")) lists.push(url);
    return globalThis.fetch(url, init);
  };
  const troubles: RequestError[] = [];
  let answers = 0;
  const watch = inventory.client({ url: proxy.urlThrough(inventory.url), fetch }).watchInventory({
    onTrouble: (error) => troubles.push(error),
    onAnswer: () => (answers += 1),
  });
  await watch.next();
  const next = watch.next();
  await until("the list and the stream", () => answers === 2);
  proxy.lose();
  await inventory.client().updateInventory(1, 6);
  expect((await next).value).toMatchObject({ changed: [{ petId: 1n, quantity: 6 }] });
  expect(troubles.map(({ code }) => code)).toEqual(["timeout"]);
  expect(lists).toHaveLength(1);
  await watch.return();
});
