// Shared by saves, undo and change sets: the store, the current session's client, and the queue of updates.

import type { PetstockAdmin, PetstockClient } from "../../client/client.ts";
import type { Pets } from "../data/pets.ts";
import type { Author, Authors } from "./authors.ts";
import type { PetQueue } from "./pet-queue.ts";
import type { StateStore } from "../state/state.ts";
import type { WaitingEdits } from "./waiting-edits.ts";

export interface SessionContext {
  readonly store: StateStore;
  /** The current session's client. Throws when signed out. */
  readonly client: () => PetstockClient;
  readonly admin: () => PetstockAdmin;
  /** The current session's key. Throws when signed out. */
  readonly author: () => Author;
  readonly authors: Authors;
  /** False after a sign-out or a sign-in with another key: that client must send nothing more. */
  readonly isCurrent: (client: PetstockClient) => boolean;
  /** The current session's signal, aborted by a sign-out: pending work of the session ends. */
  readonly signOutSignal: () => AbortSignal;
  readonly pets: Pets;
  /** Asks for an answer that includes all that was acknowledged before. */
  readonly refresh: () => void;
  readonly queue: PetQueue;
  readonly waiting: WaitingEdits;
  /** Handles errors that concern the API key (401, read-only), unless the client is no longer current. */
  readonly onKeyError: (error: unknown, client: PetstockClient) => void;
}
