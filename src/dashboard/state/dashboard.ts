// The dashboard's state and actions: everything that the user can do on the page.

import { viewFromQuery, queryFromView } from "../model/view-query.ts";
import type { View } from "../model/view.ts";
import { BulkChange } from "./bulk-change.ts";
import type { Environment } from "./environment.ts";
import { PetQueue } from "./pet-queue.ts";
import { QuantityEditor } from "./quantity-editor.ts";
import { Saves } from "./saves.ts";
import type { SessionContext } from "./session-context.ts";
import { Session } from "./session.ts";
import { type Cursor, INITIAL_STATE, SIGNED_OUT, type State } from "./state.ts";
import { Store } from "./store.ts";
import { UndoStack } from "./undo-stack.ts";

export class Dashboard {
  readonly store = new Store<State>(INITIAL_STATE);
  readonly session: Session;
  readonly undoStack: UndoStack;
  readonly saves: Saves;
  readonly editor: QuantityEditor;
  readonly bulk: BulkChange;
  readonly #environment: Environment;

  constructor(environment: Environment) {
    const { store } = this;
    this.#environment = environment;
    this.session = new Session({
      store,
      environment,
      onList: (requestedAt) => this.saves.onList(requestedAt),
      onSignOut: () => {
        this.bulk.close();
        // No list will follow that these saves could wait for.
        this.saves.onList(Infinity);
      },
    });
    const context: SessionContext = {
      store,
      client: () => this.session.client,
      isCurrent: (client) => this.session.isCurrent(client),
      signOutSignal: () => this.session.signOutSignal,
      queue: new PetQueue(),
      onKeyError: (error, client) => this.session.onKeyError(error, client),
    };
    const { now, timing } = environment;
    this.undoStack = new UndoStack(context);
    this.saves = new Saves({ context, undoStack: this.undoStack, savedMarkMs: timing.savedMarkMs, now });
    this.editor = new QuantityEditor(store, this.saves);
    this.bulk = new BulkChange(context, this.undoStack);
  }

  /** Opens the view in the page's address, and signs in if this browser stores a key. */
  start(): void {
    const { address } = this.#environment;
    this.store.set({ view: viewFromQuery(address.query()) });
    address.onNavigate(() => this.#show(viewFromQuery(address.query())));
    this.session.resume();
  }

  /** Replaces the address while the user types; otherwise adds a step to the browser's history. */
  setView(view: View, { typing = false } = {}): void {
    const { address } = this.#environment;
    const query = queryFromView(view);
    if (typing) address.replace(query);
    else address.push(query);
    this.#show(view);
  }

  moveCursor(to: Cursor): void {
    const { cursor } = this.store.state;
    if (cursor?.petId !== to.petId || cursor?.column !== to.column) this.store.set({ cursor: to });
  }

  dismissNotice(): void {
    this.store.set({ notice: undefined });
  }

  /** Ends an open edit, because the new view may hide its row: saves a valid quantity, discards an invalid one. */
  #show(view: View): void {
    if (!this.editor.commit()) this.editor.cancel();
    this.store.set({ view, held: SIGNED_OUT.held });
  }
}
