// The state and the actions of the connections: the list, and the dialog that is open.

import {
  type CreatedHook,
  type Hook,
  type NewHook,
  type PetstockAdmin,
  PetstockError,
  RequestError,
} from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { failureMessage } from "../edits/failure-message.ts";
import { connectionsText } from "../language/en/connections.ts";
import { Store } from "../state/store.ts";
import { isolated } from "../ui/isolated.ts";
import { askAdmin } from "./ask-admin.ts";

interface Sending {
  readonly isSending: boolean;
  /** Why it was not done. */
  readonly error: string | undefined;
}

export type ConnectionDialog =
  | ({ readonly kind: "make" } & Sending)
  | ({ readonly kind: "rotate"; readonly hook: Hook } & Sending)
  | ({ readonly kind: "delete"; readonly hook: Hook } & Sending)
  /** A new secret, shown once. */
  | { readonly kind: "secret"; readonly created: CreatedHook };

interface ConnectionsState {
  /** Undefined until the first list has arrived. */
  readonly hooks: readonly Hook[] | undefined;
  /** Why the list is not there, or not new. */
  readonly error: string | undefined;
  readonly dialog: ConnectionDialog | undefined;
}

const IDLE: Sending = { isSending: false, error: undefined };

export class ConnectionManager {
  readonly store = new Store<ConnectionsState>({ hooks: undefined, error: undefined, dialog: undefined });
  readonly #dashboard: Pick<Dashboard, "session" | "notify">;
  #turn = 0;

  constructor(dashboard: Pick<Dashboard, "session" | "notify">) {
    this.#dashboard = dashboard;
  }

  /** An answer that comes after a later request was sent is ignored: it may be older than a change. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    const loaded = await this.#ask((admin) => admin.hooks()).then(
      (hooks) => ({ hooks, error: undefined }),
      (error: unknown) => ({ error: failureMessage(error) }),
    );
    if (turn === this.#turn) this.store.set(loaded);
  }

  openMake(): void {
    this.store.set({ dialog: { kind: "make", ...IDLE } });
  }

  openRotate(hook: Hook): void {
    this.store.set({ dialog: { kind: "rotate", hook, ...IDLE } });
  }

  openDelete(hook: Hook): void {
    this.store.set({ dialog: { kind: "delete", hook, ...IDLE } });
  }

  close(): void {
    const { dialog } = this.store.state;
    if (dialog !== undefined && "isSending" in dialog && dialog.isSending) return;
    this.store.set({ dialog: undefined });
  }

  async make(wanted: NewHook): Promise<void> {
    await this.#send(async () => {
      const created = await this.#ask((admin) => admin.createHook(wanted));
      this.store.set({ dialog: { kind: "secret", created } });
    });
  }

  /** The former secret signs, too, for a day. */
  async rotate({ id }: Hook): Promise<void> {
    await this.#send(async () => {
      const created = await this.#ask((admin) => admin.rotateHook(id));
      this.store.set({ dialog: { kind: "secret", created } });
    });
  }

  async delete({ id, name }: Hook): Promise<void> {
    await this.#send(async () => {
      await this.#ask((admin) => admin.deleteHook(id));
      this.store.set({ dialog: undefined });
      this.#dashboard.notify({ text: connectionsText.deleted(isolated(name)), tone: "good" });
    });
  }

  async setPaused({ id, name }: Hook, paused: boolean): Promise<void> {
    await this.#report(async () => {
      await this.#ask((admin) => admin.updateHook(id, { paused }));
      return paused ? connectionsText.isPaused(isolated(name)) : connectionsText.goesOn(isolated(name));
    });
  }

  async test({ id, name }: Hook): Promise<void> {
    await this.#report(async () => {
      const { problem } = await this.#ask((admin) => admin.testHook(id));
      if (problem !== null) throw new RefusedTest(connectionsText.tookNot(isolated(name), problem));
      return connectionsText.took(isolated(name));
    });
  }

  /** Does work that has no dialog, says what has become of it, and reads the list again. */
  async #report(work: () => Promise<string>): Promise<void> {
    try {
      this.#dashboard.notify({ text: await work(), tone: "good" });
    } catch (error) {
      this.#dashboard.notify({
        text: error instanceof RefusedTest ? error.message : notDone(error),
        tone: "bad",
      });
    }
    await this.load();
  }

  /** Does the work of the open dialog, and reads the list again; the dialog shows a failure. */
  async #send(work: () => Promise<void>): Promise<void> {
    this.#change({ isSending: true, error: undefined });
    try {
      await work();
    } catch (error) {
      this.#change({ isSending: false, error: notDone(error) });
    }
    await this.load();
  }

  #change(change: Sending): void {
    const { dialog } = this.store.state;
    if (dialog !== undefined && "isSending" in dialog) this.store.set({ dialog: { ...dialog, ...change } });
  }

  #ask<T>(request: (admin: PetstockAdmin) => Promise<T>): Promise<T> {
    return askAdmin(this.#dashboard, request);
  }
}

/** The receiver did not take a test message. */
class RefusedTest extends Error {}

function notDone(error: unknown): string {
  if (error instanceof RequestError && error.mayBeApplied) return connectionsText.answerLost;
  if (error instanceof PetstockError && error.code === "invalid_field") return invalidField(error);
  return failureMessage(error);
}

/** The service says which member is wrong, and why, in English. */
function invalidField({ message }: PetstockError): string {
  const isName = message.startsWith('"name"');
  return isName ? connectionsText.notName : connectionsText.notAddress(message.replace(/^"url" /, ""));
}
