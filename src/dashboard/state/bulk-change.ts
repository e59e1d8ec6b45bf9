// A change of many quantities by a file: read, looked at, applied, taken back. Nothing is sent before somebody has seen
// what it will do.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import { sampleCsv } from "../../transfer/csv-sample.ts";
import { formatOfFileName } from "../../transfer/format.ts";
import { readRows } from "../../transfer/read-rows.ts";
import type { RowProblem } from "../../transfer/problem.ts";
import type { BulkPlan, FileRow } from "../model/bulk-plan.ts";
import { type FailedRow, unsentRows } from "../model/failed-rows.ts";
import { guessMapping, type Mapping } from "../model/column-mapping.ts";
import { counted } from "../model/words.ts";
import type { Saves } from "./saves.ts";
import type { BulkPreview, StateStore } from "./state.ts";
import { runUpdates, type Updated } from "./update-run.ts";
import type { PetstockClient } from "../../client/client.ts";

/** A hundred times what a large inventory takes. */
const FILE_BYTES_MAX = 50_000_000;
const SAMPLE_ROWS = 4;

export interface BulkOptions {
  readonly store: StateStore;
  readonly saves: Saves;
  readonly client: () => PetstockClient;
}

export class BulkChange {
  readonly #store: StateStore;
  readonly #saves: Saves;
  readonly #client: () => PetstockClient;
  #stop = new AbortController();

  constructor({ store, saves, client }: BulkOptions) {
    this.#store = store;
    this.#saves = saves;
    this.#client = client;
  }

  open(): void {
    if (!this.#store.state.readOnly) this.#store.set({ bulk: { step: "choose", trouble: undefined } });
  }

  close(): void {
    this.#stop.abort();
    this.#store.set({ bulk: undefined });
  }

  async openFile(file: File): Promise<void> {
    if (this.#store.state.readOnly) return;
    if (file.size > FILE_BYTES_MAX) return this.#refuse(`${file.name} is too large for a list of quantities`);
    await this.#open(file.name, new Uint8Array(await file.arrayBuffer()));
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
    const jobs = plan.change.map(({ now, wanted }) => ({ before: now!, quantity: wanted! }));
    this.#stop = new AbortController();
    const startedAt = performance.now();
    const { name } = bulk;
    let [steps, failed]: [Updated[], FailedRow[]] = [[], []];
    const tell = (end?: { readonly trouble: string | undefined }): void => {
      const ms = performance.now() - startedAt;
      const sent = new Set([...steps.map(({ after }) => after), ...failed].map(({ petId }) => petId));
      const facts = { name, total: jobs.length, changed: steps.length, failed, ms, trouble: end?.trouble };
      const unsent = end === undefined ? [] : unsentRows(plan, sent);
      this.#store.set({ bulk: { step: "apply", ...facts, unsent, ended: end !== undefined } });
    };
    tell();
    const { signal } = this.#stop;
    const client = this.#client();
    const stopped = await runUpdates({
      client,
      jobs,
      stop: signal,
      onSome: (updated, refused) => {
        steps = [...steps, ...updated];
        failed = [...failed, ...refused];
        this.#saves.acknowledge(updated.map(({ after }) => after));
        if (this.#store.state.bulk?.step === "apply") tell();
      },
    });
    if (stopped !== undefined) this.#saves.noteKey(stopped);
    if (steps.length > 0)
      this.#saves.remember({
        title: `${counted(steps.length, "quantity", "quantities")} from ${name}`,
        steps,
      });
    if (this.#store.state.bulk !== undefined) tell({ trouble: this.#troubleOf(stopped, signal) });
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
      problems: [],
      seen: [],
    });
  }

  async #read(preview: BulkPreview): Promise<void> {
    const { bytes, format, mapping } = preview;
    const rows: FileRow[] = [];
    const problems: RowProblem[] = [];
    const seen = this.#store.state.rows;
    const layout = layoutOf(mapping);
    if (format !== "csv" || layout !== undefined) {
      for await (const batch of readRows(oneChunk(bytes), format, format === "csv" ? layout : undefined)) {
        rows.push(...batch.rows);
        problems.push(...batch.problems);
      }
    }
    this.#store.set({ bulk: { ...preview, rows, problems, seen } });
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

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
