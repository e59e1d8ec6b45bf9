// What the lists on the page of keys share: the list, which is read again and again, and the dialog that is open over it.

import { Store } from "../state/store.ts";

/** A dialog that sends something. */
export interface Sending {
  readonly isSending: boolean;
  /** Why it was not done. */
  readonly error: string | undefined;
}

export const IDLE: Sending = { isSending: false, error: undefined };

interface AdminListState<Item, Dialog> {
  /** Undefined until the first list has arrived. */
  readonly items: readonly Item[] | undefined;
  /** Why the list is not there, or not new. */
  readonly error: string | undefined;
  readonly dialog: Dialog | undefined;
}

interface AdminListPorts<Item> {
  readonly read: () => Promise<readonly Item[]>;
  /** In words. */
  readonly failed: (error: unknown) => string;
}

export class AdminList<Item, Dialog extends object> {
  readonly store = new Store<AdminListState<Item, Dialog>>({
    items: undefined,
    error: undefined,
    dialog: undefined,
  });
  readonly #ports: AdminListPorts<Item>;
  #turn = 0;

  constructor(ports: AdminListPorts<Item>) {
    this.#ports = ports;
  }

  /** An answer that comes after a later request was sent is ignored: it may be older than a change. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    const loaded = await this.#ports.read().then(
      (items) => ({ items, error: undefined }),
      (error: unknown) => ({ error: this.#ports.failed(error) }),
    );
    if (turn === this.#turn) this.store.set(loaded);
  }

  get dialog(): Dialog | undefined {
    return this.store.state.dialog;
  }

  /** Undefined: none is open any more. */
  show(dialog: Dialog | undefined): void {
    this.store.set({ dialog });
  }

  /** A dialog stays open while it sends. */
  get isSending(): boolean {
    const { dialog } = this;
    return dialog !== undefined && "isSending" in dialog && dialog.isSending === true;
  }

  /** Does the work of the open dialog, and reads the list again. `failed` says what the dialog shows of a failure. */
  async send(work: () => Promise<void>, failed: (error: unknown) => Partial<Dialog>): Promise<void> {
    this.#change({ isSending: true, error: undefined });
    try {
      await work();
    } catch (error) {
      this.#change({ isSending: false, ...failed(error) });
    }
    await this.load();
  }

  #change(change: Partial<Dialog> | Sending): void {
    const { dialog } = this;
    if (dialog !== undefined && "isSending" in dialog) this.show({ ...dialog, ...change });
  }
}
