// Storage of hooks, and the lease that makes one server of several deliver. Methods throw StoreErrors as those of the store do
// (store.ts), also `retired`: then the hooks are delivered elsewhere.

import type { Hook, HookEdit, HookProgress } from "./hook.ts";
import type { KeyActor } from "./key-store.ts";
import type { Position } from "./position.ts";

/** The progress of a hook at a version of its settings. */
export interface StoredProgress extends HookProgress {
  readonly id: string;
  readonly version: number;
}

/** Who delivers. A holder moves `beat` every second; another server takes over where it has not moved for some seconds. */
export interface HookLease {
  /** Names a process. */
  readonly holder: string;
  readonly beat: number;
}

export interface HookBeat {
  readonly holder: string;
  /** The lease of a server that has stopped: taken over if it is still that one. */
  readonly stopped?: HookLease | undefined;
  /** Stored only while `holder` has the lease, and of a hook only at the version that it still has. */
  readonly progress: readonly StoredProgress[];
}

export interface HookStore {
  /** The newest commit: what follows it is told to a hook that is made now. */
  position(): Promise<Position>;
  /** All, the oldest first. */
  list(): Promise<readonly Hook[]>;
  /** Refuses more than `HOOKS_MAX`. The key that acts is that of `createdBy`. */
  create(hook: Hook): Promise<"created" | "full">;
  /** The hook as it is then; undefined if there is none. */
  edit(id: string, edit: HookEdit, by: KeyActor): Promise<Hook | undefined>;
  /** False if there is none. */
  remove(id: string, by: KeyActor): Promise<boolean>;
  /**
   * In one transaction: claims the lease, if no server has it or its holder has stopped, or keeps it, and stores progress. Gives the
   * lease as it is then.
   */
  beat(beat: HookBeat): Promise<HookLease>;
}
