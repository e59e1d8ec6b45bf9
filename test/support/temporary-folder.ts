// A folder for one test, removed at its end.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class TemporaryFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "petstock-test-"));

  file(name: string): string {
    return join(this.path, name);
  }

  /** Writes files by their path in the folder. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    await Promise.all(Object.entries(files).map(([path, text]) => Bun.write(this.file(path), text)));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
