// A disk without room for a backup or a restore: the command fails with the reason, changes nothing and leaves no files.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { MountedDisk } from "../support/mounted-disk.ts";
import { petstockOrThrow, petstockProcess } from "../support/petstock.ts";
import { sized } from "../support/sizes.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(300_000);

const DISK_BYTES = 48 * 1024 * 1024;
const PETS = 30_000;
/** The disk fills up at once, in the copy, in the kept file, in the log, and in the checkpoint of the log. */
const EACH_PLACE = [0, 1.05, 2.1, 5];
const BETWEEN = [0.6, 1.5, 2.6];
const LEFT = sized({ quick: EACH_PLACE, long: BETWEEN, hours: [...EACH_PLACE, ...BETWEEN] });

const reason = await MountedDisk.obstacle();
if (reason !== undefined) console.warn(`What a full disk does to a restore is not tried here: ${reason}`);

test.if(reason === undefined)(
  "on a full disk a backup and a restore change nothing, and the server beside them keeps working",
  async () => {
    await using disk = await MountedDisk.make(DISK_BYTES);
    using elsewhere = new TemporaryFolder();
    const rows = Array.from({ length: PETS }, (_, i) => `${i + 1},1,sold`);
    await using service = await TestService.start({ folder: disk.folder, rows });
    const key = await service.makeKey();
    const database = ["--database", service.databaseUrl];
    const good = elsewhere.file("good.backup");
    const { stdout } = await petstockOrThrow(["backup", good, "--json", ...database]);
    const { bytes } = JSON.parse(stdout);
    const outcomes: string[] = [];
    let quantity = 10;
    for (const share of LEFT) {
      for (const args of [
        ["backup", disk.folder.file("new.backup")],
        ["restore", good, "--yes"],
      ]) {
        expect((await service.update(key, 1, (quantity += 1))).status).toBe(200);
        disk.fill(Math.floor(share * bytes));
        const { exitCode, stderr } = await petstockProcess([...args, ...database]);
        outcomes.push(`${args[0]} with room for ${share}: ${exitCode === 0 ? "done" : "refused"}`);
        const left = readdirSync(disk.folder.path).filter((name) => /partial|restoring/.test(name));
        expect({ outcome: outcomes.at(-1), left }).toEqual({ outcome: outcomes.at(-1)!, left: [] });
        const list = await service.list(key);
        expect(list.status).toBe(200);
        const isRestored = exitCode === 0 && args[0] === "restore";
        expect(list.text).toStartWith(`[{"petId":1,"quantity":${isRestored ? 1 : quantity},`);
        if (exitCode !== 0) {
          expect(exitCode).toBe(1);
          expect(stderr.trimEnd().split("\n").at(-1)).toMatch(
            /^petstock: .*(?:the disk is full|ENOSPC|no space)/,
          );
          expect(readdirSync(disk.folder.path).filter((name) => /new|before/.test(name))).toEqual([]);
        }
        disk.free();
        for (const name of readdirSync(disk.folder.path)) {
          if (/new|before/.test(name)) await Bun.file(disk.folder.file(name)).delete();
        }
      }
    }
    console.log(`a disk with room for a share of the backup: ${outcomes.join(", ")}`);
    expect(outcomes[0]).toEndWith("refused");
    expect(outcomes[1]).toEndWith("refused");
    await petstockOrThrow(["restore", good, "--yes", ...database]);
    await petstockOrThrow(["verify", ...database]);
    expect((await service.list(key)).text).toStartWith('[{"petId":1,"quantity":1,');
    expect((await service.update(key, 1, 5)).status).toBe(200);
  },
);
