// The dashboard's state and actions: everything that the user can do on the page.

import { LastChanges } from "../data/last-change.ts";
import { LiveData } from "../data/live-data.ts";
import { Outbox } from "../edits/outbox.ts";
import { Pets } from "../data/pets.ts";
import { SavedViews } from "../data/saved-views.ts";
import { ShownPets } from "../data/shown-pets.ts";
import { petFromQuery, queryFromView, viewFromQuery } from "../data/view-query.ts";
import { FIRST_VIEW, type View } from "../state/view.ts";
import type { ImportRequest } from "../imports/import-request.ts";
import { ChosenColumns } from "../imports/chosen-columns.ts";
import { PendingImports } from "../imports/pending-imports.ts";
import { Transfer } from "../imports/transfer.ts";
import { authorOf, Authors } from "../edits/authors.ts";
import { Changes } from "../edits/changes.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import { uiText } from "../language/en/ui.ts";
import { type Language, LANGUAGE_NAMES, spoken } from "../language/locale.ts";
import { pageAt, type PagePath } from "../state/pages.ts";
import { PetQueue } from "../edits/pet-queue.ts";
import { QuantityEditor } from "../edits/quantity-editor.ts";
import { LABEL_SAVES, type LabelTypes } from "../edits/label-save.ts";
import { QUANTITY_SAVES, type QuantityTypes } from "../edits/quantity-save.ts";
import { ResumedEdits } from "../edits/resumed-edits.ts";
import { Saves } from "../edits/saves.ts";
import { WaitingEdits } from "../edits/waiting-edits.ts";
import { rememberMe } from "../session/remembered-me.ts";
import type { SessionContext } from "../edits/session-context.ts";
import { Session } from "../session/session.ts";
import { sessionRecords } from "../state/records.ts";
import { type Cursor, INITIAL_STATE, type Notice, SIGNED_OUT, type State } from "../state/state.ts";
import { Store } from "../state/store.ts";
import { UndoStack } from "../edits/undo-stack.ts";

export class Dashboard {
  readonly store = new Store<State>({ ...INITIAL_STATE, language: spoken.language });
  readonly pets = new Pets(this.store);
  /** The pets of the inventory's view; `state.shownVersion` grows with each change of it. */
  readonly shown = new ShownPets({
    table: this.pets.table,
    held: () => this.store.state.held,
    onChange: () => this.#showMore(),
  });
  readonly live: LiveData;
  readonly lastChanges = new LastChanges({ store: this.store, admin: () => this.session.admin });
  readonly session: Session;
  readonly changes: Changes;
  readonly undoStack: UndoStack;
  readonly saves: Saves<QuantityTypes>;
  readonly labelSaves: Saves<LabelTypes>;
  readonly editor: QuantityEditor;
  /** Imports whose answer is not known yet. */
  readonly imports: PendingImports;
  readonly chosenColumns: ChosenColumns;
  readonly transfer: Transfer;
  readonly savedViews: SavedViews;
  readonly #environment: ConnectedEnvironment;

  constructor(environment: ConnectedEnvironment) {
    const { store } = this;
    const records = sessionRecords(store, environment.records);
    this.#environment = { ...environment, records };
    const queue = new PetQueue();
    this.live = new LiveData({
      store,
      pets: this.pets,
      environment,
      isOwn: (petId) => queue.isBusy(petId) || this.changes.isOwn(petId),
    });
    this.session = new Session({
      store,
      environment,
      pets: this.pets,
      live: this.live,
      onList: (requestedAt) => {
        for (const saves of [this.saves, this.labelSaves]) saves.onList(requestedAt);
      },
      onSignOut: () => {
        this.transfer.close();
        this.pets.clear();
        this.lastChanges.clear();
        for (const saves of [this.saves, this.labelSaves]) saves.onSignOut();
      },
    });
    const context: SessionContext = {
      store,
      client: () => this.session.client,
      admin: () => this.session.admin,
      author: () => authorOf(this.session.apiKey),
      authors: new Authors({ store, apiKey: () => (this.session.hasKey ? this.session.apiKey : undefined) }),
      isCurrent: (client) => this.session.isCurrent(client),
      signOutSignal: () => this.session.signOutSignal,
      pets: this.pets,
      refresh: () => this.live.refresh(),
      queue,
      waiting: new WaitingEdits(store),
      onKeyError: (error, client) => this.session.onKeyError(error, client),
    };
    const { now, timing } = environment;
    this.undoStack = new UndoStack(context);
    this.changes = new Changes(context, this.undoStack);
    const outbox = new Outbox({ records: records("outbox"), locks: environment.locks });
    const sending = { context, undoStack: this.undoStack, outbox, savedMarkMs: timing.savedMarkMs, now };
    this.saves = new Saves(QUANTITY_SAVES, sending);
    this.labelSaves = new Saves(LABEL_SAVES, { ...sending, open: (petId) => this.openPet(petId) });
    const resumed = new ResumedEdits({ context, outbox, saves: this.saves, labelSaves: this.labelSaves });
    this.editor = new QuantityEditor(store, this.saves);
    this.pets.onChange((petIds) => this.lastChanges.forget(petIds));
    store.subscribe(() => {
      if (this.session.isOpen) void resumed.resume();
    });
    this.imports = new PendingImports(records<ImportRequest>("imports"), environment.locks);
    this.chosenColumns = new ChosenColumns(records, now);
    this.transfer = new Transfer(this);
    this.savedViews = new SavedViews(store, records);
  }

