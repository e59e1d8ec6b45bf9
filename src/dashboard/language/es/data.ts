// Spanish: changes that arrive from the service.

import type { Catalogue } from "../catalogue.ts";

export const data: Catalogue["data"] = {
  removedByOthers: (petId) => `Otra persona ha eliminado la mascota ${petId}`,
};
