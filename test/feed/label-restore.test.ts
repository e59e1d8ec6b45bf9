// A restore into a live service takes its labels back to those of the backup, for every reader and writer: what was seen before the
// restore is not mistaken for what has the same revision after it.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { type Answer, TestService } from "../support/service.ts";

setDefaultTimeout(120_000);

class Labelled {
  readonly service: TestService;
  readonly key: string;

  constructor(service: TestService, key: string) {
    this.service = service;
    this.key = key;
  }

  name(petId: number, name: string | null): Promise<Answer> {
    const label = name === null ? null : { name };
    return this.#send("POST", "/revisions", { changes: [{ petId, label }] });
  }

  put(tag: string): Promise<Answer> {
    return this.#send("PUT", "/labels", { labels: [{ petId: 1, name: "Put" }] }, { "If-Match": tag });
  }

  undo(revision: number): Promise<Answer> {
    return this.service.ask("POST", `/admin/v1/revisions/${revision}/undo`, { key: this.key });
  }

  labels(headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.service.ask("GET", "/admin/v1/labels", { key: this.key, headers });
  }

  async names(): Promise<Record<number, string>> {
    const { labels } = JSON.parse((await this.labels()).text) as {
      labels: { petId: number; name: string }[];
    };
    return Object.fromEntries(labels.map(({ petId, name }) => [petId, name]));
  }

  #send(method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
    return this.service.ask(method, `/admin/v1${path}`, {
      key: this.key,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }
}

test("after a restore labels, their tags, their undo and streams are those of the backup's history", async () => {
  await using service = await TestService.start({ rows: ["1,1,available", "2,2,sold"] });
  const own = new Labelled(service, await service.makeKey("--role", "manager"));
  const database = ["--database", service.databaseUrl];
  const backup = service.folder.file("a.backup");
  await own.name(1, "Rex");
  await own.name(7, "Of no pet");
  await petstockOrThrow(["backup", backup, ...database]);
  const renamed = JSON.parse((await own.name(1, "Max")).text) as { revision: number };
  await own.name(7, null);
  const tag = (await own.labels()).headers.get("ETag")!;
  await using stream = await EventStream.open(service.url, own.key);
  expect(await own.names()).toEqual({ 1: "Max" });
  expect((await own.labels({ "If-None-Match": tag })).status).toBe(304);

  await petstockOrThrow(["restore", backup, "--yes", ...database]);
  expect(await own.names()).toEqual({ 1: "Rex", 7: "Of no pet" });
  expect((await own.labels({ "If-None-Match": tag })).status).toBe(200);
  expect((await own.put(tag)).status).toBe(412);
  expect(await own.undo(renamed.revision)).toMatchObject({ status: 404, code: "revision_not_found" });

  // The same revisions again, with other changes.
  await own.name(2, "Mia");
  await own.name(2, "Tom");
  const again = (await own.labels()).headers.get("ETag")!;
  expect(again.split("-")[0]).toBe(tag.split("-")[0]!);
  expect(again).not.toBe(tag);
  expect((await own.labels({ "If-None-Match": tag })).status).toBe(200);
  expect(await stream.ended()).toBe("");
  expect(stream.events.at(-1)?.event).toBe("gone");
  expect((await own.undo(renamed.revision + 1)).status).toBe(200);
  expect(await own.names()).toEqual({ 1: "Rex", 2: "Mia", 7: "Of no pet" });
  await service.command("verify");
});
