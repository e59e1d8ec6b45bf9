// The inventory in a database that this process opens.

import { SettingError } from "../config.ts";
import type { HookAddresses } from "../hooks/addresses.ts";
import type { KeyActor, KeyRecord } from "../inventory/key-store.ts";
import { labelStage } from "../inventory/import.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Clock } from "../inventory/clock.ts";
import type { MovementPage, Origin } from "../inventory/movement.ts";
import type { MovementCursor } from "../inventory/movement-cursor.ts";
import type { UndoReport } from "../inventory/undo.ts";
import { nameIsId, type NewKey, newKey, newLink, newSuccessor } from "../keys/new-key.ts";
import { localHooks } from "./local-hooks.ts";
import type {
  Access,
  HistoryEntry,
  HistoryFilter,
  KeyAdministration,
  KeyFacts,
  LabelAdministration,
} from "./access.ts";

/** Movements in memory at once. */
const PAGE_ROWS = 4_096;

interface LocalOptions {
  readonly store: InventoryStore;
  /** Who changes it, for the ledger and the keys. */
  readonly by: Origin;
  readonly clock: Clock;
  readonly hookAddresses: HookAddresses;
}

export function localAccess({ store, by, clock, hookAddresses }: LocalOptions): Access {
  return {
    async change({ cause, ...change }) {
      const [outcome] = await store.commit([{ ...change, ...cause, by }]);
      return outcome!;
    },
    readAll: (onPage) => store.readAll(onPage),
    async readByCode(code, onPage) {
      for (let after: bigint | undefined; ;) {
        const entries = await store.labels.entriesByCode(code, { after, limit: PAGE_ROWS });
        await onPage(entries.map(({ item }) => item));
        if (entries.length < PAGE_ROWS) return;
        after = entries.at(-1)?.item.petId;
      }
    },
    async stageImport() {
      const stage = await store.stageImport();
      return {
        add: (rows) => stage.add(rows),
        apply: ({ cause, ...options }) => stage.apply({ ...options, reason: "import", ...cause, by }),
        [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
      };
    },
    history: (filter) => pagesOf(store, filter),
    // All other results are of undos with an idempotency key.
    undo: async (options) => (await store.undo({ ...options, by })) as UndoReport,
    keys: localKeys({ store, by, clock }),
    hooks: localHooks({ store, by: { actor: by.actor, keyId: by.keyId }, clock, hookAddresses }),
    labels: localLabels(store, by),
  };
}

function localLabels(store: InventoryStore, by: Origin): LabelAdministration {
  return {
    readAll: (onPage) => store.labels.readAll(onPage),
    async stage(replace) {
      const stage = await store.stageImport();
      return {
        add: (rows) => labelStage(stage, replace).add(rows),
        async apply({ dryRun, cause }) {
          const options = { dryRun, replace: false, replaceLabels: replace, by } as const;
          const result = await stage.apply({ ...options, reason: "import", ...cause });
          // Neither a condition nor an Idempotency-Key.
          if (result.kind !== "applied" || !("labels" in result))
            throw new Error(`unexpected result: ${result.kind}`);
          return { ...result.labels, unchanged: result.unchanged, revision: result.revision };
        },
        [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
      };
    },
  };
}

/** New movements are only appended, so pages read one after the other fit together. */
async function* pagesOf(
  store: InventoryStore,
  { limit: limitMax = Number.POSITIVE_INFINITY, ...filter }: HistoryFilter,
): AsyncGenerator<readonly HistoryEntry[]> {
  let limit = limitMax;
  let isFirst = true;
  for (let after: MovementCursor | undefined; ;) {
    const { movements, next }: MovementPage = await store.movements({
      ...filter,
      ...(after !== undefined && { after }),
      limit: Math.min(limit, PAGE_ROWS),
    });
    limit -= movements.length;
    const isLast = next === null || limit === 0;
    // The header needs a page, the pages after it need movements.
    if (movements.length > 0 || (isFirst && isLast)) {
      yield movements.map(({ previous: _, ...entry }) => entry);
      isFirst = false;
    }
    if (isLast) return;
    after = next;
  }
}

function localKeys({
  store: { keys },
  by: { actor, keyId },
  clock,
}: Omit<LocalOptions, "hookAddresses">): KeyAdministration {
  const by: KeyActor = { actor, keyId };
  return {
    async list() {
      const records = await keys.list();
      return records.map(factsOf);
    },
    async create(wanted: NewKey) {
      const { secret, record } = newKey(clock, wanted, by);
      if ((await keys.create(record)) === "name_is_id")
        throw new SettingError(`--name: ${nameIsId(wanted.name)}`);
      return { secret, facts: factsOf(record) };
    },
    async rotate(id, { overlapMs, linkValidMs }) {
      const { secret, successor } = newSuccessor(clock, linkValidMs);
      const outcome = await keys.rotate({ id, successor, at: clock.now(), overlapMs, by });
      if (outcome.kind === "repeated" || outcome.kind === "idempotency_mismatch")
        throw new Error("a rotation without an Idempotency-Key repeats none");
      if (outcome.kind !== "rotated") return outcome;
      const { old, successor: record } = outcome;
      return { kind: "rotated", old: factsOf(old), successor: { secret, facts: factsOf(record) } };
    },
    async renewLink(id, validMs) {
      const at = clock.now();
      const { code, link } = newLink(at, validMs);
      const outcome = await keys.relink({ id, link, at, by });
      if (outcome.kind !== "linked") return outcome;
      return { kind: "linked", created: { secret: code, facts: factsOf(outcome.key) } };
    },
    async revoke(id, { force }) {
      return (await keys.revoke({ id, at: clock.now(), force, by })).kind;
    },
  };
}

function factsOf({ hash: _, link, ...facts }: KeyRecord): KeyFacts {
  return { ...facts, link: link && { expiresAt: link.expiresAt, openedAt: link.openedAt } };
}
