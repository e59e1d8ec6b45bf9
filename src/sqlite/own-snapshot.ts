// A snapshot for a long read, on a connection of its own.

import type { Database } from "bun:sqlite";
import type { Position } from "../inventory/position.ts";
import { translateErrors } from "./errors.ts";
import { closeOnError, openForReading } from "./file/open.ts";
import { prepareNewest, readNewest } from "./newest-commit.ts";

/** A connection with a read transaction open, for as long as the reading takes. */
export class OwnSnapshot implements Disposable {
  readonly db: Database;
  readonly position: Position;

  constructor(path: string) {
    this.db = openForReading(path);
    const begin = () => {
      this.db.run("BEGIN");
      // The first read fixes what this transaction sees.
      return readNewest(prepareNewest(this.db));
    };
    this.position = closeOnError(this.db, () => translateErrors(path, begin));
  }

  [Symbol.dispose](): void {
    // `true` ends the prepared statements too; without it they keep the snapshot, and with it the log, until collected.
    this.db.close(true);
  }
}
