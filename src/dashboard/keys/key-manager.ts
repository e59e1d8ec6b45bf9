// The state and the actions of the page of keys: the list, and the dialog that is open.

import {
  type CreatedKey,
  type CreatedLink,
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
import { askAdmin } from "./ask-admin.ts";
import { isUnopened } from "./key-facts.ts";
import { keysText } from "../language/en/keys.ts";

interface Sending {
  readonly isSending: boolean;
  /** Why it was not done. */
  readonly error: string | undefined;
}

export type KeyDialog =
  | ({ readonly kind: "make" } & Sending)
  | ({ readonly kind: "rotate"; readonly key: Key } & Sending)
  | ({ readonly kind: "renew"; readonly key: Key } & Sending)
  /** `isLastAdmin`: the service asks for more than one confirmation. */
  | ({ readonly kind: "revoke"; readonly key: Key; readonly isLastAdmin: boolean } & Sending)
  | MadeKey
  | MadeLink;

/** A new key, shown once. */
export interface MadeKey {
  readonly kind: "made";
  readonly created: CreatedKey;
  readonly isCopied: boolean;
  /** Whether to ask before it is closed for good. */
  readonly asksToClose: boolean;
}

/** The link of a key that waits for it to be opened, shown once. */
export interface MadeLink {
  readonly kind: "link";
  readonly created: CreatedLink;
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

  openRenew(key: Key): void {
    this.store.set({ dialog: { kind: "renew", key, ...IDLE } });
  }

  openRevoke(key: Key): void {
    this.store.set({ dialog: { kind: "revoke", key, isLastAdmin: false, ...IDLE } });
  }

  /** With `linkValidFor`, such as `15m`, a link. */
  async make(wanted: NewKey, linkValidFor?: string): Promise<void> {
    await this.#make((admin) =>
      linkValidFor === undefined ? admin.createKey(wanted) : admin.createKey({ ...wanted, linkValidFor }),
    );
  }

  /** `overlap` is how long the old key stays valid, such as `24h`. With `linkValidFor` a link. */
  async rotate({ id }: Key, overlap: string, linkValidFor?: string): Promise<void> {
    await this.#make((admin) =>
      linkValidFor === undefined
        ? admin.rotateKey(id, { overlap })
        : admin.rotateKey(id, { overlap, linkValidFor }),
    );
  }

  /** The former link stops working. */
  async renew({ id }: Key, validFor: string): Promise<void> {
    await this.#make((admin) => admin.renewLink(id, { validFor }));
  }

  async #make(request: (admin: PetstockAdmin) => Promise<CreatedKey | CreatedLink>): Promise<void> {
    await this.#send(async () => this.#show(await this.#ask(request)));
  }

  async revoke({ id, name }: Key, { force = false } = {}): Promise<void> {
    await this.#send(async () => {
      const revoked = await this.#ask((admin) => admin.revokeKey(id, { force }));
      this.store.set({ dialog: undefined });
      const text = isUnopened(revoked) ? keysText.withdrawn : keysText.revoked;
      this.#dashboard.notify({ text: text(isolated(name)), tone: "good" });
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

  /** Whether the link was opened since it was made. */
  isOpened({ id }: Key): boolean {
    const key = this.store.state.keys?.find((each) => each.id === id);
    return key !== undefined && key.link !== null && !isUnopened(key);
  }

  #show(created: CreatedKey | CreatedLink): void {
    if ("code" in created) this.store.set({ dialog: { kind: "link", created } });
    else this.store.set({ dialog: { kind: "made", created, isCopied: false, asksToClose: false } });
  }

  /** Does the work of the open dialog, and reads the list again; the dialog shows a failure. */
  async #send(work: () => Promise<void>): Promise<void> {
    this.#change({ isSending: true, error: undefined });
    try {
      await work();
    } catch (error) {
      const isLastAdmin = error instanceof PetstockError && error.code === "last_admin_key";
      if (isLastAdmin && this.store.state.dialog?.kind === "revoke")
        this.#change({ isSending: false, isLastAdmin });
      else this.#change({ isSending: false, error: notDone(error) });
    }
    await this.load();
  }

  #change(change: Partial<Sending> & { readonly isLastAdmin?: boolean }): void {
    const { dialog } = this.store.state;
    if (dialog === undefined || !("isSending" in dialog)) return;
    const { isLastAdmin, ...sending } = change;
    const changed = { ...dialog, ...sending };
    if (changed.kind === "revoke" && isLastAdmin) this.store.set({ dialog: { ...changed, isLastAdmin } });
    else this.store.set({ dialog: changed });
  }

  #ask<T>(request: (admin: PetstockAdmin) => Promise<T>): Promise<T> {
    return askAdmin(this.#dashboard, request);
  }
}

function notDone(error: unknown): string {
  if (error instanceof RequestError && error.mayBeApplied) return keysText.answerLost;
  if (error instanceof PetstockError && error.code === "key_inactive") return keysText.hasEnded;
  if (error instanceof PetstockError && error.code === "key_in_use") return keysText.wasOpened;
  if (error instanceof PetstockError && error.code === "last_admin_key") return keysText.lastAdminByLink;
  if (error instanceof PetstockError && error.code === "key_not_found") return keysText.isGone;
  if (error instanceof PetstockError && error.code === "invalid_field") return invalidField(error);
  return keysText.failed(failureMessage(error));
}

/** Shows the name as the service quotes it in `"name": "a\tb" must be …`, with its tab escaped. */
function invalidField({ message }: PetstockError): string {
  const name = /^"(?:name|account)": (".*") must be/.exec(message)?.[1];
  return name === undefined ? message : keysText.notName(isolated(name));
}
