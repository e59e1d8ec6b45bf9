// Signing in and out, and the API key of the session.

import {
  type Me,
  type PetstockAdmin,
  type PetstockClient,
  PetstockError,
  type RequestError,
} from "../../client/client.ts";
import { codeOfLink, keyOfLink } from "../../sign-in-link.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import { type Notice, SIGNED_OUT, type SessionState, type StateStore } from "../state/state.ts";
import type { LiveData } from "../data/live-data.ts";
import type { Pets } from "../data/pets.ts";
import { sessionText } from "../language/en/session.ts";
import { isCode, LinkOffer } from "./link-offer.ts";
import { Login } from "./login.ts";
import { pastedKey } from "./pasted-key.ts";
import { linkRefusalMessage, notLoadedMessage, refusalMessage, troubleMessage } from "./refusal-message.ts";
import { StoredKey } from "./stored-key.ts";
import { welcomeText } from "./expiry-text.ts";

interface SessionOptions {
  readonly store: StateStore;
  readonly environment: ConnectedEnvironment;
  readonly pets: Pets;
  readonly live: LiveData;
  /** Called after each list, with the time of its request (`performance.now()`). */
  readonly onList: (requestedAt: number) => void;
  /** Called after signing out. */
  readonly onSignOut: () => void;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #store: StateStore;
  readonly #storedKey: StoredKey;
  readonly #offer: LinkOffer;
  #login: Login | undefined;
  /** The login whose key was stored, or is to stay in this tab. */
  #kept: Login | undefined;
  #signOut = new AbortController();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#storedKey = new StoredKey(options.environment.storage, () => this.#end());
    this.#offer = new LinkOffer(options.store, options.environment, {
      onTrouble: (error) => this.#onTrouble(error),
      onRefused: (error) => this.#onLinkRefused(error),
    });
    this.#set({ remember: !this.#storedKey.isShared });
  }

  get client(): PetstockClient {
    return this.#loginOrThrow().client;
  }

  get admin(): PetstockAdmin {
    return this.#loginOrThrow().admin;
  }

  /** A key is in use, and the page is not the sign-in form. */
  get isOpen(): boolean {
    return this.#login !== undefined && this.#store.state.session.phase === "in";
  }

  get apiKey(): string {
    return this.#loginOrThrow().apiKey;
  }

  /** False when signed out. */
  get hasKey(): boolean {
    return this.#login !== undefined;
  }

  /** Aborted when this session ends by signing out. */
  get signOutSignal(): AbortSignal {
    return this.#signOut.signal;
  }

  isCurrent(client: PetstockClient): boolean {
    return client === this.#login?.client;
  }

  /** Signs in with the key that this browser stores, if any. A link that opened the page asks. */
  start(fragment: string): void {
    // Checked: another program may have changed it.
    const stored = pastedKey(this.#storedKey.read() ?? "");
    if ("key" in stored) this.#enter(stored.key, { remember: true });
    this.openLink(fragment);
  }

  /** `fragment` is that of an address; without a key or code in it, nothing happens. A key that is not in use signs in only after a question. */
  openLink(fragment: string): void {
    const code = codeOfLink(fragment);
    if (code !== undefined) return this.#ask(code);
    if (keyOfLink(fragment) === undefined) return;
    const pasted = pastedKey(fragment);
    if ("problem" in pasted) {
      const message = sessionText.incompleteLink;
      return this.isOpen ? this.#notify({ text: message, tone: "bad" }) : this.#set({ message });
    }
    if (!this.isOpen || pasted.key !== this.apiKey) this.#ask(pasted.key);
  }

  /** Uses the key of the link, instead of the current one if there is one, or leaves it unused. */
  answerOffer(answer: "use" | "leave"): void {
    const { offer } = this.#store.state.session;
    const secret = this.#offer.take();
    if (!this.isOpen) this.#set({ checking: false });
    // Before the question is shown there is nothing to agree to.
    if (answer === "leave" || secret === undefined || offer === undefined) return;
    return isCode(secret) ? void this.#exchange(secret) : this.#useLink(secret);
  }

  #useLink(key: string): void {
    if (this.isOpen) this.#end();
    this.#enter(key, { isByLink: true });
  }

  /** Until the key is there, who is signed in stays so. */
  async #exchange(code: string): Promise<void> {
    if (!this.isOpen) this.#set({ checking: true, message: undefined });
    try {
      const { exchange } = await import("./link-code.ts");
      this.#useLink(await exchange(this.#options.environment.service, code));
    } catch (error) {
      this.#onLinkRefused(error as Error);
    }
  }

  /** `typed` may be more than a key (pasted-key.ts). With `remember` the key is stored in the browser once it works. */
  signIn(typed: string, { remember }: { remember: boolean }): void {
    this.#offer.take();
    const code = codeOfLink(typed.trim());
    if (code !== undefined) {
      // Also after the question, the key is not stored.
      if (!remember) this.#storedKey.share();
      return this.#ask(code);
    }
    const pasted = pastedKey(typed);
    if ("key" in pasted) return this.#connect(pasted.key, { remember });
    // A key that still waits for an answer would sign in after this message.
    this.#login?.stop();
    this.#set({ remember, checking: false, message: pasted.problem });
  }

  /** The session ends with the tab; the browser forgets the key, and does not store the next one unless it is told to. */
  shareComputer(): void {
    this.#storedKey.share();
    this.#set({ remember: false });
    this.#notify({ text: sessionText.shared, tone: "good" });
  }

  /** In this tab and all others of this browser. */
  signOut(): void {
    const { waiting } = this.#store.state;
    this.#end();
    if (waiting > 0) this.#set({ message: sessionText.notSent(waiting) });
    this.#storedKey.signOut();
  }

  /** Handles errors that concern the key, unless the client is no longer current. */
  onKeyError(error: unknown, client: PetstockClient): void {
    if (!this.isCurrent(client) || !(error instanceof PetstockError)) return;
    if (error.status === 401) this.#refuse(error);
    if (error.code === "read_only_api_key") this.#store.set({ readOnly: true });
  }

  /** Stops all requests and listeners. */
  close(): void {
    this.#login?.stop();
    this.#signOut.abort();
    this.#storedKey.close();
  }

  #loginOrThrow(): Login {
    if (this.#login === undefined) throw new Error("signed out");
    return this.#login;
  }

  /** With a key that most likely works: shows the inventory loading, and not the form. */
  #enter(apiKey: string, { remember = !this.#storedKey.isShared, isByLink = false }): void {
    if (this.#store.state.session.phase === "out") this.#set({ phase: "in" });
    this.#connect(apiKey, { remember, isByLink });
  }

  #connect(apiKey: string, { remember, isByLink = false }: { remember: boolean; isByLink?: boolean }): void {
    const { store, environment, pets, live, onList } = this.#options;
    this.#login?.stop();
    this.#set({ remember, identity: "asking", checking: true, message: undefined });
    const login = new Login(
      { environment, pets, live, apiKey, isByLink },
      {
        onAccepted: () => this.#begin(login),
        onMe: (me) => this.#identify(login, me),
        onReadOnly: (readOnly) => store.set({ readOnly }),
        onList,
        onTrouble: (error) => this.#onTrouble(error),
        onFailed: (error) => this.#onFailed(error),
      },
    );
    this.#login = login;
    login.start();
  }

  /** Without a session the form shows that the link's key is looked up. */
  #ask(apiKey: string): void {
    if (!this.isOpen) {
      this.#login?.stop();
      this.#set({ checking: true, message: undefined });
    }
    void this.#offer.ask(apiKey);
  }

  #onTrouble(error: RequestError): void {
    if (this.#store.state.session.checking) this.#set({ message: troubleMessage(error) });
  }

  #onLinkRefused(error: Error): void {
    const { isOpen } = this;
    const text = linkRefusalMessage(error, { isOpen, now: this.#options.environment.now() });
    if (isOpen) this.#notify({ text, tone: "bad" });
    else this.#set({ checking: false, message: text });
  }

  #end(): void {
    this.#login?.stop();
    this.#login = undefined;
    this.#signOut.abort();
    this.#signOut = new AbortController();
    this.#offer.take();
    this.#store.set(SIGNED_OUT);
    this.#set({ remember: !this.#storedKey.isShared });
    this.#options.onSignOut();
  }

  /** The inventory arrives: shows it. */
  #begin(login: Login): void {
    this.#keep(login);
    const { phase, checking, message } = this.#store.state.session;
    if (phase !== "in" || checking || message !== undefined)
      this.#set({ phase: "in", checking: false, message: undefined });
  }

  /** The service has accepted the key: stores it, unless the computer is shared. */
  #keep(login: Login): void {
    if (this.#kept === login) return;
    this.#kept = login;
    if (!this.#store.state.session.remember) return this.#storedKey.share();
    if (this.#storedKey.save(login.apiKey)) return;
    this.#notify({ text: sessionText.notStored, tone: "bad" });
  }

  #identify(login: Login, me: Me | undefined): void {
    if (me !== undefined) {
      this.#keep(login);
      this.#store.set({ me, readOnly: me.role === "reader" });
      if (me.expiresAt !== null) this.#storedKey.noteExpiry(login.apiKey, me.expiresAt);
    }
    this.#set({ identity: me === undefined ? "unavailable" : "known" });
    const text = welcomeText(me, login.isByLink, this.#options.environment.now());
    if (text !== undefined) this.#notify({ text, tone: "good" });
  }

  #onFailed(error: unknown): void {
    if (error instanceof PetstockError && error.status === 401) return this.#refuse(error);
    this.#set({ checking: false, message: notLoadedMessage(error) });
  }

  #refuse(error: PetstockError): void {
    const { session, loading, me } = this.#store.state;
    const { apiKey } = this.#loginOrThrow();
    const expiresAt = (session.identity === "known" && me?.expiresAt) || this.#storedKey.expiryOf(apiKey);
    const message = refusalMessage(error, { expiresAt, now: this.#options.environment.now() });
    this.#login?.stop();
    this.#storedKey.remove(apiKey);
    const phase = session.phase === "out" || loading === "none" ? "out" : "refused";
    const offered = this.#offer.take();
    // The next key must not see this key's unsent edits.
    if (phase === "out") this.#end();
    this.#set({ phase, remember: session.remember, checking: false, message });
    if (offered !== undefined) this.#ask(offered);
  }

  #set(change: Partial<SessionState>): void {
    this.#store.set({ session: { ...this.#store.state.session, ...change } });
  }

  #notify(notice: Omit<Notice, "undo">): void {
    this.#store.set({ notice: { undo: undefined, ...notice } });
  }
}
