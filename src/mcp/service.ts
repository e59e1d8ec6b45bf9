// The operations of the service that the tools use: those of the client. Each throws its `RequestError`.

import type { PetstockAdmin } from "../client/admin.ts";

export type Service = Pick<
  PetstockAdmin,
  "snapshot" | "changes" | "entry" | "labels" | "movementPage" | "revisionPage" | "applyChanges" | "undo"
>;
