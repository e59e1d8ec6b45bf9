// The shop of the tasks: the sample inventory with its names, on a service of its own.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { type Entry, PetstockAdmin } from "../../../src/client/client.ts";
import { petstockOrThrow } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { TemporaryFolder } from "../../support/temporary-folder.ts";

const EXAMPLES = join(import.meta.dir, "../../../examples");

/** Imported once for all tasks of a file, then copied. */
let template: Promise<TemporaryFolder> | undefined;

export class Shop implements AsyncDisposable {
  readonly service: TestService;
  readonly admin: PetstockAdmin;
  /** The key of the person who does the task. */
  readonly key: string;

  private constructor(service: TestService, key: string) {
    this.service = service;
    this.key = key;
    this.admin = new PetstockAdmin({ url: service.url, apiKey: key });
  }

  static async open(role: string): Promise<Shop> {
    template ??= makeTemplate();
    const folder = new TemporaryFolder();
    cpSync((await template).path, folder.path, { recursive: true });
    const service = await TestService.start({ folder });
    return new Shop(service, await service.makeKey("--name", "Mona", "--role", role));
  }

  /** A colleague, who changes something before or during the task. */
  async colleague(name: string): Promise<PetstockAdmin> {
    const apiKey = await this.service.makeKey("--name", name, "--role", "manager");
    return new PetstockAdmin({ url: this.service.url, apiKey });
  }

  entry(petId: number): Promise<Entry> {
    return this.admin.entry(petId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    this.service.folder[Symbol.dispose]();
  }
}

/** After the last task of a file. */
export async function closeShops(): Promise<void> {
  (await template)?.[Symbol.dispose]();
  template = undefined;
}

async function makeTemplate(): Promise<TemporaryFolder> {
  const folder = new TemporaryFolder();
  const database = ["--database", `sqlite:${folder.file("petstock.db")}`];
  await petstockOrThrow(["import", join(EXAMPLES, "sample-inventory.csv"), ...database]);
  await petstockOrThrow(["labels", "import", join(EXAMPLES, "sample-labels.csv"), ...database]);
  return folder;
}
