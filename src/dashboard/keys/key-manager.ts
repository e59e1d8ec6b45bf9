// The state and the actions of the page of keys: the list, and the dialog that is open.

import {
  type CreatedKey,
  type Key,
  type NewKey,
  type PetstockAdmin,
  PetstockError,
  RequestError,
} from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { Store } from "../state/store.ts";
import { failureMessage } from "../edits/failure-message.ts";
import { isolated } from "../ui/isolated.ts";
import { keysText } from "../language/en/keys.ts";

interface Sending {
  readonly isSending: boolean;
  /** Why it was not done. */
  readonly error: string | undefined;
}

export type KeyDialog =
  | ({ readonly kind: "make" } & Sending)
  | ({ readonly kind: "rotate"; readonly key: Key } & Sending)
  /** `isLastAdmin`: the service asks for more than one confirmation. */
  | ({ readonly kind: "revoke"; readonly key: Key; readonly isLastAdmin: boolean } & Sending)
  | MadeKey;

/** A new key, shown once. */
export interface MadeKey {
  readonly kind: "made";
  readonly created: CreatedKey;
  readonly isCopied: boolean;
  /** Whether to ask before it is closed for good. */
  readonly asksToClose: boolean;
}

interface KeysState {
  /** Undefined until the first list has arrived. */
  readonly keys: readonly Key[] | undefined;
  /** Why the list is not there, or not new. */
  readonly error: string | undefined;
  readonly dialog: KeyDialog | undefined;
}

const IDLE: Sending = { isSending: false, error: undefined };

export class KeyManager {
  readonly store = new Store<KeysState>({ keys: undefined, error: undefined, dialog: undefined });
  readonly #dashboard: Pick<Dashboard, "session" | "notify">;
  #turn = 0;

  constructor(dashboard: Pick<Dashboard, "session" | "notify">) {
    this.#dashboard = dashboard;
  }

  /** An answer that comes after a later request was sent is ignored: it may be older than a change. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    const loaded = await this.#ask((admin) => admin.keys()).then(
      (keys) => ({ keys, error: undefined }),
      (error: unknown) => ({ error: keysText.failed(failureMessage(error)) }),
    );
    if (turn === this.#turn) this.store.set(loaded);
  }

  openMake(): void {
    this.store.set({ dialog: { kind: "make", ...IDLE } });
  }

  openRotate(key: Key): void {
    this.store.set({ dialog: { kind: "rotate", key, ...IDLE } });
  }

  openRevoke(key: Key): void {
    this.store.set({ dialog: { kind: "revoke", key, isLastAdmin: false, ...IDLE } });
  }

  async make(wanted: NewKey): Promise<void> {
    await this.#send(async () => this.#show(await this.#ask((admin) => admin.createKey(wanted))));
  }

  /** `overlap` is how long the old key stays valid, such as `24h`. */
  async rotate({ id }: Key, overlap: string): Promise<void> {
    await this.#send(async () => this.#show(await this.#ask((admin) => admin.rotateKey(id, { overlap }))));
  }

  async revoke({ id, name }: Key, { force = false } = {}): Promise<void> {
    await this.#send(async () => {
      await this.#ask((admin) => admin.revokeKey(id, { force }));
      this.store.set({ dialog: undefined });
      this.#dashboard.notify({ text: keysText.revoked(isolated(name)), tone: "good" });
    });
  }

  noteCopied(): void {
    const { dialog } = this.store.state;
    if (dialog?.kind === "made") this.store.set({ dialog: { ...dialog, isCopied: true } });
  }

  /** Asks first if the dialog shows a key that was neither copied nor used, and that can never be shown again. */
  close(): void {
    const { dialog } = this.store.state;
    if (dialog !== undefined && "isSending" in dialog && dialog.isSending) return;
    if (dialog?.kind === "made" && this.wouldLose(dialog))
      this.store.set({ dialog: { ...dialog, asksToClose: true } });
    else this.discard();
  }

  /** Whether closing the dialog would lose the key. */
  wouldLose({ isCopied, created }: MadeKey): boolean {
    return !isCopied && !this.isUsed(created);
  }

  /** Back from the question. */
  keepOpen(): void {
    const { dialog } = this.store.state;
    if (dialog?.kind === "made") this.store.set({ dialog: { ...dialog, asksToClose: false } });
  }

  /** Closes without a question. */
  discard(): void {
    this.store.set({ dialog: undefined });
  }

  /** Whether a request with the new key was seen, such as after its QR code was scanned. */
  isUsed({ id }: Key): boolean {
    const used = this.store.state.keys?.find((key) => key.id === id)?.lastUsedAt ?? null;
    return used !== null;
  }

  #show(created: CreatedKey): void {
    this.store.set({ dialog: { kind: "made", created, isCopied: false, asksToClose: false } });
  }

  /** Does the work of the open dialog, and reads the list again; the dialog shows a failure. */
  async #send(work: () => Promise<void>): Promise<void> {
    this.#change({ isSending: true, error: undefined });
    try {
      await work();
    } catch (error) {
      const isLastAdmin = error instanceof PetstockError && error.code === "last_admin_key";
      if (isLastAdmin) this.#change({ isSending: false, isLastAdmin });
      else this.#change({ isSending: false, error: notDone(error) });
    }
    await this.load();
  }

  #change(change: Partial<Sending> & { readonly isLastAdmin?: boolean }): void {
    const { dialog } = this.store.state;
    if (dialog === undefined || dialog.kind === "made") return;
    const { isLastAdmin, ...sending } = change;
    const changed = { ...dialog, ...sending };
    if (changed.kind === "revoke" && isLastAdmin) this.store.set({ dialog: { ...changed, isLastAdmin } });
    else this.store.set({ dialog: changed });
  }

  /** A refusal of the own key is the session's to handle. */
  async #ask<T>(request: (admin: PetstockAdmin) => Promise<T>): Promise<T> {
    const { session } = this.#dashboard;
    const { admin, client } = session;
    try {
      return await request(admin);
    } catch (error) {
      session.onKeyError(error, client);
      throw error;
    }
  }
}

function notDone(error: unknown): string {
  if (error instanceof RequestError && error.mayBeApplied) return keysText.answerLost;
  if (error instanceof PetstockError && error.code === "key_inactive") return keysText.hasEnded;
  if (error instanceof PetstockError && error.code === "key_not_found") return keysText.isGone;
  if (error instanceof PetstockError && error.code === "invalid_field") return invalidField(error);
  return keysText.failed(failureMessage(error));
}

/** Shows the name as the service quotes it in `"name": "a\tb" must be …`, with its tab escaped. */
function invalidField({ message }: PetstockError): string {
  const name = /^"(?:name|account)": (".*") must be/.exec(message)?.[1];
  return name === undefined ? message : keysText.notName(isolated(name));
}
