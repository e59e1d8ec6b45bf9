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
import { failureMessage } from "../edits/failure-message.ts";
import { isolated } from "../ui/isolated.ts";
import { AdminList, IDLE, type Sending } from "./admin-list.ts";
import { askAdmin } from "./ask-admin.ts";
import { isUnopened } from "./key-facts.ts";
import { keysText } from "../language/en/keys.ts";

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

export class KeyManager {
  readonly #list: AdminList<Key, KeyDialog>;
  readonly #dashboard: Pick<Dashboard, "session" | "notify">;

  constructor(dashboard: Pick<Dashboard, "session" | "notify">) {
    this.#dashboard = dashboard;
    this.#list = new AdminList({
      read: () => this.#ask((admin) => admin.keys()),
      failed: (error) => keysText.failed(failureMessage(error)),
    });
  }

  get store() {
    return this.#list.store;
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  openMake(): void {
    this.#list.show({ kind: "make", ...IDLE });
  }

  openRotate(key: Key): void {
    this.#list.show({ kind: "rotate", key, ...IDLE });
  }

  openRenew(key: Key): void {
    this.#list.show({ kind: "renew", key, ...IDLE });
  }

  openRevoke(key: Key): void {
    this.#list.show({ kind: "revoke", key, isLastAdmin: false, ...IDLE });
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
      this.#list.show(undefined);
      const text = isUnopened(revoked) ? keysText.withdrawn : keysText.revoked;
      this.#dashboard.notify({ text: text(isolated(name)), tone: "good" });
    });
  }

  noteCopied(): void {
    const { dialog } = this.#list;
    if (dialog?.kind === "made") this.#list.show({ ...dialog, isCopied: true });
  }

  /** Asks first if the dialog shows a key that was neither copied nor used, and that can never be shown again. */
  close(): void {
    if (this.#list.isSending) return;
    const { dialog } = this.#list;
    if (dialog?.kind === "made" && this.wouldLose(dialog)) this.#list.show({ ...dialog, asksToClose: true });
    else this.discard();
  }

  /** Whether closing the dialog would lose the key. */
  wouldLose({ isCopied, created }: MadeKey): boolean {
    return !isCopied && !this.isUsed(created);
  }

  /** Back from the question. */
  keepOpen(): void {
    const { dialog } = this.#list;
    if (dialog?.kind === "made") this.#list.show({ ...dialog, asksToClose: false });
  }

  /** Closes without a question. */
  discard(): void {
    this.#list.show(undefined);
  }

  /** Whether a request with the new key was seen, such as after its QR code was scanned. */
  isUsed({ id }: Key): boolean {
    const used = this.store.state.items?.find((key) => key.id === id)?.lastUsedAt ?? null;
    return used !== null;
  }

  /** Whether the link was opened since it was made. */
  isOpened({ id }: Key): boolean {
    const key = this.store.state.items?.find((each) => each.id === id);
    return key !== undefined && key.link !== null && !isUnopened(key);
  }

  #show(created: CreatedKey | CreatedLink): void {
    if ("code" in created) this.#list.show({ kind: "link", created });
    else this.#list.show({ kind: "made", created, isCopied: false, asksToClose: false });
  }

  #send(work: () => Promise<void>): Promise<void> {
    return this.#list.send(work, (error) => {
      const isLastAdmin = error instanceof PetstockError && error.code === "last_admin_key";
      return isLastAdmin && this.#list.dialog?.kind === "revoke"
        ? { isLastAdmin }
        : { error: notDone(error) };
    });
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
