// An import: rows are staged in transactions of their own (stage.ts), which lock nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { Position } from "../inventory/position.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  hasLabel,
  isConditional,
  type PlanChanged,
  type StagedRow,
} from "../inventory/import.ts";
import { applyImport, checkPlan, hasWritten, type StagedImport } from "../ledger/import.ts";
import { changesLabels, type ComparedRows, compareRows } from "../ledger/import-difference.ts";
import type { Staged } from "../ledger/staged.ts";
import { readNewest } from "./newest-commit.ts";
import { planByKey, planJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";
import { Stage } from "./stage.ts";
import { isAscending } from "./staged-rows.ts";
import type { WriterOptions } from "./writer.ts";

export class PostgresImportStage implements ImportStage {
  readonly #primary: Primary;
  readonly #stage: Stage;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  #count = 0;
  #isConditional = false;
  #hasLabels = false;
  /** All rows so far are in the order of their pets, so that none repeats a pet. */
  #isOrdered = true;
  #lastPet: bigint | undefined;

  private constructor(
    primary: Primary,
    stage: Stage,
    { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions,
  ) {
    this.#primary = primary;
    this.#stage = stage;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#recordsMax = recordsMax;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, options: WriterOptions): Promise<PostgresImportStage> {
    return new PostgresImportStage(primary, await Stage.open(primary), options);
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    if (rows.length === 0) return [];
    const duplicates = await this.#insert(rows);
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    this.#hasLabels ||= rows.some(hasLabel);
    return duplicates;
  }

  async #insert(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    this.#isOrdered &&= isAscending(rows, this.#lastPet);
    this.#lastPet = rows.at(-1)?.petId;
    if (!this.#isOrdered) return this.#stage.addNew(rows);
    await this.#stage.add(rows);
    return [];
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    await using session = await Session.open(this.#primary);
    return await session.ask(async () => {
      if (options.dryRun)
        return this.#read(session, (newest) => this.#applyAfter(session, newest, { options }));
      const { planAt } = options;
      if (planAt === undefined) return this.#change(session, options);
      const checked = await this.#read(session, (newest) =>
        this.#checkPlan(session, newest, { options, planAt }),
      );
      return "kind" in checked ? checked : this.#change(session, options, checked);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stage[Symbol.asyncDispose]();
  }

  async #read<T>(session: Session, work: (newest: Position) => Promise<T>): Promise<T> {
    await session.beginRead();
    const newest = await session.withDeadline(readNewest(session.sql));
    await this.#ensureKept(session);
    const result = await work(newest);
    await session.rollBack();
    return result;
  }

  async #change(session: Session, options: ImportOptions, planAt?: Position): Promise<ImportResult> {
    const compared = await this.#compareBefore(session, options);
    const newest = await session.beginLocked(this.#lockTimeoutMs);
    await this.#ensureKept(session, "FOR KEY SHARE");
    const checked = planAt && (await this.#checkPlan(session, newest, { options, planAt }));
    const result =
      checked !== undefined && "kind" in checked
        ? checked
        : await this.#applyAfter(session, newest, { options, compared });
    if (!hasWritten(result, { ...options, newest })) await session.rollBack();
    else await session.commit("the import; list the inventory to see what it did");
    return result;
  }

  /** In one snapshot, without the lock. */
  async #compareBefore(session: Session, options: ImportOptions): Promise<ComparedRows | undefined> {
    if (!changesLabels({ ...options, staged: this.#staged })) return undefined;
    await session.beginUnlocked("REPEATABLE READ");
    const newest = await session.withDeadline(readNewest(session.sql));
    await this.#ensureKept(session);
    const compared = await session.run(async (sql) => {
      await planJoins(sql, this.#count);
      const rows = this.#withRows(newest, options);
      return await runWork(sql, compareRows(rows, this.#stage.difference, newest));
    });
    await session.commitUnlocked();
    return compared;
  }

  #ensureKept(session: Session, lock?: "FOR KEY SHARE"): Promise<void> {
    return session.withDeadline(runWork(session.sql, this.#stage.ensureKept(lock)));
  }

  get #staged(): Staged {
    return { rows: this.#stage.rows, hasLabels: this.#hasLabels };
  }

  #withRows<Options extends ImportOptions>(newest: Position, options: Options): Options & StagedImport {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    return { ...options, staged: this.#staged, ...facts, newest };
  }

  /** Reads by key what has changed since: few rows, however many are staged. */
  #checkPlan(
    session: Session,
    newest: Position,
    { options, planAt }: { options: ImportOptions; planAt: Position },
  ): Promise<Position | PlanChanged> {
    return session.run(async (sql) => {
      await planByKey(sql);
      const checked = await runWork(sql, checkPlan(this.#withRows(newest, options), planAt));
      await sql`SET LOCAL random_page_cost TO DEFAULT`;
      return checked;
    });
  }

  #applyAfter(
    session: Session,
    newest: Position,
    { options, compared }: { options: ImportOptions; compared?: ComparedRows | undefined },
  ): Promise<ImportResult> {
    return session.run(async (sql) => {
      await planJoins(sql, this.#count);
      return runWork(sql, applyImport({ ...this.#withRows(newest, options), compared }));
    });
  }
}
