// Hooks and a restored backup: those of the database stay, and their receivers read the list again; those that only the backup has are
// stopped, also where the backup becomes the database.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { createHook, listed } from "./deliveries.ts";
import { FoldingReceiver, truthOf } from "./folding-receiver.ts";
import { TestReceiver } from "./receiver.ts";

setDefaultTimeout(60_000);

const args = ["--hook-networks", "127.0.0.0/8"];

test("after a restore into the database, receivers are told to read the list again, and go on from there", async () => {
  using folder = new TemporaryFolder();
  await using service = await TestService.start({ folder, rows: ["1,1,available", "2,2,available"], args });
  const key = await service.makeKey("--role", "admin");
  await using folding = new FoldingReceiver((path) => service.ask("GET", path, { key }));
  await createHook(service, key, folding.receiver, ["changes"]);
  await folding.reload();
  await service.command("backup", folder.file("backup.db"));
  await service.update(key, 1, 7);
  await until("the change", () => folding.meetings.inOrder === 1);
  await service.command("restore", folder.file("backup.db"), "--yes");
  await until("the news", () => folding.meetings.gone === 1);
  expect(folding.receiver.last?.data.reason).toBe("history");
  await service.update(key, 2, 5);
  await until("the change after it", () => folding.meetings.inOrder === 2);
  expect(folding.copy).toEqual(await truthOf(service, key));
  expect(folding.meetings).toEqual({ inOrder: 2, repeated: 0, skipped: 0, gone: 1 });
});

test("a hook that comes from a backup is stopped until an admin resumes it", async () => {
  using folder = new TemporaryFolder();
  await using service = await TestService.start({ folder, rows: ["1,1,available"], args });
  const key = await service.makeKey("--role", "admin");
  await using receiver = new TestReceiver();
  const { id } = await createHook(service, key, receiver, ["changes"]);
  await service.command("backup", folder.file("backup.db"));
  await service.ask("DELETE", `/admin/v1/hooks/${id}`, { key });
  await service.command("restore", folder.file("backup.db"), "--yes");
  const stopped = { id, state: "stopped", pause: { reason: "restored" } };
  expect(await listed(service, key)).toMatchObject([stopped]);
  const copy = `sqlite:${folder.file("copy.db")}`;
  await petstockOrThrow(["restore", folder.file("backup.db"), "--yes", "--database", copy]);
  const { stdout } = await petstockOrThrow(["hooks", "list", "--json", "--database", copy]);
  expect(JSON.parse(stdout)).toMatchObject([stopped]);
  await petstockOrThrow(["hooks", "resume", id, "--database", service.databaseUrl]);
  await service.update(key, 1, 3);
  await until("a message", () => receiver.messages.length > 0);
});
