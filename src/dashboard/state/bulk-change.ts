// A change of many quantities by a file: read, looked at, applied, taken back. Nothing is sent before somebody has seen
// what it will do.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import { sampleCsv } from "../../transfer/csv-sample.ts";
import { formatOfFileName } from "../../transfer/format.ts";
import { readRows } from "../../transfer/read-rows.ts";
import { NO_PROBLEMS, ProblemList } from "../../transfer/problem-list.ts";
import type { BulkPlan, FileRow } from "../model/bulk-plan.ts";
import { type FailedRow, unsentRows } from "../model/failed-rows.ts";
import { guessMapping, type Mapping } from "../model/column-mapping.ts";
import { counted } from "../model/words.ts";
import { acknowledge, type Sending } from "./sending.ts";
import type { BulkPreview, BulkProgress, StateStore } from "./state.ts";
import type { Turns } from "./turns.ts";
import type { Undo } from "./undo.ts";
import { runUpdates, type Updated } from "./update-run.ts";

/** A hundred times what a large inventory takes. */
const FILE_BYTES_MAX = 50_000_000;
const SAMPLE_ROWS = 4;

/** Before the first row is sent. */
const BEGUN = {
  step: "apply",
  changed: 0,
  failed: [],
  unsent: [],
  unnamed: 0,
  ms: 0,
  ended: false,
  trouble: undefined,
  undo: undefined,
  refused: undefined,
} as const;

export interface BulkOptions extends Sending {
  readonly undo: Undo;
}

export class BulkChange {
  readonly #store: StateStore;
  readonly #client: Sending["client"];
  readonly #signedOut: Sending["signedOut"];
  readonly #turns: Turns;
  readonly #undo: Undo;
  readonly #noteKey: Sending["noteKey"];
  /** Ends the reading or the sending that is under way. */
  #stop = new AbortController();

  constructor({ store, client, signedOut, turns, undo, noteKey }: BulkOptions) {
    this.#store = store;
    this.#client = client;
    this.#signedOut = signedOut;
    this.#turns = turns;
    this.#undo = undo;
    this.#noteKey = noteKey;
  }

  open(): void {
    if (this.#store.state.readOnly) return;
    this.#begin();
    this.#store.set({ bulk: { step: "choose", trouble: undefined } });
  }

  close(): void {
    this.#stop.abort();
    this.#store.set({ bulk: undefined });
  }

  async openFile(file: File): Promise<void> {
    const { readOnly, bulk } = this.#store.state;
    if (readOnly) return;
    if (bulk?.step === "apply" && !bulk.ended) {
      const refused = `${file.name} was not opened: wait for the end of this change, or stop it first`;
      return this.#store.set({ bulk: { ...bulk, refused } });
    }
    const signal = this.#begin();
    if (file.size > FILE_BYTES_MAX) return this.#refuse(`${file.name} is too large for a list of quantities`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!signal.aborted) await this.#open(file.name, bytes);
  }

  async paste(text: string): Promise<void> {
    if (!this.#store.state.readOnly) await this.#open("what was pasted", new TextEncoder().encode(text));
  }

  async map(mapping: Mapping): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step === "preview") await this.#read({ ...bulk, mapping });
  }

  /** Against the inventory as it is now. */
  async readAgain(): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step === "preview") await this.#read(bulk);
  }

  async apply(plan: BulkPlan): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step !== "preview") return;
    const { name } = bulk;
    const jobs = plan.change.map(({ now, wanted }) => ({ before: now!, quantity: wanted! }));
    const client = this.#client();
    const signedOut = this.#signedOut();
    const signal = this.#begin();
    const startedAt = performance.now();
    let [steps, failed]: [Updated[], FailedRow[]] = [[], []];
    const tell = (end?: Partial<BulkProgress>): void => {
      const { bulk: progress } = this.#store.state;
      if (progress?.step !== "apply" || signedOut.aborted) return;
      const ms = performance.now() - startedAt;
      this.#store.set({ bulk: { ...progress, changed: steps.length, failed, ms, ...end } });
    };
    this.#store.set({ bulk: { ...BEGUN, name, total: jobs.length } });
    const stopped = await runUpdates({
      client,
      turns: this.#turns,
      jobs,
      stop: signal,
      onSome: (updated, refused) => {
        steps = [...steps, ...updated];
        failed = [...failed, ...refused];
        acknowledge(
          this.#store,
          updated.map(({ after }) => after),
        );
        tell();
      },
    });
    if (signedOut.aborted) return;
    this.#noteKey(stopped, client);
    const sent = new Set([...steps.map(({ after }) => after), ...failed].map(({ petId }) => petId));
    const title = `${counted(steps.length, "quantity", "quantities")} from ${name}`;
    tell({
      ended: true,
      unsent: unsentRows(plan, sent),
      unnamed: plan.unnamed,
      trouble: this.#troubleOf(stopped, signal),
      undo: steps.length > 0 ? this.#undo.add({ title, steps }) : undefined,
      refused: undefined,
    });
  }

  /** No further row is sent. */
  cancel(): void {
    this.#stop.abort();
  }

  async #open(name: string, bytes: Uint8Array): Promise<void> {
    const format = formatOfFileName(name) ?? "csv";
    const sample = format === "csv" ? sampleCsv(bytes, SAMPLE_ROWS) : { rows: [], rule: undefined };
    if (sample.rule !== undefined) return this.#refuse(`${name}: ${sample.rule}`);
    const mapping = guessMapping(sample.rows);
    await this.#read({
      step: "preview",
      name,
      bytes,
      format,
      sample: sample.rows,
      mapping,
      rows: [],
      problems: NO_PROBLEMS,
      seen: [],
    });
  }

  async #read(preview: BulkPreview): Promise<void> {
    const { name, bytes, format, mapping } = preview;
    const signal = this.#begin();
    if (this.#store.state.loading !== "whole") {
      this.#store.set({ bulk: { step: "wait", name } });
      await untilWhole(this.#store);
    }
    const rows: FileRow[] = [];
    const problems = new ProblemList();
    const seen = this.#store.state.rows;
    const layout = layoutOf(mapping);
    if (format !== "csv" || layout !== undefined) {
      for await (const batch of readRows(oneChunk(bytes), format, format === "csv" ? layout : undefined)) {
        rows.push(...batch.rows);
        problems.add(batch.problems);
      }
    }
    if (!signal.aborted) this.#store.set({ bulk: { ...preview, rows, problems, seen } });
  }

  /** What was under way before is given up. */
  #begin(): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  #refuse(trouble: string): void {
    this.#store.set({ bulk: { step: "choose", trouble } });
  }

  #troubleOf(stopped: unknown, signal: AbortSignal): string | undefined {
    if (stopped !== undefined) return "It broke off: what was not sent is as it was";
    return signal.aborted ? "Stopped: what was not sent is as it was" : undefined;
  }
}

/** Undefined until both columns are known. The status is not for the page to change, so it is not read. */
function layoutOf({ header, petId, quantity }: Mapping): CsvLayout | undefined {
  if (petId === undefined || quantity === undefined) return undefined;
  return { header, petId, quantity, status: undefined };
}

/** A pet that has not arrived yet would be taken for one that does not exist. */
function untilWhole(store: StateStore): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (store.state.loading !== "whole") return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
  });
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
