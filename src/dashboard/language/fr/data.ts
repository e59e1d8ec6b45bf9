// French: changes that arrive from the service.

import type { Catalogue } from "../catalogue.ts";

export const data: Catalogue["data"] = {
  removedByOthers: (petId) => `L’animal ${petId} a été retiré par quelqu’un d’autre`,
};
