// Positions of a service, which are opaque on the wire: the command line shows revision and nonce, as for a database.

import type { PetstockAdmin } from "../../client/client.ts";
import { parsePositionTag } from "../../contract/position-tag.ts";
import type { Position } from "../../inventory/position.ts";
import { CommandError } from "../context.ts";

/** Throws a CommandError. */
export function positionOrThrow(tag: string): Position {
  const position = parsePositionTag(tag);
  if (position !== undefined) return position;
  throw new CommandError(
    `the service gave the position ${JSON.stringify(tag)}, which this petstock does not know`,
  );
}

/** The newest position. */
export async function newestPosition(admin: PetstockAdmin): Promise<Position> {
  return positionOrThrow((await admin.me()).position);
}
