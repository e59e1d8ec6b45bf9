// The parts of the dashboard that imports use.

import type { PetstockAdmin, PetstockClient } from "../../client/client.ts";
import type { Changes } from "../edits/changes.ts";
import type { Notice, StateStore } from "../state/state.ts";
import type { KnownPets } from "./import-rows.ts";
import type { ChosenColumns } from "./chosen-columns.ts";
import type { PendingImports } from "./pending-imports.ts";

export interface ImportContext {
  readonly store: StateStore;
  readonly session: {
    /** Both throw when signed out. */
    readonly admin: PetstockAdmin;
    readonly client: PetstockClient;
    isCurrent(client: PetstockClient): boolean;
  };
  readonly pets: KnownPets;
  readonly changes: Changes;
  readonly imports: PendingImports;
  readonly chosenColumns: ChosenColumns;
  notify(notice: Omit<Notice, "undo"> & Partial<Pick<Notice, "undo">>): void;
}
