// The stock-take in progress: each count is stored at once, and all are applied as one revision. Without a DOM.

import type { Dashboard } from "../app/dashboard.ts";
import { Store } from "../state/store.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { IDEMPOTENCY_RESEND_MS } from "../../inventory/idempotency.ts";
import { RequestError } from "../../client/client.ts";
import type { KnownPets } from "./known-pets.ts";
import { type Count, countId, lineProblem, newTake, type Sending, sendingOf, type Take } from "./take.ts";
import { sheetLines } from "./sheet-lines.ts";
import { TakeRecords } from "./take-records.ts";
import { NOTHING_TAKEN, type TakeState } from "./take-state.ts";
import { countText } from "../language/en/count.ts";

export class StockTake {
  readonly store = new Store<TakeState>(NOTHING_TAKEN);
  readonly #dashboard: Dashboard;
  readonly #known: KnownPets;
  readonly #owner: string;
  readonly #records: TakeRecords;

  constructor(dashboard: Dashboard, { known, owner }: { readonly known: KnownPets; readonly owner: string }) {
    this.#dashboard = dashboard;
    this.#known = known;
    this.#owner = owner;
    this.#records = new TakeRecords({
      open: dashboard.environment.records,
      owner,
      // Once a count could not be stored, this tab's counts stay in memory.
      onStorage: (storage) => this.store.state.storage !== "memory" && this.store.set({ storage }),
    });
  }

  /** Continues the stock-take that this device keeps. One that was being sent is sent again. */
  async open(): Promise<void> {
    await this.refresh();
    await this.#sendAgain();
  }

  /** Reads what is stored: another tab may have counted, or applied, meanwhile. */
  async refresh(): Promise<void> {
    for (let written: Promise<void> | undefined; written !== this.#records.written;) {
      written = this.#records.written;
      await written;
      if (this.store.state.storage === "memory") return;
      const stored = await this.#read().catch(() => ({ storage: "memory" as const }));
      // Otherwise something was counted meanwhile, which this does not have.
      if (written === this.#records.written) this.store.set(stored);
    }
  }

  async #read(): Promise<Pick<TakeState, "storage" | "take" | "counts">> {
    const { take: stored, counts } = await this.#records.read();
    const take = stored ?? (counts.length > 0 ? newTake(this.#owner, this.#now()) : undefined);
    const { remember } = this.#dashboard.store.state.session;
    return { storage: remember ? "stored" : "memory", take, counts };
  }

  /** Resolves when the count is stored. Counting a pet again replaces its count. */
  async count(petId: bigint, counted: number): Promise<void> {
    if (this.#isSent(petId)) return this.store.set({ error: countText.isBeingApplied });
    const take = this.#begun();
    const item = this.#known.item(petId);
    const before = this.store.state.counts.find((each) => each.petId === petId);
    const count: Count = {
      id: countId(take.id, petId),
      takeId: take.id,
      petId,
      counted,
      expected: this.#isLive() ? item?.quantity : undefined,
      at: this.#now(),
      isNew: item === undefined && (before?.isNew ?? true),
    };
    const others = this.store.state.counts.filter((each) => each.petId !== petId);
    this.store.set({ counts: [count, ...others], done: undefined, error: undefined });
    await this.#records.putCount(count);
  }

  /** The count of a pet so far; 0 if it was not counted. */
  countOf(petId: bigint): number {
    return this.store.state.counts.find((each) => each.petId === petId)?.counted ?? 0;
  }

  async remove(petId: bigint): Promise<void> {
    const count = this.store.state.counts.find((each) => each.petId === petId);
    if (count === undefined) return;
    if (this.#isSent(petId)) return this.store.set({ error: countText.isBeingApplied });
    const { counts, sheet } = this.store.state;
    this.store.set({
      counts: counts.filter((each) => each !== count),
      sheet: sheet?.filter((line) => line.count !== count),
    });
    await this.#records.forget([count.id], { takeToo: false });
  }

  /** Notes a code that no pet has, to look at it later. */
  async noteUnknown(code: string): Promise<void> {
    const take = this.#begun();
    await this.#keepTake({ ...take, unknown: [...new Set([...take.unknown, code])] });
  }

  /** Compares the counts with the quantities of the moments at which they were made. */
  async openSheet(): Promise<void> {
    this.store.set({ isBusy: true, error: undefined });
    await this.refresh();
    if (!(await this.#sendAgain())) return;
    if (this.store.state.counts.length === 0) return this.store.set({ isBusy: false });
    this.store.set({ isBusy: true });
    try {
      this.store.set({ sheet: await sheetLines(this.#dashboard, this.store.state.counts), isBusy: false });
    } catch (error) {
      this.store.set({ isBusy: false, error: countText.needsConnection(changeSetFailure(error)) });
    }
  }

  closeSheet(): void {
    this.store.set({ sheet: undefined, error: undefined });
  }

  /** Applies the differences as one revision. While the outcome of an earlier attempt is unknown, sends that again. */
  async apply(note: string): Promise<void> {
    const { sheet = [] } = this.store.state;
    await this.refresh();
    const { take } = this.store.state;
    if (take?.sending !== undefined) return void (await this.#sendAgain());
    if (take === undefined || sheet.some(({ count }) => !this.#isKept(count))) {
      return this.store.set({ error: countText.changedByOtherTab });
    }
    if (sheet.some((line) => lineProblem(line) !== undefined)) {
      this.store.set({ error: countText.someRefused });
      return;
    }
    await this.#keepTake({ ...take, sending: sendingOf(sheet, { note, sentAt: this.#now() }) });
    await this.#sendAgain();
  }

  /** Forgets all counts of this stock-take. */
  async discard(): Promise<void> {
    const { counts } = this.store.state;
    this.store.set({ take: undefined, counts: [], sheet: undefined, error: undefined });
    await this.#records.forget(counts.map(({ id }) => id));
  }

  /** False if what was being sent is still not known to be applied or refused. */
  async #sendAgain(): Promise<boolean> {
    const { take } = this.store.state;
    if (take?.sending !== undefined) {
      if (this.#now() - take.sending.sentAt < IDEMPOTENCY_RESEND_MS) await this.#send(take, take.sending);
      else await this.#giveUp(take);
    }
    return this.store.state.take?.sending === undefined;
  }

  async #send(take: Take, { idempotencyKey, note, petIds, changes }: Sending): Promise<void> {
    this.store.set({ isBusy: true, error: undefined });
    const title = countText.applied(petIds.length, changes.length);
    try {
      if (changes.length > 0) {
        const changeSet = { reason: "counted" as const, ...(note !== "" && { note }), changes };
        await this.#dashboard.changes.apply(changeSet, { title, idempotencyKey });
      }
      await this.#end(take, petIds);
      this.store.set({ isBusy: false, done: title });
    } catch (error) {
      // After a refusal the next attempt is another change set; after a lost answer it must be the same.
      const isRefused = isRefusal(error);
      if (isRefused) await this.#keepTake({ ...take, sending: undefined });
      const reason = changeSetFailure(error);
      this.store.set({
        isBusy: false,
        error: isRefused ? countText.notApplied(reason) : countText.notConfirmed(reason),
      });
    }
  }

  /** The service no longer knows the idempotency key, so what is sent again could be applied twice. */
  async #giveUp(take: Take): Promise<void> {
    await this.#keepTake({ ...take, sending: undefined });
    this.store.set({ isBusy: false, error: countText.answerLost });
  }

  /** The counts that were sent are applied. Counts made meanwhile stay. */
  async #end(take: Take, petIds: readonly bigint[]): Promise<void> {
    const sent = new Set(petIds);
    const { counts } = this.store.state;
    const left = counts.filter(({ petId }) => !sent.has(petId));
    const isOver = left.length === 0;
    const rest = isOver ? undefined : { ...take, sending: undefined };
    this.store.set({ take: rest, counts: left, sheet: undefined, error: undefined });
    if (rest !== undefined) await this.#keepTake(rest);
    await this.#records.forget(
      petIds.map((petId) => countId(take.id, petId)),
      { takeToo: isOver },
    );
  }

  /** Whether its count is being applied, as far as is known. */
  #isSent(petId: bigint): boolean {
    return this.store.state.take?.sending?.petIds.includes(petId) === true;
  }

  #isKept({ id, at }: Count): boolean {
    return this.store.state.counts.some((each) => each.id === id && each.at === at);
  }

  /** Whether the page's quantities are current. */
  #isLive(): boolean {
    const { loading, offlineSince } = this.#dashboard.store.state;
    return loading === "complete" && offlineSince === undefined;
  }

  /** At once, because a scanner does not wait: what is stored next is stored after it. */
  #begun(): Take {
    const { take } = this.store.state;
    if (take !== undefined) return take;
    const begun = newTake(this.#owner, this.#now());
    void this.#keepTake(begun);
    return begun;
  }

  /** Milliseconds since 1970. */
  #now(): number {
    return this.#dashboard.environment.now();
  }

  async #keepTake(take: Take): Promise<void> {
    this.store.set({ take });
    await this.#records.putTake(take);
  }
}

/** The service answered, and applied nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && !error.mayBeApplied;
}
