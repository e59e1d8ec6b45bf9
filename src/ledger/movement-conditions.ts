// The conditions of a movement filter in SQL.

import type { MovementFilter } from "../inventory/movement.ts";
import { type Query, sql } from "./sql.ts";

type Conditions = Pick<MovementFilter, "petId" | "key" | "since" | "until" | "reason" | "requestId">;

/** Whether the filter may leave out movements of its range of revisions. */
export function isSelective({ petId, key, since, until, reason, requestId }: Conditions): boolean {
  return [petId, key, since, until, reason, requestId].some((condition) => condition !== undefined);
}

/** The conditions beyond the revisions, each with AND before it. */
export function matching({ petId, key, since, until, reason, requestId }: Conditions): Query {
  const ofPet = petId === undefined ? NONE : sql`AND pet_id = ${petId}`;
  const byKey = key === undefined ? NONE : sql`AND (key_id = ${key} OR actor = ${`key:${key}`})`;
  const from = since === undefined ? NONE : sql`AND at >= ${since}`;
  const before = until === undefined ? NONE : sql`AND at < ${until}`;
  const because = reason === undefined ? NONE : sql`AND reason = ${reason}`;
  const asked = requestId === undefined ? NONE : sql`AND request_id = ${requestId}`;
  return sql`${ofPet} ${byKey} ${from} ${before} ${because} ${asked}`;
}

const NONE = sql``;