  get environment(): ConnectedEnvironment {
    return this.#environment;
  }

  /** Opens the page in the address, and signs in with the key that this browser stores. A link in the address asks. */
  start(): void {
    const { address } = this.#environment;
    // First, so that the key is in the address for as short as possible.
    const fragment = address.takeKeyFragment();
    rememberMe(this.store, this.#environment.records);
    this.#open();
    address.onNavigate(() => this.#open());
    address.onFragment(() => this.session.openLink(address.takeKeyFragment()));
    this.session.start(fragment);
  }

  /** Opens a page, as a step in the browser's history. */
  go(page: PagePath, query = ""): void {
    this.#environment.address.push(page + query);
    this.#open();
  }

  /** Replaces the address while the user types; otherwise adds a step to the browser's history. */
  setView(view: View, { typing = false } = {}): void {
    this.setQuery(queryFromView(view, this.store.state.openPetId), { typing });
    this.#show(view);
  }

  /** Opens the pet's panel beside the inventory, from any page. */
  openPet(petId: bigint): void {
    const { page, view, openPetId } = this.store.state;
    if (page !== "/") return this.go("/", queryFromView(FIRST_VIEW, petId));
    if (openPetId === petId) return;
    // From one pet to the next is one step in the browser's history.
    this.setQuery(queryFromView(view, petId), { typing: openPetId !== undefined });
    this.store.set({ openPetId: petId });
  }

  closePet(): void {
    const { view, openPetId } = this.store.state;
    if (openPetId === undefined) return;
    this.setQuery(queryFromView(view));
    this.store.set({ openPetId: undefined });
  }

  /** Sets the query of the open page. */
  setQuery(query: string, { typing = false } = {}): void {
    const { address } = this.#environment;
    if (typing) address.replace(query);
    else address.push(query);
    this.store.set({ query });
  }

  moveCursor(to: Cursor): void {
    const { cursor } = this.store.state;
    if (cursor?.petId !== to.petId || cursor?.column !== to.column) this.store.set({ cursor: to });
  }

  notify(notice: Omit<Notice, "undo"> & Partial<Pick<Notice, "undo">>): void {
    this.store.set({ notice: { undo: undefined, ...notice } });
  }

  dismissNotice(): void {
    this.store.set({ notice: undefined });
  }

  /** Draws the page again. */
  async chooseLanguage(language: Language): Promise<void> {
    try {
      await this.#environment.chooseLanguage(language);
    } catch {
      return this.#reportProblem(uiText.languageNotLoaded(LANGUAGE_NAMES[language]));
    }
    const { session } = this.store.state;
    // A notice, and what the form said, are in the language before.
    const isAnswered = session.phase === "out" && !session.checking;
    this.store.set({
      language,
      notice: undefined,
      ...(isAnswered && { session: { ...session, message: undefined } }),
    });
  }

  /** The sign-in form has no place for notices. */
  #reportProblem(text: string): void {
    const { session } = this.store.state;
    if (session.phase === "out") this.store.set({ session: { ...session, message: text } });
    else this.notify({ text, tone: "bad" });
  }

  #open(): void {
    const { address } = this.#environment;
    const { path } = pageAt(address.path());
    const query = address.query();
    const isInventory = path === "/";
    this.store.set({ page: path, query, openPetId: isInventory ? petFromQuery(query) : undefined });
    this.#show(isInventory ? viewFromQuery(query) : this.store.state.view);
  }

  /** Ends an open edit, because the new view may hide its row: saves a valid quantity, discards an invalid one. */
  #show(view: View): void {
    if (!this.editor.commit()) this.editor.cancel();
    this.store.set({ held: SIGNED_OUT.held });
    this.shown.show(view);
    this.store.set({ view, shownVersion: this.store.state.shownVersion + 1 });
  }

  /** More rows of a search, or the end of it. */
  #showMore(): void {
    this.store.set({ shownVersion: this.store.state.shownVersion + 1 });
  }
}

/** The properties of each page, and of the parts that need the whole dashboard. */
export interface PageProps {
  readonly dashboard: Dashboard;
}
