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
import { isolated } from "../ui/isolated.ts";
import { AdminList, IDLE, type Sending } from "./admin-list.ts";
import { askAdmin } from "./ask-admin.ts";

export type ConnectionDialog =
  | ({ readonly kind: "make" } & Sending)
  | ({ readonly kind: "rotate"; readonly hook: Hook } & Sending)
  | ({ readonly kind: "delete"; readonly hook: Hook } & Sending)
  /** A new secret, shown once. */
  | { readonly kind: "secret"; readonly created: CreatedHook };

export class ConnectionManager {
  readonly #list: AdminList<Hook, ConnectionDialog>;
  readonly #dashboard: Pick<Dashboard, "session" | "notify">;

  constructor(dashboard: Pick<Dashboard, "session" | "notify">) {
    this.#dashboard = dashboard;
    this.#list = new AdminList({ read: () => this.#ask((admin) => admin.hooks()), failed: failureMessage });
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

  openRotate(hook: Hook): void {
    this.#list.show({ kind: "rotate", hook, ...IDLE });
  }

  openDelete(hook: Hook): void {
    this.#list.show({ kind: "delete", hook, ...IDLE });
  }

  close(): void {
    if (!this.#list.isSending) this.#list.show(undefined);
  }

  async make(wanted: NewHook): Promise<void> {
    await this.#send(async () => {
      const created = await this.#ask((admin) => admin.createHook(wanted));
      this.#list.show({ kind: "secret", created });
    });
  }

  /** The former secret signs, too, for a day. */
  async rotate({ id }: Hook): Promise<void> {
    await this.#send(async () => {
      const created = await this.#ask((admin) => admin.rotateHook(id));
      this.#list.show({ kind: "secret", created });
    });
  }

  async delete({ id, name }: Hook): Promise<void> {
    await this.#send(async () => {
      await this.#ask((admin) => admin.deleteHook(id));
      this.#list.show(undefined);
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

  #send(work: () => Promise<void>): Promise<void> {
    return this.#list.send(work, (error) => ({ error: notDone(error) }));
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
