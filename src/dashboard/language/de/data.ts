// German: changes that arrive from the service.

import type { Catalogue } from "../catalogue.ts";

export const data: Catalogue["data"] = {
  removedByOthers: (petId) => `Tier ${petId} wurde von jemand anderem entfernt`,
};
