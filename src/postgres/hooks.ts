// Hooks in PostgreSQL: a handful of rows, which change as keys do.

import type { Hook, HookEdit } from "../inventory/hook.ts";
import type { HookBeat, HookLease, HookStore } from "../inventory/hook-store.ts";
import type { KeyActor } from "../inventory/key-store.ts";
import type { Position } from "../inventory/position.ts";
import {
  beatHooks,
  createHook,
  editHook,
  listHooks,
  readNewestPosition,
  removeHook,
} from "../ledger/hooks.ts";
import type { Work } from "../ledger/sql.ts";
import { changeKeys } from "./key-transaction.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";

export class PostgresHooks implements HookStore {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  position(): Promise<Position> {
    return this.#read(readNewestPosition);
  }

  list(): Promise<readonly Hook[]> {
    return this.#read(listHooks);
  }

  create(hook: Hook): Promise<"created" | "full"> {
    return changeKeys(this.#primary, createHook(hook));
  }

  edit(id: string, edit: HookEdit, by: KeyActor): Promise<Hook | undefined> {
    return changeKeys(this.#primary, editHook(id, edit, by));
  }

  remove(id: string, by: KeyActor): Promise<boolean> {
    return changeKeys(this.#primary, removeHook(id, by));
  }

  beat(beat: HookBeat): Promise<HookLease> {
    return changeKeys(this.#primary, beatHooks(beat));
  }

  #read<T>(work: () => Work<T>): Promise<T> {
    return this.#primary.query("keys", "keyAttemptsMs", (connection) => runWork(connection, work()));
  }
}
