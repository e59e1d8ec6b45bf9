// Plans the import of one file, and asks the service whether it would do the same: it knows what has not reached the page yet.

import { type ChangesSince, RequestError } from "../../client/client.ts";
import { may } from "../state/roles.ts";
import { changeSetFailure } from "../edits/changes.ts";
import type { ImportContext } from "../imports/import-context.ts";
import { type ImportDraft, tryImport } from "../imports/import-request.ts";
import { changedMembers } from "../imports/row-effect.ts";
import type { ServiceCheck } from "./import-view.ts";
import type { Sheet, SheetFacts, SheetPlan, ShownPlan } from "./sheet.ts";
import type { WorkOptions } from "../imports/sheet-file.ts";

export interface Planned extends SheetPlan {
  /** Where the pets were in the history when they were compared; undefined if the page does not know it. */
  readonly since: string | undefined;
}

export interface CheckedPlan extends Planned {
  readonly check: Exclude<ServiceCheck, { kind: "running" }>;
}

/** A change reaches the page within a second, or some seconds without a stream. */
const WAIT_MS = 4_000;
const ATTEMPTS_MAX = 4;

export class Planner {
  readonly #context: ImportContext;
  readonly #sheet: Sheet;

  constructor(context: ImportContext, sheet: Sheet) {
    this.#context = context;
    this.#sheet = sheet;
  }

  get facts(): SheetFacts {
    return this.#sheet.facts;
  }

  /** The rows are not needed any more. */
  close(): void {
    this.#sheet.close();
  }

  /** With what the page knows now. Throws the signal's reason. */
  async plan(replace: boolean, work: WorkOptions): Promise<Planned> {
    const { store, live } = this.#context;
    // Before the comparison, during which pets may change: the service notices that.
    const since = live.position;
    const mayManage = may(store.state, "manager");
    return { ...(await this.#sheet.plan({ replace, mayManage }, work)), since };
  }

  /** Plans again as long as the page is behind the service. Throws the signal's reason. */
  async check(first: Planned, replace: boolean, signal: AbortSignal): Promise<CheckedPlan> {
    let planned = first;
    for (let attempt = 1; ; attempt++) {
      const check = await this.#ask(planned, signal);
      if (check !== undefined) return { ...planned, check };
      if (attempt === ATTEMPTS_MAX) {
        const message = "Others are changing these pets right now. Compare again in a moment";
        return { ...planned, check: { kind: "disagrees", message } };
      }
      await this.#untilPetsChange(signal);
      planned = await this.plan(replace, { signal });
    }
  }

  /**
   * After others have changed pets: the new position if those are not pets of the file, so that the plan stays as it is;
   * undefined otherwise, once the page has their changes.
   */
  async positionIfOthers(
    { draft }: Pick<Planned, "draft">,
    since: string | undefined,
  ): Promise<string | undefined> {
    if (draft?.kind !== "rows") return undefined;
    try {
      const changes = await this.#context.session.admin.changes(since);
      const { items, removed, labels, unlabeled } = changes;
      const changed = [...items, ...labels].map(({ petId }) => petId);
      const petIds = new Set([...changed, ...removed, ...unlabeled]);
      const isTouched = draft.replace || (await this.#sheet.hasAny(petIds));
      if (!isTouched) return changes.position;
      await this.#untilPageHas(changes);
    } catch (error) {
      // Such as a position that is gone: the next check finds out what has changed.
      if (!(error instanceof RequestError)) throw error;
    }
    return undefined;
  }

  async renew(replace: boolean): Promise<CheckedPlan> {
    const { signal } = new AbortController();
    return this.check(await this.plan(replace, { signal }), replace, signal);
  }

  /** Undefined if the service has other pets of the file than the page. */
  async #ask(planned: Planned, signal: AbortSignal): Promise<CheckedPlan["check"] | undefined> {
    const { plan, draft, refusal } = planned;
    if (refusal !== undefined) return { kind: "disagrees", message: refusal };
    try {
      return draft === undefined
        ? { kind: "agrees", position: undefined }
        : await this.#tryImport(plan, draft, { since: planned.since, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RequestError)) throw error;
      if (error.code === "precondition_failed") return undefined;
      return { kind: "disagrees", message: changeSetFailure(error) };
    }
  }

  async #tryImport(
    { groups }: ShownPlan,
    draft: ImportDraft,
    options: { readonly since: string | undefined; readonly signal: AbortSignal },
  ): Promise<CheckedPlan["check"] | undefined> {
    const { admin } = this.#context.session;
    let { since } = options;
    for (let attempt = 1; ; attempt++) {
      // Where other pets change all the time, the counts alone must do.
      const guard = attempt === ATTEMPTS_MAX ? undefined : since;
      try {
        const result = await tryImport(admin, draft, { since: guard, signal: options.signal });
        const isSame =
          result.created === groups.created.count &&
          result.updated === groups.changed.count &&
          result.removed === groups.removed.count &&
          result.relabelled === groups.labeled.count;
        return isSame ? { kind: "agrees", position: result.position } : undefined;
      } catch (error) {
        if (!(error instanceof RequestError) || error.code !== "changed_since") throw error;
        since = await this.positionIfOthers({ draft }, since);
        if (since === undefined) return undefined;
      }
    }
  }

  async #untilPageHas({ items, removed, labels, unlabeled }: ChangesSince): Promise<void> {
    const { pets } = this.#context;
    const { signal } = new AbortController();
    const isThere = (): boolean =>
      removed.every((petId) => pets.item(petId) === undefined) &&
      items.every(({ petId, quantity, status }) => {
        const item = pets.item(petId);
        return item?.quantity === quantity && item.status === status;
      }) &&
      unlabeled.every((petId) => pets.label(petId) === undefined) &&
      labels.every((label) => changedMembers(label, pets.label(label.petId)) === undefined);
    // Changed again meanwhile, they never are as they were: the next check finds out.
    for (let attempt = 1; attempt < ATTEMPTS_MAX && !isThere(); attempt++)
      await this.#untilPetsChange(signal);
  }

  #untilPetsChange(signal: AbortSignal): Promise<void> {
    const { store } = this.#context;
    const { petsVersion, labelsVersion } = store.state;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        unsubscribe();
        signal.removeEventListener("abort", end);
        if (signal.aborted) reject(signal.reason as Error);
        else resolve();
      };
      const timer = setTimeout(end, WAIT_MS);
      const unsubscribe = store.subscribe(() => {
        const { state } = store;
        if (state.petsVersion !== petsVersion || state.labelsVersion !== labelsVersion) end();
      });
      signal.addEventListener("abort", end);
    });
  }
}
