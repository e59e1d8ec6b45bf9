// Reads movements by a filter, oldest first, for programs that follow the ledger. Revisions ascend with each commit, so a reader that goes on
// after the last one it has read misses nothing.

import { PET_ID_MAX, PET_ID_MIN } from "../inventory/item.ts";
import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import { isSelective, matching } from "./movement-conditions.ts";
import { readPetHistoryAscending } from "./pet-history-ascending.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Integer, only, rows, sql, type Work } from "./sql.ts";

/** By ascending revision and pet. Examines at most `size` movements. */
export function* readMovementsAscending(filter: MovementFilter, size: number): Work<MovementPage> {
  const { petId } = filter;
  const history = petId === undefined ? undefined : yield* readPetHistoryAscending({ ...filter, petId });
  const page = history ?? (yield* scanAscending(filter, size));
  if (page.next !== null) return page;
  const { revision } = yield* only(
    sql<{ revision: Integer }>`SELECT max(revision) AS revision FROM commit_mark`,
  );
  return { ...page, through: Number(revision) };
}

function* scanAscending(filter: MovementFilter, size: number): Work<MovementPage> {
  const { firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER, limit } = filter;
  const after = filter.after ?? { revision: 0, petId: null };
  const start =
    after.revision >= firstRevision
      ? sql`(revision, pet_id) > (${after.revision}, ${after.petId ?? PET_ID_MAX})`
      : sql`(revision, pet_id) >= (${firstRevision}, ${PET_ID_MIN})`;
  const range = sql`${start} AND revision <= ${lastRevision}`;
  // Without a condition each movement that is examined is part of the page.
  const examined = isSelective(filter) ? size : Math.min(limit, size);
  const [end] = yield* rows(sql<EntryKey>`
    SELECT revision, pet_id FROM ledger_entry WHERE ${range} ORDER BY revision, pet_id LIMIT 1 OFFSET ${examined - 1}`);
  const window =
    end === undefined ? range : sql`${range} AND (revision, pet_id) <= (${end.revision}, ${end.pet_id})`;
  const found = yield* rows(sql<MovementRow>`
    SELECT * FROM movement WHERE ${window} ${matching(filter)} ORDER BY revision, pet_id LIMIT ${limit}`);
  const movements = found.map(movementOfRow);
  const last = found.length === limit ? found.at(-1) : end;
  return {
    movements,
    next: last === undefined ? null : { revision: Number(last.revision), petId: last.pet_id },
  };
}

interface EntryKey {
  readonly revision: Integer;
  readonly pet_id: bigint;
}
