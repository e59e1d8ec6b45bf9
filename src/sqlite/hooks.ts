// Hooks in SQLite: read on the reader's connection, written by the writer's thread.

import type { Database } from "bun:sqlite";
import type { Hook, HookEdit } from "../inventory/hook.ts";
import type { HookBeat, HookLease, HookStore } from "../inventory/hook-store.ts";
import type { KeyActor } from "../inventory/key-store.ts";
import type { Position } from "../inventory/position.ts";
import { listHooks, readNewestPosition } from "../ledger/hooks.ts";
import type { Work } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { runWork } from "./run-work.ts";
import type { AsyncWriter } from "./threads/writer-thread.ts";

interface SqliteHooksOptions {
  readonly path: string;
  /** The reader's connection. */
  readonly db: Database;
  readonly writer: AsyncWriter;
  /** Throws where the store was closed. */
  readonly ensureOpen: () => void;
}

export class SqliteHooks implements HookStore {
  readonly #options: SqliteHooksOptions;

  constructor(options: SqliteHooksOptions) {
    this.#options = options;
  }

  async position(): Promise<Position> {
    return this.#read(readNewestPosition());
  }

  async list(): Promise<readonly Hook[]> {
    return this.#read(listHooks());
  }

  async create(hook: Hook): Promise<"created" | "full"> {
    return this.#openWriter.createHook(hook);
  }

  async edit(id: string, edit: HookEdit, by: KeyActor): Promise<Hook | undefined> {
    return this.#openWriter.editHook(id, edit, by);
  }

  async remove(id: string, by: KeyActor): Promise<boolean> {
    return this.#openWriter.removeHook(id, by);
  }

  async beat(beat: HookBeat): Promise<HookLease> {
    return this.#openWriter.beatHooks(beat);
  }

  #read<T>(work: Work<T>): T {
    const { path, db, ensureOpen } = this.#options;
    ensureOpen();
    return translateErrors(path, () => runWork(db, work));
  }

  get #openWriter(): AsyncWriter {
    this.#options.ensureOpen();
    return this.#options.writer;
  }
}
