// Reads which pets have become low between two commits, in pages, so that other work runs in between.

import type { Awaitable } from "../inventory/awaitable.ts";
import { BecameLow, type LowPet } from "../inventory/became-low.ts";
import type { Label } from "../inventory/label.ts";
import type { CommitRange } from "../inventory/store.ts";
import { PET_ID_MAX } from "../inventory/item.ts";
import { isCommit, portionsOf } from "./changes.ts";
import { readLabelsOf } from "./labels.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { rows, sql, type Work } from "./sql.ts";

/** Some milliseconds on SQLite. */
const PAGE_MOVEMENTS = 2_000;

type Run = <T>(work: Work<T>) => Awaitable<T>;

/** `run` runs work in one snapshot. `"reload"` if one of the positions is not in the history. */
export async function readBecameLow(
  run: Run,
  { since, to }: CommitRange,
): Promise<readonly LowPet[] | "reload"> {
  for (const position of [since, to]) if (!(await run(isCommit(position)))) return "reload";
  const fold = new BecameLow();
  let page: readonly MovementRow[] = [];
  do {
    page = await run(movementsAfter(page.at(-1) ?? { revision: since.revision, pet_id: PET_ID_MAX }));
    for (const row of page)
      if (Number(row.revision) <= to.revision) fold.add(movementOfRow(row));
      else fold.addLater(movementOfRow(row));
  } while (page.length === PAGE_MOVEMENTS);
  const labels = await readLabels(run, fold.unjudged());
  const low = fold.result(new Map([...labels].map(([petId, label]) => [petId, label.low])));
  const names = await readLabels(
    run,
    low.map(({ petId }) => petId),
  );
  return low.map((pet) => {
    const { name = null, kind = null, code = null } = names.get(pet.petId) ?? {};
    return { ...pet, name, kind, code };
  });
}

function movementsAfter({
  revision,
  pet_id,
}: Pick<MovementRow, "revision" | "pet_id">): Work<readonly MovementRow[]> {
  return rows(sql<MovementRow>`
    SELECT * FROM movement WHERE (revision, pet_id) > (${revision}, ${pet_id})
    ORDER BY revision, pet_id LIMIT ${PAGE_MOVEMENTS}`);
}

async function readLabels(run: Run, petIds: readonly bigint[]): Promise<Map<bigint, Label>> {
  const labels = new Map<bigint, Label>();
  for (const portion of portionsOf(petIds))
    for (const label of await run(readLabelsOf(portion))) labels.set(label.petId, label);
  return labels;
}
