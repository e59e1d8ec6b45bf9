// A program that uses the installed package, on any runtime. Returns its results as JSON, ids as text.

import {
  PetstockAdmin,
  PetstockClient,
  PetstockError,
  parse,
  StockRangeError,
  stringify,
  TransportError,
} from "petstock-client";

export async function use(url, apiKey) {
  const client = new PetstockClient({ url, apiKey });
  const seen = {};

  seen.ids = (await client.listInventory()).map(({ petId }) => petId);
  seen.streamed = [];
  for await (const { petId } of client.streamInventory()) seen.streamed.push(petId);
  const item = await client.updateInventory(9007199254740993n, 3);
  seen.updated = item;
  const again = await client.updateInventory(item.petId, 3, { retries: 0 }).withResponse();
  seen.facts = [again.data.quantity, again.etag, typeof again.requestId, again.replayed];
  seen.json = [stringify(item), parse(stringify(item)).petId === item.petId];
  seen.adjusted = await client.adjust(item, 4);
  seen.asked = await client.adjust("9007199254740993", -1);

  const conflict = await client.updateInventory(item.petId, 1, { ifUnchanged: item }).catch((error) => error);
  seen.conflict = [conflict instanceof PetstockError, conflict.code, conflict.item];
  const range = await client.adjust(item, -100).catch((error) => error);
  seen.range = range instanceof StockRangeError;
  const nobody = new PetstockClient({ url: "http://127.0.0.1:1", apiKey, retries: 1 });
  const network = await nobody.listInventory().catch((error) => error);
  seen.network = [network instanceof TransportError, network.code];
  const slow = new PetstockClient({
    url,
    apiKey,
    timeoutMs: 20,
    retries: 0,
    fetch: () => new Promise(() => {}),
  });
  seen.timeout = (await slow.listInventory().catch((error) => error)).code;

  const controller = new AbortController();
  const watch = client.watchInventory({ signal: controller.signal });
  seen.watched = (await watch.next()).value.changed.length;
  const next = watch.next();
  await client.updateInventory(1, 77);
  seen.change = (await next).value.changed;
  controller.abort("enough");
  seen.aborted = await watch.next().catch((reason) => reason);

  const admin = new PetstockAdmin({ url, apiKey });
  const me = await admin.me();
  seen.me = [me.name, me.role];
  const stream = admin.watchChanges({ since: me.position });
  await stream.next();
  const changes = [{ petId: "9007199254740993", quantity: 8 }];
  const { revision, updated } = await admin.applyChanges({ reason: "counted", changes });
  const rows = await admin.applyRows([{ petId: 1n, quantity: 77 }], { dryRun: true });
  seen.applied = [updated, rows.unchanged, rows.dryRun];
  for await (const { petId, after } of admin.movements({ revision })) seen.movement = { petId, after };
  const refused = await admin.applyChanges({ changes: [{ petId: 404, by: 1 }] }).catch((error) => error);
  seen.problem = [refused.code, refused.problems[0].petId];
  await stream.next();
  const streamed = stream.next();
  await admin.applyRows("petId,quantity\n1,3\n");
  const { items, removed } = (await streamed).value;
  seen.followed = { items, removed };
  await stream.return();

  return JSON.stringify(seen, (_, value) => (typeof value === "bigint" ? String(value) : value));
}
