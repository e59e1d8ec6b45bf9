// All that somebody can do on the page, as actions on the one store.

import { type InventoryItem, PetstockClient, PetstockError } from "../../client/client.ts";
import { readQuantityEdit } from "../model/quantity-edit.ts";
import type { View } from "../model/view.ts";
import { searchOfView, viewOfSearch } from "../model/view-address.ts";
import { BulkChange } from "./bulk-change.ts";
import { KeptKey } from "./kept-key.ts";
import { followInventory } from "./live-inventory.ts";
import { Saves } from "./saves.ts";
import type { Sending } from "./sending.ts";
import { type Cursor, type Editing, FIRST_STATE, SIGNED_OUT, type State, withEntry } from "./state.ts";
import { Store } from "./store.ts";
import { Turns } from "./turns.ts";
import { Undo } from "./undo.ts";

export class Dashboard {
  readonly store = new Store<State>(FIRST_STATE);
  readonly #sending: Sending = {
    store: this.store,
    client: () => this.client,
    isSignedIn: (client) => client === this.#client,
    signedOut: () => this.#signedOut.signal,
    turns: new Turns(),
    noteKey: (error, client) => this.#noteKey(error, client),
  };
  readonly undo = new Undo(this.#sending);
  readonly saves = new Saves({ ...this.#sending, undo: this.undo });
  readonly bulk = new BulkChange({ ...this.#sending, undo: this.undo });
  #client: PetstockClient | undefined;
  #signedOut = new AbortController();
  #following: AbortController | undefined;
  readonly #keptKey = new KeptKey(() => this.#leave());

  /** Reads the address, and the key that this browser keeps. */
  start(): void {
    this.store.set({ view: viewOfSearch(location.search) });
    addEventListener("popstate", () => this.#show(viewOfSearch(location.search)));
    const apiKey = this.#keptKey.read();
    if (apiKey === undefined) return;
    // It was right a moment ago: whoever reloads the page sees it load, not a door.
    this.store.set({ session: { phase: "in", checking: true, keep: true, trouble: undefined } });
    this.signIn(apiKey, { keep: true });
  }

  /** Signed in once a list has come. The key stays in the memory of this tab, unless the browser is to `keep` it. */
  signIn(typed: string, { keep }: { keep: boolean }): void {
    const apiKey = typed.trim();
    const session = { ...this.store.state.session, keep };
    try {
      this.#client = new PetstockClient({ url: location.origin, apiKey });
    } catch {
      const trouble = "A key begins with petstock_ and has neither spaces nor umlauts";
      return this.store.set({ session: { ...session, checking: false, trouble } });
    }
    this.store.set({ session: { ...session, checking: true, trouble: undefined } });
    this.#following?.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    void this.#follow(this.#client, apiKey, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#stopped(error);
    });
  }

  /** Here and in every other tab of this browser. */
  signOut(): void {
    this.#leave();
    this.#keptKey.signOut();
  }

  #leave(): void {
    this.#following?.abort();
    this.#client = undefined;
    this.#signedOut.abort();
    this.#signedOut = new AbortController();
    this.bulk.close();
    this.store.set(SIGNED_OUT);
    // Nobody waits for a list any more.
    this.saves.settle(Infinity);
  }

  /** Typing replaces the address, a choice is a step that can be gone back. */
  setView(view: View, { typing = false } = {}): void {
    const address = location.pathname + searchOfView(view);
    if (typing) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.#show(view);
  }

  moveCursor(to: Cursor): void {
    const { cursor } = this.store.state;
    if (cursor?.petId !== to.petId || cursor?.column !== to.column) this.store.set({ cursor: to });
  }

  edit(item: InventoryItem, typed?: string): void {
    const { readOnly, held, saves } = this.store.state;
    if (readOnly) return;
    const save = saves.get(item.petId);
    // What is still on its way is what is seen, and so what the next save is guarded with.
    const from = save?.kind === "saving" ? { ...item, quantity: save.wanted } : item;
    const editing: Editing = {
      from,
      text: typed ?? String(from.quantity),
      typed: typed !== undefined,
      mistake: undefined,
    };
    // Whatever it becomes, and whatever others do meanwhile: it stays under the fingers.
    this.store.set({ editing, held: withEntry(held, item.petId, held.get(item.petId) ?? item) });
  }

  type(text: string): void {
    const { editing } = this.store.state;
    if (editing !== undefined) this.store.set({ editing: { ...editing, text, mistake: undefined } });
  }

  /** Whether the edit is over: what is no quantity stays, with the reason. */
  commitEdit(): boolean {
    const { editing } = this.store.state;
    if (editing === undefined) return true;
    const { from, text } = editing;
    const edit = readQuantityEdit(text, from.quantity);
    if (edit.kind === "mistake") {
      this.store.set({ editing: { ...editing, mistake: edit.message } });
      return false;
    }
    this.store.set({ editing: undefined });
    const isSame = edit.kind === "set" ? edit.quantity === from.quantity : edit.by === 0;
    if (!isSame) this.saves.save(from, edit);
    return true;
  }

  cancelEdit(): void {
    this.store.set({ editing: undefined });
  }

  dismissNotice(): void {
    this.store.set({ notice: undefined });
  }

  get client(): PetstockClient {
    if (this.#client === undefined) throw new Error("nobody has signed in");
    return this.#client;
  }

  /** An edit that is open ends, as its row may be out of sight: saved, or given up where it is no quantity. */
  #show(view: View): void {
    if (!this.commitEdit()) this.cancelEdit();
    this.store.set({ view, held: SIGNED_OUT.held });
  }

  async #follow(client: PetstockClient, apiKey: string, signal: AbortSignal): Promise<void> {
    let asked = false;
    const signedIn = (): void => {
      const { session } = this.store.state;
      if (session.phase === "in" && !session.checking) return;
      this.store.set({ session: { ...session, phase: "in", checking: false, trouble: undefined } });
      if (!session.keep || this.#keptKey.keep(apiKey)) return;
      const text = "This browser does not keep the key: after a reload you are asked for it again";
      this.store.set({ notice: { text, tone: "bad", undo: undefined } });
    };
    const onAnswer = (askedAt: number): void => {
      signedIn();
      this.saves.settle(askedAt);
      const [first] = this.store.state.rows;
      if (asked || first === undefined) return;
      asked = true;
      void this.#askWhetherReadOnly(client, first);
    };
    await followInventory({ store: this.store, client, signal, onFirstRows: signedIn, onAnswer });
  }

  /** By an update that changes nothing, and is guarded with what is there: so it leaves no trace. */
  async #askWhetherReadOnly(client: PetstockClient, item: InventoryItem): Promise<void> {
    const answer = client.updateInventory(item.petId, item.quantity, { ifUnchanged: item });
    const readOnly = await answer.then(
      () => false,
      (error: unknown) => error instanceof PetstockError && error.code === "read_only_api_key",
    );
    if (client === this.#client) this.store.set({ readOnly });
  }

  /** What an error says of the key, unless that has given way to another. */
  #noteKey(error: unknown, client: PetstockClient): void {
    if (client !== this.#client || !(error instanceof PetstockError)) return;
    if (error.status === 401) this.#refuse();
    if (error.code === "read_only_api_key") this.store.set({ readOnly: true });
  }

  #stopped(error: unknown): void {
    if (error instanceof PetstockError && error.status === 401) return this.#refuse();
    const { session } = this.store.state;
    const trouble = `The inventory could not be read: ${error instanceof Error ? error.message : "unknown"}`;
    this.store.set({ session: { ...session, checking: false, trouble } });
  }

  #refuse(): void {
    this.#following?.abort();
    this.#keptKey.forget();
    const { session, loading } = this.store.state;
    const phase = session.phase === "out" || loading === "nothing" ? "out" : "refused";
    const trouble =
      phase === "out"
        ? "This key is not known here: is it whole, or was it revoked?"
        : "This key was revoked or has expired.";
    this.store.set({ session: { ...session, phase, checking: false, trouble } });
  }
}
