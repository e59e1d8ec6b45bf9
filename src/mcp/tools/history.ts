// The tool history: who changed what, when and why; newest first.

import * as z from "../../../vendor/mcp/sdk.js";
import { MOVEMENT_REASONS } from "../../inventory/movement.ts";
import type { Service, Tool } from "../tool.ts";
import { cursor, limit, petId, revision } from "./inputs.ts";

const NAME_CHARS_MAX = 200;
/** Below the 60 seconds after which hosts give up a call. */
const SEARCH_MS_MAX = 40_000;

const name = z.string().min(1).max(NAME_CHARS_MAX).optional();
const time = z.iso.datetime({ offset: true }).optional();

const input = z.strictObject({
  petId: petId.optional(),
  revision: revision.optional(),
  key: name.describe("an API key's id or name"),
  reason: z.enum(MOVEMENT_REASONS).optional(),
  since: time.describe("from this time on, such as 2026-11-22T08:00:00Z"),
  until: time.describe("before this time"),
  limit,
  cursor,
});

export function historyTool(service: Pick<Service, "movementPage" | "revisionPage">): Tool<typeof input> {
  return {
    name: "history",
    title: "Show the history",
    description:
      "Shows who changed what, when and why, newest first. Without a filter: one entry for each revision, with its numbers " +
      "of pets and of labels, and the quantity moved. With a filter: one entry for each pet and revision, with the stock before " +
      "and after, and `label` before and after where its name, kind, code or low quantity changed. A page may be short although `next` is " +
      "not null. With `searchedBackTo` nothing was found yet, back to that time: say so, or go on with `next`.",
    role: "reader",
    writes: false,
    input,
    async run({ limit: atMost, cursor: after, ...filters }) {
      const page = { pageSize: atMost, cursor: after };
      if (Object.values(filters).every((value) => value === undefined)) {
        const { entries, next } = await service.revisionPage(page);
        return { revisions: entries, next };
      }
      const { entries, ...rest } = await searchMovements(service, { ...filters, ...page });
      return { movements: entries, ...rest };
    },
  };
}

type MovementPages = Pick<Service, "movementPage">;
type PageRequest = NonNullable<Parameters<MovementPages["movementPage"]>[0]>;

/** Goes on after pages on which the service has found nothing yet. */
async function searchMovements(service: MovementPages, request: PageRequest) {
  const endsAt = performance.now() + SEARCH_MS_MAX;
  let page = await service.movementPage(request);
  while (page.searchedBackTo !== undefined && performance.now() < endsAt)
    page = await service.movementPage({ ...request, cursor: page.next ?? undefined });
  return page;
}
