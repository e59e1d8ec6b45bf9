// A folder for one test, removed at its end.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class TemporaryFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "petstock-test-"));

  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
